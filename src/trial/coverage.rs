//! What a trial looked at, and what it did not.

use super::{NoSamples, Population, Trial, TrialReport};
use crate::coverage::{Checked, Coverage, Gap, count, many};
use crate::evidence::Reading;
use crate::metric::gaps;
use crate::surface::Surface;

impl Coverage {
    /// The coverage row of a trial of an artifact, which `artifact` names, on sessions of which
    /// `reading` was read.
    pub fn of_trial(
        surface: &Surface<'_>,
        artifact: &str,
        trial: &Trial,
        population: &Population,
        report: &TrialReport,
        reading: &Reading,
    ) -> Self {
        let is_tried = !trial.normalizer().is_empty();
        let mut checked = vec![
            Checked { what: surface.described(), facet: "source" },
            Checked {
                what: format!("{}, {}", many(reading.files, "session file"), many(reading.bytes, "byte")),
                facet: "source",
            },
            Checked {
                what: format!(
                    "{}, {}, {} replayed",
                    many(reading.lines, "line"),
                    many(reading.traces, "trace"),
                    many(report.totals.operations, "call")
                ),
                facet: "population",
            },
            Checked { what: format!("rules, digest {}", trial.live.program().digest()), facet: "filter" },
            Checked { what: many(trial.normalizer().len() as u64, "proven plan"), facet: "filter" },
        ];
        let mut gaps = gaps(reading);
        if is_tried {
            checked.insert(1, Checked { what: artifact.to_owned(), facet: "source" });
        } else {
            let what = "what plans make of these calls".to_owned();
            gaps.push(Gap { kind: "scope", what, why: format!("no plan was tried; {artifact}") });
        }
        gaps.extend(population.no_samples(report).gaps());
        let refused = trial.normalizer().dropped().len();
        gaps.extend((refused > 0).then(|| Gap {
            kind: "scope",
            what: count(refused, "plan"),
            why: "not proved against this surface, and so refused".to_owned(),
        }));
        gaps.extend(Gap::of_pages(surface.more.is_some(), "the list of actions"));
        Self { checked, complete: gaps.is_empty(), gaps }
    }
}

impl NoSamples {
    fn gaps(self) -> impl Iterator<Item = Gap> {
        [
            ("scope", self.unknown_ref, "the surface does not declare the ref"),
            ("scope", self.discovery_or_workflow, "discovery and workflow are no actions of a surface"),
            ("scope", self.replaced_by_audits, "traced, while calls of the same ref were kept verbatim"),
            ("cap-reached", self.too_costly, "beyond the bound on work, or not readable"),
        ]
        .into_iter()
        .filter(|(_, calls, _)| *calls > 0)
        .map(|(kind, calls, why)| Gap { kind, what: many(calls, "call"), why: why.to_owned() })
    }
}
