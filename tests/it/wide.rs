//! The laws under `wide`, where rules stand below the top, see through unions and read inside texts:
//! identity, exactly one outcome, validated output, idempotence; and two judges of what is accepted.

use fabric_rules::internal::apply::{ApplyError, Outcome};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::{ProvenPlan, prove};
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::verify::verify;
use fastrand::Rng;
use serde_json::Value;

use crate::support::{Tool, nested, second, tools, wide};
use crate::wild;

/// The derived plan, which the checker has to agree with, also where there is none.
fn agreed(profile: &Profile, schema: &Schema, name: &str) -> Option<ProvenPlan> {
    let plan = derive(profile, name, schema).ok()?;
    Some(prove(profile.program(), &plan, name, schema).unwrap_or_else(|refusal| panic!("{name}: {refusal}")))
}

/// Takes out `format`, which only describes here, and refuses there.
fn forget_formats(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(forget_formats),
        Value::Object(members) => {
            members.retain(|name, value| name != "format" || !value.is_string());
            members.values_mut().for_each(forget_formats);
        }
        _ => {}
    }
}

/// Whether the call was mended; that the laws hold is asserted.
fn mended(proven: &ProvenPlan, call: &Value, name: &str) -> bool {
    let is_valid = proven.schema().accepts_arguments(call);
    mended_text(proven, &call.to_string(), is_valid, name)
}

/// The same for a text of arguments, which may be none at all.
fn mended_text(proven: &ProvenPlan, before: &str, is_valid: bool, name: &str) -> bool {
    let outcome = match proven.apply(before.as_bytes()) {
        Ok(outcome) => outcome,
        Err(ApplyError::NotAnObject { found }) => {
            assert!(!["null", "a string"].contains(&found), "{name}: {before}");
            return false;
        }
        Err(error) => panic!("{name}: {error}: {before}"),
    };
    let Outcome::Normalized { args, witness } = outcome else { return false };
    assert!(!is_valid, "{name}: a valid call was touched: {before}");
    let result: Value = serde_json::from_slice(&args).unwrap();
    let after = String::from_utf8(args).unwrap();
    assert!(proven.schema().accepts_arguments(&result), "{name}: {before} became {after}");
    let mut whole = proven.schema().root().to_value();
    forget_formats(&mut whole);
    assert_ne!(second(&whole, &result), Some(false), "{name}: {before} became {after}");
    assert_eq!(proven.apply(after.as_bytes()).unwrap(), Outcome::Unchanged, "{name}: {after}");
    verify(proven, before.as_bytes(), after.as_bytes(), &witness)
        .unwrap_or_else(|violation| panic!("{name}: {violation}: {before} became {after}"));
    true
}

/// The same call, as hosts garble arguments as a whole: how many of those were mended.
fn mended_whole(proven: &ProvenPlan, call: &Value, name: &str) -> usize {
    let text = call.to_string();
    let garbled = [
        String::new(),
        "null".to_owned(),
        Value::from(text.clone()).to_string(),
        format!(r#"{{"arguments": {text}}}"#),
        format!(r#"{{"input": {}}}"#, Value::from(text)),
    ];
    let is_valid = |text: &str| {
        let value: Option<Value> = serde_json::from_str(text).ok();
        value.is_some_and(|value| proven.schema().accepts_arguments(&value))
    };
    garbled.iter().filter(|text| mended_text(proven, text, is_valid(text), name)).count()
}

#[test]
fn the_laws_hold_over_generated_schemas() {
    let wide = wide();
    let (mut planned, mut calls, mut wholes) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let value = nested::schema(&mut rng);
        let Ok(schema) = Schema::parse(value.to_string().as_bytes(), Default::default()) else { continue };
        let Some(proven) = agreed(&wide, &schema, "generated") else { continue };
        planned += 1;
        for _ in 0..20 {
            let call = nested::call(&mut rng, &value);
            calls += usize::from(mended(&proven, &call, &format!("seed {seed}")));
        }
        for _ in 0..4 {
            wholes += mended_whole(&proven, &nested::call(&mut rng, &value), &format!("seed {seed}"));
        }
    }
    println!("{planned} schemas with a plan, {calls} calls mended, and {wholes} as a whole");
    assert!(planned > 200 && calls > 500 && wholes > 500, "{planned} {calls} {wholes}");
}

#[test]
fn the_laws_hold_over_real_surfaces() {
    let wide = wide();
    let mut rng = Rng::with_seed(7);
    let mut calls = 0;
    for Tool { file, name, schema } in tools() {
        let Some(proven) = agreed(&wide, &schema, &name) else { continue };
        let value = schema.root().to_value();
        for _ in 0..10 {
            let call = nested::call(&mut rng, &value);
            calls += usize::from(mended(&proven, &call, &format!("{file} {name}")));
        }
    }
    println!("{calls} calls mended");
    assert!(calls > 300, "{calls}");
}

#[test]
fn failing_calls_from_real_life() {
    // Right fixes, wrong values that validate, must-refuse cases accepted, valid calls changed.
    assert_eq!(wild::score(&wide()), [73, 0, 0, 0]);
}
