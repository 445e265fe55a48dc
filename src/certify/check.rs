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

use super::bench::Bench;
use super::fault::Fault;
use crate::artifact::{Fallen, Status};
use crate::prove::ProvenPlan;

/// A check.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The fault that it finds: `forged-plan`, say.
    pub name: &'static str,
    /// What it shows where it passes.
    pub shows: &'static str,
    run: fn(&Bench<'_>) -> Finding,
}

/// What a check gives: its evidence, or what is wrong.
pub(super) type Finding<T = Vec<String>> = Result<T, Fault>;

/// A line of the table.
const fn line(name: &'static str, shows: &'static str, run: fn(&Bench<'_>) -> Finding) -> Check {
    Check { name, shows, run }
}

/// All checks.
pub const CHECKS: &[Check] = &[
    line("inexact-rate", "exact metric v3 rates", inexact_rate::check),
    line("unstable-rate", "sample-count invariance", unstable_rate::check),
    line("impure-score", "diagnostics not in the score", impure_score::check),
    line("understated-rate", "all-rejected is 1", understated_rate::check),
    line("unrepeatable-run", "determinism (double run)", unrepeatable_run::check),
    line("steered-plan", "static compilation", steered_plan::check),
    line("needed-corpus", "empty-corpus compilation", needed_corpus::check),
    line("rewritten-history", "history unchanged", rewritten_history::check),
    line("divergent-compile", "sync and cooperative compile agree", divergent_compile::check),
    line("restless-compile", "convergence on identical plans", restless_compile::check),
    line("altered-surface", "declared surface preserved", altered_surface::check),
    line("touched-member", "canonical identity for every enum member", touched_member::check),
    line("second-change", "idempotence", second_change::check),
    line("guessed-value", "refusal of ambiguity and loss", guessed_value::check),
    line("unfounded-plan", "no plan for unsupported schemas", unfounded_plan::check),
    line("forged-plan", "forged plans refused", forged_plan::check),
    line("drifted-plan", "drift refused", drifted_plan::check),
    line("inexact-merge", "exact merge", inexact_merge::check),
    line("active-legacy", "legacy inert migration", active_legacy::check),
    line("lossy-store", "store round trip", lossy_store::check),
    line("unguarded-record", "ingestion needs the envelope", unguarded_record::check),
    line("altered-audit", "verbatim audits", altered_audit::check),
    line("misattributed-trace", "model attribution", misattributed_trace::check),
    line("misread-value", "value observations", misread_value::check),
    line("imitated-runtime", "trial uses the runtime normalizer", imitated_runtime::check),
    line("quarantine-win", "no quarantine wins", quarantine_win::check),
];

impl Check {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Finding {
        (self.run)(bench)
    }
}

/// What became of a plan, in words.
fn fate(proved: &Result<ProvenPlan, Fallen>) -> String {
    match proved {
        Ok(_) => "it is proved".to_owned(),
        Err(fallen) => format!("it is refused as {}", fallen.because),
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
