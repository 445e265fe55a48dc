//! The plans that an import drops, each with the reason, what differs, and its places in both files.

use std::collections::HashMap;

use serde::Serialize;

use crate::artifact::{Dropped, Entry, Incoming, Premise, Retracted, Side};
use crate::diagnostic::Diagnostic;
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::report::ArtifactReport;
use crate::toolset::Toolset;

/// The numbers of the sources that places are in.
const FILE: usize = 0;
const SURFACE: usize = 1;
const STORED: usize = 2;

/// A plan that is dropped.
pub(super) struct Finding {
    side: Side,
    reference: Option<Box<str>>,
    retracted: Retracted,
    pub(super) diagnostic: Diagnostic,
}

/// What is to be said of `file` as a whole, and what of it does not hold, in the order of the file: as
/// `check` has it, with what an import does.
pub(super) fn findings(
    side: Side,
    file: &Incoming,
    live: &Toolset,
    profile: &Profile,
    dropped: &[Dropped],
) -> (Vec<Diagnostic>, Vec<Finding>) {
    let dropped: HashMap<usize, &Dropped> = dropped
        .iter()
        .filter(|dropped| dropped.side == side)
        .map(|dropped| (dropped.entry, dropped))
        .collect();
    let derived = derived(dropped.values().copied(), live, profile);
    let retracted = |index, _: &Entry| dropped.get(&index).map(|dropped| dropped.retracted.clone());
    let report = ArtifactReport::judged(
        file,
        live,
        &derived.iter().map(ProvenPlan::plan).collect::<Vec<_>>(),
        retracted,
    );
    let place = |source| match (side, source) {
        (_, SURFACE) => SURFACE,
        (Side::Incoming, _) => FILE,
        (Side::Local, _) => STORED,
    };
    let finding = |((reference, retracted), mut diagnostic): ((_, Retracted), Diagnostic)| {
        diagnostic.labels.iter_mut().for_each(|label| label.source = place(label.source));
        diagnostic.help = Some(help(side, retracted.premise));
        Finding { side, reference, retracted, diagnostic }
    };
    (report.remarks, report.retracted.into_iter().zip(report.findings).map(finding).collect())
}

/// What the actions yield today that a dropped plan was of, to be compared with it.
fn derived<'d>(
    dropped: impl Iterator<Item = &'d Dropped>,
    live: &Toolset,
    profile: &Profile,
) -> Vec<ProvenPlan> {
    let plan = |reference: &str| profile.plan(reference, &live.usable(reference)?).ok();
    dropped.filter_map(|dropped| plan(dropped.reference.as_deref()?)).collect()
}

fn help(side: Side, premise: Premise) -> String {
    let done = match side {
        Side::Incoming => "it is not taken over",
        Side::Local => "it is dropped from the store",
    };
    let to_do = match premise {
        Premise::Malformed | Premise::Forged => "find out who wrote it",
        Premise::ActionLost => "was the surface of another server meant?",
        Premise::Drift => "compile against this surface, and review what its schema yields",
        Premise::RulesChanged => "compile under the rules in force, or name its own with `--rules`",
    };
    format!("{done}; {to_do}")
}

/// A finding as JSON: what a script asks for first, and the diagnostic.
#[derive(Serialize)]
pub(super) struct Row<'f, D> {
    side: &'static str,
    #[serde(rename = "ref")]
    reference: Option<&'f str>,
    because: &'static str,
    #[serde(flatten)]
    diagnostic: D,
}

impl<'f, D> Row<'f, D> {
    pub(super) fn new(finding: &'f Finding, diagnostic: D) -> Self {
        Self {
            side: finding.side.as_str(),
            reference: finding.reference.as_deref(),
            because: finding.retracted.premise.as_str(),
            diagnostic,
        }
    }
}
