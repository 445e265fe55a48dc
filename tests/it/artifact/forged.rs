//! Whatever somebody may have done to an artifact: nothing forged is ever applied, and what is wrong
//! is named.
//!
//! Every value of a real artifact is altered, one at a time, in every way that makes sense for its
//! type. The file is then refused as a whole, with a place; or a plan of it falls, with a reason; or
//! what was altered is something that nothing reads.

use fabric_rules::internal::artifact::{Artifact, ArtifactError, Incoming, Premise};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::normalizer::Normalizer;
use fabric_rules::internal::report::ArtifactReport;
use fabric_rules::internal::surface::Surface;
use serde_json::{Value, json};

use super::{SURFACE, incoming, live, value_of};
use crate::support::{fabric, parse};

/// What became of an altered file.
#[derive(Debug, PartialEq)]
enum Fate {
    /// The file is refused, at this place.
    Refused(String),
    /// These plans fell.
    Fell(Vec<(String, Premise)>),
    /// Nothing that counts was altered.
    Harmless,
}

/// Judges an altered file, and sees to it that only what the rules yield is ever in force.
fn judge(value: &Value) -> Fate {
    let document = parse(SURFACE);
    let surface = Surface::read(&document, None).unwrap();
    let fabric = fabric();
    let live = live(&surface, fabric.program());
    let file = match Incoming::parse(value.to_string().as_bytes()) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty() && error.code().starts_with("artifact::"));
            // What is no artifact for an import is none for the store either.
            assert!(Artifact::parse(value.to_string().as_bytes()).is_err());
            return Fate::Refused(match error {
                ArtifactError::Damaged { at, .. } => at,
                other => other.to_string(),
            });
        }
    };
    let normalizer = Normalizer::stored(&file, &live);
    for reference in live.refs() {
        if let Some(proven) = normalizer.plan(reference) {
            let derived = derive(&fabric, reference, &live.usable(reference).unwrap()).unwrap();
            assert_eq!(*proven.plan(), derived, "a plan is in force that the rules do not yield");
        }
    }
    let report = ArtifactReport::new(&file, &live, &[]);
    assert_eq!(report.retracted.len(), normalizer.dropped().len());
    for (reference, _) in &report.retracted {
        let name = reference.as_deref().unwrap_or("(no ref)");
        let named = report.findings.iter().any(|finding| finding.message.contains(&format!("`{name}`")));
        assert!(named, "{:?}", report.findings);
    }
    if report.retracted.is_empty() {
        return Fate::Harmless;
    }
    let name = |reference: &Option<Box<str>>| reference.as_deref().unwrap_or_default().to_owned();
    Fate::Fell(
        report.retracted.iter().map(|(reference, retracted)| (name(reference), retracted.premise)).collect(),
    )
}

fn good() -> Value {
    let document = parse(SURFACE);
    value_of(&Surface::read(&document, None).unwrap())
}

/// The pointers to all values inside a value.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                pointers(member, &format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// Other values that may stand in the place of one.
fn instead(value: &Value) -> Vec<Value> {
    let mut others = vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("x"),
        json!("__proto__"),
        json!([]),
        json!({}),
        json!([[[]]]),
        json!("9".repeat(64)),
        json!("x".repeat(5000)),
    ];
    if let Value::String(text) = value {
        others.push(json!(format!("{text} ")));
        others.push(json!(text.to_uppercase()));
        others.push(json!(text.chars().rev().collect::<String>()));
    }
    others.retain(|other| other != value);
    others
}

#[test]
fn every_value_altered() {
    let good = good();
    assert_eq!(judge(&good), Fate::Harmless);
    let mut all = Vec::new();
    pointers(&good, "", &mut all);
    let (mut refused, mut fell, mut harmless) = (0, 0, Vec::new());
    for at in &all {
        for other in instead(good.pointer(at).unwrap()) {
            let mut altered = good.clone();
            *altered.pointer_mut(at).unwrap() = other.clone();
            match judge(&altered) {
                Fate::Refused(_) => refused += 1,
                Fate::Fell(plans) => {
                    assert!(at.starts_with("/normalizations"), "{at} {other}: {plans:?}");
                    fell += 1;
                }
                Fate::Harmless => harmless.push((at.clone(), other)),
            }
        }
    }
    // What may be altered at will is what nothing reads: texts and scores that a run said of itself.
    let inert = |at: &str, other: &Value| {
        matches!(
            (at.split('/').nth(1).unwrap_or_default(), other),
            ("applied" | "gate" | "evidenceDigest" | "metricVersion", _)
        ) || (at == "/normalizations" && *other == json!([]))
    };
    for (at, other) in &harmless {
        assert!(inert(at, other), "{at} became {other}, and nobody noticed");
    }
    assert!(refused > 200 && fell > 300 && harmless.len() > 20, "{refused} {fell} {}", harmless.len());
}

#[test]
fn every_member_taken_out_and_every_stranger_put_in() {
    let good = good();
    let mut all = Vec::new();
    pointers(&good, "", &mut all);
    for at in &all {
        let Some(Value::Object(members)) = good.pointer(at) else { continue };
        for name in members.keys() {
            let mut altered = good.clone();
            altered.pointer_mut(at).unwrap().as_object_mut().unwrap().remove(name);
            assert_ne!(judge(&altered), Fate::Harmless, "without {at}/{name}");
        }
        let mut altered = good.clone();
        altered.pointer_mut(at).unwrap()["stranger"] = json!(1);
        // A plan has exactly its members; elsewhere surplus members are dropped.
        let expected = at.starts_with("/normalizations/");
        assert_eq!(judge(&altered) != Fate::Harmless, expected, "with {at}/stranger");
    }
}

/// Alters the first plan, the one of `ledger.post`.
fn with_rules(change: impl FnOnce(&mut Vec<Value>)) -> Fate {
    let mut value = good();
    change(value["normalizations"][0]["rules"].as_array_mut().unwrap());
    judge(&value)
}

fn fell(reference: &str, because: Premise) -> Fate {
    Fate::Fell(vec![(reference.to_owned(), because)])
}

#[test]
fn rules_reordered_added_dropped_repeated() {
    let forged = || fell("ledger.post", Premise::Forged);
    let count = good()["normalizations"][0]["rules"].as_array().unwrap().len();
    assert_eq!(count, 4);
    for index in 0..count {
        assert_eq!(with_rules(|rules| drop(rules.remove(index))), forged(), "dropped {index}");
        assert_eq!(
            with_rules(|rules| {
                let again = rules[index].clone();
                rules.insert(index, again);
            }),
            forged(),
            "repeated {index}"
        );
        for other in 0..index {
            assert_eq!(with_rules(|rules| rules.swap(index, other)), forged(), "swapped {index} {other}");
        }
        for kind in ["key-form", "optional-null", "numeric-string", "enum-form"] {
            for key in ["amount", "note_text", "Amount", ""] {
                let rule = json!({"kind": kind, "key": key});
                assert_eq!(with_rules(|rules| rules.insert(index, rule)), forged(), "{kind} {key}");
            }
        }
    }
    assert_eq!(with_rules(Vec::clear), fell("ledger.post", Premise::Malformed));
    assert_eq!(
        with_rules(|rules| rules.push(json!({"kind": "anything-goes", "key": "amount"}))),
        fell("ledger.post", Premise::Malformed)
    );
}

#[test]
fn plans_swapped_between_refs_and_digests_replaced() {
    let mut value = good();
    let (first, second) = (value["normalizations"][0].clone(), value["normalizations"][1].clone());
    value["normalizations"][0]["ref"] = second["ref"].clone();
    value["normalizations"][1]["ref"] = first["ref"].clone();
    let both =
        |because| Fate::Fell(vec![("parcel.track".to_owned(), because), ("ledger.post".to_owned(), because)]);
    assert_eq!(judge(&value), both(Premise::Drift));
    // With the digests of the right schemas, the rules still give them away.
    value["normalizations"][0]["baseSchemaDigest"] = second["baseSchemaDigest"].clone();
    value["normalizations"][1]["baseSchemaDigest"] = first["baseSchemaDigest"].clone();
    assert_eq!(judge(&value), both(Premise::Forged));
    // An action that yields nothing gets nothing, whatever digest is claimed.
    let document = parse(SURFACE);
    let surface = Surface::read(&document, None).unwrap();
    let digest = fabric_rules::internal::digest::Digest::of_node(
        surface.action("atlas.find").unwrap().schema.unwrap(),
    );
    let mut value = good();
    value["normalizations"][0]["ref"] = json!("atlas.find");
    value["normalizations"][0]["baseSchemaDigest"] = json!(digest.as_str());
    assert_eq!(judge(&value), fell("atlas.find", Premise::Forged));
    value["normalizations"][0]["ref"] = json!("no.such");
    assert_eq!(judge(&value), fell("no.such", Premise::ActionLost));
}

#[test]
fn plans_of_other_rules() {
    let mut value = good();
    let plan = &mut value["normalizations"][0];
    plan["version"] = json!(2);
    plan["profile"] = json!("fabric");
    plan["rulesDigest"] = json!(fabric().rules_digest().unwrap().as_str());
    // The unedited `fabric` yields version 1 only, even with the right digest.
    assert_eq!(judge(&value), fell("ledger.post", Premise::RulesChanged));
    value["normalizations"][0]["profile"] = json!("no-such-profile");
    assert_eq!(judge(&value), fell("ledger.post", Premise::RulesChanged));
    value["normalizations"][0]["profile"] = json!("Not A Name");
    assert_eq!(judge(&value), fell("ledger.post", Premise::Malformed));
}

#[test]
fn huge_deep_and_broken_files() {
    let mut value = good();
    let refused = |text: &[u8]| Incoming::parse(text).unwrap_err().code();
    value["normalizations"] = json!(vec![value["normalizations"][0].clone(); 1001]);
    assert_eq!(judge(&value), Fate::Refused("/normalizations".to_owned()));
    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    let mut value = good();
    value["surplus"] = deep;
    assert_eq!(judge(&value), Fate::Harmless);
    assert_eq!(
        refused(format!("{}1{}", "[".repeat(1 << 20), "]".repeat(1 << 20)).as_bytes()),
        "artifact::too-deep"
    );
    let text = good().to_string();
    for cut in (0..text.len()).step_by(17) {
        assert_eq!(refused(&text.as_bytes()[..cut]), "artifact::not-json", "cut at {cut}");
    }
    assert_eq!(refused(b"\xff\xfe"), "artifact::not-json");
    assert_eq!(refused(format!("{text}{text}").as_bytes()), "artifact::not-json");
    assert_eq!(
        refused(text.replacen("\"version\":2", "\"version\":2e999", 1).as_bytes()),
        "artifact::damaged"
    );
    let huge = "x".repeat(20 << 20);
    let mut value = good();
    value["normalizations"][0]["ref"] = json!(huge);
    assert!(matches!(judge(&value), Fate::Fell(plans) if plans[0].1 == Premise::Malformed));
    assert!(incoming(&json!({"version": 2})).is_none());
}
