//! Certification: does this program keep its promises, here and now, on these inputs? Offline.
//!
//! 1. [`Subject`]: what is certified, one method for each thing that the program can do;
//! 2. [`Inputs`]: sessions, a surface and a trial of the user's own, beside the built-in fixtures;
//! 3. [`check`]: the checks, one file each, in a table with one line each;
//! 4. [`CertifyReport`]: what each check looked at and found, and a coverage row.
//!
//! Each check states something that must hold, and says with which numbers it held. A check that
//! cannot fail would be worse than none, so the tests break each method of a [`Subject`] in turn and
//! hold that exactly the check that is meant for it fails.
//!
//! *Architecture invariant:* nothing here reads or writes a file. What the store does with one is told
//! by a method of the [`Subject`], which the caller gives.
//!
//! # JSON
//!
//! A [`CertifyReport`] has the members `verdict` (`passed` or `failed`); `metricVersion`; `profile` and
//! `rulesDigest`, the rules in force; `counts {checks, passed, failed}`; `checks`, each with its `name`,
//! what it `shows`, its `verdict`, the `evidence` (texts: what was looked at) and, where it failed, the
//! `fault` (a text); `trial`, the report of the trial, where there was one; `reading`, what was read of
//! sessions, where there were some; and `coverage`, the row of the report.

pub mod check;
mod coverage;
mod fault;
mod fixtures;
mod forge;
mod inputs;
mod report;
mod sample;
mod setup;
mod subject;

pub use crate::metric::Corpus;
pub use check::{CHECKS, Check};
pub use inputs::{Inputs, Sessions, Tried};
pub use report::{CertifyReport, Counts, Row, Verdict};
pub use subject::{FabricRules, Form, Job, Stored, Subject};

use fixtures::{Documents, Fixtures};
use setup::Setup;

/// The checks cannot be run. That says nothing of what they check.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The built-in fixtures or rules cannot be read. That is a fault of this build.
    #[error("the built-in {what} cannot be used: {why}")]
    Build {
        /// Which of them.
        what: &'static str,
        /// Why not.
        why: String,
    },
    /// There is nowhere to try a store.
    #[error("no store can be tried: {why}")]
    Store {
        /// Why not.
        why: String,
    },
}

/// Runs all checks of [`CHECKS`] on `subject`.
///
/// The same inputs give the same report on every run.
///
/// # Errors
///
/// [`CertifyError`]: this build is broken, or there is nowhere to try a store.
pub fn certify(subject: &dyn Subject, inputs: &Inputs<'_>) -> Result<CertifyReport, CertifyError> {
    let documents = Documents::load()?;
    let fixtures = Fixtures::read(&documents)?;
    let setup = Setup::new(subject, inputs, &fixtures)?;
    let rows = CHECKS.iter().map(|check| Row::of(check, check.run(&setup)));
    Ok(CertifyReport::new(rows.collect::<Result<_, _>>()?, &setup))
}
