//! The guard of one operation within an envelope.

use serde::de::MapAccess;
use serde_json::value::RawValue;

use super::members::{is_object, is_text, lossy, natural, text};
use super::object::Object;
use super::size::Extent;
use super::{ENVELOPE_BYTES, FailureStage, Operation, Outcome, arguments};
use crate::json::{Document, Limits};
use crate::plan::Witness;

/// How many containers may stand inside each other in `args` and `result`, the outermost counted.
const DEPTH: usize = 15;
/// What is read of a text that is known to be small and shallow as a value: all of it.
const LIMITS: Limits = Limits { depth: Limits::ARGUMENTS.depth, bytes: usize::MAX, values: usize::MAX };

/// An operation as it is written: nothing is looked at before all of it went by, because the last of
/// several members of one name counts.
#[derive(Default)]
pub(super) struct Written<'t> {
    kind: Option<&'t RawValue>,
    sequence: Option<&'t RawValue>,
    action: Option<&'t RawValue>,
    args: Option<&'t RawValue>,
    outcome: Option<&'t RawValue>,
    failure_stage: Option<&'t RawValue>,
    normalization: Option<&'t RawValue>,
    result: Option<&'t RawValue>,
    truncated: Option<&'t RawValue>,
    /// `provider`, `action` and `error`.
    texts: [Option<&'t RawValue>; 3],
    has_surplus: bool,
}

impl<'t> Object<'t> for Written<'t> {
    const NAMES: &'static [&'static str] = &[
        "type",
        "sequence",
        "ref",
        "args",
        "outcome",
        "failureStage",
        "normalization",
        "result",
        "resultTruncated",
        "provider",
        "action",
        "error",
    ];

    fn take<A: MapAccess<'t>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error> {
        let value = Some(map.next_value()?);
        let [provider, action, error] = &mut self.texts;
        *match index {
            0 => &mut self.kind,
            1 => &mut self.sequence,
            2 => &mut self.action,
            3 => &mut self.args,
            4 => &mut self.outcome,
            5 => &mut self.failure_stage,
            6 => &mut self.normalization,
            7 => &mut self.result,
            8 => &mut self.truncated,
            9 => provider,
            10 => action,
            _ => error,
        } = value;
        Ok(())
    }

    fn surplus(&mut self) {
        self.has_surplus = true;
    }
}

impl Written<'_> {
    /// The operation and its sequence number; `None` unless it has exactly the members that an
    /// operation may have, each of its type. Numbers are finite; the envelope sees to that. It also
    /// knows that no member is deeper than `depth`, which mostly settles how deep each may be.
    pub fn read(&self, depth: usize) -> Option<(u64, Operation)> {
        let is_shallow = |value| depth <= DEPTH || is_shallow(value);
        let passes = !self.has_surplus
            && text(self.kind?)? == "call"
            && self.texts.iter().flatten().all(|value| is_text(value))
            && self.truncated.is_none_or(|value| matches!(value.get(), "true" | "false"))
            && self.result.is_none_or(is_shallow)
            && self.args.is_some_and(|args| is_object(args) && is_shallow(args))
            && is_text(self.action?);
        if !passes {
            return None;
        }
        let operation = Operation {
            action: lossy(self.action?).into(),
            args: arguments(self.args?, LIMITS)?,
            outcome: Outcome::parse(&text(self.outcome?)?)?,
            failure_stage: optional(self.failure_stage, |stage| FailureStage::parse(&text(stage)?))?,
            normalization: optional(self.normalization, witness)?,
        };
        Some((natural(self.sequence?)?, operation))
    }
}

/// Nothing where there is nothing; nothing at all where there is something else.
fn optional<T>(value: Option<&RawValue>, read: impl Fn(&RawValue) -> Option<T>) -> Option<Option<T>> {
    value.map_or(Some(None), |value| read(value).map(Some))
}

fn witness(value: &RawValue) -> Option<Witness> {
    let document = Document::parse(value.get().as_bytes(), LIMITS).ok()?;
    Witness::read(&document, &document.root).ok()
}

fn is_shallow(value: &RawValue) -> bool {
    Extent::bounded(value.get(), ENVELOPE_BYTES, DEPTH).is_some()
}
