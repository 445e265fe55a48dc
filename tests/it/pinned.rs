//! Snapshots of what the built-in profiles give for real surfaces: plans, witnesses, and the actions
//! without a plan. A rule change shows up here as a diff.

use std::collections::{BTreeMap, BTreeSet};

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::json::{Member, Node};
use fabric_rules::internal::plan::{Plan, Witness};
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::verify::verify;
use fastrand::Rng;
use serde_json::{Map, Value, json};

use crate::support::{Tool, fabric, generate, nested, proven, snapshots, tools, wide};

/// How many tools of a surface have their witness pinned.
const WITNESSES: usize = 8;

/// How many calls are made for each tool under `wide`.
const CALLS: usize = 60;

fn by_surface() -> BTreeMap<String, Vec<Tool>> {
    let mut surfaces: BTreeMap<String, Vec<Tool>> = BTreeMap::new();
    for tool in tools() {
        surfaces.entry(tool.file.clone()).or_default().push(tool);
    }
    surfaces
}

/// Each plan as its rules by key, under the SHA-256 of its exact bytes.
#[test]
fn plans() {
    for (file, tools) in by_surface() {
        let mut text = String::new();
        for tool in &tools {
            let Ok(plan) = derive(&fabric(), &tool.name, &tool.schema) else { continue };
            text.push_str(&format!("{} {}\n{}", tool.name, Digest::of_text(&plan.to_json()), by_key(&plan)));
        }
        let text = if text.is_empty() { "no plan".to_owned() } else { text };
        snapshots("plans").bind(|| insta::assert_snapshot!(file.as_str(), text));
    }
}

fn by_key(plan: &Plan) -> String {
    let mut text = String::new();
    let mut before = None;
    for rule in plan.rules() {
        if before != Some(&rule.key) {
            text.push_str(&format!("{}  {}:", if before.is_some() { "\n" } else { "" }, rule.key));
        }
        text.push_str(&format!(" {}", rule.kind));
        before = Some(&rule.key);
    }
    text.push('\n');
    text
}

/// A call with every spelling that the plan serves, what becomes of it, and the witness.
#[test]
fn witnesses() {
    let mut pinned = 0;
    for (file, tools) in by_surface() {
        let mut text = String::new();
        let planned =
            tools.iter().filter_map(|tool| Some((tool, proven(&fabric(), &tool.name, &tool.schema)?)));
        for (tool, proven) in planned.take(WITNESSES) {
            let before = misspelled(&tool.schema, proven.plan());
            let (after, witness) = match proven.apply(before.as_bytes()).unwrap() {
                Outcome::Unchanged => ("unchanged".to_owned(), String::new()),
                Outcome::Normalized { args, witness } => {
                    verify(&proven, before.as_bytes(), &args, &witness).unwrap();
                    pinned += 1;
                    (String::from_utf8(args).unwrap(), witness.to_json())
                }
                other => panic!("{other:?}"),
            };
            let digest = Digest::of_text(&format!("{after}{witness}"));
            text.push_str(&format!("{} {digest}\n  {before}\n  {after}\n  {witness}\n", tool.name));
        }
        if !text.is_empty() {
            snapshots("witnesses").bind(|| insta::assert_snapshot!(file.as_str(), text));
        }
    }
    assert!(pinned >= 30, "{pinned} witnesses");
}

/// Under `wide` a plan has many rules: how many of each kind, at the top and below, under the SHA-256 of its
/// exact bytes.
#[test]
fn plans_of_wide() {
    for (file, tools) in by_surface() {
        let mut text = String::new();
        for tool in &tools {
            let told = match derive(&wide(), &tool.name, &tool.schema) {
                Ok(plan) => format!("{}\n  {}", Digest::of_text(&plan.to_json()), by_kind(&plan)),
                Err(reason) => format!("{}: {reason}", reason.code()),
            };
            text.push_str(&format!("{} {told}\n", tool.name));
        }
        snapshots("plans/wide").bind(|| insta::assert_snapshot!(file.as_str(), text));
    }
}

fn by_kind(plan: &Plan) -> String {
    let mut kinds: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for rule in plan.rules() {
        *kinds.entry((rule.at.is_some(), &rule.kind)).or_default() += 1;
    }
    let told = |((is_below, kind), count): (&(bool, &str), &usize)| {
        format!("{count} {kind}{}", if *is_below { " below" } else { "" })
    };
    kinds.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Of calls that are misspelled at random, the first one that is mended under `wide`, also inside.
#[test]
fn witnesses_of_wide() {
    let (mut pinned, mut kinds) = (0, BTreeSet::new());
    for (file, tools) in by_surface() {
        let mut text = String::new();
        let planned =
            tools.iter().filter_map(|tool| Some((tool, proven(&wide(), &tool.name, &tool.schema)?)));
        for (tool, proven) in planned.take(WITNESSES) {
            let (value, mut rng) = (proven.schema().root().to_value(), Rng::with_seed(11));
            let calls = (0..CALLS).map(|_| nested::call(&mut rng, &value).to_string());
            let mended = calls.filter_map(|before| match proven.apply(before.as_bytes()) {
                Ok(Outcome::Normalized { args, witness }) => Some((before, args, witness)),
                _ => None,
            });
            // With as many sorts of rules as there are: a call with one says little.
            let sorts = |witness: &Witness| {
                witness.rules().iter().map(|rule| &*rule.kind).collect::<BTreeSet<_>>().len()
            };
            let Some((before, args, witness)) = mended.max_by_key(|(_, _, witness)| sorts(witness)) else {
                continue;
            };
            verify(&proven, before.as_bytes(), &args, &witness).unwrap();
            pinned += 1;
            kinds.extend(witness.rules().iter().map(|rule| rule.kind.clone()));
            let (after, witness) = (String::from_utf8(args).unwrap(), witness.to_json());
            let digest = Digest::of_text(&format!("{after}{witness}"));
            text.push_str(&format!("{} {digest}\n  {before}\n  {after}\n  {witness}\n", tool.name));
        }
        if !text.is_empty() {
            snapshots("witnesses/wide").bind(|| insta::assert_snapshot!(file.as_str(), text));
        }
    }
    println!("{pinned} witnesses of {kinds:?}");
    assert!(pinned >= 60 && kinds.len() >= 8, "{pinned} witnesses of {kinds:?}");
}

/// Required members and those with a rule, each in a spelling that its rules serve.
fn misspelled(schema: &Schema, plan: &Plan) -> String {
    let mut call = Map::new();
    for Member { name, value, .. } in schema.properties() {
        let has = |kind: &str| plan.rules().iter().any(|rule| rule.kind == kind && *rule.key == **name);
        let given = generate::plausible(value);
        let spelled = if has("key-form") { name.to_uppercase().replace('_', "-") } else { name.to_string() };
        let given = match (&given, has("numeric-string"), has("enum-form")) {
            _ if has("optional-null") && call.len() % 2 == 1 => Value::Null,
            (Value::Number(number), true, _) => json!(number.to_string()),
            (Value::String(text), _, true) => json!(text.to_uppercase()),
            _ if !schema.requires(name) && !has("numeric-string") && !has("enum-form") => continue,
            _ => given,
        };
        call.insert(spelled, given);
    }
    Value::Object(call).to_string()
}

/// The actions without a plan, grouped by the reason.
#[test]
fn no_plan() {
    let mut text = String::new();
    for (file, tools) in by_surface() {
        let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for tool in &tools {
            if let Err(reason) = derive(&fabric(), &tool.name, &tool.schema) {
                reasons.entry(format!("{}: {reason}", reason.code())).or_default().push(&tool.name);
            }
        }
        text.push_str(&format!(
            "{file}: {} of {} have a plan\n",
            tools.len() - reasons.values().map(Vec::len).sum::<usize>(),
            tools.len()
        ));
        for (reason, names) in reasons {
            text.push_str(&format!("  {reason}\n    {}\n", names.join(" ")));
        }
    }
    snapshots("plans").bind(|| insta::assert_snapshot!("actions-without-a-plan", text));
}

/// The shape of a call never holds a value.
#[test]
fn witnesses_hold_no_values() {
    let schema = crate::support::schema(
        r#"{"type": "object", "additionalProperties": false, "properties": {"apiKey": {"type": "string"}}}"#,
    );
    let proven = proven(&fabric(), "a.ref", &schema).unwrap();
    let Ok(Outcome::Normalized { witness, .. }) = proven.apply(br#"{"api_key": "s3cret"}"#) else { panic!() };
    assert!(!witness.to_json().contains("s3cret") && !witness.to_json().contains("api_key"));
    assert!(schema.root().get("properties").and_then(Node::as_object).is_some());
}
