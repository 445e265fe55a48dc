//! What `check` reports of an artifact: which of its plans hold against the live surface.

use serde::Serialize;

use super::Levels;
use crate::artifact::{
    Difference, Entry, Incoming, Place, PlanStatus, Premise, Retracted, plan_statuses, unfounded,
};
use crate::coverage::count;
use crate::diagnostic::{Diagnostic, Severity};
use crate::plan::Plan;
use crate::toolset::Toolset;

/// The report on one artifact.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ArtifactReport {
    /// The numbers.
    pub counts: ArtifactCounts,
    /// What is to be said of the file as a whole.
    pub remarks: Vec<Diagnostic>,
    /// What is wrong with its plans, and which are missing. Labels in source 0 are in the artifact, those in source `n + 1` in surface `n`.
    pub findings: Vec<Diagnostic>,
    /// The plans that fell, each with the ref that it names.
    pub retracted: Vec<(Option<Box<str>>, Retracted)>,
}

/// The numbers of an [`ArtifactReport`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ArtifactCounts {
    /// Plans in the file, well-formed or not.
    pub plans: usize,
    /// Plans that are proved.
    pub held: usize,
    /// No well-formed plan.
    pub malformed: usize,
    /// Plans of refs that the surface does not declare.
    pub action_lost: usize,
    /// Plans of a schema that is another one now.
    pub drift: usize,
    /// Plans that the rules do not yield for the same schema.
    pub forged: usize,
    /// Plans of rules that are not in force.
    pub rules_changed: usize,
    /// Actions that yield a plan, and have none in the file.
    pub new: usize,
}

impl ArtifactReport {
    /// How the plans of `file` stand against `live`, whose actions yield `derived`.
    pub fn new(file: &Incoming, live: &Toolset, derived: &[&Plan]) -> Self {
        Self::judged(file, live, derived, |_, entry| live.judge(entry).err())
    }

    /// The same where it is known already which entries fell; `retracted` tells, by their numbers.
    pub fn judged(
        file: &Incoming,
        live: &Toolset,
        derived: &[&Plan],
        retracted: impl Fn(usize, &Entry) -> Option<Retracted>,
    ) -> Self {
        let mut report = Self {
            counts: ArtifactCounts { plans: file.entries.len(), ..ArtifactCounts::default() },
            remarks: Vec::new(),
            findings: Vec::new(),
            retracted: Vec::new(),
        };
        for status in plan_statuses(file, derived, retracted) {
            match status {
                PlanStatus::Held(_) => report.counts.held += 1,
                PlanStatus::New(plan) => {
                    report.counts.new += 1;
                    report.findings.push(new(plan, live));
                }
                PlanStatus::Retracted { entry, retracted, difference } => {
                    *report.counts.of(retracted.premise) += 1;
                    report.findings.push(finding(entry, &retracted, difference.as_ref(), live));
                    report.retracted.push((entry.reference.clone(), retracted));
                }
            }
        }
        report.remarks.extend(file.is_legacy.then(legacy));
        if report.retracted.is_empty() {
            report.remarks.extend(altered(&unfounded(file, live)));
        }
        report
    }

    /// Leaves out what `levels` allow, and makes errors of what they deny.
    pub fn weigh(&mut self, levels: &Levels) {
        levels.apply(&mut self.remarks);
        levels.apply(&mut self.findings);
    }

    /// How many findings have this weight.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics().filter(|finding| finding.severity == severity).count()
    }

    /// All that there is to say: of the file, then of its plans.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.remarks.iter().chain(&self.findings)
    }
}

impl ArtifactCounts {
    fn of(&mut self, premise: Premise) -> &mut usize {
        match premise {
            Premise::Malformed => &mut self.malformed,
            Premise::ActionLost => &mut self.action_lost,
            Premise::Drift => &mut self.drift,
            Premise::Forged => &mut self.forged,
            Premise::RulesChanged => &mut self.rules_changed,
        }
    }
}

fn legacy() -> Diagnostic {
    let message = "the artifact is of version 1, which does nothing; plans in it are not read";
    Diagnostic::new(Severity::Warning, "artifact::legacy", message)
        .help("`fabric-rules compile` replaces it with version 2")
}

fn altered(members: &[&str]) -> Option<Diagnostic> {
    let members: Vec<String> = members.iter().map(|member| format!("`{member}`")).collect();
    let message = format!("not what its plans and this surface make of it: {}", members.join(", "));
    (!members.is_empty()).then(|| {
        Diagnostic::new(Severity::Note, "artifact::unfounded", message).help(
            "nothing reads these, and all plans are proved; the file was altered, or the surface changed \
             without changing a plan",
        )
    })
}

fn finding(
    entry: &Entry,
    retracted: &Retracted,
    difference: Option<&Difference>,
    live: &Toolset,
) -> Diagnostic {
    let (severity, code, what, help) = match retracted.premise {
        Premise::Malformed => (
            Severity::Error,
            "artifact::malformed",
            "is no well-formed plan",
            "it does nothing; compile again, and find out who wrote it",
        ),
        Premise::ActionLost => (
            Severity::Warning,
            "artifact::action-lost",
            "is for a lost action",
            "it does nothing; compile again to drop it",
        ),
        Premise::Drift => (
            Severity::Error,
            "artifact::drift",
            "has drifted",
            "it does nothing until you compile again; review what the schema yields now",
        ),
        Premise::Forged => (
            Severity::Error,
            "artifact::forged",
            "is not what the rules yield",
            "it does nothing; find out who wrote it, then compile again",
        ),
        Premise::RulesChanged => (
            Severity::Warning,
            "artifact::rules-changed",
            "is of changed rules",
            "it does nothing until you compile again",
        ),
    };
    let mut message = format!("the plan of `{}` {what}: {}", entry.name(), retracted.message);
    if let Some(difference) = difference {
        message = format!("{message}; {difference}");
    }
    let mut diagnostic = Diagnostic::new(severity, code, message).help(help);
    diagnostic = match &entry.plan {
        Ok(_) => diagnostic.label(0, entry.span, "this plan"),
        Err(malformed) => diagnostic.label(0, malformed.span, "in this plan"),
    };
    // Of a forged plan the proof says which property; of another one the difference does.
    let key = difference.filter(|_| retracted.premise != Premise::Forged).and_then(Difference::key);
    let place = match (key, entry.reference.as_deref()) {
        (Some(key), Some(reference)) => live.place(reference, Some(key)),
        (None, Some(reference)) if entry.plan.is_err() => live.place(reference, None),
        _ => retracted.place,
    };
    if let Some(Place { surface, span }) = place {
        diagnostic = diagnostic.label(surface + 1, span, "in the surface");
    }
    diagnostic
}

fn new(plan: &Plan, live: &Toolset) -> Diagnostic {
    let rules = count(plan.rules().len(), "rule");
    let message = format!("`{}` yields a plan of {rules}, and the artifact has none", plan.reference());
    let diagnostic = Diagnostic::new(Severity::Warning, "artifact::new", message)
        .help("`fabric-rules compile` adds it; a host uses the derived plan at once");
    match live.place(plan.reference(), None) {
        Some(Place { surface, span }) => diagnostic.label(surface + 1, span, "this action"),
        None => diagnostic,
    }
}
