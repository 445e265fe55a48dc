//! The items of a program by kind and name.

use std::collections::BTreeMap;

use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::FactType;
use crate::syntax::ast::{Item, Word};
use crate::syntax::kind::Kind;
use crate::syntax::words;

/// Every item by its kind and name.
pub(super) struct Names<'i> {
    items: BTreeMap<(Kind, &'i str), &'i Item>,
}

impl<'i> Names<'i> {
    /// The names of `items`; one that is no name, or taken, is reported.
    pub(super) fn of(items: &'i [Item], report: &mut Vec<Diagnostic>) -> Self {
        let mut names = Self { items: BTreeMap::new() };
        for item in items {
            let (kind, name) = (item.kind.value, item.name.value.as_str());
            report.extend(fault(item));
            if let Some(first) = names.items.get(&(kind, name)) {
                report.push(
                    Diagnostic::error(
                        rules::DUPLICATE_NAME,
                        format!("there are two {} called `{name}`", kind.plural()),
                    )
                    .label(item.source, item.name.span, "the second one")
                    .label(first.source, first.name.span, "the first one")
                    .help("rename one of them, or take it out"),
                );
            } else {
                names.items.insert((kind, name), item);
            }
        }
        names
    }

    /// The words that name an item of this kind, each once; the others are reported.
    pub(super) fn resolve(
        &self,
        kind: Kind,
        words: &[Word],
        source: usize,
        report: &mut Vec<Diagnostic>,
    ) -> Vec<Word> {
        let mut known: Vec<Word> = Vec::new();
        for word in words {
            if let Some(first) = known.iter().find(|first| first.value == word.value) {
                report.push(repeated(source, word, first));
            } else if self.has(kind, word, source, report) {
                known.push(word.clone());
            }
        }
        known
    }

    /// Whether `word` names an item of this kind; nothing is reported.
    pub(super) fn knows(&self, kind: Kind, word: &Word) -> bool {
        self.items.contains_key(&(kind, word.value.as_str()))
    }

    /// The names of the items of this kind.
    pub(super) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &'i str> {
        self.items.keys().filter(move |(other, _)| *other == kind).map(|(_, name)| *name)
    }

    /// Whether `word` names an item of this kind; if it does not, that is reported.
    pub(super) fn has(&self, kind: Kind, word: &Word, source: usize, report: &mut Vec<Diagnostic>) -> bool {
        if self.knows(kind, word) {
            return true;
        }
        let code = match kind {
            Kind::Shape => rules::UNKNOWN_SHAPE,
            Kind::Spelling => rules::UNKNOWN_SPELLING,
            Kind::Vocabulary => rules::UNKNOWN_VOCABULARY,
            _ => rules::UNKNOWN_CONVENTION,
        };
        let other = self.items.iter().find(|((_, name), _)| *name == word.value);
        let wanted = kind.word();
        let error = Diagnostic::error(code, format!("there is no {wanted} called `{}`", word.value));
        let error = error.label(source, word.span, format!("unknown {wanted}"));
        report.push(match other {
            Some(((other, name), item)) => error
                .label(item.source, item.name.span, format!("this is a {}", other.word()))
                .help(format!("`{name}` is a {}, not a {wanted}", other.word())),
            None => {
                let names = self.items.keys().filter(|(other, _)| *other == kind).map(|(_, name)| *name);
                error.help(suggest(&word.value, names))
            }
        });
        false
    }
}

/// The error for a word that a list has twice.
pub(super) fn repeated(source: usize, again: &Word, first: &Word) -> Diagnostic {
    Diagnostic::error(rules::REPEATED, format!("`{}` is named twice", again.value))
        .label(source, again.span, "again")
        .label(source, first.span, "first here")
        .help("name it once")
}

/// The texts of `words`, each once.
pub(super) fn distinct(source: usize, words: &[Word], report: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut seen: Vec<&Word> = Vec::new();
    for word in words {
        match seen.iter().find(|first| first.value == word.value) {
            Some(first) => report.push(repeated(source, word, first)),
            None => seen.push(word),
        }
    }
    seen.into_iter().map(|word| word.value.clone()).collect()
}

/// What is wrong with an item's own name.
fn fault(item: &Item) -> Option<Diagnostic> {
    let name = item.name.value.as_str();
    if item.kind.value == Kind::Search {
        // The ref of an action: a name from outside.
        return None;
    }
    let error = |message: String, help: &str| {
        let error = Diagnostic::error(rules::ITEM_NAME, message);
        Some(error.label(item.source, item.name.span, "this name").help(help))
    };
    if words::is_structural(name) {
        return error(
            format!("`{name}` is a word of the language, so it names no item"),
            "name it otherwise",
        );
    }
    let is_of_facts =
        || words::OF_FACTS.contains(&name) || FactType::WORDS.iter().any(|(word, _)| *word == name);
    if item.kind.value == Kind::Vocabulary && is_of_facts() {
        let message = format!("`{name}` is a word of facts, which could not go by this vocabulary");
        return error(message, "give the vocabulary another name");
    }
    if !words::is_kebab(name) {
        let help = "small letters and digits, a letter first, single hyphens between words: `key-form`";
        return error(format!("`{name}` is not kebab-case"), help);
    }
    None
}
