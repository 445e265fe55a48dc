//! The copy of a schema that the validator gets, with what the validator reads otherwise spelled out.
//!
//! References become what a strict URI library wants ([`fragment`]), patterns mean what ECMA-262 says
//! ([`pattern`]). What does not count beside a reference loses its identifiers, which the validator
//! would still follow. The digest is taken of the schema as given.

use referencing::Draft;
use serde_json::{Map, Value};

use super::keywords::{Holds, holds};
use super::pattern::Engine;
use super::{fragment, pattern, reach};

/// Spells out every reference and every pattern of `schema`, wherever a schema may stand in it, and says
/// which engine its patterns need.
pub(super) fn spell_out(schema: &mut Value, draft: Draft) -> Engine {
    if reach::stands_alone(draft) {
        forget_beside_references(schema);
    }
    let mut engine = Engine::Linear;
    each_keyword(schema, &mut |name, member| {
        let is_backtracking =
            |pattern: &str| pattern::engine(pattern, reach::stands_alone(draft)) == Engine::Backtracking;
        let found = match (name, &*member) {
            ("pattern", Value::String(text)) => is_backtracking(text),
            ("patternProperties", Value::Object(named)) => named.keys().any(|name| is_backtracking(name)),
            _ => false,
        };
        if found {
            engine = Engine::Backtracking;
        }
    });
    each_keyword(schema, &mut |name, member| match member {
        Value::String(text) if fragment::REFERENCES.contains(&name) => *text = fragment::encode(text),
        Value::String(text) if name == "pattern" => {
            if let Some(translated) = pattern::translate(text, engine) {
                *text = translated;
            }
        }
        Value::Object(named) if name == "patternProperties" => translate_names(named, engine),
        _ => {}
    });
    engine
}

/// What tells the validator where a reference leads, or how a part of the schema is read.
const IDENTIFIERS: [&str; 3] = ["$id", "id", "$schema"];

/// Takes out the identifiers beside every `$ref`, and inside what stands there.
///
/// Definitions keep theirs: a root that is a reference has them beside it.
fn forget_beside_references(schema: &mut Value) {
    each_schema(schema, &mut |members| {
        if !is_reference(members) {
            return;
        }
        forget(members);
        for (name, member) in members.iter_mut() {
            match (holds(name), member) {
                (Holds::Data, _) => {}
                _ if matches!(name.as_str(), "$defs" | "definitions") => {}
                (Holds::SchemasByName, Value::Object(named)) => {
                    named.values_mut().for_each(|schema| each_schema(schema, &mut forget));
                }
                (_, other) => each_schema(other, &mut forget),
            }
        }
    });
}

fn forget(members: &mut Map<String, Value>) {
    members.retain(|name, _| !IDENTIFIERS.contains(&name.as_str()));
}

fn is_reference(members: &Map<String, Value>) -> bool {
    members.get("$ref").is_some_and(Value::is_string)
}
/// Calls `visit` with the name and the value of every keyword of a schema, what stands inside first.
fn each_keyword(schema: &mut Value, visit: &mut impl FnMut(&str, &mut Value)) {
    each_schema(schema, &mut |members| {
        let keywords = members.iter_mut().filter(|(name, _)| !matches!(holds(name), Holds::Data));
        keywords.for_each(|(name, member)| visit(name, member));
    });
}

/// Calls `visit` with the members of every schema, what stands inside first.
fn each_schema(schema: &mut Value, visit: &mut impl FnMut(&mut Map<String, Value>)) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| each_schema(item, visit)),
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match (holds(name), member) {
                    (Holds::Data, _) => {}
                    (Holds::SchemasByName, Value::Object(named)) => {
                        named.values_mut().for_each(|schema| each_schema(schema, visit));
                    }
                    (_, other) => each_schema(other, visit),
                }
            }
            visit(members);
        }
        _ => {}
    }
}

/// The names of `patternProperties` are patterns too; two that come to one text both stay.
fn translate_names(named: &mut Map<String, Value>, engine: Engine) {
    for (name, schema) in std::mem::take(named) {
        let mut name = pattern::translate(&name, engine).unwrap_or(name);
        while named.contains_key(&name) {
            name.push_str("(?:)");
        }
        named.insert(name, schema);
    }
}
