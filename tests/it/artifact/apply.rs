//! The plans of a store in use: proved ones are applied, others refused, and never replaced silently.

use std::fs;

use fabric_rules::internal::store::{artifact_path, disabled_path};
use fabric_rules::internal::surface::Surface;
use serde_json::json;

use super::{SURFACE, value_of};
use crate::cli::{Ran, run_on, values};
use crate::support::parse;

const CALLS: &str = "{\"ref\":\"ledger.post\",\"args\":{\"Amount\":\"2\"}}\n\
                     {\"ref\":\"parcel.track\",\"args\":{\"zone-code\":\"NORTH\"}}\n";

fn apply(store: &std::path::Path) -> Ran {
    run_on(
        &["apply", "--surface", "tests/fixtures/artifact/surface.json", "--store", store.to_str().unwrap()],
        CALLS,
    )
}

fn changed(ran: &Ran) -> Vec<bool> {
    values(&ran.stdout).iter().map(|answer| answer["changed"].as_bool().unwrap()).collect()
}

#[test]
fn a_store_is_used_as_far_as_it_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let document = parse(SURFACE);
    let mut value = value_of(&Surface::read(&document, None).unwrap());
    let path = artifact_path(folder.path());
    // No store at all, which is told and not made.
    let ran = apply(folder.path());
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("store::missing"), "{}", ran.stderr);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // An empty store: every action gets its derived plan at once.
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert_eq!(changed(&apply(folder.path())), [true, true]);
    fs::write(&path, value.to_string()).unwrap();
    assert_eq!(changed(&apply(folder.path())), [true, true]);
    // A plan that is not proved is refused, although a derived one would be at hand.
    value["normalizations"][0]["rules"].as_array_mut().unwrap().pop();
    fs::write(&path, value.to_string()).unwrap();
    let ran = apply(folder.path());
    assert_eq!(changed(&ran), [false, true]);
    assert!(ran.stderr.contains("stored plan of `ledger.post` is refused (forged)"), "{}", ran.stderr);
    // Switched off, nothing changes, and that is said once.
    fs::write(disabled_path(folder.path()), "").unwrap();
    let ran = apply(folder.path());
    assert_eq!(changed(&ran), [false, false]);
    assert_eq!(ran.stderr.matches("store::off").count(), 1, "{}", ran.stderr);
    // A damaged file is an error with its place, and no reason to fall back to anything.
    fs::write(&path, json!({"version": 2}).to_string()).unwrap();
    let ran = apply(folder.path());
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("artifact::damaged") && ran.stderr.contains("`metricVersion` is missing"));
}
