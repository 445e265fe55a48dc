//! What each check looked at and found.

use std::panic::Location;

use serde::Serialize;

use super::CertifyError;
use super::check::{Check, Finding};
use super::fault::Fault;
use super::setup::Setup;
use crate::coverage::row::Row as CoverageRow;
use crate::digest::Digest;
use crate::evidence::Reading;
use crate::metric::METRIC_VERSION;
use crate::trial;

/// The report of a certification; the module header of [`certify`](super) describes its JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CertifyReport {
    /// `failed` where any check failed, else `untried` where sessions without a call were given.
    pub verdict: Verdict,
    /// The version of the metric.
    pub metric_version: u8,
    /// The profile in force.
    pub profile: String,
    /// The digest of its rules.
    pub rules_digest: Option<Digest>,
    /// How many checks there are.
    pub counts: Counts,
    /// The checks, in the order of their table.
    pub checks: Vec<Row>,
    /// What the trial found, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<trial::TrialReport>,
    /// What was read of sessions, where there were some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// What was looked at, and what was not.
    pub coverage: CoverageRow,
}

/// How a check, or all of them, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds.
    Passed,
    /// It does not.
    Failed,
    /// What is built in passed, and what was given holds no call, so that nothing of it was tried.
    Untried,
}

/// How many checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All.
    pub checks: usize,
    /// Those that passed.
    pub passed: usize,
    /// Those that failed.
    pub failed: usize,
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// What it shows where it passes.
    pub shows: &'static str,
    /// The promise that it is about, for people.
    #[serde(skip)]
    pub promise: &'static str,
    /// How it ended.
    pub verdict: Verdict,
    /// What was looked at, with numbers.
    pub evidence: Vec<String>,
    /// What is wrong, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Where in the sources of this program the assertion stands that does not hold, so that tests can
    /// show of each that it can fail.
    #[serde(skip)]
    pub at: Option<&'static Location<'static>>,
}

impl Row {
    pub(super) fn of(check: &Check, finding: Finding) -> Result<Self, CertifyError> {
        let (verdict, evidence, fault, at) = match finding {
            Ok(evidence) => (Verdict::Passed, evidence, None, None),
            Err(Fault::Wrong { what, at }) => (Verdict::Failed, Vec::new(), Some(what), Some(at)),
            Err(Fault::NoStore(why)) => return Err(CertifyError::Store { why }),
        };
        Ok(Self {
            name: check.name,
            shows: check.shows,
            promise: check.promise,
            verdict,
            evidence,
            fault,
            at,
        })
    }
}

impl CertifyReport {
    pub(super) fn new(checks: Vec<Row>, setup: &Setup<'_>) -> Self {
        let failed = checks.iter().filter(|row| row.verdict == Verdict::Failed).count();
        Self {
            verdict: match failed {
                0 if setup.inputs.is_uncalled() => Verdict::Untried,
                0 => Verdict::Passed,
                _ => Verdict::Failed,
            },
            metric_version: METRIC_VERSION,
            profile: setup.profile.name().to_owned(),
            rules_digest: setup.profile.rules_digest().cloned(),
            counts: Counts { checks: checks.len(), passed: checks.len() - failed, failed },
            trial: setup.inputs.trial.as_ref().map(|tried| tried.report.clone()),
            reading: setup.inputs.sessions.map(|sessions| sessions.reading.clone()),
            coverage: super::coverage::coverage(setup, failed),
            checks,
        }
    }
}
