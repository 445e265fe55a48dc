//! Positions: where a schema describes a value, and what it accepts there, asked in two ways.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fabric_rules::internal::json::pointer;
use fabric_rules::internal::schema::{Position, Reach, Schema, SchemaError, SchemaOptions};
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use serde_json::{Value, json};

use crate::support::{generate, schema, tools};

const PROPERTIES: Reach = Reach { properties: true, items: false, depth: 8 };
const ITEMS: Reach = Reach { properties: false, items: true, depth: 8 };
const ALL: Reach = Reach { properties: true, items: true, depth: 8 };

const NESTED: &str = r##"{"type": "object", "required": ["tree"], "properties": {
    "tree": {"$ref": "#/$defs/node"},
    "%41": {"type": "object", "properties": {"a/b~c": {"type": "integer"}, "": true}},
    "A": {"$ref": "#/properties/%2541"},
    "list": {"type": "array", "items": {"properties": {"x": {"type": "array", "items": {"type": "null"}}}}},
    "pair": {"items": false, "prefixItems": [{"type": "string"}]},
    "either": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}, {"properties": {"y": {"maximum": 1}}}]},
    "not": {"not": {"properties": {"z": {}}}}, "open": {"additionalProperties": {"properties": {"z": {}}}},
    "plain": 5},
    "$defs": {"node": {"required": ["name"], "properties": {
        "name": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}},
        "root": {"$ref": "#"}}},
      "unused": {"properties": {"u": {}}}}}"##;

fn pointers(schema: &Schema, reach: Reach) -> Vec<String> {
    let line = |position: Position<'_>| format!("{} {}", position.depth, position.pointer);
    schema.positions(reach).into_iter().map(line).collect()
}

fn unread(text: &str) -> Schema {
    // A property whose schema is no schema does not compile.
    schema(&text.replace(r#""plain": 5"#, r#""plain": true"#))
}

const TOP: [&str; 9] = [
    "0 /properties/tree",
    "0 /properties/%41",
    "0 /properties/A",
    "0 /properties/list",
    "0 /properties/pair",
    "0 /properties/either",
    "0 /properties/not",
    "0 /properties/open",
    "0 /properties/plain",
];

#[test]
fn each_position_comes_once_by_where_it_stands() {
    let schema = unread(NESTED);
    assert_eq!(pointers(&schema, Reach::TOP), TOP);
    assert_eq!(pointers(&schema, Reach { depth: 0, ..ALL }), TOP);
    assert_eq!(pointers(&schema, Reach { properties: false, items: false, depth: 8 }), TOP);
    let below = |reach| pointers(&schema, reach).split_off(TOP.len());
    let named = [
        "1 /$defs/node/properties/name",
        "1 /$defs/node/properties/kids",
        "1 /$defs/node/properties/root",
        "1 /properties/%41/properties/a~1b~0c",
        "1 /properties/%41/properties/",
        "1 /properties/either/anyOf/2/properties/y",
    ];
    assert_eq!(below(PROPERTIES), named);
    assert_eq!(below(ITEMS), ["1 /properties/list/items", "1 /properties/pair/items"]);
    let both = [
        &named[..5],
        &["1 /properties/list/items", "1 /properties/pair/items", named[5]],
        &["2 /$defs/node/properties/kids/items", "2 /properties/list/items/properties/x"],
        &["3 /properties/list/items/properties/x/items"],
    ];
    assert_eq!(below(ALL), both.concat());
    assert_eq!(below(Reach { depth: 1, ..ALL }), both[..2].concat());
    for (position, at) in schema.positions(ALL).iter().zip(pointers(&schema, ALL)) {
        assert!(std::ptr::eq(pointer::get(schema.root(), &position.pointer).unwrap(), position.node), "{at}");
    }
}

#[test]
fn a_position_knows_what_declares_it() {
    let schema = unread(NESTED);
    let required = |position: &Position<'_>| position.is_required().then(|| position.pointer.clone());
    let required: Vec<String> = schema.positions(ALL).iter().filter_map(required).collect();
    let items = schema.positions(ALL).into_iter().filter(|position| position.key.is_none());
    let mut expected = vec!["/properties/tree".to_owned(), "/$defs/node/properties/name".to_owned()];
    expected.extend(items.map(|position| position.pointer));
    assert_eq!(BTreeSet::from_iter(required), BTreeSet::from_iter(expected));
    let node = pointer::get(schema.root(), "/$defs/node").unwrap();
    let objects: Vec<_> = schema
        .positions(ALL)
        .into_iter()
        .filter(|position| position.object.is_some_and(|object| std::ptr::eq(object, node)))
        .filter_map(|position| position.key.map(str::to_owned))
        .collect();
    assert_eq!(objects, ["name", "kids", "root"]);
    assert_eq!(schema.position("%41").unwrap().pointer, "/properties/%41");
    assert!(schema.position("name").is_err());
}

#[test]
fn nothing_beside_a_reference_is_a_position_up_to_draft_7() {
    let text = |dialect: &str| {
        format!(
            r##"{{"$schema": "{dialect}", "properties": {{"a": {{"$ref": "#/definitions/n",
                "properties": {{"x": {{}}}}, "allOf": [{{"items": {{}}}}]}}}},
                "definitions": {{"n": {{"properties": {{"y": {{}}}}}}}}}}"##
        )
    };
    let old = schema(&text("http://json-schema.org/draft-07/schema#"));
    assert_eq!(pointers(&old, ALL), ["0 /properties/a", "1 /definitions/n/properties/y"]);
    let new = schema(&text("https://json-schema.org/draft/2020-12/schema"));
    assert_eq!(
        pointers(&new, ALL),
        [
            "0 /properties/a",
            "1 /properties/a/properties/x",
            "1 /definitions/n/properties/y",
            "1 /properties/a/allOf/0/items"
        ]
    );
}

#[test]
fn where_a_pointer_does_not_tell_what_a_part_means_only_the_top_is_looked_at() {
    let compound = schema(
        r##"{"properties": {"a": {"$id": "https://other.example/", "properties": {"x": {"$ref": "#/properties/y"},
            "y": {}}}}}"##,
    );
    assert_eq!(pointers(&compound, ALL), ["0 /properties/a"]);
}

fn probes() -> Vec<Value> {
    let texts = ["", "5", "A", "a-b", "null"].map(Value::from);
    let others = [json!(null), json!(5), json!(1.5), json!(-1), json!(true), json!([]), json!([null])];
    let objects = [json!({}), json!({"name": "a"}), json!({"name": 1, "kids": [{}], "root": {"tree": {}}})];
    texts.into_iter().chain(others).chain(objects).collect()
}

/// Where the two ways differ.
fn differences(schema: &Schema) -> Vec<String> {
    let mut differences = Vec::new();
    for position in schema.positions(ALL) {
        for probe in probes() {
            let (one, other) = (schema.accepts_at(&position, &probe), schema.admits_at(&position, &probe));
            if one != other || one.is_err() {
                differences.push(format!("{} {probe}: {one:?}, in the whole {other:?}", position.pointer));
            }
        }
    }
    differences
}

#[test]
fn both_ways_agree_below_the_top() {
    let whole = unread(NESTED);
    assert_eq!(differences(&whole), Vec::<String>::new());
    let judged = |at: &str, value: Value| {
        let position = whole.positions(ALL).into_iter().find(|position| position.pointer == at).unwrap();
        (whole.accepts_at(&position, &value).unwrap(), whole.admits_at(&position, &value).unwrap())
    };
    assert_eq!(judged("/properties/%41/properties/a~1b~0c", json!("5")), (false, false));
    assert_eq!(judged("/properties/%41/properties/a~1b~0c", json!(5)), (true, true));
    assert_eq!(judged("/properties/either/anyOf/2/properties/y", json!(2)), (false, false));
    assert_eq!(judged("/$defs/node/properties/kids/items", json!({"name": 1})), (false, false));
    assert_eq!(judged("/$defs/node/properties/kids/items", json!({"name": "a"})), (true, true));
    // Of an object that leads back to the root everything counts that the root says.
    assert_eq!(judged("/$defs/node/properties/root", json!({})), (false, false));
    assert_eq!(judged("/$defs/node/properties/root", json!({"tree": {"name": ""}})), (true, true));
}

#[test]
fn both_ways_agree_below_the_top_whatever_stands_beside() {
    let dialects = [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
    ];
    let beside = [
        json!({}),
        json!({"additionalProperties": false, "required": ["z"], "maxProperties": 0}),
        json!({"unevaluatedProperties": false, "propertyNames": {"maxLength": 0}}),
        json!({"oneOf": [{"properties": {"a": {"type": "null"}}}, {"required": ["b"]}]}),
        json!({"patternProperties": {"": {"type": "null"}}}),
        json!({"$recursiveAnchor": true}),
        json!({"$dynamicAnchor": "node"}),
    ];
    let mut compared = 0;
    for dialect in dialects {
        for beside in &beside {
            let is_foreign = (beside.get("$recursiveAnchor").is_some() && !dialect.contains("2019"))
                || (beside.get("$dynamicAnchor").is_some() && !dialect.contains("2020"));
            if is_foreign {
                continue;
            }
            let mut inner = beside.clone();
            inner["properties"] = json!({
                "d": {"oneOf": [{"type": "string"}, {"type": "null"}, {"maxLength": 1}]},
                "f": {"$ref": "#/definitions/n", "maximum": 3},
                "i": {"items": {"$ref": "#/properties/o/properties/d"}, "unevaluatedItems": false},
                "p": {"pattern": "^[a-z]$", "items": {"type": "null"}},
                "r": {"$ref": "#"},
            });
            if beside.get("$dynamicAnchor").is_some() {
                inner["properties"]["s"] = json!({"items": {"$dynamicRef": "#node"}});
            }
            if beside.get("$recursiveAnchor").is_some() {
                inner["properties"]["t"] = json!({"items": {"$recursiveRef": "#"}});
            }
            let mut whole = beside.clone();
            whole["$schema"] = json!(dialect);
            whole["properties"] =
                json!({"o": inner, "u": {"anyOf": [{"$ref": "#/properties/o"}, {"items": {}}]}});
            whole["definitions"] = json!({"n": {"type": "number"}});
            let whole = Schema::parse(whole.to_string().as_bytes(), Default::default())
                .unwrap_or_else(|error| panic!("{error}: {whole}"));
            compared += whole.positions(ALL).len() - 2;
            assert_eq!(differences(&whole), Vec::<String>::new(), "{dialect} {beside}");
        }
    }
    assert!(compared > 200, "{compared} positions below the top");
}

#[test]
fn both_ways_agree_at_every_position_of_real_surfaces() {
    let (mut below, mut tools_below) = (0, 0);
    for tool in tools() {
        let positions = tool.schema.positions(ALL);
        let pointers: BTreeSet<&str> = positions.iter().map(|position| &*position.pointer).collect();
        assert_eq!(pointers.len(), positions.len(), "{} {}", tool.file, tool.name);
        let deep = positions.iter().filter(|position| position.depth > 0).count();
        below += deep;
        tools_below += usize::from(deep > 0);
        assert_eq!(differences(&tool.schema), Vec::<String>::new(), "{} {}", tool.file, tool.name);
    }
    assert!(below > 500 && tools_below > 50, "{below} positions below the top of {tools_below} tools");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn both_ways_agree_at_every_position_of_generated_schemas(
        value in generate::schemas(), other in generate::schemas(),
    ) {
        let mut value = value;
        value["properties"]["inner"] = json!({"anyOf": [other, {"type": "array", "items": other}]});
        prop_assert_eq!(differences(&schema(&value.to_string())), Vec::<String>::new());
    }
}

#[test]
fn hostile_schemas_have_bounded_positions() {
    let long = "k".repeat(700);
    let nest = |depth: usize, key: &str| {
        let open = format!(r#"{{"properties": {{"{key}": "#).repeat(depth);
        format!("{open}{{}}{}", "}}".repeat(depth))
    };
    let wide: Vec<String> = (0..20_000).map(|n| format!(r##""p{n}": {{"$ref": "#"}}"##)).collect();
    let branches = vec![r##"{"$ref": "#/$defs/a"}"##; 2_000].join(",");
    let unions = vec![r#"{"type": "null"}"#; 5_000].join(",");
    let texts = [
        nest(100, "k"),
        nest(100, &long),
        format!(r#"{{"properties": {{{}}}}}"#, wide.join(",")),
        format!(r#"{{"anyOf": [{unions}, {{}}], "properties": {{{}}}}}"#, wide[..2_000].join(",")),
        format!(
            r##"{{"properties": {{"x": {{"anyOf": [{branches}]}}}}, "$defs": {{"a": {{"properties": {{"y":
                {{"$ref": "#/$defs/a"}}}}}}}}}}"##
        ),
        r##"{"properties": {"a": {"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}}}"##
            .to_owned(),
    ];
    let endless = Reach { depth: usize::MAX, ..ALL };
    // A pointer to the 78th has 1014 bytes, and the next would be too long.
    let expected = [78, 1, 20_000, 2_000, 2, 3];
    for (text, expected) in texts.iter().zip(expected) {
        let schema = match Schema::parse(text.as_bytes(), SchemaOptions::default()) {
            Ok(schema) => schema,
            Err(error) => panic!("{error}: {}", &text[..80]),
        };
        let started = Instant::now();
        let positions = schema.positions(endless);
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}: {}", started.elapsed(), &text[..60]);
        assert_eq!(positions.len(), expected, "{}", &text[..60]);
        let characters: usize = positions.iter().map(|position| position.pointer.len()).sum();
        assert!(characters < 1 << 20, "{characters} characters of pointers");
    }
    // Two references to the next, 28 times: that is no schema.
    let doubled: Vec<String> = (0..28)
        .map(|n| {
            format!(
                r##""d{n}": {{"allOf": [{{"$ref": "#/$defs/d{0}"}}, {{"$ref": "#/$defs/d{0}"}}]}}"##,
                n + 1
            )
        })
        .collect();
    let text = format!(
        r##"{{"properties": {{"x": {{"$ref": "#/$defs/d0"}}}}, "$defs": {{{}, "d28": {{}}}}}}"##,
        doubled.join(",")
    );
    let refused = Schema::parse(text.as_bytes(), SchemaOptions::default());
    assert!(matches!(refused, Err(SchemaError::TooLarge { .. })), "{refused:?}");
}

#[test]
fn what_is_raised_to_the_top_is_bounded() {
    let nest = |depth: usize, text: &str| {
        let open = r#"{"properties": {"k": "#.repeat(depth);
        format!(r#"{open}{{"const": "{text}"}}{}"#, "}}".repeat(depth))
    };
    let judged = |text: &str| {
        let schema = schema(text);
        let deepest = schema.positions(Reach { depth: 60, ..ALL }).pop().unwrap();
        let started = Instant::now();
        let answer = schema.admits_at(&deepest, &json!("5"));
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
        answer.map_err(|error| error.property)
    };
    assert_eq!(judged(&nest(60, "5")), Ok(true));
    let deepest = "/properties/k".repeat(60);
    assert_eq!(judged(&nest(60, &"5".repeat(1 << 20))), Err(deepest));
}
