//! The plans that an import drops, each with the reason and its places in both files.

use serde::Serialize;

use crate::artifact::{Because, Dropped, Side};
use crate::diagnostic::{Diagnostic, Severity};

/// The numbers of the sources that places are in.
const FILE: usize = 0;
const SURFACE: usize = 1;
const STORED: usize = 2;

/// A dropped plan as a finding.
pub(super) fn finding(dropped: &Dropped) -> Diagnostic {
    let (severity, code, help) = match dropped.fallen.because {
        Because::Malformed => {
            (Severity::Error, "artifact::malformed", "a plan has exactly its members; find out who wrote it")
        }
        Because::ActionLost => (
            Severity::Warning,
            "artifact::action-lost",
            "nothing is lost, unless the surface of another server was meant",
        ),
        Because::Drift => (
            Severity::Error,
            "artifact::drift",
            "compile against this surface, and review what its schema yields",
        ),
        Because::Forged => {
            (Severity::Error, "artifact::forged", "find out who wrote it; `fabric-rules compile` derives it")
        }
        Because::RulesChanged => (
            Severity::Warning,
            "artifact::rules-changed",
            "compile under the rules in force, or name those of the plan with `--rules`",
        ),
    };
    let plan = match &dropped.reference {
        Some(reference) => format!("the plan of `{reference}`"),
        None => "a plan without a ref".to_owned(),
    };
    let source = match dropped.side {
        Side::Incoming => FILE,
        Side::Local => STORED,
    };
    let message = format!("{plan} is dropped: {}", dropped.fallen.message);
    let diagnostic =
        Diagnostic::new(severity, code, message).label(source, dropped.span, "this plan").help(help);
    match dropped.fallen.place {
        Some(place) => diagnostic.label(SURFACE, place.span, "in the surface"),
        None => diagnostic,
    }
}

/// A dropped plan as JSON: the finding, and what a script asks for first.
#[derive(Serialize)]
pub(super) struct Row<'d, F> {
    side: &'static str,
    #[serde(rename = "ref")]
    reference: Option<&'d str>,
    because: &'static str,
    #[serde(flatten)]
    finding: F,
}

impl<'d, F> Row<'d, F> {
    pub(super) fn new(dropped: &'d Dropped, finding: F) -> Self {
        Self {
            side: dropped.side.as_str(),
            reference: dropped.reference.as_deref(),
            because: dropped.fallen.because.as_str(),
            finding,
        }
    }
}
