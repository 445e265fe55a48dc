//! What was read of a corpus, and what was not: the closing line of every report.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use serde::{Deserialize, Serialize};

/// How many places, and how many files, are named; all are counted.
const NAMED: usize = 16;

/// What was read, and what was not. Adding up is commutative and associative, places included, so
/// that parts of a corpus read apart give the same as the whole.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reading {
    /// Files of which at least the beginning was read.
    pub files: u64,
    /// Bytes in whole lines.
    pub bytes: u64,
    /// Lines, blank ones included.
    pub lines: u64,
    /// Lines that were only looked at from both ends.
    pub framed: u64,
    /// Traces that passed their guard.
    pub traces: u64,
    /// Verbatim calls left out where calls are kept, because their arguments are deeper than 128 arrays
    /// and objects or larger than 16 MiB.
    pub unkept: u64,
    /// Lines that are not JSON.
    pub malformed: CountedLines,
    /// Lines with an envelope that fails its guard.
    pub refused: CountedLines,
    /// Lines too long to be read.
    pub oversized: CountedLines,
    /// Last lines without a line feed, left for a later reading.
    pub unfinished: CountedLines,
    /// What could not be read, or not whole, and why.
    pub unread: Unread,
    /// Records that were understood: executions, headers of sessions, changes of the model.
    #[serde(default)]
    pub understood: u64,
    /// Lines that were not: of another shape, or only looked at from both ends.
    #[serde(default)]
    pub passed_over: u64,
    /// Files in which nothing was understood, and what stands in them.
    #[serde(default)]
    pub foreign: Unread,
    /// When the first record that says so was written, in nanoseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<u64>,
}

impl Reading {
    /// Adds what was read elsewhere. Counts saturate, since they may come from a file.
    pub fn add(&mut self, other: &Self) {
        self.files = self.files.saturating_add(other.files);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.lines = self.lines.saturating_add(other.lines);
        self.framed = self.framed.saturating_add(other.framed);
        self.traces = self.traces.saturating_add(other.traces);
        self.unkept = self.unkept.saturating_add(other.unkept);
        self.malformed.add(&other.malformed);
        self.refused.add(&other.refused);
        self.oversized.add(&other.oversized);
        self.unfinished.add(&other.unfinished);
        self.unread.add(&other.unread);
        self.understood = self.understood.saturating_add(other.understood);
        self.passed_over = self.passed_over.saturating_add(other.passed_over);
        self.foreign.add(&other.foreign);
        self.started = self.started.into_iter().chain(other.started).min();
    }

    /// Whether something was understood, in one file at least: else no figure means anything.
    pub fn is_understood(&self) -> bool {
        self.foreign.count < self.files
    }

    /// The same of one file, read up to its end: whether it was understood is known by then.
    ///
    /// A file is a session where it holds an execution, or nothing but what is known to hold none.
    #[must_use]
    pub fn ended(mut self, name: &str) -> Self {
        let is_session = self.traces > 0 || (self.understood > 0 && self.passed_over == 0);
        self.foreign = Unread::default();
        if !is_session {
            self.foreign.note(name, self.found());
        }
        self
    }

    /// What stands in a file in which nothing was understood.
    fn found(&self) -> String {
        let parts = [
            (self.malformed.count, "no JSON"),
            (self.refused.count, "refused by the guard of executions"),
            (self.oversized.count, "too long to be read"),
        ];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| format!("{number} {what}"))
            .collect();
        let lines = match (self.lines, self.unfinished.count) {
            (0, 0) => return "it is empty".to_owned(),
            (0, _) => return "its one line has no end yet".to_owned(),
            (1, _) => "no record of an execution in its one line".to_owned(),
            (lines, _) => format!("no record of an execution in its {lines} lines"),
        };
        if parts.is_empty() { lines } else { format!("{lines}, {}", parts.join(", ")) }
    }

    /// The same with all lines in the file of this name: what was read of one file, which may go by
    /// another name by now.
    #[must_use]
    pub fn of_file(mut self, name: &str) -> Self {
        for counted in [&mut self.malformed, &mut self.refused, &mut self.oversized, &mut self.unfinished] {
            let lines = std::mem::take(&mut counted.first).into_iter().map(|place| place.line);
            counted.first = lines.map(|line| Place { file: name.into(), line }).collect();
        }
        self
    }
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The name of the file.
    pub file: Box<str>,
    /// The line, from 1.
    pub line: u64,
}

/// How many lines, and the first of them by file and line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedLines {
    /// All of them.
    pub count: u64,
    /// The first 16.
    pub first: BTreeSet<Place>,
}

impl CountedLines {
    /// One more line.
    pub fn note(&mut self, place: Place) {
        self.count += 1;
        self.first.insert(place);
        while self.first.len() > NAMED {
            self.first.pop_last();
        }
    }

    fn add(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.first.extend(other.first.iter().cloned());
        while self.first.len() > NAMED {
            self.first.pop_last();
        }
    }
}

/// Files that could not be read, or not whole.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unread {
    /// All of them.
    pub count: u64,
    /// The first 16 by name, and why; of several reasons for one file the lesser text.
    pub first: BTreeMap<Box<str>, Box<str>>,
}

impl Unread {
    /// One more file.
    pub fn note(&mut self, file: impl Into<Box<str>>, why: impl Into<Box<str>>) {
        self.count += 1;
        self.name(file.into(), why.into());
    }

    fn add(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        for (file, why) in &other.first {
            self.name(file.clone(), why.clone());
        }
    }

    /// Names a file. Of several reasons for one the lesser text stays, whichever came first.
    fn name(&mut self, file: Box<str>, why: Box<str>) {
        match self.first.entry(file) {
            Entry::Vacant(place) => {
                place.insert(why);
            }
            Entry::Occupied(mut place) if why < *place.get() => {
                place.insert(why);
            }
            Entry::Occupied(_) => {}
        }
        while self.first.len() > NAMED {
            self.first.pop_last();
        }
    }
}
