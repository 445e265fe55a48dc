//! What a result says of itself, and where.

use super::{Clauses, Reader};
use crate::check::clauses::pick;
use crate::diagnostic::rules;
use crate::ir::Literal;
use crate::ir::search::{ReadAt, Reads};
use crate::syntax::ast::{self, At, SearchClause, Word};

pub(super) fn reads(reader: &mut Reader<'_>, clauses: &Clauses<'_, SearchClause>) -> Reads {
    let next = clauses.once("next", reader.report, |clause| match clause {
        SearchClause::Next(at, unless) => Some((at, unless)),
        _ => None,
    });
    let has_more = clauses.once("has more", reader.report, |clause| match clause {
        SearchClause::HasMore(at, unless) => Some((at, unless)),
        _ => None,
    });
    let rows = clauses.once("rows", reader.report, |clause| match clause {
        SearchClause::Rows { at, by } => Some((at, by)),
        _ => None,
    });
    let total = clauses.once("total", reader.report, pick!(SearchClause::Total));
    let queried = clauses.once("queried", reader.report, |clause| match clause {
        SearchClause::Queried(from, to) => Some((from, to)),
        _ => None,
    });
    if let Some(((at, _), _)) = next.filter(|((_, unless), _)| unless.is_empty()) {
        let message = "every value here asks for one more page".to_owned();
        let help = "say which value ends the pages: `unless absent, null, \"\"`";
        reader.error(rules::NEVER_ENDS, message, at.span, "without `unless`", help);
    }
    Reads {
        rows: rows.map(|((at, by), _)| (pointer(reader, at), by.as_ref().map(|by| pointer(reader, by)))),
        next: next.map(|((at, unless), _)| read_at(reader, at, unless)),
        has_more: has_more.map(|((at, unless), _)| read_at(reader, at, unless).or_false()),
        total: total.map(|(at, _)| pointer(reader, at)),
        partial: clauses
            .clauses
            .iter()
            .filter_map(|At { value, .. }| match value {
                SearchClause::Partial(at, unless) => Some(read_at(reader, at, unless).or_false()),
                _ => None,
            })
            .collect(),
        queried: queried.map(|((from, to), _)| (pointer(reader, from), pointer(reader, to))),
    }
}

fn read_at(reader: &mut Reader<'_>, at: &Word, unless: &[At<ast::Literal>]) -> ReadAt {
    let is_absent = |value: &&At<ast::Literal>| value.value == ast::Literal::Word("absent".to_owned());
    let unless_absent = unless.iter().any(|value| is_absent(&value));
    let values = unless.iter().filter(|value| !is_absent(value));
    ReadAt {
        at: pointer(reader, at),
        unless: values.filter_map(|it| reader.value(it)).collect(),
        unless_absent,
    }
}

impl ReadAt {
    /// A flag says no where it is false, unless the clause says otherwise.
    fn or_false(mut self) -> Self {
        if self.unless.is_empty() && !self.unless_absent {
            self.unless.push(Literal::Bool(false));
        }
        self
    }
}

/// The text of a JSON Pointer (RFC 6901); one that is none is reported.
fn pointer(reader: &mut Reader<'_>, word: &Word) -> String {
    let text = &word.value;
    let escapes = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if !(text.is_empty() || text.starts_with('/')) || !escapes {
        let message = format!("`{text}` is no JSON Pointer");
        let help =
            "begin each step with `/`, as in `/page/next`; the empty text is the whole; `~` is written `~0`";
        reader.error(rules::BAD_POINTER, message, word.span, "no JSON Pointer", help);
    }
    text.clone()
}
