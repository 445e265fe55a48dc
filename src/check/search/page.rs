//! How pages follow each other, and what bounds their rows.

use super::{Clauses, Reader};
use crate::check::literal::whole;
use crate::diagnostic::rules;
use crate::ir::Literal;
use crate::ir::search::{Limit, Page, PageBy};
use crate::span::Span;
use crate::syntax::ast::{self, At, LimitPart, PagePart, SearchClause, Word};

pub(super) fn limit(reader: &mut Reader<'_>, clauses: &Clauses<'_, SearchClause>) -> Limit {
    let found = clauses.once("limit", reader.report, |clause| match clause {
        SearchClause::NoLimit => Some(None),
        SearchClause::Limit(argument, parts) => Some(Some((argument, parts))),
        _ => None,
    });
    let (argument, parts, span) = match found {
        None => return Limit::Unknown,
        Some((None, _)) => return Limit::None,
        Some((Some((argument, parts)), span)) => (argument, parts, span),
    };
    let (mut omitted, mut server, mut window) = (None, None, None);
    for At { value, span } in parts {
        let is_again = match value {
            LimitPart::WhenOmitted(value) if argument.is_some() => {
                std::mem::replace(&mut omitted, reader.value(value)).is_some()
            }
            LimitPart::WhenOmitted(_) => {
                let message = "this limit has no argument that could be left out".to_owned();
                let help = "name the argument, or say only what the server gives: `limit server 100`";
                reader.error(rules::MISPLACED_PART, message, *span, "of no argument", help);
                false
            }
            LimitPart::Server(number) => std::mem::replace(&mut server, rows(reader, number)).is_some(),
            LimitPart::Window(number) => std::mem::replace(&mut window, rows(reader, number)).is_some(),
        };
        if is_again {
            let message = "this limit says the same twice".to_owned();
            reader.error(rules::REPEATED_CLAUSE, message, *span, "again", "keep one of them");
        }
    }
    if argument.is_none() && server.is_none() && !clauses.item.broken {
        let message = "this limit says no number of rows for a page".to_owned();
        reader.error(rules::NO_CAP, message, span, "how many?", "write `server N`, or `limit none`");
    }
    let argument = argument.as_ref().map(|name| name.value.clone());
    Limit::Rows { argument, omitted, server, window }
}

fn rows(reader: &mut Reader<'_>, number: &Word) -> Option<u64> {
    whole(number, 1, u32::MAX, reader.source, reader.report).map(u64::from)
}

pub(super) fn page(
    reader: &mut Reader<'_>,
    clauses: &Clauses<'_, SearchClause>,
    limit: &Limit,
) -> Option<Page> {
    let ((argument, parts), _) = clauses.once("page", reader.report, |clause| match clause {
        SearchClause::Page(argument, parts) => Some((argument, parts)),
        _ => None,
    })?;
    let (mut sort, mut first, mut short, mut snapshot) = (None, None, None, None);
    for At { value, span } in parts {
        let (word, is_again) = match value {
            PagePart::By(word) => ("by", sort.replace(word).is_some()),
            PagePart::First(values) => ("first", first.replace(values).is_some()),
            PagePart::EndsShort => ("ends short", short.replace(*span).is_some()),
            PagePart::Snapshot => ("snapshot", snapshot.replace(*span).is_some()),
        };
        if is_again {
            reader.again(argument, word, *span);
        }
    }
    let values = first.map_or(&[][..], Vec::as_slice);
    let is_omitted = |value: &&At<ast::Literal>| value.value == ast::Literal::Word("omitted".to_owned());
    let is_first_omitted = first.is_none() || values.iter().any(|value| is_omitted(&value));
    let values = values.iter().filter(|value| !is_omitted(value));
    let first: Vec<Literal> = values.filter_map(|value| reader.value(value)).collect();
    let by = match sort {
        None => Some(PageBy::Cursor),
        Some(word) => counted(reader, argument, word, &first),
    };
    if let (Some(span), true) = (snapshot, sort.is_some()) {
        let message = "pages that are counted keep no state of the source".to_owned();
        let help = "take `snapshot` out: only a cursor can keep what its first page read";
        reader.error(rules::NUMBERED_SNAPSHOT, message, span, "not with numbers", help);
    }
    check_short(reader, short, limit);
    Some(Page {
        argument: argument.value.clone(),
        by: by?,
        first,
        is_first_omitted,
        ends_short: short.is_some(),
        is_snapshot: snapshot.is_some(),
    })
}

/// How pages are counted: by the word for it, from the number of the first one.
fn counted(reader: &mut Reader<'_>, argument: &Word, word: &Word, first: &[Literal]) -> Option<PageBy> {
    let by: fn(u64) -> PageBy = reader
        .choice(word, &[("number", PageBy::Number as fn(u64) -> PageBy), ("offset", PageBy::Offset)])?;
    let number = first.iter().find_map(|value| match value {
        Literal::Number(number) => number.parse().ok(),
        _ => None,
    });
    if number.is_none() {
        let message = format!("nobody says which `{}` is the first", argument.value);
        let help =
            "write the number of the first page, and `omitted` where it may be left out: `first 1, omitted`";
        reader.error(rules::NO_FIRST_PAGE, message, word.span, "counted from where?", help);
    }
    number.map(by)
}

/// A page is short of a cap, which somebody must say.
fn check_short(reader: &mut Reader<'_>, short: Option<Span>, limit: &Limit) {
    let is_known = matches!(limit, Limit::Rows { server: Some(_), .. });
    if let (Some(span), false) = (short, is_known) {
        let message = "nobody says how many rows a full page has".to_owned();
        let help = "write how many the server gives at most: `limit perPage when omitted 30 server 100`";
        reader.error(rules::NO_CAP, message, span, "short of what?", help);
    }
}
