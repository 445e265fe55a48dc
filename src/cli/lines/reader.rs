//! Reading ahead: a thread that cuts input into lines as it arrives.

use std::io::{BufRead as _, BufReader, ErrorKind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::cli::exit::Fault;
use crate::cli::input::{Input, unreadable};
use crate::request::{LINE_BYTES, Problem};

/// How much is asked for at once. A pipe gives what it has.
const BLOCK: usize = 256 << 10;
/// How many blocks may wait.
const AHEAD: usize = 4;

/// A line and its number, which counts from 1 in each input.
pub(super) struct Line {
    pub(super) number: usize,
    content: Option<Vec<u8>>,
}

impl Line {
    /// How many bytes it takes.
    pub(super) fn size(&self) -> usize {
        self.content.as_ref().map_or(0, Vec::len)
    }

    /// The text of the line.
    pub(super) fn text(&self) -> Result<&str, Problem> {
        let too_long =
            || Problem::new("too-long", format!("the line is longer than {} MiB", LINE_BYTES >> 20));
        let bytes = self.content.as_ref().ok_or_else(too_long)?;
        std::str::from_utf8(bytes).map_err(|error| {
            let message = format!("the line is not valid UTF-8 (byte {})", error.valid_up_to());
            Problem::new("not-utf8", message)
        })
    }
}

/// How the input is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Layout {
    /// A value a line.
    #[default]
    Lines,
    /// The same; but an input whose first line is an opening bracket alone, as printers for people
    /// write it, is one document.
    LinesOrDocument,
}

/// Lines that arrived together, or what stopped the reading.
pub(super) type Block = Result<Vec<Line>, Fault>;

/// Starts to read `inputs`, one after the other.
///
/// The thread ends with its input, or when nobody takes the lines any more. It is not joined: a read of
/// standard input that never ends must not keep the process.
pub(super) fn start(inputs: Vec<Input>, layout: Layout) -> std::io::Result<Receiver<Block>> {
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::Builder::new().spawn(move || {
        for input in &inputs {
            if read(input, layout, &sender).is_none() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// Reads one input to its end; `None` when that is the end of all.
fn read(input: &Input, layout: Layout, sender: &SyncSender<Block>) -> Option<()> {
    let fail = |diagnostic| {
        let _ = sender.send(Err(Fault::from(diagnostic)));
        None
    };
    let mut reader = match input.open() {
        Ok(opened) => BufReader::with_capacity(BLOCK, opened),
        Err(diagnostic) => return fail(diagnostic),
    };
    let mut splitter = Splitter { layout, ..Splitter::default() };
    loop {
        let bytes = match reader.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return fail(unreadable(&input.name(), &error)),
        };
        let count = bytes.len();
        let lines = if count == 0 { splitter.finish() } else { splitter.take(bytes) };
        reader.consume(count);
        if !lines.is_empty() {
            sender.send(Ok(lines)).ok()?;
        }
        if count == 0 {
            return Some(());
        }
    }
}

#[derive(Default)]
struct Splitter {
    layout: Layout,
    /// Whether the rest of the input is one document.
    is_document: bool,
    /// Whether a line that is not blank has ended.
    has_begun: bool,
    /// The start of a line whose end has not come yet.
    pending: Vec<u8>,
    /// Whether that line is too long already, and is only passed over.
    too_long: bool,
    /// The number of the last line that ended.
    number: usize,
}

impl Splitter {
    fn take(&mut self, bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (content, ends) = match part.split_last() {
                Some((b'\n', content)) => (content, true),
                _ => (part, false),
            };
            if self.too_long || self.pending.len() + content.len() > LINE_BYTES {
                self.too_long = true;
                self.pending = Vec::new();
            } else {
                self.pending.extend_from_slice(content);
            }
            if ends && self.is_opening() {
                self.is_document = true;
            }
            match ends {
                true if self.is_document && !self.too_long => self.pending.push(b'\n'),
                true if !self.is_document => lines.push(self.end()),
                _ => {}
            }
        }
        lines
    }

    /// Whether the first line is an opening bracket alone.
    fn is_opening(&self) -> bool {
        let is_first = self.layout == Layout::LinesOrDocument && !self.has_begun && !self.is_document;
        is_first && matches!(self.pending.trim_ascii(), b"{" | b"[")
    }

    fn finish(&mut self) -> Vec<Line> {
        if self.pending.is_empty() && !self.too_long { Vec::new() } else { vec![self.end()] }
    }

    fn end(&mut self) -> Line {
        self.number += 1;
        let content = std::mem::take(&mut self.pending);
        self.has_begun |= self.too_long || !content.trim_ascii().is_empty();
        Line { number: self.number, content: (!std::mem::take(&mut self.too_long)).then_some(content) }
    }
}
