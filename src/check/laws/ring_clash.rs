//! Rings: a word of a vocabulary stands for one member, and for one only.
//!
//! Words are compared as they are looked up, by their normal forms. A word that is repeated for the same
//! member is harmless.

use std::collections::BTreeMap;

use super::Subject;
use crate::decode::normal_form;
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

/// Refuses a word that would stand for two members, and an alias that is the empty text.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for vocabulary in &subject.program.vocabularies {
        let source = vocabulary.source;
        let mut stands_for: BTreeMap<String, (&str, Span)> = BTreeMap::new();
        for (word, member) in &vocabulary.words {
            let form = normal_form(&word.value);
            let is_member = word.value == member.value && word.span == member.span;
            if form.is_empty() && !is_member {
                let error = Diagnostic::error(rules::RING_CLASH, "the empty text stands for no member");
                report.push(error.label(source, word.span, "empty, once it is trimmed").help("take it out"));
                continue;
            }
            let first = *stands_for.entry(form).or_insert((&member.value, word.span));
            let (other, place) = first;
            if other == member.value {
                continue;
            }
            let message = format!("`{}` would stand for `{other}` and for `{}`", word.value, member.value);
            report.push(
                Diagnostic::error(rules::RING_CLASH, message)
                    .label(source, word.span, format!("for `{}` here", member.value))
                    .label(source, place, format!("for `{other}` here"))
                    .help("words are compared in lower case, with single spaces: keep one of the two"),
            );
        }
    }
}
