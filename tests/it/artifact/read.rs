//! Strict reading: what is refused, and where the fault is said to be.

use fabric_rules::internal::artifact::{APPLIED, Artifact, ArtifactError, Incoming, PLANS};
use fabric_rules::internal::surface::Surface;
use serde_json::{Value, json};

use super::{SURFACE, value_of};
use crate::support::{fixture, parse};

fn good() -> Value {
    let document = parse(SURFACE);
    value_of(&Surface::read(&document, None).unwrap())
}

/// A file of version 1.
fn legacy() -> Value {
    json!({
        "version": 1, "metricVersion": 2,
        "actions": [{"ref": " a.b ", "inputSchema": {"z": 1.0, "a": 12345678901234567890u64}, "baseSchemaDigest": "d"}],
        "quarantined": [{"ref": "a.b", "baseSchemaDigest": "d"}],
        "applied": [{"kind": "enum-tighten", "ref": "a.b", "detail": "x"}],
        "gate": {"passed": false, "beforeScore": -1, "afterScore": 2.5, "reasons": [" r "]},
        "evidenceDigest": "not a digest",
    })
}

fn fault(text: &str) -> (String, String) {
    match Artifact::parse(text.as_bytes()) {
        Err(ArtifactError::Damaged { at, why, .. }) => (at, why),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn what_is_written_is_read_again() {
    let document = parse(SURFACE);
    let artifact = Artifact::from(super::artifact_of(&Surface::read(&document, None).unwrap()));
    let text = artifact.to_text();
    assert!(text.ends_with("}\n") && text.starts_with("{\n  \"version\": 2,\n  \"metricVersion\": 3,\n"));
    assert_eq!(Artifact::parse(text.as_bytes()).unwrap(), artifact);
    let names: Vec<usize> = [
        "\"version\"",
        "\"metricVersion\"",
        "\"actions\"",
        "\"quarantined\"",
        "\"normalizations\"",
        "\"applied\"",
        "\"gate\"",
        "\"evidenceDigest\"",
    ]
    .iter()
    .map(|name| text.find(&format!("\n  {name}")).unwrap())
    .collect();
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn every_member_is_required_and_the_fault_says_which() {
    for mut value in [good(), legacy()] {
        for name in value.as_object().unwrap().clone().keys() {
            if name == "normalizations" && value["version"] == 1 {
                continue;
            }
            let taken = value.as_object_mut().unwrap().remove(name).unwrap();
            // Without its version nothing can be said of the rest.
            assert_eq!(fault(&value.to_string()), (String::new(), format!("the member `{name}` is missing")));
            value[name] = taken;
        }
    }
}

#[test]
fn a_fault_is_told_with_its_place() {
    let change = |pointer: &str, to: Value| {
        let mut value = good();
        *value.pointer_mut(pointer).unwrap() = to;
        value.to_string()
    };
    for (pointer, to, at, why) in [
        ("/version", json!(3), "/version", "must be 1 or 2"),
        ("/version", json!("2"), "/version", "must be 1 or 2"),
        ("/metricVersion", json!(0), "/metricVersion", "an integer from 1"),
        ("/metricVersion", json!(2.5), "/metricVersion", "an integer from 1"),
        ("/actions", json!([1]), "/actions/0", "an object must stand here, not a number"),
        ("/quarantined", json!([{"ref": "a", "baseSchemaDigest": "d"}]), "/quarantined", "must be empty"),
        ("/normalizations", json!({}), "/normalizations", "an array"),
        ("/normalizations/1/rules/0/kind", json!("no-such"), "/normalizations/1", "no kind of rule"),
        ("/normalizations/1/baseSchemaDigest", json!("ab"), "/normalizations/1", "64 lower-case"),
        ("/applied/0/detail", json!(" \t"), "/applied/0/detail", "must not be blank"),
        ("/applied/1/kind", json!(1), "/applied/1/kind", "a string must stand here, not a number"),
        ("/gate", json!(null), "/gate", "an object must stand here, not null"),
        ("/gate/passed", json!(1), "/gate/passed", "a boolean must stand here, not a number"),
        ("/gate/afterScore", json!("0"), "/gate/afterScore", "a finite number"),
        ("/gate/reasons", json!([1]), "/gate/reasons/0", "a string"),
        ("/evidenceDigest", json!("\u{85}\u{3000}"), "/evidenceDigest", "must not be blank"),
    ] {
        let (found, said) = fault(&change(pointer, to));
        assert_eq!(found, at, "{pointer}");
        assert!(said.contains(why), "{pointer}: {said}");
    }
}

#[test]
fn white_space_is_trimmed_by_its_unicode_property() {
    // So U+0085 goes, and U+200B and U+FEFF, which are no white space, stay.
    let mut value = good();
    value["evidenceDigest"] = json!("\u{85}\u{a0}x\u{2003}");
    value["applied"][0]["detail"] = json!("\u{feff}y\u{200b}");
    let Artifact::Compiled(compiled) = Artifact::parse(value.to_string().as_bytes()).unwrap() else {
        panic!()
    };
    assert_eq!(compiled.evidence_digest(), "x");
    assert_eq!(&*compiled.applied()[0].detail, "\u{feff}y\u{200b}");
}

#[test]
fn one_ref_has_one_plan() {
    let mut value = good();
    let again = value["normalizations"][0].clone();
    value["normalizations"].as_array_mut().unwrap().push(again);
    let (at, why) = fault(&value.to_string());
    assert_eq!((&*at, &*why), ("/normalizations/2", "a second plan of `ledger.post` stands here"));
    assert!(Incoming::parse(value.to_string().as_bytes()).is_err());
}

#[test]
fn members_given_twice_are_refused_wherever_they_stand() {
    let text = good().to_string();
    for (from, to) in [
        ("\"version\":2", "\"version\":2,\"version\":2"),
        ("\"passed\":true", "\"passed\":true,\"passed\":false"),
        ("\"kind\":\"key-form\"", "\"kind\":\"key-form\",\"kind\":\"key-form\""),
        ("\"evidenceDigest\"", "\"surplus\":{\"a\":1,\"a\":2},\"evidenceDigest\""),
    ] {
        assert!(text.contains(from));
        let twice = text.replacen(from, to, 1);
        assert!(fault(&twice).1.contains("a member name is given twice"), "{to}");
        assert!(Incoming::parse(twice.as_bytes()).is_err());
    }
}

#[test]
fn bounds_hold() {
    let mut value = good();
    value["applied"] = json!(vec![value["applied"][0].clone(); APPLIED]);
    assert!(Artifact::parse(value.to_string().as_bytes()).is_ok());
    value["applied"] = json!(vec![value["applied"][0].clone(); APPLIED + 1]);
    assert_eq!(fault(&value.to_string()).0, "/applied");
    let mut value = good();
    let plan = |index: usize| {
        let mut plan = good()["normalizations"][0].clone();
        plan["ref"] = json!(format!("a.{index}"));
        plan
    };
    let plans: Vec<Value> = (0..=PLANS).map(plan).collect();
    value["normalizations"] = json!(plans[..PLANS]);
    assert!(Artifact::parse(value.to_string().as_bytes()).is_ok());
    value["normalizations"] = json!(plans);
    assert_eq!(fault(&value.to_string()).0, "/normalizations");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(Artifact::parse(deep.as_bytes()), Err(ArtifactError::Json(_))));
}

#[test]
fn version_1_keeps_what_it_had_and_drops_the_rest() {
    let mut value = legacy();
    value["normalizations"] = json!("unread");
    value["surplus"] = json!(1);
    value["gate"]["surplus"] = json!(1);
    let artifact = Artifact::parse(value.to_string().as_bytes()).unwrap();
    let mut expected = legacy();
    expected["actions"][0]["ref"] = json!("a.b");
    assert_eq!(serde_json::to_value(&artifact).unwrap(), expected);
    // Numbers and order of an overlay stay as they were written.
    let text = "{\"z\": 1.0, \"a\": 123456789012345678901234567890}";
    let line = legacy().to_string().replace("{\"a\":12345678901234567890,\"z\":1.0}", text);
    assert!(line.contains(text));
    let written = Artifact::parse(line.as_bytes()).unwrap().to_text();
    let z = written.find("\"z\": 1.0").unwrap();
    assert!(written.find("\"a\": 123456789012345678901234567890").unwrap() > z);
}

#[test]
fn a_surface_is_no_artifact_and_is_told_apart() {
    for surface in [
        SURFACE.to_owned(),
        std::fs::read_to_string(fixture("surfaces/pypi__mcp-server-time.tools.json")).unwrap(),
    ] {
        let error = Artifact::parse(surface.as_bytes()).unwrap_err();
        assert_eq!(error.code(), "artifact::surface");
    }
}
