//! One record of a session: the members that matter, and the evidence in them.

use serde_json::value::RawValue;

use super::members::{each_item, is_object, members};
use super::{AuditCall, Observation, Trace, audit, envelope};

/// The members of a record that matter, as slices of its line.
pub(super) struct Parts<'t> {
    pub kind: Option<&'t RawValue>,
    pub provider: Option<&'t RawValue>,
    pub model: Option<&'t RawValue>,
    pub message: Option<&'t RawValue>,
    details: Option<&'t RawValue>,
}

/// A line that is not JSON.
pub(super) struct Malformed;

impl<'t> Parts<'t> {
    /// Reads a line: `None` where it is JSON but no object.
    pub fn read(line: &'t [u8]) -> Result<Option<Self>, Malformed> {
        let line = std::str::from_utf8(line).map_err(|_| Malformed)?;
        let names = ["type", "provider", "modelId", "message", "details"];
        let found = members(line, names).map_err(|_| Malformed)?;
        Ok(found.map(|[kind, provider, model, message, details]| Self {
            kind,
            provider,
            model,
            message,
            details,
        }))
    }

    /// The details object: the record's own, or else its message's.
    fn details(&self) -> Option<&'t RawValue> {
        self.details.filter(|details| is_object(details)).or_else(|| {
            let message = self.message.filter(|message| is_object(message))?;
            let [details] = members(message.get(), ["details"]).ok()??;
            details.filter(|details| is_object(details))
        })
    }

    /// What the record says about an execution.
    pub fn evidence(&self) -> Found<'t> {
        let parts =
            self.details().and_then(|details| members(details.get(), ["trace", "audits"]).ok().flatten());
        let Some([Some(trace), audits]) = parts else { return Found::Nothing };
        match envelope::read(trace.get()) {
            Some(trace) => Found::Record(Record { trace, audits }),
            // Another tool's `trace` is none of our business; an envelope that fails its guard is.
            None if trace.get().contains(envelope::ENVELOPE_KIND) => Found::Refused,
            None => Found::Nothing,
        }
    }
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
    /// Calls `each` with every verbatim call, in order.
    pub fn each_audit(&self, mut each: impl FnMut(AuditCall)) {
        self.each(|item| audit::call(item).into_iter().for_each(&mut each));
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
