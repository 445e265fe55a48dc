//! Names of the built-in program, in a program that does not extend it.

use super::embedded;
use crate::diagnostic::{Diagnostic, Source, rules};
use crate::syntax::kind::Kind;
use crate::syntax::parse;

/// Where `found` says that there is no item of a name which the built-in program has, says how to get it.
pub(super) fn suggest(found: &mut Diagnostic, sources: &[Source]) {
    let kind = match found.code {
        rules::UNKNOWN_SHAPE => Kind::Shape,
        rules::UNKNOWN_SPELLING => Kind::Spelling,
        rules::UNKNOWN_CONVENTION => Kind::Convention,
        _ => return,
    };
    let Some(label) = found.labels.first() else { return };
    let Some(name) = sources.get(label.source).map(|source| label.span.of(&source.text)) else { return };
    let is_built_in = embedded().iter().any(|source| {
        let (file, _) = parse(0, &source.text);
        file.items.iter().any(|item| item.kind.value == kind && item.name.value == name)
    });
    if is_built_in {
        let help = "the built-in program has it: add a line `extends built-in` behind `language 1`";
        found.help = Some(help.to_owned());
    }
}
