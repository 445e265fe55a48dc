//! One record of a session: the members that matter, and the evidence in them.

use serde::de::MapAccess;
use serde_json::value::RawValue;

use super::members::{each_item, members, text};
use super::object::{Object, next_object, object};
use super::{AuditCall, Observation, Trace, audit, envelope, timestamp};

/// The names of the members of a record that matter.
const PARTS: [&str; 6] = ["type", "provider", "modelId", "message", "details", "timestamp"];

/// The members of a record that matter, as slices of its line.
#[derive(Default)]
pub(super) struct Parts<'t> {
    pub kind: Option<&'t RawValue>,
    pub provider: Option<&'t RawValue>,
    pub model: Option<&'t RawValue>,
    pub message: Option<Message<'t>>,
    details: Option<Details<'t>>,
    timestamp: Option<&'t RawValue>,
}

/// The members of a message that matter.
#[derive(Default)]
pub(super) struct Message<'t> {
    pub role: Option<&'t RawValue>,
    pub provider: Option<&'t RawValue>,
    pub model: Option<&'t RawValue>,
    details: Option<Details<'t>>,
}

#[derive(Default, Clone, Copy)]
struct Details<'t> {
    trace: Option<&'t RawValue>,
    audits: Option<&'t RawValue>,
}

impl<'t> Object<'t> for Parts<'t> {
    const NAMES: &'static [&'static str] = &PARTS;

    fn take<A: MapAccess<'t>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error> {
        match index {
            0 => self.kind = Some(map.next_value()?),
            1 => self.provider = Some(map.next_value()?),
            2 => self.model = Some(map.next_value()?),
            3 => self.message = next_object(map)?,
            4 => self.details = next_object(map)?,
            _ => self.timestamp = Some(map.next_value()?),
        }
        Ok(())
    }
}

impl<'t> Object<'t> for Message<'t> {
    const NAMES: &'static [&'static str] = &["role", "provider", "model", "details"];

    fn take<A: MapAccess<'t>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error> {
        match index {
            0 => self.role = Some(map.next_value()?),
            1 => self.provider = Some(map.next_value()?),
            2 => self.model = Some(map.next_value()?),
            _ => self.details = next_object(map)?,
        }
        Ok(())
    }
}

impl<'t> Object<'t> for Details<'t> {
    const NAMES: &'static [&'static str] = &["trace", "audits"];

    fn take<A: MapAccess<'t>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error> {
        match index {
            0 => self.trace = Some(map.next_value()?),
            _ => self.audits = Some(map.next_value()?),
        }
        Ok(())
    }
}

/// A line that is not JSON.
pub(super) struct Malformed;

impl<'t> Parts<'t> {
    /// Reads a line: `None` where it is JSON but no object.
    pub fn read(line: &'t [u8]) -> Result<Option<Self>, Malformed> {
        let line = std::str::from_utf8(line).map_err(|_| Malformed)?;
        let mut reader = serde_json::Deserializer::from_str(line);
        let read = object(&mut reader).and_then(|parts| reader.end().map(|()| parts));
        read.or_else(|_| Self::read_apart(line)).map_err(|_| Malformed)
    }

    /// The same, where a message or details are a text with a lone surrogate or a number beyond a
    /// double: then they are no objects, but must not cost the rest of the record.
    fn read_apart(line: &'t str) -> Result<Option<Self>, serde_json::Error> {
        let found = members(line, PARTS)?;
        Ok(found.map(|[kind, provider, model, message, details, timestamp]| Self {
            kind,
            provider,
            model,
            message: message.and_then(apart),
            details: details.and_then(apart),
            timestamp,
        }))
    }

    /// When the record was written, in nanoseconds since 1970, where it says so.
    pub fn time(&self) -> Option<u64> {
        timestamp::read(self.timestamp?.get())
    }

    /// Whether the record is one of those that are known to hold no call: the header of a session, or
    /// a change of the model.
    pub fn holds_no_call(&self) -> bool {
        let kind = self.kind.and_then(text);
        matches!(kind.as_deref(), Some("session" | "model_change"))
            && self.message.is_none()
            && self.details.is_none()
    }

    /// What the record says about an execution: in its own details, or else in its message's.
    pub fn evidence(&self) -> Found<'t> {
        let of_message = || self.message.as_ref().and_then(|message| message.details);
        let Some(Details { trace: Some(trace), audits }) = self.details.or_else(of_message) else {
            return Found::Nothing;
        };
        match envelope::read(trace.get()) {
            Some(trace) => Found::Record(Record { trace, audits }),
            // Another tool's `trace` is none of our business; an envelope that fails its guard is.
            None if trace.get().contains(envelope::ENVELOPE_KIND) => Found::Refused,
            None => Found::Nothing,
        }
    }
}

fn apart<'t, T: Object<'t>>(value: &'t RawValue) -> Option<T> {
    object(&mut serde_json::Deserializer::from_str(value.get())).ok().flatten()
}

/// What [`Parts::evidence`] finds.
pub(super) enum Found<'t> {
    Record(Record<'t>),
    Refused,
    Nothing,
}

/// A trace, and the audits recorded with it, not read yet.
#[derive(Debug)]
pub struct Record<'t> {
    /// The trace, attributed.
    pub trace: Trace,
    audits: Option<&'t RawValue>,
}

impl Record<'_> {
    /// Calls `each` with every verbatim call, in order, and gives the number of those left out because
    /// their arguments are deeper or larger than [`Limits::ARGUMENTS`](crate::json::Limits::ARGUMENTS).
    pub fn each_audit(&self, mut each: impl FnMut(AuditCall)) -> u64 {
        let mut left_out = 0;
        self.each(|item| match audit::call(item) {
            Some(Some(call)) => each(call),
            Some(None) => left_out += 1,
            None => {}
        });
        left_out
    }

    /// Calls `each` with every value observed in a verbatim call, in order.
    pub fn each_observation(&self, mut each: impl FnMut(Observation)) {
        self.each(|item| audit::observations(item).into_iter().for_each(&mut each));
    }

    fn each(&self, each: impl FnMut(&RawValue)) {
        if let Some(audits) = self.audits {
            each_item(audits, each);
        }
    }
}
