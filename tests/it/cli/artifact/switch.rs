//! `activate` and `disable`.

use serde_json::json;

use super::{HERE, Place};

#[test]
fn the_switch_is_set_told_and_set_only_once() {
    let place = Place::compiled();
    let before = place.read(HERE);
    for (line, said) in [
        ("activate --store here", "normalization is already on: `here`\n"),
        ("disable --store here --dry-run", "normalization would now be off: `here`\n"),
        ("disable --store here", "normalization is now off: `here`\n"),
        ("disable --store here", "normalization is already off: `here`\n"),
        ("activate --store here --dry-run", "normalization would now be on: `here`\n"),
        ("activate --store here", "normalization is now on: `here`\n"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (0, said, ""), "{line}");
        let is_off = place.path("here/fabric/entropy/disabled").exists();
        assert_eq!(
            is_off,
            said.contains("is now off")
                || said.contains("already off")
                || line.starts_with("activate") && said.contains("would"),
            "{line}"
        );
    }
    assert_eq!(place.read(HERE), before);
}

#[test]
fn a_dry_run_and_what_is_so_already_leave_no_trace() {
    let place = Place::new();
    let before = place.all();
    let value = place.json("disable --store new --dry-run");
    assert_eq!(
        value,
        json!({"active": false, "changed": true, "written": false, "switch": "new/fabric/entropy/disabled"})
    );
    let value = place.json("activate --store new");
    assert_eq!(
        value,
        json!({"active": true, "changed": false, "written": false, "switch": "new/fabric/entropy/disabled"})
    );
    assert_eq!(place.all(), before);
    assert_eq!(place.json("disable --store new")["written"], true);
    assert!(place.path("new/fabric/entropy/disabled").exists());
}
