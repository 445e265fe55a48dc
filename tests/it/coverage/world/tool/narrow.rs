//! What the arguments of a call keep of the records.

use serde_json::{Value, json};

use super::super::clock::EVER;
use super::super::clock::{Window, meant};
use super::super::declare::{Argument, Limit, Omitted};
use super::super::record::Record;
use super::{Call, Tool, is_empty};

impl Tool {
    pub(super) fn live_default(&self, name: &str) -> Option<&Value> {
        self.schema.as_ref()?.get("properties")?.get(name)?.get("default").filter(|it| !it.is_null())
    }

    /// Whether an argument keeps a record; `None` where it may keep any.
    pub(super) fn keeps(&self, argument: &Argument, call: &Call, record: &Record) -> Option<bool> {
        let name = argument.name;
        let any: &[Value] = if let Omitted::Any(values) = &argument.omitted { values } else { &[] };
        let fits = |value: &Value| self.fits(name, value, record);
        match *call.sent(name) {
            [] => match (&argument.omitted, self.live_default(name)) {
                (Omitted::Silent, _) => None,
                (Omitted::Any(_), None) => Some(true),
                (Omitted::Any(values), Some(live)) if values.contains(live) => Some(true),
                (Omitted::As(value), None) => Some(fits(value)),
                (_, Some(live)) => Some(fits(live)),
            },
            [value] if any.contains(value) => Some(true),
            [value] if is_empty(value) => None,
            [Value::Array(values)] if argument.one_of => {
                let is_clear = !values.iter().any(|value| is_empty(value) || any.contains(value));
                is_clear.then(|| values.iter().any(fits))
            }
            [value] => Some(fits(value)),
            _ => None,
        }
    }

    /// Whether a call is one that the declaration says everything about, apart from its page.
    pub(super) fn is_declared(&self, call: &Call) -> bool {
        let declared = &self.declared;
        let archived = call.sent("archived");
        let is_fixed = archived.iter().all(|it| **it == json!(false))
            && (!archived.is_empty() || self.live_default("archived").is_none_or(|it| *it == json!(false)));
        let nothing = Record::default();
        call.args.iter().all(|(name, _)| declared.knows(name))
            && (!declared.fixed || is_fixed)
            && (!declared.host || (call.identity.is_some() && call.sent("tenant").is_empty()))
            && (!declared.credential || (call.credential && call.sent("account").is_empty()))
            && call.sent("sort").len() < 2
            && declared.complete
            && declared.exact != Some(false)
            && self.asked_window(call, call.clock).is_some()
            && declared.arguments.iter().all(|argument| self.keeps(argument, call, &nothing).is_some())
    }

    /// The window that the arguments mean at `clock`; `None` where the tool may read any.
    pub fn asked_window(&self, call: &Call, clock: i64) -> Option<Window> {
        let Some(period) = &self.declared.period else { return Some(EVER) };
        let starts = call.sent("since");
        let ends = if period.has_end { call.sent("until") } else { Vec::new() };
        if starts.len() > 1 || ends.len() > 1 {
            return None;
        }
        let live = self.live_default("since");
        let is_any =
            |value: &Value| matches!(&period.omitted, Omitted::Any(values) if values.contains(value));
        let from = match (starts.first(), &period.omitted) {
            (Some(value), _) if is_any(value) => i64::MIN,
            (Some(value), _) => meant(value, clock)?,
            (None, _) if live.is_some_and(|it| !is_any(it) && period.omitted != Omitted::As(it.clone())) => {
                return None;
            }
            (None, Omitted::Any(_)) => i64::MIN,
            (None, Omitted::As(value)) => meant(value, clock)?,
            (None, Omitted::Silent) => return None,
        };
        let to = match ends.first() {
            None if period.has_end && self.live_default("until").is_some() => return None,
            None if from == i64::MIN => i64::MAX,
            None => clock,
            Some(value) if is_any(value) && from == i64::MIN => i64::MAX,
            Some(value) => meant(value, clock)?,
        };
        (from < to).then_some((from, to))
    }

    /// How many rows a page may have; `None` where the tool may take any number.
    pub(super) fn page_size(&self, call: &Call) -> Option<usize> {
        let own = self.size as usize;
        match self.declared.limit {
            Limit::None => Some(usize::MAX),
            Limit::Silent => Some(own),
            Limit::Is { argument, omitted, server, .. } => {
                let server = server.map_or(if argument { own + 1 } else { own }, |it| it as usize);
                if !argument {
                    return Some(server);
                }
                match call.sent("size").as_slice() {
                    [] => {
                        let live = self.live_default("size").map(Value::as_u64);
                        let size = live.unwrap_or(omitted.or(Some(self.size)))?;
                        Some((size as usize).min(server))
                    }
                    [value] => value.as_u64().filter(|it| *it > 0).map(|it| (it as usize).min(server)),
                    _ => None,
                }
            }
        }
    }
}
