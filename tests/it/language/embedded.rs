//! The program that is built in.

use std::fs;

use fabric_rules::rules::{compile, embedded};

#[test]
fn it_compiles_with_nothing_to_tell_but_its_bound() {
    let compiled = compile(&embedded());
    let codes: Vec<&str> = compiled.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["rules::bound"], "{:#?}", compiled.diagnostics);
    super::snapshots("", || insta::assert_debug_snapshot!("embedded", compiled.program.unwrap()));
}

#[test]
fn every_file_of_the_folder_is_in_it() {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/rules")).unwrap();
    let mut names: Vec<String> =
        folder.map(|entry| format!("rules/{}", entry.unwrap().file_name().to_string_lossy())).collect();
    names.sort();
    let embedded: Vec<String> = embedded().into_iter().map(|source| source.name).collect();
    assert_eq!(embedded, names);
}
