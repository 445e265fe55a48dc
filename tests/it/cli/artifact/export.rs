//! `export` and `export-artifact`: what leaves a machine.

use fabric_rules::internal::digest::Digest;

use super::{HERE, Place, page};
use crate::support::snapshots;

#[test]
fn a_surface_is_exported_sorted_and_in_our_format() {
    let place = Place::new();
    place.write(
        "tools.json",
        r#"{"tools": [{"name": "b", "inputSchema": {"z": 1.0, "a": 2}}, {"name": "a"}]}"#,
    );
    let ran = place.run("export tools.json --server net");
    snapshots("cli/artifact").bind(|| insta::assert_snapshot!("export", page(&ran)));
    place.write("surface.json", &ran.stdout);
    assert_eq!(place.run("export surface.json").stdout, ran.stdout, "once more gives the same");
}

#[test]
fn the_digest_of_a_surface_is_that_of_its_canonical_form() {
    let place = Place::new();
    let canonical = place.run("export surface.json --canonical").stdout;
    assert!(
        canonical.starts_with("{\"actions\":[{\"inputSchema\":") && canonical.ends_with("],\"version\":1}")
    );
    let digest = Digest::of_text(&canonical);
    let report = place.json("check surface.json");
    assert_eq!(report["surfaces"][0]["surfaceDigest"], digest.as_str());
    let without = place.run("export surface.json").stdout;
    place.write("again.json", without);
    assert_eq!(place.run("export again.json --canonical").stdout, canonical);
}

#[test]
fn a_surface_without_a_canonical_form_is_not_exported() {
    let place = Place::new();
    place
        .write("twice.json", r#"{"version": 1, "actions": [{"ref": "a", "inputSchema": {"a": 1, "a": 2}}]}"#);
    for line in ["export twice.json", "export twice.json --canonical"] {
        let ran = place.run(line);
        assert_eq!((ran.code, &*ran.stdout), (2, ""));
        assert!(ran.stderr.contains("surface::not-canonical"), "{}", ran.stderr);
    }
}

#[test]
fn an_artifact_is_exported_as_it_stands() {
    let place = Place::compiled();
    assert_eq!(place.run("export-artifact --store here").stdout, place.read(HERE));
    assert_eq!(place.run("export-artifact - --store here").stdout, place.read(HERE));
    let ran = place.run("export-artifact deep/plans.json --store here");
    assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (0, "deep/plans.json: 3 plans\n", ""));
    assert_eq!(place.read("deep/plans.json"), place.read(HERE));
    assert_eq!(std::fs::read_dir(place.path("deep")).unwrap().count(), 1, "nothing beside it");
    let ran = place.run("export-artifact here --store here");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("`here` is no file that could be replaced"), "{}", ran.stderr);
}

#[test]
fn a_legacy_artifact_is_exported_with_a_warning() {
    let place = Place::new();
    place.write(HERE, place.read("legacy.json"));
    let ran = place.run("export-artifact --store here");
    assert_eq!((ran.code, &ran.stdout), (0, &place.read("legacy.json")));
    assert!(ran.stderr.contains("artifact::legacy"), "{}", ran.stderr);
}

#[test]
fn no_artifact_and_a_damaged_one_are_told() {
    let place = Place::new();
    let missing = place.run("export-artifact --store here");
    assert!(!place.path("here").exists());
    std::fs::create_dir_all(place.path(HERE).parent().unwrap()).unwrap();
    let empty = place.run("export-artifact --store here");
    assert!(empty.code == 2 && empty.stderr.contains("store::no-artifact"), "{}", empty.stderr);
    place.write(HERE, "{\"version\": 2,\n \"gate\": maybe}");
    let damaged = place.run("export-artifact plans.json --store here");
    assert!(!place.path("plans.json").exists());
    snapshots("cli/artifact").bind(|| {
        insta::assert_snapshot!("export-artifact-missing", page(&missing));
        insta::assert_snapshot!("export-artifact-damaged", page(&damaged));
    });
}
