//! The program that is built in.

use std::fs;

use fabric_rules::internal::rules::{compile, embedded};

#[test]
fn it_compiles_with_nothing_to_tell() {
    let compiled = compile(&embedded());
    assert_eq!(compiled.diagnostics, []);
    super::snapshots("", || insta::assert_debug_snapshot!("embedded", compiled.program.unwrap().ir()));
}

#[test]
fn every_file_of_the_folder_is_in_it() {
    let mut names = Vec::new();
    let mut folders = vec!["rules".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() { folders.push(name) } else { names.push(name) }
        }
    }
    names.sort();
    let embedded: Vec<String> = embedded().into_iter().map(|source| source.name).collect();
    assert_eq!(embedded, names);
}
