//! What a trial looked at, and what it did not.

use super::{NoSamples, Population, Trial, TrialReport};
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};
use crate::coverage::{count, many};
use crate::evidence::Reading;
use crate::metric::{files, gaps};
use crate::surface::Surface;

/// The coverage row of a trial of an artifact, which `artifact` names, on sessions of which `reading` was
/// read.
pub fn coverage_of_trial(
    surface: &Surface<'_>,
    artifact: &str,
    trial: &Trial,
    population: &Population,
    report: &TrialReport,
    reading: &Reading,
) -> Row {
    let is_tried = !trial.normalizer().is_empty();
    let untried = (!is_tried)
        .then(|| Gap::partial("what plans make of these calls", &format!("no plan was tried; {artifact}")));
    let refused = trial.normalizer().dropped().len();
    let refused = (refused > 0)
        .then(|| Gap::scope(count(refused, "plan"), "not proved against this surface, and so refused"));
    Looked::by("trial")
        .at(surface.described())
        .at_all(is_tried.then(|| artifact.to_owned()))
        .at(files(reading))
        .asked("lines", reading.lines)
        .asked("traces", reading.traces)
        .asked("calls", report.totals.operations)
        .asked("rules", trial.live.program().digest().as_str())
        .asked("plans", trial.normalizer().len())
        .not(gaps(reading))
        .not(untried)
        .not(population.no_samples(report).gaps())
        .not(refused)
        .not(Gap::of_pages(surface.more.is_some(), "the list of actions"))
        .row()
}

impl NoSamples {
    fn gaps(self) -> impl Iterator<Item = Gap> {
        let scope = [
            (self.unknown_ref, "the surface does not declare the ref"),
            (self.discovery_or_workflow, "discovery and workflow are no actions of a surface"),
            (self.replaced_by_audits, "traced, while calls of the same ref were kept verbatim"),
        ];
        let scope = scope.into_iter().filter(|(calls, _)| *calls > 0);
        let costly = (self.too_costly > 0).then(|| {
            let why = "beyond the bound on work, or not readable";
            Gap::cap_reached(many(self.too_costly, "call"), why)
        });
        scope.map(|(calls, why)| Gap::scope(many(calls, "call"), why)).chain(costly)
    }
}
