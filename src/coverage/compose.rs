//! The row of one call: from the arguments that it ran with, and what its result says.

mod argument;
mod asked;
mod page;
mod period;
mod said;

use super::call::{Call, Names};
use super::moment::Moment;
use super::paging::Pages;
use super::result::{Ended, Reading, Said, arguments, read};
use super::row::{Composed, Gap, Item, PeriodSaid, Read, Row, Told, complete};
use super::schema::{Live, Tool};
use crate::ir::Search;
use crate::ir::search::{Bears, Facet, Ranking};
use crate::json::{Document, Node, Verbatim};
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// How many keys are compared.
const KEYS: usize = 10_000;

/// Arguments that are no object, or more of them than is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("`args` must be an object, of a size and a depth that are read")]
pub struct BadArguments;

/// The row of `call`, which ran the tool that `search` declares: `tool` is what is known of that, and the
/// schema of arguments that the call brings comes first.
///
/// # Errors
///
/// Arguments that are no object.
pub fn compose(search: &Search, call: &Call, tool: &Tool) -> Result<Row, BadArguments> {
    with_gaps(search, call, tool, Vec::new())
}

/// The same, with gaps that the one who called knows of.
pub(super) fn with_gaps(
    search: &Search,
    call: &Call,
    tool: &Tool,
    gaps: Vec<Gap>,
) -> Result<Row, BadArguments> {
    let document = arguments(call.args.as_deref()).ok_or(BadArguments)?;
    let reading = read(search, call, &tool.results);
    let live = Live(call.schema.as_ref().map(|schema| &schema.0).or(tool.arguments.as_ref()));
    let mut draft = Draft::new(search, call, &document, live);
    draft.source();
    draft.arguments();
    draft.fixed();
    draft.hosts();
    draft.credentials();
    let limits = draft.limits();
    draft.periods(&reading);
    draft.strangers();
    draft.declared();
    draft.outcome(&reading);
    let keys = draft.keys(&reading);
    let page = draft.page(&reading, limits);
    let total = if let Said::Is(total) = reading.total { Some(total) } else { None };
    let totals: Vec<u64> = total.into_iter().collect();
    let pages = Pages {
        first: &page,
        last: &page,
        last_rows: reading.rows,
        rows: reading.rows,
        is_unread: page.rows_unread,
        totals: &totals,
        is_total_unread: page.total_unread,
    };
    draft.gaps.extend(pages.gaps());
    draft.names();
    draft.prose();
    draft.gaps.extend(gaps);
    Ok(draft.row(reading.rows, total, keys, page))
}

/// What a call says of one argument.
enum Sent<'d> {
    /// It is not sent.
    Nothing,
    /// It is sent in a way that tools read differently.
    Flawed,
    /// It is.
    Value(&'d Node),
}

/// A row that is being composed.
struct Draft<'d> {
    search: &'d Search,
    call: &'d Call,
    document: &'d Document,
    live: Live<'d>,
    /// The members of the arguments by name; none where a name comes twice.
    members: HashMap<&'d str, Option<&'d Node>>,
    items: Vec<Item>,
    gaps: Vec<Gap>,
}

impl<'d> Draft<'d> {
    fn new(search: &'d Search, call: &'d Call, document: &'d Document, live: Live<'d>) -> Self {
        let mut members = HashMap::new();
        for member in document.root.as_object().unwrap_or_default() {
            let value = Some(&member.value).filter(|value| document.flaw_in(value.span).is_none());
            members.entry(&*member.name).and_modify(|it| *it = None).or_insert(value);
        }
        Self { search, call, document, live, members, items: Vec::new(), gaps: Vec::new() }
    }

    fn sent(&self, argument: &str) -> Sent<'d> {
        match self.members.get(argument) {
            None => Sent::Nothing,
            Some(None) => Sent::Flawed,
            Some(Some(value)) => Sent::Value(value),
        }
    }

    /// Notes a gap that the declaration tells of: there are few of them.
    fn gap(&mut self, kind: &str, what: impl Into<String>, why: &str, bears: &str) {
        let gap = Gap::new(kind, what, why, bears);
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }

    fn unsent(&mut self, argument: &str, why: &str, bears: &str) {
        self.gap("argument-unsent", format!("argument {argument}"), why, bears);
    }

    fn source(&mut self) {
        let (what, said) = (self.search.source.clone(), self.search.said.clone());
        let from = "tool".to_owned();
        self.items.push(Item { what, said, facet: "source".to_owned(), from, ..Item::default() });
    }

    /// Members of the arguments that the declaration does not speak of, and those that readers differ about.
    fn strangers(&mut self) {
        let known = self.search.classified();
        let members = self.document.root.as_object().unwrap_or_default();
        let mut seen = HashSet::new();
        for member in members.iter().filter(|member| seen.insert(&*member.name)) {
            let is_flawed = matches!(self.sent(&member.name), Sent::Flawed);
            let is_known = known.contains(&&*member.name);
            if is_known && !is_flawed {
                continue;
            }
            let why = if is_flawed { "tools read it differently" } else { "nobody declares what it means" };
            let what = format!("argument {}", member.name);
            self.gaps.push(Gap::new("argument-unclassified", what, why, "everything").quoted());
        }
    }

    /// What the declaration says that no call covers.
    fn declared(&mut self) {
        if self.search.ranking == Some(Ranking::Approximate) {
            self.gap(
                "ranking",
                "rows farther away",
                "the nearest rows come, whether or not others fit",
                "completeness",
            );
        }
        for gap in &self.search.gaps {
            let bears = match &gap.bears {
                Bears::Everything => json!("everything"),
                Bears::Completeness => json!("completeness"),
                Bears::Facet(facet, None, _) => json!(facet.name()),
                Bears::Facet(facet, Some(name), values) if values.is_empty() => json!({facet.name(): name}),
                Bears::Facet(facet, Some(name), values) => {
                    let values: Vec<_> =
                        values.iter().map(|value| super::value::of_literal(value).to_value()).collect();
                    json!({facet.name(): name, "values": values})
                }
            };
            let why = gap.because.as_deref().unwrap_or("the declaration says so");
            let mut told = Gap::new("scope", gap.what.clone(), why, "");
            told.bears = bears;
            told.before = gap.before.as_deref().and_then(|bound| self.bound(bound));
            // A bound that cannot be told excuses nothing.
            told.quote = false;
            self.gaps.push(told);
        }
    }

    /// A floating bound counts from the latest moment of the read.
    fn bound(&self, text: &str) -> Option<Moment> {
        let length = super::moment::Length::parse_years(text)?;
        Some(self.call.turn.now.later(self.call.turn.within?).earlier(length))
    }

    fn outcome(&mut self, reading: &Reading) {
        let bears =
            if reading.is_absent || reading.ended == Ended::Failed { "everything" } else { "completeness" };
        if reading.is_absent || reading.ended != Ended::Complete {
            let why = match reading.ended {
                _ if reading.is_absent => "there is no result",
                Ended::Failed => "the call failed",
                _ => "nobody says that the result is whole",
            };
            self.gap("partial", "the result", why, bears);
        }
        if reading.is_partial {
            self.gap(
                "partial",
                "the result",
                "it says itself, or does not deny, that it is incomplete",
                "completeness",
            );
        }
    }

    /// Digests of the keys; a key twice and a row without one are a gap.
    fn keys(&mut self, reading: &Reading) -> Option<Vec<String>> {
        let keys = reading.keys.as_ref()?;
        let mut digests: Vec<String> =
            keys.iter().take(KEYS).flatten().map(|key| asked::digest(self.call, "key", key)).collect();
        let order = digests.clone();
        digests.sort_unstable();
        let is_twice = digests.windows(2).any(|pair| matches!(pair, [a, b] if a == b));
        if keys.len() > KEYS || keys.iter().any(Option::is_none) {
            self.gap("repeated", "rows", "not every row has a key that could be compared", "completeness");
        } else if is_twice {
            self.gap("repeated", "rows", "a row came twice, so another one may be missing", "completeness");
        }
        (order.len() == keys.len()).then_some(order)
    }

    fn names(&mut self) {
        let Some(Names { count, source, measured_at }) =
            self.call.result.as_ref().and_then(|result| result.names.as_ref())
        else {
            return;
        };
        let of = source.as_deref().unwrap_or("an unnamed list");
        self.items.push(Item {
            what: format!("names: {count} of {of}"),
            facet: Facet::Names.name().to_owned(),
            quote: true,
            from: "result".to_owned(),
            count: Some(*count),
            source: source.clone(),
            measured_at: measured_at.clone(),
            ..Item::default()
        });
    }

    /// What somebody wrote down beside the result.
    fn prose(&mut self) {
        let Some(result) = &self.call.result else { return };
        let written = [&result.not_checked, &result.cannot_cover];
        for (what, why) in written.into_iter().flatten().flatten().map(|prose| prose.parts()) {
            self.gaps.push(Gap::new("prose", what, why, "everything").quoted());
        }
    }

    fn row(
        mut self,
        rows: Option<u64>,
        total: Option<u64>,
        keys: Option<Vec<String>>,
        page: super::row::Page,
    ) -> Row {
        let call = self.call;
        let turn = &call.turn;
        let composed = if call.remote { Composed::Remote } else { Composed::Local };
        if call.remote {
            self.items.iter_mut().for_each(|item| item.quote = true);
            self.gaps.iter_mut().for_each(|gap| gap.quote = true);
        }
        let (complete, complete_if_still) = complete(composed, page.within_arguments, &self.gaps);
        let until = turn.within.map(|within| turn.now.later(within)).filter(|until| *until != turn.now);
        let subjects = self.items.iter().filter(|item| item.facet == "subject" && !item.any);
        let looked_for: Vec<&str> = subjects.map(|item| &*item.what).collect();
        let period = call.result.as_ref().and_then(|result| result.period.as_ref());
        let (not_checked, cannot_cover) = told(&self.gaps, call);
        Row {
            composed,
            result_id: asked::result_id(turn),
            handle: format!("r{}", turn.ordinal),
            tool_name: call.reference.clone(),
            iteration: turn.iteration,
            tool_call_id: turn.tool_call_id.clone(),
            looked_for: looked_for.join(", "),
            read: Some(Read { from: turn.now, to: until }),
            rows,
            complete,
            complete_if_still,
            asked: self.asked(),
            page: Some(page),
            total,
            keys,
            period: period.map(|it| PeriodSaid { queried: it.queried, verdict: it.verdict.clone() }),
            overclaim: None,
            not_checked,
            cannot_cover,
            checked: self.items,
            gaps: self.gaps,
        }
    }
}

/// The gaps in words: those that another call could close, and those that none could.
fn told(gaps: &[Gap], call: &Call) -> (Vec<Told>, Vec<Told>) {
    let cannot = call.result.as_ref().and_then(|result| result.cannot_cover.as_ref());
    let is_never = |gap: &&Gap| match gap.kind.as_str() {
        "scope" | "credential-limited" | "ranking" => true,
        "prose" => cannot.is_some_and(|it| it.iter().any(|prose| prose.parts() == (&gap.what, &gap.why))),
        _ => false,
    };
    let told = |gap: &Gap| Told { what: gap.what.clone(), why: gap.why.clone() };
    let never = gaps.iter().filter(is_never).map(told).collect();
    (gaps.iter().filter(|gap| !is_never(gap)).map(told).collect(), never)
}

/// A value as an item has it.
fn raw(node: &Node) -> Option<Verbatim> {
    Some(Verbatim(node.clone()))
}
