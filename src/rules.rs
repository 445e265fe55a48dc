//! Rule programs: from a set of texts, and the one that is built in.

use crate::check::check;
use crate::diagnostic::{Diagnostic, Severity, Source, rules};
use crate::ir;
use crate::program::Program;
use crate::span::Span;
use crate::syntax::parse;

/// How many items a program may have.
pub const ITEMS: usize = 256;

/// How many errors are reported; more are counted.
pub const ERRORS: usize = 200;

/// What came of compiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// The program, where there is no error. Notes and warnings may come with it.
    pub program: Option<ir::Program>,
    /// What there is to tell, in the order of the places. The labels' `source` is an index into what was compiled.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles the rule files of a program. Their order, and that of the items in them, means nothing.
pub fn compile(sources: &[Source]) -> Compiled {
    let mut diagnostics = Vec::new();
    let mut items = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let (file, errors) = parse(index, &source.text);
        items.extend(file.items);
        diagnostics.extend(errors);
    }
    let readable = diagnostics.is_empty();
    let mut program = None;
    if let Some(item) = items.get(ITEMS) {
        let error = Diagnostic::error(rules::TOO_LARGE, format!("this program has more than {ITEMS} items"));
        diagnostics
            .push(error.label(item.source, item.name.span, "one too many").help("make it several programs"));
    } else {
        let (checked, found) = check(&items);
        diagnostics.extend(found);
        program = checked.filter(|_| readable);
    }
    sort(&mut diagnostics);
    Compiled { program, diagnostics }
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
        diagnostics.truncate(ERRORS);
        diagnostics.push(Diagnostic::error(rules::TOO_LARGE, format!("{left_off} more are left off")));
    }
}

/// The files of `rules/`, by their names there.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The rule files that are built in, in the order of their names.
pub fn embedded() -> Vec<Source> {
    EMBEDDED.iter().map(|(name, text)| Source::new(*name, *text)).collect()
}

/// The program that is built in.
///
/// # Errors
///
/// What [`compile`] says of the embedded rule files; a test holds that it says nothing.
pub fn built_in() -> Result<Program, Vec<Diagnostic>> {
    let compiled = compile(&embedded());
    compiled.program.map(Program::from_ir).ok_or(compiled.diagnostics)
}
