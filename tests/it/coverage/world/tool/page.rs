//! The page that answers a call.

use fastrand::Rng;
use serde_json::{Value, json};

use super::super::clock::{EVER, Window};
use super::super::declare::{By, Limit};
use super::super::record::Record;
use super::{Answer, Call, Place, Tool, chance, identity};

impl Tool {
    /// What answers a call.
    pub fn answer(&mut self, call: &Call, rng: &mut Rng, other_window: bool) -> Answer {
        let is_declared = self.is_declared(call);
        // What it leaves out where it may do anything.
        let salt = (!is_declared && rng.u8(..3) > 0).then(|| rng.u64(..));
        let mut window = self.window(call, rng, other_window);
        let at = self.place(call);
        let free = !is_declared || at.is_none();
        let (size, at) =
            at.unwrap_or_else(|| (rng.usize(1..4), Place { before: rng.usize(..4), kept: None }));
        let mut total = 0;
        let (list, fits) = match at.kept {
            Some((list, read)) => {
                window = read;
                total = list.len();
                let all = vec![true; list.len()];
                (list, all)
            }
            None => {
                let mut list = self.listed(call, window, salt);
                if self.shuffles {
                    rng.shuffle(&mut list);
                }
                let fits: Vec<bool> = list.iter().map(|it| self.finds(it, call, window, salt)).collect();
                total += fits.iter().filter(|fits| **fits).count();
                (list, fits)
            }
        };
        let start = at.before;
        let most = if let Limit::Is { window: Some(most), .. } = self.declared.limit {
            most as usize
        } else {
            usize::MAX
        };
        let end = start.saturating_add(size).min(most).min(list.len()).max(start.min(list.len()));
        let end = if self.may_be_short() && rng.u8(..4) == 0 { rng.usize(start.min(end)..=end) } else { end };
        let rows: Vec<u64> = (start..end).filter(|it| fits[*it]).map(|it| list[it].key).collect();
        // At the end of what it hands out, it has no more.
        let more = end < list.len().min(most) && start < list.len();
        let next = match self.declared.page.as_ref().map(|page| (page.by, page.snapshot)) {
            None => json!("more"),
            Some((By::Number(first), _)) => json!(first + (start / size.max(1)) as u64 + 1),
            Some((By::Offset(first), _)) => json!(first + (start + rows.len()) as u64),
            Some((By::Cursor, false)) => {
                self.cursor(format!("cur5or-{end}"), Place { before: end, kept: None })
            }
            Some((By::Cursor, true)) => {
                let before = fits[..end].iter().filter(|fits| **fits).count();
                let kept =
                    list.into_iter().zip(fits).filter(|(_, fits)| *fits).map(|(record, _)| record).collect();
                let place = Place { before, kept: Some((kept, window)) };
                self.cursor(format!("cur5or-{}-{before}", call.ordinal), place)
            }
        };
        let window = (self.declared.period.is_some() || other_window).then_some(window);
        Answer { rows, total, more, next, window, other_window, free }
    }

    fn cursor(&mut self, token: String, place: Place) -> Value {
        self.cursors.insert(token.clone(), place);
        json!(token)
    }

    fn window(&self, call: &Call, rng: &mut Rng, is_other: bool) -> Window {
        let (mut from, mut to) = self.asked_window(call, call.clock).unwrap_or(EVER);
        if is_other {
            from = from.max([-7200, -3600, call.clock - 3600][rng.usize(..3)] + rng.i64(-5..5));
            to = to.min([call.clock, call.clock + 3, -5][rng.usize(..3)]).max(from + 1);
        }
        (from, to)
    }

    /// The records that it pages through.
    fn listed(&self, call: &Call, window: Window, salt: Option<u64>) -> Vec<Record> {
        let is_there = |it: &&Record| it.from <= call.read && call.read < it.to;
        let is_listed = |it: &&Record| self.scans || self.finds(it, call, window, salt);
        self.records.iter().filter(is_there).filter(is_listed).cloned().collect()
    }

    /// Whether it finds a record for a call.
    fn finds(&self, record: &Record, call: &Call, (from, to): Window, salt: Option<u64>) -> bool {
        let declared = &self.declared;
        let is_fixed = declared.fixed && !call.sent("archived").iter().any(|it| **it == json!(true));
        let mut arguments = declared.arguments.iter();
        arguments.all(|argument| self.keeps(argument, call, record) != Some(false))
            && (from..to).contains(&record.time)
            && (!is_fixed || record.attributes["archived"] == json!(false))
            && (!declared.host || call.identity.is_none_or(|it| record.attributes["tenant"] == identity(it)))
            && (!declared.credential || record.visible)
            && !self.hides(record, call.clock)
            && salt.is_none_or(|salt| chance((salt, record.key)).is_multiple_of(3))
    }

    /// Whether a page may be short of what it could hold: where it says that there is more.
    fn may_be_short(&self) -> bool {
        let says_more = self.declared.next.is_some() || self.declared.has_more.is_some();
        !self.scans
            && match &self.declared.page {
                Some(page) => !page.ends_short && (self.cuts || !matches!(page.by, By::Number(_))),
                None => says_more,
            }
    }

    /// How many rows a page may have, and where it begins; `None` where the tool may take any.
    fn place(&self, call: &Call) -> Option<(usize, Place)> {
        let size = self.page_size(call)?;
        let Some(page) = &self.declared.page else { return Some((size, Place::default())) };
        let number = |value: &Value, first: u64| value.as_u64()?.checked_sub(first).map(|it| it as usize);
        let place = match *call.sent("page") {
            [] => {
                let live = self.live_default("page");
                let is_first = page.may_omit && live.is_none_or(|it| page.first.contains(it));
                is_first.then(Place::default)?
            }
            [value] if page.first.contains(value) => Place::default(),
            [value] => match page.by {
                By::Number(first) => Place { before: number(value, first)?.checked_mul(size)?, kept: None },
                By::Offset(first) => Place { before: number(value, first)?, kept: None },
                By::Cursor => self.cursors.get(value.as_str()?)?.clone(),
            },
            _ => return None,
        };
        Some((size, place))
    }
}
