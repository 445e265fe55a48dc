//! What a program's digest depends on.

use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::rules::{compile, embedded};

fn digest(sources: &[Source]) -> Digest {
    compile(sources).program.unwrap().digest().clone()
}

/// The built-in files, each text put through `edit`.
fn edited(edit: impl Fn(&str) -> String) -> Vec<Source> {
    embedded().into_iter().map(|source| Source::new(source.name, edit(&source.text))).collect()
}

#[test]
fn layout_comments_and_doc_strings_do_not_change_it() {
    let digest_of = |edit: fn(&str) -> String| digest(&edited(edit));
    let plain = digest(&embedded());
    assert_eq!(digest_of(|text| text.replace('\n', " \r\n\t ")), plain);
    assert_eq!(digest_of(|text| format!("// above\n{}// below", text.replace('\n', " // beside\n"))), plain);
    assert_eq!(digest_of(|text| text.replace("\n  \"", "\n  \"Another doc string. ")), plain);
    assert_eq!(digest_of(|text| format!("\u{FEFF}{text}")), plain);
}

#[test]
fn the_order_of_files_and_items_does_not_change_it() {
    let plain = digest(&embedded());
    let mut files = embedded();
    files.reverse();
    assert_eq!(digest(&files), plain);
    files.rotate_left(3);
    assert_eq!(digest(&files), plain);
    let items: String = files.iter().map(|file| file.text.replace("language 1", "")).collect();
    assert_eq!(digest(&[Source::new("all.rules", format!("language 1\n{items}"))]), plain);
}

#[test]
fn the_order_of_sets_does_not_change_it() {
    let swapped = edited(|text| {
        text.replace(r#"letter | digit | " " | "_" | "-""#, r#""-" | digit | "_" | letter | " ""#)
    });
    assert_eq!(digest(&swapped), digest(&embedded()));
}

#[test]
fn every_word_that_means_something_changes_it() {
    let plain = digest(&embedded());
    let edits = [
        ("and not accepts null", "and accepts \"\""),
        ("and not accepts null", ""),
        ("type is \"number\" or type", "not type is \"number\" and type"),
        ("drop  \" \", \"_\", \"-\"", "drop  \" \", \"_\""),
        ("apart by letter | digit", ""),
        ("fold  case", ""),
        ("rules 128", "rules 127"),
        ("plan        1", "plan 2"),
        ("if, not", "if"),
        ("key-form, optional-null", "optional-null, key-form"),
    ];
    for (from, to) in edits {
        let edited = edited(|text| text.replace(from, to));
        assert_ne!(edited, embedded(), "{from} is not in the text");
        assert_ne!(digest(&edited), plain, "{from} to {to}");
    }
}
