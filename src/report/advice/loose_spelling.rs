//! Rules that hold under a profile's spelling, and would not under the stricter `word-form`.

use super::{Found, Subject, list, named, note};
use crate::diagnostic::Diagnostic;
use crate::facets::enum_texts;
use crate::ir::{Alphabet, Lookup, Spelling};
use crate::plan::Rule;
use crate::spelling::{Forms, form};

pub(super) const CODE: &str = "check::loose-spelling";

pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let rules = subject.plan.map(|plan| plan.rules()).unwrap_or_default();
    Box::new(rules.iter().filter_map(|rule| {
        let ir = subject.profile.program().ir();
        match ir.convention(&rule.kind)?.action.looks_up()? {
            Lookup::Key(spelling) => {
                let keys = subject.schema.properties().iter().map(|property| &*property.name);
                let is_loose = loose(ir.spelling(spelling)?, keys).contains(&rule.key.as_str());
                is_loose.then(|| told(subject, rule, &[]))?
            }
            Lookup::Member(spelling) => {
                let property = subject.schema.properties().iter().find(|one| *one.name == *rule.key)?;
                let members = loose(ir.spelling(spelling)?, enum_texts(subject.schema, &property.value));
                (!members.is_empty()).then(|| told(subject, rule, &members))?
            }
        }
    }))
}

/// Those of `names` that are found by `spelling`, and have another form or none under `word-form`.
///
/// A name with the same form under both has the same rivals under both.
fn loose<'n>(spelling: &Spelling, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let names: Vec<&str> = names.collect();
    let (forms, word_form) = (Forms::of(spelling, names.iter().copied()), word_form());
    let is_loose = |name: &&str| {
        forms.unique(spelling, name).is_some() && form(spelling, name) != form(&word_form, name)
    };
    names.into_iter().filter(is_loose).collect()
}

/// The stricter spelling: nothing hangs on a separator, and no single character is a word.
fn word_form() -> Spelling {
    let word = Alphabet { letter: true, digit: true, characters: Vec::new() };
    let separators = vec![' ', '-', '_'];
    Spelling {
        name: "word-form".to_owned(),
        first: Alphabet { digit: false, ..word.clone() },
        then: Some(Alphabet { characters: separators.clone(), ..word.clone() }),
        last: Some(word.clone()),
        fold_case: true,
        drop: separators,
        except_between_digits: true,
        apart_by: Some(word),
        at_least: 2,
    }
}

/// `members` are those of the rule's enum; none where the rule is about its key.
fn told(subject: &Subject<'_>, rule: &Rule, members: &[&str]) -> Option<Diagnostic> {
    let property = subject.schema.properties().iter().find(|property| *property.name == *rule.key)?;
    let of = match members {
        [] => String::new(),
        _ => format!(" {} of", list(members.iter().copied())),
    };
    let message = format!(
        "`{}` holds for{of} {} of {}, and under `word-form` would not",
        rule.kind,
        named(&rule.key),
        subject.tool()
    );
    let span = property.name_span;
    Some(note(CODE, message).label(0, span, subject.at(span)).help(
        "one character, a separator at the end, or one between digits: such a name is near to others, as \
         the grade `A-` is to `A`; where a separator means something, choose names that are further apart",
    ))
}
