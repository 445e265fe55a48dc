//! What a measurement looked at, and what it did not.

use super::State;
use crate::coverage::{Checked, Coverage, Gap, count, many};
use crate::evidence::{CountedLines, Reading, Unread};

/// How many places a gap names.
const NAMED: usize = 5;

impl State {
    /// The coverage row of the measurement.
    pub fn coverage(&self) -> Coverage {
        let Coverage { checked, mut gaps, .. } = self.coverage_of_calls();
        if self.context().has_surface() {
            let report = self.report();
            let unknown = report.refs.iter().filter(|row| !self.context().declares(&row.action)).count();
            gaps.extend((unknown > 0).then(|| Gap {
                kind: "scope",
                what: format!("the schema freedom of {}", count(unknown, "action")),
                why: "the surface does not declare them".to_owned(),
            }));
        } else {
            gaps.push(Gap {
                kind: "scope",
                what: "schema freedom".to_owned(),
                why: "no surface was given".to_owned(),
            });
        }
        Coverage::new(checked, gaps)
    }

    /// The coverage row of what takes no schema into account.
    pub fn coverage_of_calls(&self) -> Coverage {
        let (reading, report) = (self.reading(), self.report());
        let mut checked = vec![Checked {
            what: format!("{}, {}", many(reading.files, "session file"), many(reading.bytes, "byte")),
            facet: "source",
        }];
        if let Some(digest) = self.context().surface_digest() {
            checked.push(Checked { what: format!("surface, digest {digest}"), facet: "source" });
        }
        checked.push(Checked {
            what: format!(
                "{}, {}, {}, of which {} on actions",
                many(reading.lines, "line"),
                many(report.totals.traces, "trace"),
                many(report.totals.operations, "operation"),
                report.totals.action_operations
            ),
            facet: "population",
        });
        checked.push(Checked {
            what: "envelopes of pi-fabric.execution, version 1".to_owned(),
            facet: "filter",
        });
        let mut gaps = gaps(reading);
        gaps.extend((report.approximate_distances > 0).then(|| Gap {
            kind: "cap-reached",
            what: format!(
                "the exact {} of calls tried again",
                many(report.approximate_distances, "distance")
            ),
            why: "their shapes are too long; each counts as what it is at least".to_owned(),
        }));
        Coverage::new(checked, gaps)
    }
}

impl Coverage {
    /// The row of who takes only the verbatim calls of sessions of which `reading` was read.
    pub fn of_verbatim_calls(reading: &Reading) -> Self {
        let numbers = [(reading.files, "session file"), (reading.lines, "line"), (reading.traces, "trace")];
        let numbers = numbers.map(|(number, what)| many(number, what)).join(", ");
        let checked = vec![
            Checked { what: numbers, facet: "source" },
            Checked { what: "the verbatim calls beside traces".to_owned(), facet: "population" },
        ];
        Self::new(checked, gaps(reading))
    }
}

/// What of the sessions was not read.
pub fn gaps(reading: &Reading) -> Vec<Gap> {
    let lines = |kind, lines: &CountedLines, what, why: &str| {
        (lines.count > 0).then(|| Gap {
            kind,
            what: many(lines.count, what),
            why: format!("{why}{}", places(lines)),
        })
    };
    let unread = (reading.unread.count > 0).then(|| Gap {
        kind: "partial",
        what: many(reading.unread.count, "path"),
        why: named(&reading.unread),
    });
    let foreign = (reading.foreign.count > 0).then(|| Gap {
        kind: "partial",
        what: many(reading.foreign.count, "session file"),
        why: format!("nothing in it was understood: {}", named(&reading.foreign)),
    });
    let framed = (reading.framed > 0).then(|| Gap {
        kind: "scope",
        what: many(reading.framed, "long line"),
        why: "they name no envelope, so only their two ends were looked at".to_owned(),
    });
    let unkept = (reading.unkept > 0).then(|| Gap {
        kind: "cap-reached",
        what: many(reading.unkept, "verbatim call"),
        why: "arguments deeper than 128 arrays and objects or larger than 16 MiB".to_owned(),
    });
    [
        lines("partial", &reading.malformed, "line", "malformed, no JSON"),
        lines("partial", &reading.refused, "envelope", "refused by the guard"),
        lines("cap-reached", &reading.oversized, "line", "longer than the 64 MiB that are read"),
        lines("partial", &reading.unfinished, "last line", "still being written"),
        unread,
        foreign,
        unkept,
        framed,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn places(lines: &CountedLines) -> String {
    let named = lines.first.iter().take(NAMED).map(|place| match &*place.file {
        "" => format!("line {}", place.line),
        file => format!("{file}:{}", place.line),
    });
    let named: Vec<String> = named.collect();
    let more = if lines.count > named.len() as u64 { ", …" } else { "" };
    format!(": {}{more}", named.join(", "))
}

/// The first of some files, and why they are named.
fn named(files: &Unread) -> String {
    let named: Vec<String> =
        files.first.iter().take(NAMED).map(|(file, why)| format!("`{file}`: {why}")).collect();
    let more = if files.count > named.len() as u64 { "; …" } else { "" };
    format!("{}{more}", named.join("; "))
}
