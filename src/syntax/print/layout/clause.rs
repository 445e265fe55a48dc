//! The layout of one clause.

use std::ops::Range;

use super::{INDENT, WIDTH, Writer};

impl Writer<'_> {
    /// Writes a clause: its word, padded to `column`, and its argument in as many lines as it takes.
    pub(super) fn clause(&mut self, column: usize, clause: Range<usize>) {
        self.line_before(clause.start, INDENT);
        let word = self.of(clause.start);
        self.put(word, INDENT);
        // `at least 2 characters` reads as one phrase.
        let argument =
            if column == 0 || word == "at" { INDENT + word.len() + 1 } else { INDENT + column + 1 };
        let pad = argument.saturating_sub(self.line.len());
        self.line.extend(std::iter::repeat_n(' ', pad));
        let mut start = clause.start + 1;
        while start < clause.end {
            let end = self.unit(start, clause.end);
            // A comment before the unit ends the line in any case, and may belong to its end.
            let commented = self.comment_before(self.start(start)).is_some();
            if !commented
                && self.line.len() > argument
                && self.line.len() + 1 + self.length(start..end) > WIDTH
            {
                self.flush();
            }
            for index in start..end {
                self.word(index, argument);
            }
            start = end;
        }
    }

    /// The end of what stays in one line: a list breaks behind a comma, alternatives before a bar or a
    /// word that joins them.
    fn unit(&self, start: usize, end: usize) -> usize {
        let joins = |index: usize| ["|", "and", "or", "read", "for"].contains(&self.of(index));
        let breaks = |index: &usize| joins(*index) || self.of(index.saturating_sub(1)) == ",";
        (start + 1..end).find(breaks).unwrap_or(end)
    }

    fn length(&self, tokens: Range<usize>) -> usize {
        tokens.map(|index| self.of(index).chars().count() + 1).sum::<usize>().saturating_sub(1)
    }
}
