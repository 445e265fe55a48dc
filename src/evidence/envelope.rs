//! The guard of an envelope, the record that a host keeps of one execution.
//!
//! What is not exactly an envelope of version 1 is no evidence: a host of another kind, a later
//! version, or a text that only looks like one must not move a figure.

use serde::de::MapAccess;
use serde_json::value::RawValue;

use super::members::{each_item, is_text, lossy, natural, text};
use super::object::{Object, next_object, next_objects, object};
use super::operation::Written;
use super::size::Extent;
use super::{NO_TASK, Operation, Outcome, Trace};

/// How many bytes an envelope may have as compact JSON.
pub const ENVELOPE_BYTES: usize = 512 << 10;
/// What an envelope calls itself.
pub const ENVELOPE_KIND: &str = "pi-fabric.execution";

/// Reads the text of a trace, one well-formed JSON value, as an envelope.
///
/// The trace has no model yet: that is known from the lines around it.
pub(super) fn read(text: &str) -> Option<Trace> {
    let extent = Extent::bounded(text, ENVELOPE_BYTES, usize::MAX)?;
    let envelope: Envelope<'_> = object(&mut serde_json::Deserializer::from_str(text)).ok()??;
    envelope.trace(extent.depth)
}

/// The members of an envelope as they are written.
#[derive(Default)]
struct Envelope<'t> {
    kind: Option<&'t RawValue>,
    version: Option<&'t RawValue>,
    outcome: Option<&'t RawValue>,
    phases: Option<&'t RawValue>,
    operations: Option<Vec<Written<'t>>>,
    counts: Option<Counts<'t>>,
    error: Option<&'t RawValue>,
    has_surplus: bool,
}

impl<'t> Object<'t> for Envelope<'t> {
    const NAMES: &'static [&'static str] =
        &["kind", "version", "outcome", "phases", "operations", "counts", "error"];

    fn take<A: MapAccess<'t>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error> {
        match index {
            0 => self.kind = Some(map.next_value()?),
            1 => self.version = Some(map.next_value()?),
            2 => self.outcome = Some(map.next_value()?),
            3 => self.phases = Some(map.next_value()?),
            4 => self.operations = next_objects(map)?,
            5 => self.counts = next_object(map)?,
            _ => self.error = Some(map.next_value()?),
        }
        Ok(())
    }

    fn surplus(&mut self) {
        self.has_surplus = true;
    }
}

impl Envelope<'_> {
    /// The trace, where the envelope passes; `depth` containers stand inside each other in it.
    fn trace(self, depth: usize) -> Option<Trace> {
        let passes = !self.has_surplus
            && text(self.kind?)? == ENVELOPE_KIND
            && natural(self.version?) == Some(1)
            && Outcome::parse(&text(self.outcome?)?).is_some()
            && self.counts?.pass()
            && self.error.is_none_or(is_text);
        if !passes {
            return None;
        }
        let task_key = Some(task_key(self.phases?)?);
        Some(Trace { operations: operations(self.operations?, depth)?, task_key, model: None })
    }
}

/// The first phase, where all are texts.
fn task_key(phases: &RawValue) -> Option<Box<str>> {
    if !phases.get().starts_with('[') {
        return None;
    }
    let (mut first, mut are_texts) = (None, true);
    each_item(phases, |phase| {
        are_texts &= is_text(phase);
        first = first.or(Some(phase));
    });
    if !are_texts {
        return None;
    }
    first.map_or_else(|| Some(NO_TASK.into()), |first| Some(lossy(first).into()))
}

/// The operations, where all pass and their sequence numbers grow.
fn operations(written: Vec<Written<'_>>, depth: usize) -> Option<Vec<Operation>> {
    // The envelope, its operations and the operation stand around each argument and result.
    let depth = depth.saturating_sub(3);
    let mut last = None;
    let read = |written: Written<'_>| {
        let (sequence, operation) = written.read(depth)?;
        let grows = last.is_none_or(|last| last < sequence);
        last = Some(sequence);
        grows.then_some(operation)
    };
    written.into_iter().map(read).collect()
}

/// The counts of an envelope: exactly these, each a safe integer from 0.
#[derive(Default)]
struct Counts<'t> {
    counts: [Option<&'t RawValue>; 4],
    has_surplus: bool,
}

impl<'t> Object<'t> for Counts<'t> {
    const NAMES: &'static [&'static str] =
        &["droppedValues", "truncatedValues", "redactedValues", "droppedOperations"];

    fn take<A: MapAccess<'t>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error> {
        let count = map.next_value()?;
        if let Some(place) = self.counts.get_mut(index) {
            *place = Some(count);
        }
        Ok(())
    }

    fn surplus(&mut self) {
        self.has_surplus = true;
    }
}

impl Counts<'_> {
    fn pass(self) -> bool {
        !self.has_surplus
            && self.counts.iter().all(|count| count.is_some_and(|count| natural(count).is_some()))
    }
}
