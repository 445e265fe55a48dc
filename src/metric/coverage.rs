//! What a measurement looked at, and what it did not.

use super::State;
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};
use crate::coverage::{count, many};
use crate::evidence::{CountedLines, Reading, Unread};

/// How many places a gap names.
const NAMED: usize = 5;

impl State {
    /// The coverage row of the measurement.
    pub fn coverage(&self) -> Row {
        self.looked("measure").row()
    }

    /// The coverage row of what takes no schema into account.
    pub fn coverage_of_calls(&self) -> Row {
        self.looked_at_calls("measure").row()
    }

    /// What a run of this command looked at, with the measurement.
    pub fn looked(&self, command: &'static str) -> Looked {
        let context = self.context();
        let unknown = self.report().refs.iter().filter(|row| !context.declares(&row.action)).count();
        let gap = match context.has_surface() {
            true if unknown == 0 => None,
            true => Some(Gap::scope(
                format!("the schema freedom of {}", count(unknown, "action")),
                "the surface does not declare them",
            )),
            false => Some(Gap::scope("schema freedom", "no surface was given")),
        };
        self.looked_at_calls(command).not(gap)
    }

    fn looked_at_calls(&self, command: &'static str) -> Looked {
        let (reading, report) = (self.reading(), self.report());
        let digest = self.context().surface_digest();
        let distances = report.approximate_distances;
        let long = (distances > 0).then(|| {
            Gap::cap_reached(
                format!("the exact {} of calls tried again", many(distances, "distance")),
                "their shapes are too long; each counts as what it is at least",
            )
        });
        Looked::by(command)
            .at(files(reading))
            .at_all(digest.map(|digest| format!("surface, digest {digest}")))
            .asked("lines", reading.lines)
            .asked("traces", report.totals.traces)
            .asked("operations", report.totals.operations)
            .asked("actionOperations", report.totals.action_operations)
            .found(report.refs.len())
            .not(gaps(reading))
            .not(long)
    }
}

/// The files of sessions that were read, in words.
pub fn files(reading: &Reading) -> String {
    format!("{}, {}", many(reading.files, "session file"), many(reading.bytes, "byte"))
}

/// The row of who takes only the verbatim calls of sessions of which `reading` was read.
pub fn coverage_of_verbatim_calls(reading: &Reading) -> Row {
    Looked::by("pool")
        .at(many(reading.files, "session file"))
        .asked("lines", reading.lines)
        .asked("traces", reading.traces)
        .not(gaps(reading))
        .row()
}

/// What of the sessions was not read.
pub fn gaps(reading: &Reading) -> Vec<Gap> {
    let lines = |kind: fn(String, &str) -> Gap, lines: &CountedLines, what, why: &str| {
        (lines.count > 0).then(|| kind(many(lines.count, what), &format!("{why}{}", places(lines))))
    };
    let unread = (reading.unread.count > 0)
        .then(|| Gap::partial(many(reading.unread.count, "path"), &named(&reading.unread)));
    let foreign = (reading.foreign.count > 0).then(|| {
        let why = format!("nothing in it was understood: {}", named(&reading.foreign));
        Gap::partial(many(reading.foreign.count, "session file"), &why)
    });
    let framed = (reading.framed > 0).then(|| {
        let why = "they name no envelope, so only their two ends were looked at";
        Gap::scope(many(reading.framed, "long line"), why)
    });
    let unkept = (reading.unkept > 0).then(|| {
        let why = "arguments deeper than 128 arrays and objects or larger than 16 MiB";
        Gap::cap_reached(many(reading.unkept, "verbatim call"), why)
    });
    [
        lines(Gap::partial, &reading.malformed, "line", "malformed, no JSON"),
        lines(Gap::partial, &reading.refused, "envelope", "refused by the guard"),
        lines(Gap::cap_reached, &reading.oversized, "line", "longer than the 64 MiB that are read"),
        lines(Gap::partial, &reading.unfinished, "last line", "still being written"),
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
