//! Rule programs: from a set of texts, and the one that is built in.

mod extension;
mod pairs;

pub use pairs::{Apart, pairs};

use crate::check::check;
use crate::diagnostic::private::is_private;
use crate::diagnostic::{Diagnostic, Severity, Source, rules};
use crate::ir;
use crate::program::{FABRIC, Program};
use crate::span::Span;
use crate::syntax::ast::Item;
use crate::syntax::kind::Kind;
use crate::syntax::parse;

/// How many items a program may have.
pub const ITEMS: usize = 256;

/// How many errors are reported; more are counted.
pub const ERRORS: usize = 200;

/// What came of compiling.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compiled {
    /// The program, where there is no error. Notes and warnings may come with it.
    pub program: Option<Program>,
    /// What there is to tell, in the order of the places. The labels' `source` is an index into `sources`.
    pub diagnostics: Vec<Diagnostic>,
    /// What was compiled: the given files and, where one of them extends it, the built-in program's.
    pub sources: Vec<Source>,
    /// How many errors there are, those that are left off too.
    pub errors: usize,
    /// How many warnings, in the same way.
    pub warnings: usize,
}

/// Compiles the rule files of a program. Their order, and that of the items in them, means nothing.
///
/// Where a file says `extends built-in`, the built-in files belong to the program.
pub fn compile(sources: &[Source]) -> Compiled {
    let given = sources.len();
    let mut sources = sources.to_vec();
    let mut own = Read::default();
    for (index, source) in sources.iter().enumerate() {
        own.add(index, source);
    }
    let mut items = Vec::new();
    if own.extends {
        let mut built_in = Read::default();
        for source in embedded() {
            let source = Source::new(format!("{BUILT_IN}{}", source.name), source.text);
            built_in.add(sources.len(), &source);
            sources.push(source);
        }
        // Of two items of one name, the second one is the author's.
        items = built_in.items;
        own.diagnostics.extend(built_in.diagnostics);
    }
    let first_own = items.len();
    items.append(&mut own.items);
    let mut diagnostics = own.diagnostics;
    let readable = diagnostics.is_empty();
    let mut program = None;
    if let Some(item) = items.get(ITEMS) {
        let error = Diagnostic::error(rules::TOO_LARGE, format!("this program has more than {ITEMS} items"));
        diagnostics
            .push(error.label(item.source, item.name.span, "one too many").help("make it several programs"));
    } else {
        let (checked, mut found) = check(&items);
        let is_built_in =
            |found: &Diagnostic| found.labels.first().is_some_and(|label| label.source >= given);
        found.retain(|found| found.severity != Severity::Note || !is_built_in(found));
        found.retain(|found| !is_about_fabric(found, &items, checked.as_ref()));
        if first_own == 0 {
            found.iter_mut().for_each(|found| extension::suggest(found, &sources));
        }
        diagnostics.extend(found);
        program = checked.filter(|_| readable).map(Program::new);
    }
    let number = |severity| diagnostics.iter().filter(|found| found.severity == severity).count();
    let (errors, warnings) = (number(Severity::Error), number(Severity::Warning));
    sort(&mut diagnostics);
    Compiled { program, diagnostics, sources, errors, warnings }
}

#[cfg(feature = "cli")]
impl Compiled {
    /// Whether the profile called `name` stands in a given file, and not in the built-in program that it extends.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        let extended = self.sources.iter().any(|source| source.name.starts_with(BUILT_IN));
        let is_called = |item: &Item| item.kind.value == Kind::Profile && item.name.value == name;
        !extended || !embedded().iter().any(|source| parse(0, &source.text).0.items.iter().any(is_called))
    }
}

/// The searches of rule files, as they are written; not those of a built-in program that they extend.
#[cfg(feature = "cli")]
pub(crate) fn searches(sources: &[Source]) -> Vec<Item> {
    let given = sources.iter().enumerate().filter(|(_, source)| !source.name.starts_with(BUILT_IN));
    let items = given.flat_map(|(index, source)| parse(index, &source.text).0.items);
    items.filter(|item| item.kind.value == Kind::Search).collect()
}

/// What the name of a built-in file begins with, where it stands beside an author's.
pub const BUILT_IN: &str = "built-in:";

/// The items of some files, and what is wrong with their text.
#[derive(Default)]
struct Read {
    items: Vec<Item>,
    diagnostics: Vec<Diagnostic>,
    extends: bool,
}

impl Read {
    fn add(&mut self, index: usize, source: &Source) {
        let (file, mut errors) = parse(index, &source.text);
        let is_no_language = |error: &Diagnostic| error.code == rules::LANGUAGE;
        if errors.iter().any(is_no_language) && is_private(&source.name, &source.text) {
            // Other messages name words of the text, which was given here by mistake.
            errors.retain(is_no_language);
            self.diagnostics.extend(errors);
            return;
        }
        self.extends |= file.extends.is_some();
        self.items.extend(file.items);
        self.diagnostics.extend(errors);
    }
}

/// Whether `found` is a note about the built-in profile as it is, which its author need not be told.
fn is_about_fabric(found: &Diagnostic, items: &[Item], program: Option<&ir::Program>) -> bool {
    let profile = program.and_then(|program| {
        program.profiles.iter().find(|profile| program.rules_digest(profile).as_str() == FABRIC)
    });
    let item = profile.and_then(|profile| {
        items.iter().find(|item| item.kind.value == Kind::Profile && item.name.value == profile.name)
    });
    let (Some(item), Some(label)) = (item, found.labels.first()) else { return false };
    found.severity == Severity::Note && label.source == item.source && item.whole.span.contains(label.span)
}

/// Sorts by place, and leaves off what nobody would read.
fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let place = |diagnostic: &Diagnostic| {
        let first = diagnostic.labels.first();
        first.map_or((usize::MAX, Span::at(usize::MAX)), |label| (label.source, label.span))
    };
    diagnostics.sort_by_key(place);
    let left_off = diagnostics.len().saturating_sub(ERRORS);
    if left_off > 0 {
        // An error must not be cut away by notes before it.
        diagnostics.sort_by_key(|diagnostic| diagnostic.severity != Severity::Error);
        // Where none is, the program still is one.
        let is_error = diagnostics.get(ERRORS).is_some_and(|next| next.severity == Severity::Error);
        let severity = if is_error { Severity::Error } else { Severity::Note };
        diagnostics.truncate(ERRORS);
        diagnostics.push(Diagnostic::new(
            severity,
            rules::TOO_LARGE,
            format!("{left_off} more are left off"),
        ));
    }
}

/// The files of `rules/`, by their names there.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Where the searches of our own reports stand. They belong to no program, so that its digest says nothing of them.
const REPORTS: &str = "rules/reports/";

/// The rule files that are built in, in the order of their names.
pub fn embedded() -> Vec<Source> {
    sources(|name| !name.starts_with(REPORTS))
}

/// The files with the searches of our own reports.
pub fn reports() -> Vec<Source> {
    sources(|name| name.starts_with(REPORTS))
}

fn sources(is_wanted: impl Fn(&str) -> bool) -> Vec<Source> {
    let wanted = EMBEDDED.iter().filter(|(name, _)| is_wanted(name));
    wanted.map(|(name, text)| Source::new(*name, *text)).collect()
}

/// The program that is built in.
///
/// # Errors
///
/// What [`compile`] says of the embedded rule files; a test holds that it says nothing.
pub fn built_in() -> Result<Program, Vec<Diagnostic>> {
    let compiled = compile(&embedded());
    compiled.program.ok_or(compiled.diagnostics)
}
