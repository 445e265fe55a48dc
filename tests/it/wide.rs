//! The laws under `wide`, where rules stand below the top, see through unions and read inside texts:
//! identity, exactly one outcome, validated output, idempotence; and two judges of what is accepted.

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::{ProvenPlan, prove};
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::verify::verify;
use fastrand::Rng;
use serde_json::Value;

use crate::support::{Tool, nested, tools, wide};
use crate::wild;

/// The derived plan, which the checker has to agree with, also where there is none.
fn agreed(profile: &Profile, schema: &Schema, name: &str) -> Option<ProvenPlan> {
    let plan = derive(profile, name, schema).ok()?;
    Some(prove(profile.program(), &plan, name, schema).unwrap_or_else(|refusal| panic!("{name}: {refusal}")))
}

/// Whether a second validator accepts; it has its own mind about schemas that it does not compile.
fn second(schema: &Value, instance: &Value) -> Option<bool> {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("memory:schema", schema.clone()).ok()?;
    let index = compiler.compile("memory:schema", &mut schemas).ok()?;
    Some(schemas.validate(instance, index).is_ok())
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
    let before = call.to_string();
    // Arguments that are no object are an error, so far.
    let Ok(outcome) = proven.apply(before.as_bytes()) else { return false };
    let Outcome::Normalized { args, witness } = outcome else { return false };
    assert!(!proven.schema().accepts_arguments(call), "{name}: a valid call was touched: {before}");
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

#[test]
fn the_laws_hold_over_generated_schemas() {
    let wide = wide();
    let (mut planned, mut calls) = (0, 0);
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
    }
    println!("{planned} schemas with a plan, {calls} calls mended");
    assert!(planned > 200 && calls > 500, "{planned} {calls}");
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
