//! The text of a rule file: every fault is told, and layout means nothing.

use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::rules::{compile, embedded};
use fabric_rules::internal::syntax::layout::layout;
use fabric_rules::internal::syntax::parse;

/// A text that can be read has a layout, which is the layout of itself and compiles to the same; every
/// place that is told lies in the text.
pub fn hold(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if text.len() > 1 << 14 {
        return;
    }
    let compiled = compile_beside_the_built_in(text);
    for label in compiled.diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
        if label.source == 0 {
            assert!(text.get(label.span.start..label.span.end).is_some(), "a place outside the text");
        }
    }
    let Ok(laid_out) = layout(0, text) else { return };
    assert_eq!(layout(0, &laid_out).as_deref(), Ok(&*laid_out), "a layout is its own");
    assert_eq!(parse(0, &laid_out).0, parse(0, text).0, "layout changes what is read");
    assert_eq!(
        compile_beside_the_built_in(&laid_out).program,
        compiled.program,
        "layout changes the program"
    );
}

fn compile_beside_the_built_in(text: &str) -> fabric_rules::internal::rules::Compiled {
    let mut sources = vec![Source::new("given.rules", text)];
    sources.extend(embedded());
    compile(&sources)
}
