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
    let place = Place::compiled();
    let before = place.all();
    let value = place.json("disable --store here --dry-run");
    assert_eq!(
        value,
        json!({"active": false, "changed": true, "written": false, "switch": "here/fabric/entropy/disabled"})
    );
    let value = place.json("activate --store here");
    assert_eq!(
        value,
        json!({"active": true, "changed": false, "written": false, "switch": "here/fabric/entropy/disabled"})
    );
    assert_eq!(place.all(), before);
    assert_eq!(place.json("disable --store here")["written"], true);
    assert!(place.path("here/fabric/entropy/disabled").exists());
}

/// Switching the wrong folder off would leave the right one on.
#[test]
fn a_store_that_is_not_there_is_not_made_and_the_nearest_is_named() {
    let place = Place::compiled();
    place.write("sessions/s.jsonl", "");
    let before = place.all();
    for (line, missing) in [
        ("disable --store her", "her"),
        ("activate --store her", "her"),
        ("disable", "."),
        ("status", "."),
        ("disable --store here/fabric", "here/fabric"),
        ("export-artifact --store elsewhere", "elsewhere"),
        ("export-artifact out.json --store her", "her"),
        ("status --store her", "her"),
        ("pool show --store her", "her"),
        ("apply --surface surface.json --store her", "her"),
        ("trial --surface surface.json --sessions sessions --store her", "her"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{line}");
        let said = ran.stderr.replace("\n  │ ", " ").replace("\n        ", " ");
        assert!(said.contains(&format!("there is no store at `{missing}`")), "{line}: {said}");
        let help = said.split("the nearest store is `").nth(1).unwrap_or_default();
        assert!(help.split('`').next().unwrap_or_default().ends_with("here"), "{line}: {said}");
        assert_eq!(place.all(), before, "{line}");
    }
}
