//! Calls are replayed one by one and counted.
//!
//! A call is one of four classes, by whether the live schema accepts its arguments as given, and as
//! they come out of the normalizer. The laws are replayed beside that: canonical arguments come back
//! as they are, and a result stays as it is.

use std::collections::BTreeMap;

use super::Trial;
use crate::apply::Outcome;
use crate::evidence::{AuditCall, Trace};
use crate::json::{Node, VerbatimRef};
use crate::metric::is_action;
use crate::prove::ProvenPlan;
use crate::schema::Schema;
use crate::verify::verify;

/// What was counted of some calls. Counts of parts add up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Replay {
    pub(super) refs: BTreeMap<Box<str>, Samples>,
}

/// The calls of one ref. Which of the two counts is known only at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Samples {
    traced: Counts,
    audited: Counts,
    pub(super) is_planned: bool,
}

/// The counts of some calls of one ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub(super) both_accept: u64,
    pub(super) both_reject: u64,
    pub(super) wins: u64,
    pub(super) tightening_costs: u64,
    pub(super) identity_costs: u64,
    pub(super) idempotence_costs: u64,
    /// Changes that no rule of the plan allows.
    pub(super) breaches: u64,
    /// Calls that could not be validated within the bounds, or not even read.
    pub(super) skipped: u64,
}

impl Samples {
    /// The calls that count.
    pub(super) fn counts(&self) -> Counts {
        if self.audited == Counts::default() { self.traced } else { self.audited }
    }
}

impl Counts {
    /// How many calls were replayed.
    pub(super) fn operations(&self) -> u64 {
        self.both_accept + self.both_reject + self.wins + self.tightening_costs
    }

    /// How many calls the live schema accepts as they were given.
    pub(super) fn canonical(&self) -> u64 {
        self.both_accept + self.tightening_costs
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.both_accept += other.both_accept;
        self.both_reject += other.both_reject;
        self.wins += other.wins;
        self.tightening_costs += other.tightening_costs;
        self.identity_costs += other.identity_costs;
        self.idempotence_costs += other.idempotence_costs;
        self.breaches += other.breaches;
        self.skipped += other.skipped;
    }
}

impl Replay {
    /// Replays the calls of a trace: the projected arguments of its action operations.
    pub fn trace(&mut self, trial: &Trial, trace: &Trace) {
        for operation in &trace.operations {
            if let Some(samples) = self.samples(trial, &operation.action) {
                samples.traced.replay(trial, &operation.action, &operation.args);
            }
        }
    }

    /// Replays a call that was kept verbatim.
    pub fn audit(&mut self, trial: &Trial, call: &AuditCall) {
        if let Some(samples) = self.samples(trial, &call.action) {
            samples.audited.replay(trial, &call.action, &call.args);
        }
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: Self) {
        for (action, samples) in other.refs {
            let mine = self.refs.entry(action).or_default();
            mine.traced.add(&samples.traced);
            mine.audited.add(&samples.audited);
            mine.is_planned |= samples.is_planned;
        }
    }

    /// The samples of an action; none where it is not declared, or is none of the surface's actions.
    fn samples(&mut self, trial: &Trial, action: &str) -> Option<&mut Samples> {
        if !is_action(action) || !trial.live.declares(action) {
            return None;
        }
        let is_planned = trial.normalizer.plan(action).is_some();
        let samples = self.refs.entry(action.into()).or_default();
        samples.is_planned = is_planned;
        Some(samples)
    }
}

impl Counts {
    fn replay(&mut self, trial: &Trial, action: &str, args: &Node) {
        let given = serde_json::to_vec(&VerbatimRef(args)).unwrap_or_default();
        // A live schema that does not compile rejects every call.
        let Some(schema) = trial.live.usable(action) else { return self.both_reject += 1 };
        let Some(is_canonical) = accepts(&schema, &given) else { return self.skipped += 1 };
        let outcome = match trial.normalizer.normalize(action, &given) {
            Ok(outcome) => outcome,
            Err(_) => return self.skipped += 1,
        };
        let Outcome::Normalized { args: result, witness } = outcome else {
            return if is_canonical { self.both_accept += 1 } else { self.both_reject += 1 };
        };
        match (is_canonical, accepts(&schema, &result) == Some(true)) {
            (true, true) => self.both_accept += 1,
            (true, false) => self.tightening_costs += 1,
            (false, true) => self.wins += 1,
            (false, false) => self.both_reject += 1,
        }
        self.identity_costs += u64::from(is_canonical);
        if let Some(proven) = trial.normalizer.plan(action) {
            self.idempotence_costs += u64::from(!is_stable(proven, &result));
            self.breaches += u64::from(verify(proven, &given, &result, &witness).is_err());
        }
    }
}

/// Whether a result stays as it is.
fn is_stable(proven: &ProvenPlan, result: &[u8]) -> bool {
    proven.apply(result) == Ok(Outcome::Unchanged)
}

/// Whether the schema accepts arguments; `None` where that is beyond the bound on work.
fn accepts(schema: &Schema, args: &[u8]) -> Option<bool> {
    let value = serde_json::from_slice(args).ok()?;
    schema.affords(args.len(), &value).then(|| schema.accepts_arguments(&value))
}
