//! The text of a `fabric-rules.toml`.
//!
//! ```toml
//! [check]
//! allow = ["check::exposed-surplus"]
//! deny = ["warnings", "check::rejected-default"]
//! ```

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::nearest::suggest;
use crate::report::{Level, Levels};
use crate::span::Span;

/// The tables of a file.
const TABLES: [&str; 1] = ["check"];
/// The keys of the table `check`.
const KEYS: [&str; 2] = ["allow", "deny"];

/// Reads the levels in `text`; all faults are told at once, with labels in source 0.
pub(super) fn read(text: &str) -> Result<Levels, Vec<Diagnostic>> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().map_or(Span::default(), span);
        vec![at(Diagnostic::error("config::not-toml", error.message().trim().to_owned()), span)]
    })?;
    let mut reader = Reader::default();
    for (key, value) in table.get_ref() {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("check", DeValue::Table(check)) => reader.check(check),
            ("check", _) => reader.wrong_kind("check", "a table", value),
            (name, _) => reader.unknown(name, &TABLES, key.span()),
        }
    }
    reader.faults.sort_by_key(|fault| fault.labels.first().map(|label| label.span));
    if reader.faults.is_empty() { Ok(reader.levels) } else { Err(reader.faults) }
}

#[derive(Default)]
struct Reader {
    levels: Levels,
    faults: Vec<Diagnostic>,
}

impl Reader {
    fn check(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let level = match key.get_ref().as_ref() {
                "allow" => Level::Allow,
                "deny" => Level::Deny,
                name => {
                    self.unknown(name, &KEYS, key.span());
                    continue;
                }
            };
            match value.get_ref() {
                DeValue::Array(codes) => codes.iter().for_each(|code| self.code(code, level)),
                _ => self.wrong_kind(level.name(), "a list of codes", value),
            }
        }
    }

    fn code(&mut self, code: &Spanned<DeValue<'_>>, level: Level) {
        let DeValue::String(text) = code.get_ref() else {
            return self.wrong_kind(level.name(), "a list of codes, which are texts", code);
        };
        if let Err(fault) = self.levels.set(text, level) {
            self.faults.push(at(fault, span(code.span())));
        }
    }

    fn unknown(&mut self, name: &str, known: &[&str], place: Range<usize>) {
        let fault = Diagnostic::error("config::unknown-key", format!("there is no key `{name}` here"));
        self.faults.push(at(fault.help(suggest(name, known.iter().copied())), span(place)));
    }

    fn wrong_kind(&mut self, name: &str, expected: &str, value: &Spanned<DeValue<'_>>) {
        let kind = value.get_ref().type_str();
        let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
        let message = format!("`{name}` is {expected}, and this is {article} {kind}");
        self.faults.push(at(Diagnostic::error("config::wrong-kind", message), span(value.span())));
    }
}

fn at(diagnostic: Diagnostic, span: Span) -> Diagnostic {
    diagnostic.label(0, span, "here")
}

fn span(place: Range<usize>) -> Span {
    Span { start: place.start, end: place.end }
}
