//! The kept inputs of the fuzz targets, each through the laws of its target.

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::path::Path;

fn replay(target: &str, hold: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let mut inputs = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        hold(&std::fs::read(entry.unwrap().path()).unwrap());
        inputs += 1;
    }
    assert!(inputs >= 20, "{inputs} inputs for {target}");
}

#[test]
fn calls() {
    replay("apply", targets::apply::hold);
}

#[test]
fn artifacts() {
    replay("artifacts", targets::artifacts::hold);
}

#[test]
fn rules() {
    replay("rules", targets::rules::hold);
}

#[test]
fn sessions() {
    replay("sessions", targets::sessions::hold);
}

#[test]
fn surfaces() {
    replay("surfaces", targets::surfaces::hold);
}
