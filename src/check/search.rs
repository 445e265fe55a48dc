//! Searches: every argument in one clause, every word in its set, nothing that could never hold.

mod argument;
mod gap;
mod page;
mod reads;

use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::search::{Facet, Fixed, Host, Ranking, Search};
use crate::ir::{self};
use crate::span::Span;
use crate::syntax::ast::{At, Literal, SearchClause, Word};

use super::clauses::{Clauses, pick};
use super::literal;

pub(super) fn lower(clauses: &Clauses<'_, SearchClause>, report: &mut Vec<Diagnostic>) -> Option<Search> {
    let errors = report.len();
    let item = clauses.item;
    let mut reader = Reader { source: item.source, report };
    reader.classes(clauses.clauses);

    let source = clauses.needed("source", reader.report, |clause| match clause {
        SearchClause::Source { name, said } => Some((name, said)),
        _ => None,
    });
    let ranking = clauses.once("ranking", reader.report, pick!(SearchClause::Ranking));
    let complete = clauses.once("complete", reader.report, pick!(SearchClause::Complete));
    let limit = page::limit(&mut reader, clauses);
    let page = page::page(&mut reader, clauses, &limit);
    let result = reads::reads(&mut reader, clauses);
    let ranking = ranking.and_then(|(word, _)| {
        reader.choice(word, &[("exact", Ranking::Exact), ("approximate", Ranking::Approximate)])
    });
    let complete = complete.map(|(word, _)| reader.choice(word, &[("arguments", ())]));
    let (source, said) =
        source.map_or((String::new(), &[][..]), |((name, said), _)| (name.value.clone(), said));
    let mut search = Search {
        name: item.name.value.clone(),
        source,
        said: texts(said),
        arguments: Vec::new(),
        periods: Vec::new(),
        fixed: Vec::new(),
        page,
        limit,
        hosts: Vec::new(),
        credentials: Vec::new(),
        ranking,
        is_complete: complete.is_some(),
        ignored: Vec::new(),
        gaps: Vec::new(),
        result,
    };
    for At { value, .. } in clauses.clauses {
        reader.add(&mut search, value);
    }
    // A gap may stand before the clause of the argument that it names.
    for At { value, .. } in clauses.clauses {
        if let SearchClause::Gap { what, because, bears } = value {
            let lowered = gap::lower(&mut reader, &search, what, because.as_ref(), bears);
            search.gaps.extend(lowered);
        }
    }
    (!item.broken && report.len() == errors).then_some(search)
}

/// Reads the parts of one search, and reports what is wrong with them.
struct Reader<'r> {
    source: usize,
    report: &'r mut Vec<Diagnostic>,
}

fn texts(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.value.clone()).collect()
}

impl Reader<'_> {
    fn add(&mut self, search: &mut Search, clause: &SearchClause) {
        match clause {
            SearchClause::Subject(it) => search.arguments.push(argument::lower(self, Facet::Subject, it)),
            SearchClause::Population(it) => {
                search.arguments.push(argument::lower(self, Facet::Population, it))
            }
            SearchClause::Filter(it) => search.arguments.push(argument::lower(self, Facet::Filter, it)),
            SearchClause::Period { from, to, parts } => {
                search.periods.push(argument::period(self, from, to.as_ref(), parts));
            }
            SearchClause::Fixed { name, value, said } => {
                if let Some(value) = self.value(value) {
                    search.fixed.push(Fixed { name: name.value.clone(), value, said: texts(said) });
                }
            }
            SearchClause::Host { argument, identity } => {
                let (argument, identity) = (argument.value.clone(), identity.value.clone());
                search.hosts.push(Host { argument, identity });
            }
            SearchClause::Credential(argument) => search.credentials.push(argument.value.clone()),
            SearchClause::Ignore(names) => search.ignored.extend(texts(names)),
            _ => {}
        }
    }

    fn value(&mut self, value: &At<Literal>) -> Option<ir::Literal> {
        literal::plain(value, self.source, self.report)
    }

    fn error(&mut self, code: &'static str, message: String, at: Span, label: &str, help: impl Into<String>) {
        self.report.push(Diagnostic::error(code, message).label(self.source, at, label).help(help));
    }

    /// What the word stands for; one that stands for nothing is reported.
    fn choice<T: Copy>(&mut self, word: &Word, of: &[(&str, T)]) -> Option<T> {
        let found = of.iter().find(|(known, _)| *known == word.value).map(|(_, choice)| *choice);
        if found.is_none() {
            let help = suggest(&word.value, of.iter().map(|(known, _)| *known));
            let message = format!("`{}` has no meaning here", word.value);
            self.error(rules::UNKNOWN_CHOICE, message, word.span, "unknown word", help);
        }
        found
    }

    /// Reports each argument that two clauses speak of.
    fn classes(&mut self, clauses: &[At<SearchClause>]) {
        let mut seen: Vec<(&Word, &str)> = Vec::new();
        for At { value, .. } in clauses {
            let (class, names) = value.arguments();
            for name in names {
                let first = seen.iter().find(|(first, _)| first.value == name.value).copied();
                let Some((first, other)) = first else {
                    seen.push((name, class));
                    continue;
                };
                let is_credential = (class == "credential") != (other == "credential");
                let error = if is_credential {
                    let message =
                        format!("`{}` is a credential, and is told as something searched", name.value);
                    Diagnostic::error(rules::COMPOSED_CREDENTIAL, message)
                        .help("keep `credential`: what fills it must never stand in a row")
                } else {
                    let message = format!("`{}` is classified twice", name.value);
                    Diagnostic::error(rules::CLASSIFIED_TWICE, message)
                        .help("an argument means one thing: keep one of them")
                };
                let error = error.label(self.source, name.span, format!("here as `{class}`"));
                self.report.push(error.label(self.source, first.span, format!("first here as `{other}`")));
            }
        }
    }
}
