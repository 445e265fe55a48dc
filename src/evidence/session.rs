//! One session: which lines are parsed, and which model is speaking.
//!
//! Most bytes of a session are prose that no figure depends on. A line is parsed when it is short,
//! when it holds the name of an envelope (or an escape that could hide it), or when it does not even
//! look like an object. Any other line is only *framed*: it begins with `{` and ends with `}`.
//! Reports count the framed lines apart, since a fault inside one goes unseen.
//!
//! A framed line may still name the model, as every message of an assistant does. That matters only
//! to the next trace, so framed lines are asked for it from the last one backwards, and only when a
//! trace comes or the text ends.

use super::filter::EnvelopeFilter;
use super::record::{Found, Malformed, Parts};
use super::{Place, Reading, Record, attribution};

/// How many bytes a line may have, its line feed not counted.
pub const LINE_BYTES: usize = 64 << 20;
/// Lines up to this many bytes are always parsed; longer ones only where they may matter.
pub const ALWAYS_PARSED: usize = 1 << 10;

/// How many lines of a session are parsed for the time of their record, however long they are.
const STARTS: u64 = 16;

/// The state that is carried from line to line within one session.
#[derive(Debug, Clone)]
pub struct Session {
    name: Box<str>,
    model: Option<Box<str>>,
    reading: Reading,
    filter: EnvelopeFilter,
}

impl Session {
    /// A session of this name, before its first line.
    pub fn new(name: impl Into<Box<str>>) -> Self {
        Self::resume(name, None, Reading::default())
    }

    /// A session of which lines were read before: `model` was in force after them, and `reading` says
    /// what they were.
    pub fn resume(name: impl Into<Box<str>>, model: Option<Box<str>>, reading: Reading) -> Self {
        Self { name: name.into(), model, reading, filter: EnvelopeFilter::new() }
    }

    /// The model in force after the last line read.
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// What was read so far.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Counts a line that was too long to be read.
    pub fn pass_oversized(&mut self) {
        self.reading.lines += 1;
        self.reading.passed_over += 1;
        self.reading.oversized.note(self.place());
    }

    /// Notes that more follows, which is no whole line yet.
    pub fn leave_unfinished(&mut self) {
        let Place { file, line } = self.place();
        self.reading.unfinished.note(Place { file, line: line + 1 });
    }

    /// What was read.
    pub fn into_reading(self) -> Reading {
        self.reading
    }

    /// The place of the last line read.
    pub fn place(&self) -> Place {
        Place { file: self.name.clone(), line: self.reading.lines }
    }

    /// Reads whole lines, given without their line feeds, and calls `each` with every record.
    ///
    /// However the lines of a session are spread over calls, the records are the same.
    pub fn read<'t>(&mut self, lines: impl IntoIterator<Item = &'t [u8]>, mut each: impl FnMut(Record<'t>)) {
        let mut framed: Vec<&'t [u8]> = Vec::new();
        let (mut records, mut understood) = (0, 0);
        for line in lines {
            self.reading.lines += 1;
            let line = trim(line);
            if line.is_empty() {
                continue;
            }
            records += 1;
            if !is_parsed(line, &self.filter) {
                self.reading.framed += 1;
                self.look_for_start(line);
                framed.push(line);
                continue;
            }
            match Parts::read(line) {
                Err(Malformed) => self.reading.malformed.note(self.place()),
                Ok(None) => {}
                Ok(Some(parts)) => {
                    if self.reading.started.is_none() {
                        self.reading.started = parts.time();
                    }
                    understood += u64::from(parts.holds_no_call());
                    if let Some(model) = attribution::model(&parts) {
                        self.model = Some(model);
                        framed.clear();
                    }
                    match parts.evidence() {
                        Found::Nothing => {}
                        Found::Refused => self.reading.refused.note(self.place()),
                        Found::Record(mut record) => {
                            self.ask(&mut framed);
                            record.trace.model.clone_from(&self.model);
                            self.reading.traces += 1;
                            understood += 1;
                            each(record);
                        }
                    }
                }
            }
        }
        self.ask(&mut framed);
        self.reading.understood += understood;
        self.reading.passed_over += records - understood;
    }

    /// Looks into a framed line for the time that it was written, where no line before it had one.
    fn look_for_start(&mut self, line: &[u8]) {
        if self.reading.started.is_none()
            && self.reading.lines <= STARTS
            && let Ok(Some(parts)) = Parts::read(line)
        {
            self.reading.started = parts.time();
        }
    }

    /// Asks framed lines which model is speaking, the last one first.
    fn ask(&mut self, framed: &mut Vec<&[u8]>) {
        while let Some(line) = framed.pop() {
            let may_name = attribution::MARKERS
                .iter()
                .any(|marker| memchr::memmem::find(line, marker.as_bytes()).is_some());
            if !may_name {
                continue;
            }
            if let Ok(Some(parts)) = Parts::read(line)
                && let Some(model) = attribution::model(&parts)
            {
                self.model = Some(model);
                framed.clear();
            }
        }
    }
}

fn is_parsed(line: &[u8], filter: &EnvelopeFilter) -> bool {
    let is_framed = line.starts_with(b"{") && line.ends_with(b"}");
    line.len() <= ALWAYS_PARSED || !is_framed || filter.may_hold_envelope(line)
}

/// The line without JSON white space around it.
fn trim(line: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let start = line.iter().position(|byte| !is_space(byte)).unwrap_or(line.len());
    let line = line.get(start..).unwrap_or_default();
    let end = line.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
    line.get(..end).unwrap_or_default()
}
