//! Schemas with objects in objects, lists, unions, definitions and recursion, and calls for them that
//! are spelled as models spell them. Everything comes from one seed, so a failure names it.

use fastrand::Rng;
use serde_json::{Map, Value, json};

const KEYS: [&str; 12] = [
    "pageSize",
    "page_size",
    "sortBy",
    "filter",
    "tags",
    "is-open",
    "owner",
    "maxCount",
    "note",
    "kind",
    "items",
    "type",
];
const WORDS: [&str; 10] =
    ["low", "medium", "high", "in-progress", "In Progress", "A-", "A+", "created_at", "-created_at", "done"];

/// A tool's schema. At its top it has one of the shapes that plans are derived for.
pub fn schema(rng: &mut Rng) -> Value {
    let mut schema = object(rng, 3);
    let definitions: Map<String, Value> = (0..3).map(|index| (format!("D{index}"), object(rng, 2))).collect();
    if let Some(members) = schema.as_object_mut() {
        members.insert("$defs".to_owned(), Value::Object(definitions));
        if rng.u8(..5) == 0 {
            members.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
        }
    }
    schema
}

fn object(rng: &mut Rng, depth: usize) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for _ in 0..rng.usize(1..5) {
        let key = KEYS[rng.usize(..KEYS.len())];
        properties.insert(key.to_owned(), property(rng, depth));
        if rng.u8(..3) == 0 && !required.contains(&key) {
            required.push(key);
        }
    }
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    if rng.bool() {
        schema["additionalProperties"] = json!(false);
    }
    schema
}

fn property(rng: &mut Rng, depth: usize) -> Value {
    let choices = if depth == 0 { 7 } else { 14 };
    match rng.usize(..choices) {
        0 => json!({"type": "string"}),
        1 => json!({"type": (["integer", "number", "boolean"][rng.usize(..3)])}),
        2 | 3 => json!({"type": "string", "enum": words(rng)}),
        4 => json!({"type": ["number", "null"], "default": null}),
        5 => json!({"type": "integer", "minimum": 0, "maximum": 100, "default": 10}),
        6 => json!({"$ref": format!("#/$defs/D{}", rng.u8(..3))}),
        7 | 8 => json!({"type": "array", "items": property(rng, depth - 1)}),
        9 => json!({"anyOf": [property(rng, depth - 1), {"type": "null"}], "default": null}),
        10 => {
            json!({(["anyOf", "oneOf"][rng.usize(..2)]): [property(rng, depth - 1), property(rng, depth - 1)]})
        }
        11 => json!({"allOf": [property(rng, depth - 1)]}),
        _ => object(rng, depth - 1),
    }
}

fn words(rng: &mut Rng) -> Vec<&'static str> {
    let mut words: Vec<&str> = (0..rng.usize(1..4)).map(|_| WORDS[rng.usize(..WORDS.len())]).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Arguments for `schema` that mean the right thing, most of them, and are spelled wrong in places.
pub fn call(rng: &mut Rng, schema: &Value) -> Value {
    let value = value_of(rng, schema, schema, 6);
    if rng.u8(..12) == 0 { misspell(rng, value) } else { value }
}

fn value_of(rng: &mut Rng, root: &Value, schema: &Value, depth: usize) -> Value {
    let value = plain(rng, root, schema, depth);
    if rng.u8(..4) == 0 { misspell(rng, value) } else { value }
}

fn plain(rng: &mut Rng, root: &Value, schema: &Value, depth: usize) -> Value {
    if depth == 0 {
        return json!(null);
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null);
        return plain(rng, root, target, depth - 1);
    }
    for union in ["anyOf", "oneOf", "allOf"] {
        if let Some(branches) = schema[union].as_array() {
            let branch = &branches[rng.usize(..branches.len())];
            return plain(rng, root, branch, depth);
        }
    }
    if let Some(members) = schema["enum"].as_array() {
        return members[rng.usize(..members.len())].clone();
    }
    if let Some(properties) = schema["properties"].as_object() {
        let required =
            |key: &str| schema["required"].as_array().is_some_and(|names| names.contains(&json!(key)));
        let mut members = Map::new();
        for (key, property) in properties {
            if required(key) || rng.bool() {
                members.insert(respell(rng, key), value_of(rng, root, property, depth - 1));
            }
        }
        if rng.u8(..8) == 0 {
            let key = KEYS[rng.usize(..KEYS.len())];
            members.insert(respell(rng, key), json!(null));
        }
        return Value::Object(members);
    }
    match schema["type"].as_str().unwrap_or("number") {
        "string" => json!(["north", "42", "[1]", "true", ""][rng.usize(..5)]),
        "integer" => json!(rng.i32(-2..120)),
        "boolean" => json!(rng.bool()),
        "array" => (0..rng.usize(..3)).map(|_| value_of(rng, root, &schema["items"], depth - 1)).collect(),
        "object" => json!({}),
        _ => [json!(1.5), json!(7), json!(null)][rng.usize(..3)].clone(),
    }
}

/// The same in another spelling, or something that only looks like it.
fn misspell(rng: &mut Rng, value: Value) -> Value {
    match value {
        Value::Object(_) | Value::Array(_) if rng.bool() => json!(value.to_string()),
        Value::Object(_) if rng.u8(..4) == 0 => json!({"arguments": value}),
        Value::Array(mut items) if items.len() == 1 => items.remove(0),
        Value::String(text) => match rng.u8(..5) {
            0 => json!(text.to_uppercase()),
            1 => json!(text.replace(['-', ' '], "_")),
            2 => json!([text]),
            3 => json!(format!("\"{text}\"")),
            _ => json!(null),
        },
        Value::Number(_) | Value::Bool(_) => match rng.u8(..4) {
            0 => json!(value.to_string().to_uppercase()),
            1 => json!([value]),
            _ => json!(value.to_string()),
        },
        Value::Null => [json!("null"), json!(""), json!([])][rng.usize(..3)].clone(),
        other => other,
    }
}

fn respell(rng: &mut Rng, key: &str) -> String {
    match rng.u8(..8) {
        0 => key.to_uppercase(),
        1 => key.replace('_', "-"),
        2 => key.to_lowercase(),
        3 => format!("_{key}"),
        4 => key.chars().flat_map(|c| if c.is_uppercase() { vec!['_', c] } else { vec![c] }).collect(),
        _ => key.to_owned(),
    }
}
