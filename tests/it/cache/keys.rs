//! Keys: each part of one, and each place that a derivation reads, changes it; and without any part something
//! stale is served.

use fabric_rules::internal::cache::{Inputs, Key, Look, Memo, Options, PARTS, Part, Question};
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fabric_rules::internal::session::Session;
use fabric_rules::internal::session::key::{
    Key as SessionKey, OF_PLAN, OF_SCHEMA, Question as PlanQuestion, Written,
};
use fastrand::Rng;
use serde_json::{Value, json};

use super::question;
use crate::support::{edited, fabric};

/// A value of another kind than most.
pub fn any(rng: &mut Rng) -> Value {
    match rng.u8(0..8) {
        0 => Value::Null,
        1 => json!(rng.bool()),
        2 => json!(rng.i32(-3..3)),
        3 => json!(f64::from(rng.i32(0..4)) + 0.5),
        4 => json!(["a", "1", "true", "null", ""][rng.usize(0..5)]),
        5 => json!([rng.u8(0..3)]),
        6 => json!({"x": rng.u8(0..3), "y": null}),
        _ => json!(9_007_199_254_740_992_u64 + rng.u64(0..3)),
    }
}

fn facts(rng: &mut Rng) -> Value {
    let names = ["a", "b", "c", "lane", "options", "bounds"];
    let mut facts = serde_json::Map::new();
    for name in names {
        if rng.u8(0..5) > 0 {
            facts.insert(name.to_owned(), any(rng));
        }
    }
    Value::Object(facts)
}

/// A derivation: it reads some places, and gives what stands there, under its name and version.
fn derive(question: &Question<'_>, places: &[&str]) -> Value {
    let read: Vec<Value> = places
        .iter()
        .map(|place| question.inputs.get(place).map_or(json!("absent"), |value| json!([value])))
        .collect();
    json!({"name": question.name, "version": question.version, "read": read})
}

const PLACES: [&str; 4] = ["/a", "/b/x", "/lane", "/options/0"];

#[test]
fn every_place_that_is_read_changes_the_key() {
    let mut rng = Rng::with_seed(11);
    let (mut changed, mut stayed) = (0, 0);
    for _ in 0..3_000 {
        let before = facts(&mut rng);
        let mut after = before.clone();
        let name = ["a", "b", "c", "lane", "options", "bounds"][rng.usize(0..6)];
        if rng.u8(0..4) == 0 {
            after.as_object_mut().unwrap().remove(name);
        } else {
            after[name] = any(&mut rng);
        }
        let keyed = |facts: &Value| {
            let inputs = Inputs::of(facts.as_object().unwrap(), &["a", "b", "lane", "options"]);
            let question = Question { name: "sum", version: "1", inputs };
            (Key::of(&question), derive(&question, &PLACES), question.inputs.read())
        };
        let ((one, first, read), (other, second, _)) = (keyed(&before), keyed(&after));
        // (a) what is read changes the key; (b) where the key stays, so does the answer.
        let is_read = read.iter().any(|place| before.pointer(place) != after.pointer(place));
        if is_read {
            assert_ne!(one, other, "{before} {after}");
            changed += 1;
        }
        if one == other {
            assert_eq!(first.to_string(), second.to_string());
            stayed += 1;
        }
    }
    assert!(changed > 800 && stayed > 500, "{changed} {stayed}");
}

/// Whether a memory under keys of these parts serves one question the answer to another one.
fn serves_stale(parts: &[Part]) -> bool {
    let mut rng = Rng::with_seed(5);
    let mut memo = Memo::new(Options::default());
    for _ in 0..2_000 {
        let (name, version) = (["sum", "list"][rng.usize(0..2)], ["1", "2", ""][rng.usize(0..3)]);
        // Few inputs, so that they come again under every name and version.
        let facts = json!({"a": rng.u8(0..3), "lane": rng.u8(0..3)});
        let question = question(name, version, &facts);
        let fresh = derive(&question, &PLACES);
        match memo.look(Some(&Key::of_parts(&question, parts)), false) {
            Look::Served(served) if served != fresh => return true,
            Look::Served(_) => {}
            Look::Run(run) => memo.finish(run, Some(&fresh)),
            Look::Wait => panic!(),
        }
    }
    false
}

#[test]
fn without_any_part_of_the_key_something_stale_is_served() {
    assert!(!serves_stale(&PARTS));
    for dropped in 0..PARTS.len() {
        let mut parts = PARTS.to_vec();
        let (name, _) = parts.remove(dropped);
        assert!(serves_stale(&parts), "`{name}` is dead");
    }
}

#[test]
fn no_two_lists_of_parts_read_alike() {
    let key = |name, version, inputs: &Value| Key::of(&question(name, version, inputs));
    assert_ne!(key("ab", "c", &json!({})), key("a", "bc", &json!({})));
    assert_ne!(key("1:a", "", &json!({})), key("", "1:a", &json!({})));
    for (one, other) in [(json!(1), json!(1.0)), (json!(null), json!("null")), (json!([]), json!({}))] {
        assert_ne!(key("a", "", &json!({"x": one})), key("a", "", &json!({"x": other})));
    }
    assert_ne!(key("a", "", &json!({"x": null})), key("a", "", &json!({})));
    assert_eq!(key("a", "", &json!({"x": 1, "y": 2})), key("a", "", &json!({"y": 2, "x": 1})));
}

/// Questions about plans: each differs from the first in one thing that matters.
fn plan_questions() -> Vec<(Profile, Schema, &'static str, Option<String>)> {
    let text = |bound: &str| {
        format!(
            r#"{{"type": "object", "additionalProperties": false, "properties": {{
                "when": {{"type": ["string", "null"], "format": "date", "maxLength": {bound}}}, "b": {{"type": "integer"}}}}}}"#
        )
    };
    let fabric = fabric();
    let tight = edited(|ir| {
        ir.profiles.iter_mut().find(|profile| profile.name == "fabric").unwrap().bounds.rules = 1
    });
    let mut renamed = fabric.program().ir().clone();
    let mut other = renamed.profile("fabric").unwrap().clone();
    other.name = "other".to_owned();
    other.conventions.truncate(1);
    renamed.profiles.push(other);
    let both = fabric_rules::Program::unchecked(renamed);
    let plain = |bound| Schema::parse(text(bound).as_bytes(), SchemaOptions::default()).unwrap();
    let forged = r#"{"version":1,"ref":"a","baseSchemaDigest":"0","rules":[]}"#.to_owned();
    vec![
        (both.profile("fabric").unwrap(), plain("9"), "a", None),
        (both.profile("other").unwrap(), plain("9"), "a", None),
        (tight, plain("9"), "a", None),
        (both.profile("fabric").unwrap(), plain("10"), "a", None),
        (both.profile("fabric").unwrap(), plain("9"), "b", None),
        (both.profile("fabric").unwrap(), plain("9"), "a", Some(forged)),
    ]
}

#[test]
fn without_any_part_of_a_sessions_keys_something_stale_is_served() {
    let questions = plan_questions();
    let answers: Vec<String> = questions
        .iter()
        .map(|(profile, schema, reference, plan)| match plan {
            Some(_) => "none: it is not proved".to_owned(),
            None => format!("{:?}", profile.plan(reference, schema).map(|proven| proven.plan().to_json())),
        })
        .collect();
    let stale = |dropped: Option<usize>| {
        let parts = OF_PLAN.iter().enumerate().filter(|(index, _)| Some(*index) != dropped);
        let parts: Vec<_> = parts.map(|(_, part)| part).collect();
        let key = |(profile, schema, reference, plan): &(Profile, Schema, &str, Option<String>)| {
            let question = PlanQuestion { profile, schema, reference, plan: plan.as_deref() };
            SessionKey::of(parts.iter().map(|(_, part)| part(&question)))
        };
        let keys: Vec<SessionKey> = questions.iter().map(key).collect();
        (0..keys.len())
            .any(|one| (0..one).any(|other| keys[one] == keys[other] && answers[one] != answers[other]))
    };
    assert!(!stale(None));
    for (index, (name, _)) in OF_PLAN.iter().enumerate() {
        assert!(stale(Some(index)), "`{name}` is dead");
    }
}

#[test]
fn without_any_part_of_the_key_of_a_schema_another_one_is_served() {
    let texts = [r#"{"type": "object", "properties": {"a": {"format": "date"}}}"#, r#"{"type": "object"}"#];
    let asked: Vec<(&str, bool)> = texts.iter().flat_map(|text| [(*text, false), (*text, true)]).collect();
    let given = json!({"a": "never"});
    let accepts = |(text, assert_formats): &(&str, bool)| {
        let options = SchemaOptions::default().with_assert_formats(*assert_formats);
        Schema::parse(text.as_bytes(), options).unwrap().accepts_arguments(&given)
    };
    let stale = |dropped: usize| {
        let key = |(text, assert_formats): &(&str, bool)| {
            let written =
                Written { text, options: SchemaOptions::default().with_assert_formats(*assert_formats) };
            let parts = OF_SCHEMA.iter().enumerate().filter(|(index, _)| *index != dropped);
            SessionKey::of(parts.map(|(_, (_, part))| part(&written)))
        };
        asked
            .iter()
            .any(|one| asked.iter().any(|other| key(one) == key(other) && accepts(one) != accepts(other)))
    };
    assert!(!stale(OF_SCHEMA.len()));
    for (index, (name, _)) in OF_SCHEMA.iter().enumerate() {
        assert!(stale(index), "`{name}` is dead");
    }
}

#[test]
fn a_session_serves_what_it_would_work_out_now() {
    let fabric = fabric();
    let session = Session::new(fabric.clone(), SchemaOptions::default());
    for (profile, schema, reference, _) in
        plan_questions().iter().filter(|(profile, ..)| *profile.name() == *fabric.name())
    {
        for _ in 0..2 {
            let served = session.derived(profile, reference, schema).map(|proven| proven.plan().to_json());
            assert_eq!(served, profile.plan(reference, schema).ok().map(|proven| proven.plan().to_json()));
        }
    }
}
