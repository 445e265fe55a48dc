//! The kinds of values that a property may accept.

use std::time::{Duration, Instant};

use fabric_rules::internal::facets::{kind_of, kinds};
use fabric_rules::internal::ir::Kinds;
use fabric_rules::internal::json::Node;
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use crate::support::{parse, schema, tools};

const NAMES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
const DRAFTS: [&str; 5] = [
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
];

/// The names of the kinds of the property `a`.
fn of(property: &str) -> String {
    let text = format!(
        r##"{{"properties": {{"a": {property}, "s%<": {{"type": "string"}}}},
            "$defs": {{"text": {{"type": ["string", "null"]}}, "a/b": {{"type": "array"}}, "loop": {{"anyOf": [{{"type": "null"}}, {{"type": "array", "items": {{"$ref": "#/$defs/loop"}}}}]}}}}}}"##
    );
    names(&schema(&text))
}

fn names(schema: &Schema) -> String {
    kinds(schema, &schema.properties()[0].value).names().join(" ")
}

const ANY: &str = "null boolean number string array object";

#[test]
fn what_restricts_is_read() {
    for (property, expected) in [
        ("true", ANY),
        ("{}", ANY),
        ("false", ""),
        (r#"{"type": "integer"}"#, "integer"),
        (r#"{"type": ["number", "null"]}"#, "null number"),
        (r#"{"enum": ["x", 1, 1.5]}"#, "number string"),
        (r#"{"enum": ["x", 1.0]}"#, "integer string"),
        (r#"{"const": null}"#, "null"),
        (r#"{"type": "string", "enum": ["x", null, 2]}"#, "string"),
        (r#"{"type": "number", "enum": [1, "x"]}"#, "integer"),
        (r#"{"type": "string", "nullable": true}"#, "null string"),
        (r#"{"type": "string", "enum": ["x"], "nullable": true}"#, "null string"),
        (r#"{"enum": ["x"], "nullable": true}"#, "string"),
        (r#"{"type": "string", "nullable": false}"#, "string"),
        (r#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "null integer"),
        (r#"{"oneOf": [{"const": 1}, {"enum": [[]]}, false]}"#, "integer array"),
        (r#"{"anyOf": [{"type": "integer"}, {}]}"#, ANY),
        (r#"{"type": "number", "anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "integer"),
        (r#"{"allOf": [{"type": ["number", "string"]}, {"type": ["integer", "null"]}]}"#, "integer"),
        (r##"{"$ref": "#/$defs/text"}"##, "null string"),
        (r##"{"$ref": "#/$defs/text", "type": ["string", "object"]}"##, "string"),
        (r##"{"$ref": "#/$defs/a~1b"}"##, "array"),
        (r##"{"$ref": "#/properties/s%<"}"##, "string"),
        (r##"{"$ref": "#/properties/s%25%3C"}"##, "string"),
        (r##"{"$ref": "#/$defs/loop"}"##, "null array"),
        (r##"{"$ref": "#"}"##, ANY),
        (r#"{"not": {"type": "string"}}"#, ANY),
        (r#"{"minLength": 2, "if": {"type": "string"}, "then": {"type": "null"}}"#, ANY),
        // A property that is called like a keyword restricts nothing.
        (r#"{"properties": {"type": {"type": "string"}}}"#, ANY),
    ] {
        assert_eq!(of(property), expected, "{property}");
    }
}

#[test]
fn drafts_and_identifiers_are_minded() {
    let draft = |uri: &str, property: &str| {
        names(&schema(&format!(
            r#"{{"$schema": "{uri}", "properties": {{"a": {property}}}, "definitions": {{"text": {{"type": "string"}}}}}}"#
        )))
    };
    let beside = r##"{"$ref": "#/definitions/text", "type": "string", "enum": [1]}"##;
    let told = DRAFTS.map(|uri| draft(uri, beside));
    assert_eq!(told, ["string", "string", "string", "", ""]);
    let told = DRAFTS.map(|uri| draft(uri, r#"{"const": 1}"#));
    assert_eq!(told, [ANY, "integer", "integer", "integer", "integer"]);
    // With an identifier of its own a part may be something else than its pointer says.
    let text = r##"{"properties": {"a": {"$id": "urn:x", "type": "string"}}}"##;
    assert_eq!(names(&schema(text)), ANY);
    let text = r##"{"$id": "urn:root", "properties": {"a": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"$anchor": "t", "type": "string"}}}"##;
    assert_eq!(names(&schema(text)), "string");
    assert_eq!(names(&schema(&text.replace("#/$defs/t", "#t"))), ANY);
}

#[test]
fn hostile_schemas_are_bounded() {
    // Definitions that each name the next one, once or twice.
    let chain = |levels: usize, times: usize| {
        let level = |level: usize| {
            let next = vec![json!({"$ref": format!("#/$defs/d{}", level + 1)}); times];
            (format!("d{level}"), json!({"anyOf": next}))
        };
        let mut definitions: serde_json::Map<String, Value> = (0..levels).map(level).collect();
        definitions.insert(format!("d{levels}"), json!({"type": "string"}));
        json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions})
    };
    let members = |number: usize| json!({"properties": {"a": {"enum": vec!["x"; number]}}});
    for (text, expected) in [
        (chain(12, 2), "string"),
        (chain(14, 2), ANY),
        (chain(90, 1), "string"),
        (chain(300, 1), ANY),
        (members(19_000), "string"),
        (members(100_000), ANY),
    ] {
        let schema = schema(&text.to_string());
        let start = Instant::now();
        assert_eq!(names(&schema), expected);
        assert!(start.elapsed() < Duration::from_millis(500), "took {:?}", start.elapsed());
    }
}

/// Whether each of `values` that the property accepts has its kind in the set; how many it accepts.
fn holds(schema: &Schema, key: &str, property: &Node, values: &[Value]) -> usize {
    let kinds = kinds(schema, property);
    let accepted = values.iter().filter(|value| schema.accepts(key, value) == Ok(true));
    let checked = accepted.inspect(|value| {
        let kind = kind_of(&parse(&value.to_string()).root);
        assert!(kind.within(kinds), "`{key}` accepts {value}, and is told to be {:?}", kinds.names());
    });
    checked.count()
}

fn values() -> Vec<Value> {
    let scalars =
        [json!(null), json!(true), json!(0), json!(1.0), json!(1.5), json!(1e300), json!("x"), json!("")];
    scalars.into_iter().chain([json!([]), json!([1]), json!({}), json!({"a": 1})]).collect()
}

#[test]
fn what_real_properties_accept_is_of_their_kinds() {
    let (mut accepted, mut restricted) = (0, 0);
    for tool in tools() {
        for property in tool.schema.properties() {
            let mut values = values();
            for keyword in ["default", "const"] {
                values.extend(property.value.get(keyword).map(Node::to_value));
            }
            let members = property.value.get("enum").and_then(Node::as_array).unwrap_or_default();
            values.extend(members.iter().map(Node::to_value));
            accepted += holds(&tool.schema, &property.name, &property.value, &values);
            restricted += usize::from(kinds(&tool.schema, &property.value) != Kinds::ALL);
        }
    }
    assert!(accepted > 1_000 && restricted > 1_000, "{accepted} accepted, {restricted} restricted");
}

fn part(depth: u32) -> BoxedStrategy<Value> {
    let kind = prop_oneof![
        select(&NAMES[..]).prop_map(|name| json!(name)),
        subsequence(&NAMES[..], 1..4).prop_map(|names| json!(names)),
    ];
    let member = select(values());
    let leaf = prop_oneof![
        kind.clone().prop_map(|kind| json!({"type": kind})),
        (kind, any::<bool>()).prop_map(|(kind, nullable)| json!({"type": kind, "nullable": nullable})),
        proptest::collection::vec(member.clone(), 1..4).prop_map(|members| json!({"enum": members})),
        member.prop_map(|member| json!({"const": member})),
        select(vec!["one", "two", "three"]).prop_map(|name| json!({"$ref": format!("#/definitions/{name}")})),
        Just(json!({})),
    ];
    leaf.prop_recursive(depth, 12, 3, |inner| {
        let branches = proptest::collection::vec(inner.clone(), 1..4);
        let applied = (select(vec!["anyOf", "oneOf", "allOf", "not", "then"]), branches).prop_map(
            |(keyword, branches)| match keyword {
                "not" | "then" => json!({keyword: branches[0], "if": {"type": "string"}}),
                _ => json!({keyword: branches}),
            },
        );
        // What stands beside each other restricts together.
        (applied, inner).prop_map(|(mut one, other)| {
            let members = other.as_object().unwrap().clone();
            one.as_object_mut().unwrap().extend(members);
            one
        })
    })
    .boxed()
}

proptest! {
    #[test]
    fn what_a_property_accepts_is_of_its_kinds(
        part in part(3), one in part(2), two in part(1), draft in select(&DRAFTS[..])
    ) {
        let text = json!({
            "$schema": draft, "properties": {"a": part},
            "definitions": {"one": one, "two": two, "three": {"items": {"$ref": "#/properties/a"}}},
        }).to_string();
        // What goes round without a step into the value is no schema.
        if let Ok(schema) = Schema::parse(text.as_bytes(), SchemaOptions::default()) {
            holds(&schema, "a", &schema.properties()[0].value, &values());
        }
    }
}
