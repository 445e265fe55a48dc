//! Schemas and arguments for properties: small, and made of what makes trouble.

use fabric_rules::internal::json::{Member, Node};
use fabric_rules::internal::schema::Schema;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use serde_json::{Map, Value, json};

const KEYS: [&str; 24] = [
    "zone",
    "Zone",
    "zone_code",
    "zoneCode",
    "ZONE-CODE",
    "zone<",
    "_zone",
    "1zone",
    "page count",
    "pageCount",
    "a",
    "type",
    "required",
    "properties",
    "$ref",
    "constructor",
    "größe",
    "😀",
    "",
    "x.y",
    "toString",
    "page-count",
    "%41",
    "A",
];
const TEXTS: [&str; 20] = [
    "A",
    "a",
    "A-",
    "A+",
    "north east",
    "north-east",
    "NorthEast",
    "-asc",
    "asc",
    "",
    "1",
    "2.5",
    "1e+21",
    "01",
    "true",
    "null",
    " a",
    "ä",
    "reactions--1",
    "reactions-+1",
];

/// A schema of the kind that tools declare: mostly closed objects, sometimes anything but.
pub fn schemas() -> BoxedStrategy<Value> {
    let properties = proptest::collection::btree_map(select(&KEYS[..]), property(), 0..7);
    let closed = prop_oneof![12 => Just(json!(false)), 1 => Just(json!(true)), 1 => Just(json!({}))];
    let extra = prop_oneof![
        12 => Just(None),
        1 => Just(Some(("oneOf", json!([{}])))),
        1 => Just(Some(("patternProperties", json!({})))),
        1 => Just(Some(("$schema", json!("http://json-schema.org/draft-07/schema#")))),
        1 => Just(Some(("minProperties", json!(1)))),
    ];
    (properties, closed, extra, any::<u8>())
        .prop_map(|(properties, closed, extra, required)| {
            let listed = properties.keys().enumerate().filter(|(index, _)| required >> (index % 8) & 1 == 1);
            let required: Vec<&str> = listed.map(|(_, key)| *key).collect();
            let mut schema = json!({
                "type": "object",
                "properties": properties.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect::<Map<_, _>>(),
                "required": required,
                "additionalProperties": closed,
                "$defs": {"text": {"type": ["string", "null"]}, "number": {"type": "number"}, "self": {"anyOf": [{"type": "null"}, {"items": {"$ref": "#/$defs/self"}}]}},
            });
            if let (Some((key, value)), Some(members)) = (extra, schema.as_object_mut()) {
                members.insert(key.to_owned(), value);
            }
            schema
        })
        .boxed()
}

fn property() -> BoxedStrategy<Value> {
    let members = proptest::collection::vec(select(&TEXTS[..]), 0..6);
    prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "string", "minLength": 2})),
        Just(json!({"type": "number"})),
        Just(json!({"type": "integer", "minimum": 0, "maximum": 100})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": ["number", "null"]})),
        Just(json!({"anyOf": [{"type": "string"}, {"type": "null"}]})),
        Just(json!({"type": "array", "items": {"type": "string"}})),
        Just(json!({"type": "object"})),
        Just(json!({"$ref": "#/$defs/text"})),
        Just(json!({"$ref": "#/$defs/number"})),
        Just(json!({"$ref": "#/$defs/self"})),
        Just(json!({"type": "number", "default": null})),
        Just(json!({"type": "string", "nullable": true})),
        Just(json!({"$ref": "#/$defs/number", "type": "string", "enum": ["A"]})),
        Just(json!(true)),
        Just(json!({})),
        members.clone().prop_map(|members| json!({"type": "string", "enum": members})),
        members.prop_map(|members| json!({"enum": members})),
        Just(json!({"type": "string", "enum": ["a", 1, null]})),
    ]
    .boxed()
}

/// Arguments near what `schema` accepts: declared keys respelled, values as text, nulls, strangers.
pub fn arguments(schema: &Schema) -> BoxedStrategy<Value> {
    let members: Vec<(String, Node)> = schema
        .properties()
        .iter()
        .map(|Member { name, value, .. }| (name.to_string(), value.clone()))
        .collect();
    let one = prop_oneof![
        8 => named(members),
        1 => (select(&KEYS[..]), loose()).prop_map(|(key, value)| (key.to_owned(), value)),
    ];
    let schema = schema.clone();
    proptest::collection::vec(one, 0..6)
        .prop_map(move |pairs| {
            let mut call: Map<String, Value> = pairs.into_iter().collect();
            let fold = |name: &str| name.replace([' ', '_', '-'], "").to_lowercase();
            for member in schema.properties().iter().filter(|member| schema.requires(&member.name)) {
                if !call.keys().any(|given| fold(given) == fold(&member.name)) {
                    call.insert(member.name.to_string(), plausible(&member.value));
                }
            }
            Value::Object(call)
        })
        .boxed()
}

/// A value that the property probably accepts.
pub fn plausible(property: &Node) -> Value {
    if let Some([first, ..]) = property.get("enum").and_then(Node::as_array) {
        return first.to_value();
    }
    match property.get("type").and_then(Node::as_str) {
        Some("string") => json!("some text"),
        Some("number" | "integer") => json!(5),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => Value::Null,
    }
}

fn named(members: Vec<(String, Node)>) -> BoxedStrategy<(String, Value)> {
    if members.is_empty() {
        return (select(&KEYS[..]), loose()).prop_map(|(key, value)| (key.to_owned(), value)).boxed();
    }
    (select(members), respelling(), respelling(), loose(), 0..6u8)
        .prop_map(|((key, property), key_spelling, value_spelling, loose, choice)| {
            let texts: Vec<&str> = property
                .get("enum")
                .and_then(Node::as_array)
                .map(|members| members.iter().filter_map(Node::as_str).collect())
                .unwrap_or_default();
            let value = match (choice, texts.as_slice()) {
                (0, _) => Value::Null,
                (1..=3, [first, ..]) => Value::String(value_spelling(first)),
                (1, _) => json!("5"),
                (2, _) => json!(5),
                _ => loose,
            };
            (key_spelling(&key), value)
        })
        .boxed()
}

fn respelling() -> BoxedStrategy<fn(&str) -> String> {
    let ways: [fn(&str) -> String; 6] = [
        str::to_owned,
        |name| name.to_uppercase(),
        |name| name.to_lowercase(),
        |name| name.replace(['_', ' '], "-"),
        |name| format!("{name}_"),
        |name| name.chars().flat_map(|c| if c.is_uppercase() { vec!['_', c] } else { vec![c] }).collect(),
    ];
    select(ways.to_vec()).boxed()
}

fn loose() -> BoxedStrategy<Value> {
    prop_oneof![
        select(&TEXTS[..]).prop_map(|text| json!(text)),
        Just(json!(null)),
        Just(json!(5)),
        Just(json!(1.5)),
        Just(json!(true)),
        Just(json!(["a"])),
        Just(json!({"k": "1"})),
        Just(json!("9007199254740993")),
    ]
    .boxed()
}
