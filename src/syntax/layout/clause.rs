//! The layout of one clause.

use std::ops::Range;

use super::super::kind::Kind;
use super::{INDENT, WIDTH, Writer};

/// How wide the column of the names of members and facts may become.
const NAMES: usize = 24;

impl Writer<'_> {
    /// How wide the column is that the clauses of an item start in; 0 for no column.
    pub(super) fn column(&self, kind: Kind, clauses: &[Range<usize>]) -> usize {
        match kind {
            Kind::Shape => 0,
            Kind::Spelling => 5,
            Kind::Convention => 7,
            Kind::Profile => 11,
            Kind::Search => 10,
            Kind::Vocabulary | Kind::Facts => {
                let names = clauses.iter().map(|clause| self.length(clause.start..clause.start + 1));
                names.filter(|width| *width <= NAMES).max().unwrap_or(0)
            }
        }
    }

    /// Writes a clause: its word, padded to `column`, and its argument in as many lines as it takes.
    pub(super) fn clause(&mut self, kind: Kind, column: usize, clause: Range<usize>) {
        self.line_before(clause.start, INDENT);
        let word = self.of(clause.start);
        self.put(word, INDENT);
        let mut start = clause.start + 1;
        if kind == Kind::Search && word == "has" {
            self.word(start, INDENT);
            start += 1;
        }
        // `at least 2 characters` reads as one phrase.
        let is_phrase = column == 0 || kind == Kind::Spelling && word == "at";
        let argument = if is_phrase { INDENT + word.len() + 1 } else { INDENT + column + 1 };
        let pad = argument.saturating_sub(self.line.chars().count());
        self.line.extend(std::iter::repeat_n(' ', pad));
        while start < clause.end {
            let end = self.unit(kind, start, clause.end);
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
    /// word that joins them, and what is said of an argument before each part.
    fn unit(&self, kind: Kind, start: usize, end: usize) -> usize {
        let joining: &[&str] = match kind {
            Kind::Search => &["said", "any", "because", "bears", "unless"],
            Kind::Facts => &["default", "from"],
            _ => &["|", "and", "or", "read", "for"],
        };
        let breaks =
            |index: &usize| joining.contains(&self.of(*index)) || self.of(index.saturating_sub(1)) == ",";
        (start + 1..end).find(breaks).unwrap_or(end)
    }

    fn length(&self, tokens: Range<usize>) -> usize {
        tokens.map(|index| self.of(index).chars().count() + 1).sum::<usize>().saturating_sub(1)
    }
}
