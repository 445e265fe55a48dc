//! The line that puts the items of the built-in program in scope.

use super::super::ast::{At, Word};
use super::super::words;
use super::Parser;
use crate::diagnostic::{Diagnostic, rules};

impl Parser<'_> {
    /// The program that is extended, with the place of the line; `None` where it is not read as one.
    pub(super) fn extends(
        &mut self,
        (word, program): (usize, Option<usize>),
        is_in_place: bool,
    ) -> Option<Word> {
        let line = self.span(word..program.unwrap_or(word) + 1);
        if !is_in_place {
            let error =
                Diagnostic::error(rules::SYNTAX, "`extends built-in` stands once, behind `language 1`");
            let error = error.label(self.source, line, "not behind `language 1`");
            self.errors.push(error.help("one such line in one file is enough for the whole program"));
            return None;
        }
        let named = program.map(|at| self.span(at..at + 1));
        match named.map(|span| (span, span.of(self.text))) {
            Some((_, words::BUILT_IN)) => return Some(At::new(words::BUILT_IN.to_owned(), line)),
            Some((span, other)) => {
                let message = format!("`{other}` cannot be extended");
                let error =
                    Diagnostic::error(rules::SYNTAX, message).label(self.source, span, "this program");
                self.errors.push(error.help("only the built-in program can: write `extends built-in`"));
            }
            None => {
                let error = Diagnostic::error(rules::SYNTAX, "`extends` lacks the program that is extended");
                let error = error.label(self.source, line, "`built-in` should follow");
                self.errors.push(error.help("write `extends built-in`"));
            }
        }
        None
    }
}
