//! Applying plans of both built-in profiles to the calls of real failures and of real tools.
//!
//! The calls are those whose tool has a plan under both, so that both have the same to do; canonical ones as
//! they should be, misspelled ones as they were sent. What `wide` alone reaches is measured by itself.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use fabric_rules::internal::json::{Document, Limits, Node};
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fastrand::Rng;
use serde_json::Value;

use crate::nested;
use crate::surfaces;

/// A call: the plans of its tool under both profiles, and its arguments.
struct Call {
    fabric: Option<ProvenPlan>,
    wide: ProvenPlan,
    args: String,
}

pub fn apply(criterion: &mut Criterion, fabric: &Profile) {
    let wide = fabric.program().profile("wide").unwrap();
    let planned = |text: &str| {
        let schema = Schema::parse(text.as_bytes(), SchemaOptions::default()).ok()?;
        let wide = wide.plan("a.ref", &schema).ok()?;
        Some((fabric.plan("a.ref", &schema).ok(), wide))
    };
    for (name, calls) in [("wild", wild()), ("surfaces", real())] {
        let mut by_kind = [Vec::new(), Vec::new()];
        for (schema, args) in calls {
            let Some((fabric, wide)) = planned(&schema) else { continue };
            let value: Value = serde_json::from_str(&args).unwrap();
            let is_canonical = wide.schema().accepts_arguments(&value);
            by_kind[usize::from(!is_canonical)].push(Call { fabric, wide, args });
        }
        for (kind, calls) in ["canonical", "misspelled"].into_iter().zip(&by_kind) {
            measure(criterion, &format!("{name}-{kind}"), calls);
        }
    }
}

fn measure(criterion: &mut Criterion, name: &str, calls: &[Call]) {
    let both: Vec<&Call> = calls.iter().filter(|call| call.fabric.is_some()).collect();
    let other: Vec<&Call> = calls.iter().filter(|call| call.fabric.is_none()).collect();
    let floor = |call: &&Call| {
        let value: Value = serde_json::from_slice(black_box(call.args.as_bytes())).unwrap();
        call.wide.schema().accepts_arguments(&value)
    };
    let apply = |plan: &ProvenPlan, call: &Call| plan.apply(black_box(call.args.as_bytes())).is_ok();
    let mut group = criterion.benchmark_group(format!("profiles-{name}"));
    group.sample_size(20).throughput(Throughput::Elements(both.len() as u64));
    group.bench_function("floor", |bencher| bencher.iter(|| both.iter().filter(|call| floor(call)).count()));
    group.bench_function("fabric", |bencher| {
        bencher.iter(|| both.iter().filter_map(|call| Some(apply(call.fabric.as_ref()?, call))).count())
    });
    group.bench_function("wide", |bencher| {
        bencher.iter(|| both.iter().filter(|call| apply(&call.wide, call)).count())
    });
    group.throughput(Throughput::Elements(other.len() as u64));
    group.bench_function("alone-floor", |bencher| {
        bencher.iter(|| other.iter().filter(|call| floor(call)).count())
    });
    group.bench_function("alone-wide", |bencher| {
        bencher.iter(|| other.iter().filter(|call| apply(&call.wide, call)).count())
    });
    group.finish();
}

/// The schema of each real failure, with the arguments as sent and as they should have been.
fn wild() -> Vec<(String, String)> {
    let mut calls = Vec::new();
    for line in surfaces::wild().lines() {
        let document = Document::parse(line.as_bytes(), Limits::SURFACE).unwrap();
        let text = |name: &str| {
            let node =
                document.root.get(name).filter(|node| node.as_object().is_some() || name == "schema")?;
            Some(node.span.of(line).to_owned())
        };
        let Some(schema) = text("schema") else { continue };
        let is_normal = document.root.get("want").and_then(Node::as_str) == Some("normalize");
        let args = [text("args").filter(|_| is_normal), text("expected").filter(|_| is_normal)];
        calls.extend(args.into_iter().flatten().map(|args| (schema.clone(), args)));
    }
    calls
}

/// For each real tool a canonical call and a misspelled one, where the generator finds them.
fn real() -> Vec<(String, String)> {
    let mut rng = Rng::with_seed(11);
    let mut calls = Vec::new();
    for text in surfaces::schemas() {
        let Ok(schema) = Schema::parse(text.as_bytes(), SchemaOptions::default()) else { continue };
        let value = schema.root().to_value();
        let mut found = [None, None];
        for _ in 0..60 {
            let call = nested::call(&mut rng, &value);
            if call.is_object() {
                let is_canonical = schema.accepts_arguments(&call);
                found[usize::from(!is_canonical)].get_or_insert(call);
            }
        }
        calls.extend(found.into_iter().flatten().map(|call| (text.clone(), call.to_string())));
    }
    calls
}
