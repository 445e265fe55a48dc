//! Which page a call asked for, how many rows it may have, and how the next one is asked for.

use super::super::result::{Reading, Said};
use super::super::row::Page;
use super::super::value::{is_empty, is_one_of, json, of_literal};
use super::asked::digest;
use super::{Draft, Sent};
use crate::ir::search::{Limit, PageBy};
use crate::json::{Data, Node};

/// What bounds the rows.
#[derive(Default)]
pub(super) struct Limits {
    is_none: bool,
    cap: Option<u64>,
    window: Option<u64>,
}

impl Draft<'_> {
    pub(super) fn limits(&mut self) -> Limits {
        let (argument, omitted, server, window) = match &self.search.limit {
            Limit::Unknown => return Limits::default(),
            Limit::None => return Limits { is_none: true, ..Limits::default() },
            Limit::Rows { argument, omitted, server, window } => (argument, omitted, *server, *window),
        };
        let Some(argument) = argument else { return Limits { is_none: false, cap: server, window } };
        let bears = "completeness";
        let asked = match self.sent(argument) {
            Sent::Flawed => None,
            Sent::Value(value) => {
                if is_empty(value) {
                    self.unsent(argument, "what was sent says nothing", bears);
                }
                value.as_natural()
            }
            Sent::Nothing => match omitted {
                Some(value) if self.holds(argument, std::slice::from_ref(value)) => {
                    of_literal(value).as_natural()
                }
                Some(_) => {
                    self.unsent(argument, "the live schema has another default", bears);
                    None
                }
                None => None,
            },
        };
        let cap = asked.filter(|rows| *rows > 0).zip(server).map(|(asked, server)| asked.min(server));
        Limits { is_none: false, cap, window }
    }

    pub(super) fn page(&mut self, reading: &Reading, limits: Limits) -> Page {
        let reads = &self.search.result;
        let declared = self.search.page.as_ref();
        let by = match declared.map(|page| page.by) {
            None => "none",
            Some(PageBy::Cursor) => "cursor",
            Some(PageBy::Number(_)) => "number",
            Some(PageBy::Offset(_)) => "offset",
        };
        let (first, value) = self.asked_page();
        let next = reading.next.as_ref().and_then(|next| match declared?.by {
            PageBy::Cursor => Some(digest(self.call, "cursor", next)),
            PageBy::Number(_) | PageBy::Offset(_) => number(next),
        });
        Page {
            by: by.to_owned(),
            first,
            value,
            next,
            ended: reading.last,
            declared: reads.next.is_some() || reads.has_more.is_some(),
            must_end: declared.is_some() || reads.next.is_some() || reads.has_more.is_some(),
            ends_short: declared.is_some_and(|page| page.ends_short),
            snapshot: declared.is_some_and(|page| page.is_snapshot),
            unbounded: limits.is_none,
            cap: limits.cap,
            window: limits.window,
            total_unread: reading.total == Said::Unread,
            rows_unread: reads.rows.is_some() && reading.rows.is_none(),
            within_arguments: self.search.is_complete,
        }
    }

    /// Whether the call asked for the first page, and what it asked by.
    fn asked_page(&mut self) -> (bool, Option<String>) {
        let search = self.search;
        let Some(page) = &search.page else { return (true, None) };
        let start = match page.by {
            PageBy::Cursor => None,
            PageBy::Number(first) | PageBy::Offset(first) => Some(first.to_string()),
        };
        match self.sent(&page.argument) {
            Sent::Flawed => (false, None),
            Sent::Nothing if page.is_first_omitted && self.holds(&page.argument, &page.first) => {
                (true, start)
            }
            Sent::Nothing => (false, None),
            Sent::Value(value) => {
                let first = is_one_of(value, &page.first);
                if is_empty(value) && !first {
                    self.unsent(&page.argument, "what was sent says nothing", "completeness");
                }
                let asked = match page.by {
                    PageBy::Cursor => Some(digest(self.call, "cursor", value)),
                    PageBy::Number(_) | PageBy::Offset(_) => {
                        value.as_natural().map(|number| number.to_string())
                    }
                };
                // Another word for the first page stands for its number.
                let start = if value.as_natural().is_some() { None } else { start };
                (first, if first { start.or(asked) } else { asked })
            }
        }
    }
}

/// A number as a page is known by it: one that is no page number is none that any page has.
fn number(next: &Node) -> Option<String> {
    let is_number = matches!(next.data, Data::Number(_));
    is_number.then(|| next.as_natural().map_or_else(|| json(next), |number| number.to_string()))
}
