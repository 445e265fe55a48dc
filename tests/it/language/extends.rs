//! A program that extends the built-in one copies nothing of it.

use fabric_rules::internal::diagnostic::{Severity, Source};
use fabric_rules::internal::program::Program;
use fabric_rules::internal::rules::{built_in, compile, embedded};
use fabric_rules::internal::syntax::layout::layout;

fn mine() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/extended/mine.rules");
    std::fs::read_to_string(path).unwrap()
}

fn program(texts: &[&str]) -> Program {
    let sources: Vec<Source> =
        texts.iter().enumerate().map(|(index, text)| Source::new(format!("{index}.rules"), *text)).collect();
    let compiled = compile(&sources);
    assert_eq!(compiled.diagnostics, [], "nothing is to be said of it");
    compiled.program.unwrap()
}

#[test]
fn fabric_stays_fabric_in_an_extended_program() {
    let (extended, plain) = (program(&[&mine()]), built_in().unwrap());
    let fabric = extended.fabric().expect("it is recognised by what it uses");
    assert_eq!(fabric.rules_digest(), plain.fabric().unwrap().rules_digest());
    assert_eq!(extended.default_profile().unwrap().name(), "fabric");
    assert_ne!(extended.digest(), plain.digest());
    assert!(!extended.profile("mine").unwrap().is_fabric());

    // What `mine` uses counts in its digest, wherever it comes from, and nothing else does.
    let digest = |text: &str| program(&[text]).profile("mine").unwrap().rules_digest().cloned();
    let unused = format!("{}\nspelling spare \"Unused.\" {{ first letter }}\n", mine());
    assert_eq!(digest(&mine()), digest(&unused));
    assert_ne!(digest(&mine()), digest(&mine().replace(", enum-form, empty-", ", empty-")));
}

#[test]
fn any_file_may_say_it_and_saying_it_twice_is_saying_it_once() {
    let mine = mine();
    let here = mine.replace("extends built-in\n", "");
    let one = program(&[&mine]);
    assert_eq!(program(&[&here, "language 1\nextends built-in\n"]).digest(), one.digest());
    assert_eq!(program(&[&mine, "language 1\nextends built-in\n"]).digest(), one.digest());
    assert!(compile(&[Source::new("a.rules", here)]).program.is_none());
}

#[test]
fn a_copy_beside_it_is_an_error_with_both_places() {
    let copied = embedded().into_iter().find(|source| source.name.contains("key-form")).unwrap();
    let text = copied.text.replace("language 1\n", "language 1\nextends built-in\n");
    let compiled = compile(&[Source::new("mine.rules", text)]);
    let clash = compiled.diagnostics.iter().find(|found| found.code == "rules::duplicate-name").unwrap();
    let places: Vec<&str> =
        clash.labels.iter().map(|label| compiled.sources[label.source].name.as_str()).collect();
    assert_eq!(places, ["mine.rules", "built-in:rules/key-form.rules"]);
    assert_eq!(clash.severity, Severity::Error);
}

#[test]
fn layout_keeps_the_line_behind_the_language() {
    let loose = "language 1   extends\n   built-in // why\nshape s \"A shape.\" {type is \"object\"}";
    let laid = layout(0, loose).unwrap();
    assert!(laid.starts_with("language 1\nextends built-in  // why\n\nshape s\n"), "{laid}");
    assert_eq!(layout(0, &laid).unwrap(), laid);
    let commented = "// one\nlanguage 1\n// two\nextends built-in\n";
    assert_eq!(layout(0, commented).unwrap(), commented);
}
