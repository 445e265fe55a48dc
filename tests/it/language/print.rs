//! Canonical layout.

use std::fs;
use std::path::Path;

use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::program::Program;
use fabric_rules::internal::rules::{compile, embedded};
use fabric_rules::internal::syntax::layout::layout;

fn program(text: &str) -> Option<Program> {
    compile(&[Source::new("test.rules", text)]).program
}

/// The rule files in a folder of fixtures, by name.
fn files(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, String)> = paths
        .map(|path| {
            (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_built_in_files_are_laid_out() {
    for source in embedded() {
        assert_eq!(layout(0, &source.text).unwrap(), source.text, "{}", source.name);
    }
}

#[test]
fn layouts_are_as_recorded() {
    for (name, text) in files("layout") {
        let laid_out = layout(0, &text).unwrap();
        super::snapshots("layout", || insta::assert_snapshot!(name.as_str(), laid_out));
        assert_eq!(program(&laid_out), program(&text), "{name}");
        assert!(program(&text).is_some(), "{name} should compile");
    }
}

#[test]
fn laying_out_twice_changes_nothing_more() {
    let mut laid_out = 0;
    for (name, text) in files("layout").into_iter().chain(files("rules")) {
        for text in
            [text.clone(), text.replace('\n', "\r\n"), text.replace(' ', "\n"), text.replace("  ", " // x\n")]
        {
            let Ok(once) = layout(0, &text) else { continue };
            assert_eq!(layout(0, &once).as_ref(), Ok(&once), "{name}");
            assert_eq!(program(&once), program(&text), "{name}");
            laid_out += 1;
        }
    }
    assert!(laid_out > 50, "only {laid_out} texts could be read");
}

#[test]
fn every_comment_and_token_is_kept_in_order() {
    for (name, text) in files("layout") {
        let solid = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(solid(&layout(0, &text).unwrap()), solid(&text), "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_not_laid_out() {
    let errors = layout(3, "language 1\nshape { }").unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].labels[0].source, 3);
}
