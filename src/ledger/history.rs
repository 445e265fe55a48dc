//! A ledger read from its text, and what a run adds to it.

use std::collections::HashSet;

use super::{NORMAL_FORM, Record, Retraction};
use crate::artifact::Retracted;
use crate::digest::Digest;

/// The lines of a ledger, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ledger {
    /// Its records, each with its line.
    pub records: Vec<Line<Record>>,
    /// Lines that are no records, and why.
    pub damaged: Vec<Line<String>>,
    /// The last line, where it has no line feed: a writer was killed. It is skipped.
    pub unfinished: Option<UnfinishedLine>,
}

/// A last line without its line feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnfinishedLine {
    /// The line.
    pub line: u64,
    /// Whether it begins as our records do; else it is something else's.
    pub is_record: bool,
}

/// What each of our records begins with.
const BEGINNING: &[u8] = b"{\"kind\":\"";

/// Something that stands on a line, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<T> {
    /// The line.
    pub line: u64,
    /// What stands there.
    pub value: T,
}

/// The first fall of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fall<'l> {
    /// Its record.
    pub record: &'l Line<Record>,
    /// The same, as the retraction that it is.
    pub retraction: &'l Retraction,
    /// The last record of an earlier revision that names its surface: the one under which the plan still
    /// held, as far as the ledger tells.
    pub before: Option<&'l Line<Record>>,
}

impl Ledger {
    /// Reads the text of a ledger. Blank lines mean nothing.
    pub fn parse(text: &[u8]) -> Self {
        let mut ledger = Self::default();
        for (number, line) in (1..).zip(text.split_inclusive(|byte| *byte == b'\n')) {
            let Some(whole) = line.strip_suffix(b"\n") else {
                let is_record = line.iter().zip(BEGINNING).all(|(found, ours)| found == ours);
                ledger.unfinished = Some(UnfinishedLine { line: number, is_record });
                break;
            };
            if whole.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            match Record::parse(whole) {
                Ok(value) => ledger.records.push(Line { line: number, value }),
                Err(value) => ledger.damaged.push(Line { line: number, value }),
            }
        }
        ledger
    }

    /// Whether the text is that of something else: it has lines, and none is a record, nor the beginning
    /// of one.
    pub fn is_foreign(&self) -> bool {
        let is_unfinished = self.unfinished.is_some_and(|last| !last.is_record);
        self.records.is_empty() && (!self.damaged.is_empty() || is_unfinished)
    }

    /// What a run against the surface of this digest adds: a record for each plan that fell, unless the
    /// same fall is on record since the surface changed last; or, where none fell and the surface changed,
    /// a record that says so.
    pub fn run<'f>(
        &self,
        surface: &Digest,
        retracted: impl IntoIterator<Item = (Option<&'f str>, &'f Retracted)>,
    ) -> Vec<Record> {
        let last = self
            .records
            .iter()
            .rev()
            .find_map(|line| Some((line.value.at_rev(), line.value.surface_digest()?)));
        let (at_rev, is_same) = match last {
            None => (0, false),
            Some((at_rev, digest)) if digest == surface.as_str() => (at_rev, true),
            Some((at_rev, _)) => (at_rev.saturating_add(1), false),
        };
        let mut records: Vec<Record> = retracted
            .into_iter()
            .map(|(name, retracted)| Record::retracted(name, retracted, at_rev, surface))
            .collect();
        if records.is_empty() && !is_same {
            records.push(Record::Surface { at_rev, surface_digest: surface.as_str().into() });
        }
        if is_same {
            let known: HashSet<&Record> = self.records.iter().map(|line| &line.value).collect();
            records.retain(|record| !known.contains(record));
        }
        records
    }

    /// The first revision at which the plan of `reference` fell, and the surface before it.
    pub fn bisect(&self, reference: &str) -> Option<Fall<'_>> {
        let falls = self.records.iter().filter_map(|record| match &record.value {
            Record::Retraction(retraction)
                if &*retraction.kind == NORMAL_FORM && retraction.claim.as_deref() == Some(reference) =>
            {
                Some((record, retraction))
            }
            _ => None,
        });
        let (record, retraction) = falls.min_by_key(|(_, retraction)| retraction.at_rev)?;
        let is_earlier =
            |record: &Record| record.at_rev() < retraction.at_rev && record.surface_digest().is_some();
        let earlier = self.records.iter().filter(|line| is_earlier(&line.value));
        Some(Fall { record, retraction, before: earlier.max_by_key(|line| line.value.at_rev()) })
    }
}
