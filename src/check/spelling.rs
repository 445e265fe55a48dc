//! Spellings.

use super::clauses::{Clauses, pick};
use super::literal;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Alphabet, Spelling};
use crate::span::Span;
use crate::syntax::ast::{self, Sort, SpellingClause};

/// The alphabets that have a name.
const ALPHABETS: &[&str] = &["letter", "digit"];

pub(super) fn lower(clauses: &Clauses<'_, SpellingClause>, report: &mut Vec<Diagnostic>) -> Option<Spelling> {
    let item = clauses.item;
    let errors = report.len();
    let source = item.source;
    let first = clauses.needed("first", report, pick!(SpellingClause::First));
    let then = clauses.once("then", report, pick!(SpellingClause::Then));
    let last = clauses.once("last", report, pick!(SpellingClause::Last));
    let apart = clauses.once("apart by", report, pick!(SpellingClause::ApartBy));
    let fold =
        clauses.once("fold case", report, |clause| matches!(clause, SpellingClause::FoldCase).then_some(()));
    let drop = clauses.once("drop", report, |clause| match clause {
        SpellingClause::Drop { characters, except_between_digits } => {
            Some((characters, *except_between_digits))
        }
        _ => None,
    });
    let at_least = clauses.once("at least", report, pick!(SpellingClause::AtLeast));

    let mut letters =
        |found: Option<(&ast::Alphabet, Span)>| found.map(|(sorts, _)| alphabet(source, sorts, report));
    let (first, then, last, apart_by) = (letters(first), letters(then), letters(last), letters(apart));
    let (drop, except_between_digits) = match drop {
        Some(((characters, except), _)) => {
            let strings = characters.iter().map(|word| (word.value.as_str(), word.span));
            (self::characters(source, strings, report), except)
        }
        None => (Vec::new(), false),
    };
    let at_least = match at_least {
        Some((number, _)) => literal::whole(number, 1, 128, source, report),
        None => Some(1),
    };
    let (name, fold_case) = (item.name.value.clone(), fold.is_some());
    let (first, at_least) = (first?, at_least?);
    let spelling =
        Spelling { name, first, then, last, fold_case, drop, except_between_digits, apart_by, at_least };
    if report.len() == errors && !has_form(&spelling) {
        let error =
            Diagnostic::error(rules::NO_FORM, format!("no name has the spelling `{}`", spelling.name));
        let error = error.label(source, item.name.span, "its clauses exclude each other");
        report.push(
            error.help(
                "let `last` allow a character of `then`, and give names of several characters a `then`",
            ),
        );
    }
    (!item.broken && report.len() == errors).then_some(spelling)
}

fn alphabet(source: usize, sorts: &[ast::At<Sort>], report: &mut Vec<Diagnostic>) -> Alphabet {
    let mut alphabet = Alphabet::default();
    let mut strings = Vec::new();
    for sort in sorts {
        let flag = match &sort.value {
            Sort::String(text) => {
                strings.push((text.as_str(), sort.span));
                continue;
            }
            Sort::Word(word) if word == "letter" => &mut alphabet.letter,
            Sort::Word(word) if word == "digit" => &mut alphabet.digit,
            Sort::Word(word) => {
                let error = Diagnostic::error(
                    rules::UNKNOWN_ALPHABET,
                    format!("there is no alphabet called `{word}`"),
                );
                let error = error.label(source, sort.span, "unknown alphabet");
                report.push(error.help(suggest(word, ALPHABETS.iter().copied())));
                continue;
            }
        };
        if std::mem::replace(flag, true) {
            report.push(again(source, sort.span));
        }
    }
    alphabet.characters = characters(source, strings.into_iter(), report);
    alphabet
}

/// Strings of one character each, sorted.
fn characters<'s>(
    source: usize,
    strings: impl Iterator<Item = (&'s str, Span)>,
    report: &mut Vec<Diagnostic>,
) -> Vec<char> {
    let mut found = Vec::new();
    for (text, span) in strings {
        let mut rest = text.chars();
        match (rest.next(), rest.next()) {
            (Some(only), None) if found.contains(&only) => report.push(again(source, span)),
            (Some(only), None) => found.push(only),
            _ => {
                let error = Diagnostic::error(rules::NOT_A_CHARACTER, "this string is not one character");
                report.push(
                    error.label(source, span, "expected one character").help("write one string a character"),
                );
            }
        }
    }
    found.sort_unstable();
    found
}

fn again(source: usize, span: Span) -> Diagnostic {
    Diagnostic::error(rules::REPEATED, "this is named twice")
        .label(source, span, "again")
        .help("name it once")
}

/// Whether any name has this spelling.
fn has_form(spelling: &Spelling) -> bool {
    let last = spelling.last.as_ref();
    let single = spelling.at_least <= 1 && meet(&spelling.first, last.unwrap_or(&spelling.first));
    let longer = spelling.then.as_ref().is_some_and(|then| meet(then, last.unwrap_or(then)));
    single || longer
}

/// Whether the alphabets share a character.
fn meet(a: &Alphabet, b: &Alphabet) -> bool {
    let has = |alphabet: &Alphabet, character: &char| {
        alphabet.letter && character.is_ascii_alphabetic()
            || alphabet.digit && character.is_ascii_digit()
            || alphabet.characters.contains(character)
    };
    a.letter && b.letter
        || a.digit && b.digit
        || a.characters.iter().any(|character| has(b, character))
        || b.characters.iter().any(|character| has(a, character))
}
