//! A stream in blocks of whole lines.
//!
//! Memory is bounded by the longest line that is read: a longer one is skipped as it passes. Blocks
//! are read with plain `read` calls and not mapped, because a mapped file that shrinks kills the
//! process.

use std::io::{self, ErrorKind, Read};

use crate::evidence::LINE_BYTES;

/// How much is read at a time: enough to make calls cheap, little enough to stay in the cache.
const BLOCK_BYTES: usize = 512 << 10;

/// Reads a stream in blocks of whole lines.
#[derive(Debug)]
pub struct Blocks<R> {
    reader: R,
    buffer: Vec<u8>,
    /// How many bytes a line may have.
    line: usize,
    /// Bytes in the buffer.
    filled: usize,
    /// Bytes at its beginning that were given out.
    given: usize,
    /// Bytes behind those that are known to hold no line feed.
    searched: usize,
    /// Bytes of whole lines that were given out or skipped.
    passed: u64,
    ended: bool,
}

/// A part of a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Block<'b> {
    /// Whole lines, each with its line feed.
    Lines(&'b [u8]),
    /// A line of more than [`LINE_BYTES`] bytes went by.
    Oversized {
        /// Whether it ended with a line feed, or with the stream.
        ended: bool,
    },
    /// The stream ended. What followed the last line feed was this.
    End(&'b [u8]),
}

impl<R: Read> Blocks<R> {
    /// Reads `reader` from its beginning.
    pub fn new(reader: R) -> Self {
        Self::with_sizes(reader, BLOCK_BYTES, LINE_BYTES)
    }

    /// The same, with blocks of at least `block` bytes, where a line may have `line` bytes.
    pub fn with_sizes(reader: R, block: usize, line: usize) -> Self {
        let buffer = vec![0; block.max(1)];
        Self { reader, buffer, line, filled: 0, given: 0, searched: 0, passed: 0, ended: false }
    }

    /// How many bytes the whole lines had that were given out or skipped.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The next part. After [`Block::End`] it is the end again.
    ///
    /// # Errors
    ///
    /// The stream's own. Lines given out before are whole.
    pub fn next_block(&mut self) -> io::Result<Block<'_>> {
        self.buffer.copy_within(self.given..self.filled, 0);
        self.filled -= self.given;
        self.given = 0;
        loop {
            if let Some(end) = memchr::memrchr(b'\n', self.fresh(self.searched)) {
                self.given = self.searched + end + 1;
                // It was the last one.
                self.searched = self.filled - self.given;
                self.passed += self.given as u64;
                return Ok(Block::Lines(self.buffer.get(..self.given).unwrap_or_default()));
            }
            self.searched = self.filled;
            if self.filled > self.line {
                return self.skip();
            }
            if self.ended || self.fill()? == 0 {
                self.ended = true;
                return Ok(Block::End(self.buffer.get(..self.filled).unwrap_or_default()));
            }
        }
    }

    fn fresh(&self, from: usize) -> &[u8] {
        self.buffer.get(from..self.filled).unwrap_or_default()
    }

    /// Reads once into the room that is left, making more where there is none.
    fn fill(&mut self) -> io::Result<usize> {
        if self.filled == self.buffer.len() {
            let room = (self.buffer.len() * 2).min(self.line + 1);
            self.buffer.resize(room.max(self.filled + 1), 0);
        }
        loop {
            match self.reader.read(self.buffer.get_mut(self.filled..).unwrap_or_default()) {
                Ok(read) => {
                    self.filled += read;
                    return Ok(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Lets the rest of a line go by.
    fn skip(&mut self) -> io::Result<Block<'_>> {
        let mut skipped = 0;
        loop {
            skipped += self.filled as u64;
            self.filled = 0;
            if self.fill()? == 0 {
                self.ended = true;
                return Ok(Block::Oversized { ended: false });
            }
            if let Some(end) = memchr::memchr(b'\n', self.fresh(0)) {
                self.given = end + 1;
                // More may follow.
                self.searched = 0;
                self.passed += skipped + self.given as u64;
                return Ok(Block::Oversized { ended: true });
            }
        }
    }
}
