//! The checks: what must hold of this program, one file each, one line each in the table below.
//!
//! A check is named by the fault that it finds. It gives its evidence, what it looked at with numbers,
//! or else what is wrong. One that loops over what it was given says how many there were.

mod active_legacy;
mod altered_audit;
mod altered_surface;
mod divergent_compile;
mod drifted_plan;
mod forged_plan;
mod guessed_value;
mod imitated_runtime;
mod impure_score;
mod inexact_merge;
mod inexact_rate;
mod lossy_store;
mod misattributed_trace;
mod misread_value;
mod needed_corpus;
mod quarantine_win;
mod restless_compile;
mod rewritten_history;
mod second_change;
mod steered_plan;
mod touched_member;
mod understated_rate;
mod unfounded_plan;
mod unguarded_record;
mod unrepeatable_run;
mod unstable_rate;

use super::fault::Fault;
use super::setup::Setup;
use crate::artifact::{Retracted, Status};
use crate::prove::ProvenPlan;

/// A check.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The fault that it finds: `forged-plan`, say.
    pub name: &'static str,
    /// What it shows where it passes, in a few words.
    pub shows: &'static str,
    /// The promise that it holds this program to, as a sentence.
    pub promise: &'static str,
    run: fn(&Setup<'_>) -> Finding,
}

/// What a check gives: its evidence, or what is wrong.
pub(super) type Finding<T = Vec<String>> = Result<T, Fault>;

/// A line of the table.
const fn line(
    name: &'static str,
    shows: &'static str,
    promise: &'static str,
    run: fn(&Setup<'_>) -> Finding,
) -> Check {
    Check { name, shows, promise, run }
}

/// All checks.
pub const CHECKS: &[Check] = &[
    line("inexact-rate", "exact metric v3 rates", "a rate is exact to its last digit", inexact_rate::check),
    line(
        "unstable-rate",
        "sample-count invariance",
        "the same calls many times over have the same rate",
        unstable_rate::check,
    ),
    line(
        "impure-score",
        "diagnostics not in the score",
        "nothing but rejections counts in the score",
        impure_score::check,
    ),
    line(
        "understated-rate",
        "all-rejected is 1",
        "where every call was rejected the rate is 1",
        understated_rate::check,
    ),
    line(
        "unrepeatable-run",
        "determinism (double run)",
        "two runs give the same bytes",
        unrepeatable_run::check,
    ),
    line("steered-plan", "static compilation", "recorded calls do not change a plan", steered_plan::check),
    line("needed-corpus", "empty-corpus compilation", "a plan needs no recorded calls", needed_corpus::check),
    line(
        "rewritten-history",
        "history unchanged",
        "a trial leaves the recorded rate as it was",
        rewritten_history::check,
    ),
    line(
        "divergent-compile",
        "sync and cooperative compile agree",
        "compiling at once and step by step give the same",
        divergent_compile::check,
    ),
    line(
        "restless-compile",
        "convergence on identical plans",
        "compiling the same again writes nothing",
        restless_compile::check,
    ),
    line(
        "altered-surface",
        "declared surface preserved",
        "the declared tools stay as they were",
        altered_surface::check,
    ),
    line(
        "touched-member",
        "canonical identity for every enum member",
        "valid arguments come back byte for byte",
        touched_member::check,
    ),
    line("second-change", "idempotence", "a mended call is not changed again", second_change::check),
    line(
        "guessed-value",
        "refusal of ambiguity and loss",
        "what is ambiguous or would be lost stays as it is",
        guessed_value::check,
    ),
    line(
        "unfounded-plan",
        "no plan for unsupported schemas",
        "a schema that is not supported has no plan",
        unfounded_plan::check,
    ),
    line("forged-plan", "forged plans refused", "a forged plan is refused", forged_plan::check),
    line(
        "drifted-plan",
        "drift refused",
        "a plan for a schema that has changed is refused",
        drifted_plan::check,
    ),
    line(
        "inexact-merge",
        "exact merge",
        "the parts of a measurement add up to the whole",
        inexact_merge::check,
    ),
    line(
        "active-legacy",
        "legacy inert migration",
        "an artifact of version 1 does nothing",
        active_legacy::check,
    ),
    line("lossy-store", "store round trip", "what is stored is read back as it was", lossy_store::check),
    line(
        "unguarded-record",
        "ingestion needs the envelope",
        "only marked records of a session are read",
        unguarded_record::check,
    ),
    line(
        "altered-audit",
        "verbatim audits",
        "recorded arguments are read word for word",
        altered_audit::check,
    ),
    line(
        "misattributed-trace",
        "model attribution",
        "a call counts for the model that made it",
        misattributed_trace::check,
    ),
    line("misread-value", "value observations", "a value counts as it was given", misread_value::check),
    line(
        "imitated-runtime",
        "trial uses the runtime normalizer",
        "a trial mends a call just as a host would",
        imitated_runtime::check,
    ),
    line("quarantine-win", "no quarantine wins", "nothing is won by hiding an action", quarantine_win::check),
];

impl Check {
    pub(super) fn run(&self, setup: &Setup<'_>) -> Finding {
        (self.run)(setup)
    }
}

/// What became of a plan, in words.
fn fate(proved: &Result<ProvenPlan, Retracted>) -> String {
    match proved {
        Ok(_) => "it is proved".to_owned(),
        Err(retracted) => format!("it is refused as {}", retracted.premise),
    }
}

/// What became of a compile, in a word.
fn word(status: Status) -> &'static str {
    match status {
        Status::Converged => "converged",
        Status::Compiled => "compiled",
    }
}

/// The first item that differs, in words; `None` where the lists are the same.
fn difference(found: &[String], expected: &[String]) -> Option<String> {
    let none = || "nothing".to_owned();
    (0..found.len().max(expected.len()))
        .map(|index| (index + 1, found.get(index), expected.get(index)))
        .find(|(_, found, expected)| found != expected)
        .map(|(number, found, expected)| {
            let (found, expected) =
                (found.cloned().unwrap_or_else(none), expected.cloned().unwrap_or_else(none));
            format!("number {number} is {found} instead of {expected}")
        })
}

/// What is wrong, where it does not hold.
#[track_caller]
fn ensure(holds: bool, wrong: impl FnOnce() -> String) -> Finding<()> {
    if holds { Ok(()) } else { Err(Fault::new(wrong())) }
}

/// What is wrong, where the lists are not the same.
#[track_caller]
fn ensure_same(found: &[String], expected: &[String], what: impl FnOnce() -> String) -> Finding<()> {
    let other = difference(found, expected);
    ensure(other.is_none(), || what() + &other.unwrap_or_default())
}
