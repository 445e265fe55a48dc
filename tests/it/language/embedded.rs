//! The program that is built in.

use std::fs;

use fabric_rules::internal::diagnostic::rules;
use fabric_rules::internal::ir::Status;
use fabric_rules::internal::rules::{compile, embedded, reports};
use fabric_rules::internal::syntax::parse;

#[test]
fn it_compiles_with_nothing_to_tell() {
    let compiled = compile(&embedded());
    // A note of the candidates alone: a profile for tools of every size cannot be tighter.
    let told: Vec<_> =
        compiled.diagnostics.iter().map(|found| (found.code, found.labels[0].source)).collect();
    let wide = embedded().iter().position(|file| file.name == "rules/review/wide.rules").unwrap();
    assert_eq!(told, [(rules::BOUND, wide)]);
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
            match entry.path() {
                path if path.is_dir() => folders.push(name),
                // The cases of candidates are for people and for tests.
                path if path.extension().is_some_and(|extension| extension == "jsonl") => {}
                _ => names.push(name),
            }
        }
    }
    names.sort();
    // The searches of reports are in the folder, and in no program.
    let mut embedded: Vec<String> =
        embedded().into_iter().chain(reports()).map(|source| source.name).collect();
    embedded.sort();
    assert_eq!(embedded, names);
}

#[test]
fn what_is_under_review_says_its_hazard_and_is_in_no_active_profile() {
    let program = compile(&embedded()).program.unwrap();
    let ir = program.ir();
    let mut under_review = 0;
    for file in embedded().iter().filter(|file| file.name.starts_with("rules/review/")) {
        let item = &parse(0, &file.text).0.items[0];
        let (name, doc) = (&item.name.value, &item.doc.as_ref().unwrap().value);
        assert_eq!(file.name, format!("rules/review/{name}.rules"));
        let Some(convention) = ir.convention(name) else { continue };
        under_review += 1;
        assert_eq!(convention.status, Status::Review, "{name}");
        assert!(doc.split_once(" Hazard: ").is_some_and(|(_, hazard)| hazard.len() > 30), "{name}: {doc}");
    }
    let active = ir.conventions.iter().filter(|convention| convention.status == Status::Active).count();
    assert_eq!((under_review, active), (14, 4));
    let named: Vec<_> = ir.profiles.iter().map(|profile| (&*profile.name, profile.status)).collect();
    assert_eq!(named, [("fabric", Status::Active), ("wide", Status::Review)]);
    let unused: Vec<_> = ir
        .conventions
        .iter()
        .filter(|convention| {
            !ir.profiles.iter().any(|profile| profile.conventions.contains(&convention.name))
        })
        .map(|convention| &*convention.name)
        .collect();
    assert_eq!(unused, ["surplus-empty"]);
}
