//! A program that goes below the top, a schema, and changes there: right ones, and such as no rule makes.

use fabric_rules::internal::verify::Violation;

pub(super) const RULES: &str = r#"language 1

spelling ascii-form
  "ASCII letters, digits and separators, where case and separators do not matter."
{
  first letter
  then  letter | digit | " " | "_" | "-"
  fold  case
  drop  " ", "_", "-"
  apart by letter | digit  // a name without a form still counts: `A+` keeps `A-` from being unique
}

convention optional-null on value
  "A non-nullable optional field given as null is left out."
{
  status  active
  derive  when not required and not accepts null
  match   null
  rewrite to omitted
}

shape object "Any object." { type is "object" }

spelling dash "A word, with dashes or without." {
  first letter
  then  letter | digit | "_" | "-"
  drop  "-"
}

spelling line "A word, with lines or without." {
  first letter
  then  letter | digit | "_" | "-"
  drop  "_"
}

convention key-word on key "A declared key in another spelling." {
  status  active
  derive  when (names are closed or required) and ascii-form of key is unique among keys
  match   undeclared name where ascii-form of name is ascii-form of key
  rewrite name to key
}

convention numeral on value "A number as text." {
  status  active
  derive  when may be number, integer and never string
  match   string read as number n
  rewrite to n
}

convention enum-word on value "A member in another spelling." {
  status  active
  derive  when never number, boolean and every enum is a string and some enum has a unique ascii-form
  match   string read as enum by ascii-form m
  rewrite to m
}

convention enum-dash on value "A member with other dashes." {
  status  active
  derive  when never number, boolean and every enum is a string and some enum has a unique dash
  after   enum-word
  match   string read as enum by dash m
  rewrite to m
}

convention enum-line on value "A member with other lines." {
  status  active
  derive  when never number, boolean and every enum is a string and some enum has a unique line
  after   enum-word, enum-dash
  match   string read as enum by line m
  rewrite to m
}

convention json-string on value "A list or object as its JSON text." {
  status  active
  derive  when may be array, object and never string
  after   numeral
  match   string read as json v
  rewrite to v
}

convention single-item on value "One item for a list." {
  status  active
  derive  when may be array and never null, boolean, integer, number, string, object
  match   string, number or boolean unless empty, json, it has ","
          read as item i
  rewrite to i
}

profile below "All of them, everywhere." {
  plan        2
  over        object
  conventions key-word, optional-null, numeral, enum-word, enum-dash, enum-line, json-string, single-item
}
"#;

pub(super) const SCHEMA: &str = r##"{"type": "object", "additionalProperties": false, "properties": {
    "filter": {"$ref": "#/$defs/filter"}, "rows": {"type": "array", "items": {"$ref": "#/$defs/filter"}},
    "either": {"anyOf": [{"$ref": "#/$defs/filter"}, {"type": "array", "items": {"type": "integer"}}]},
    "pages": {"type": "array", "items": {"type": "integer"}}, "tags": {"type": "array", "items": {"type": "string"}},
    "grid": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
    "states": {"type": "array", "items": {"$ref": "#/$defs/state"}},
    "pair": {"type": "array", "prefixItems": [{}], "items": {"type": "integer"}},
    "open": {"type": "object", "required": ["needed"], "properties": {"needed": {"type": "integer"}, "spare": {}}},
    "both": {"type": "object", "unevaluatedProperties": false, "allOf": [
        {"required": ["a_b"], "properties": {"a_b": {"type": "integer"}}}, {"properties": {"ab": {"type": "string"}}}]},
    "two": {"anyOf": [{"type": "object", "properties": {"x": {"type": "integer"}}},
        {"type": "object", "properties": {"y": {"type": "integer"}}}]},
    "kinds": {"anyOf": [
        {"properties": {"kind": {"const": "a"}, "n": {"type": "array", "items": {"type": "string"}}}},
        {"properties": {"kind": {"const": "b"}, "n": {"type": "array", "items": {"type": "integer"}}}}]},
    "mode": {"type": "array", "items": {"enum": ["a_bc", "ab-c", "same"]}},
    "again": {"$ref": "#"}, "count": {"type": "integer"}, "any": {}},
  "$defs": {"state": {"type": "string", "enum": ["open", "on hold"]},
    "filter": {"type": "object", "additionalProperties": false, "required": ["state"], "properties": {
        "state": {"$ref": "#/$defs/state"}, "maxAge": {"type": "integer"}, "note": {"type": "string"},
        "inner": {"$ref": "#/$defs/filter"}}}}}"##;

pub(super) const STATE: &str = "/$defs/filter/properties/state";
pub(super) const MAX_AGE: &str = "/$defs/filter/properties/maxAge";
pub(super) const NOTE: &str = "/$defs/filter/properties/note";
pub(super) const NEEDED: &str = "/properties/open/properties/needed";
pub(super) const INNER: &str = "/$defs/filter/properties/inner";

/// Rules by their kinds and places.
type Rules = &'static [(&'static str, &'static str)];

pub(super) type Case = (&'static str, &'static str, Rules);

/// A change of each sort: before, after, and the rules, with the places where they stand.
pub(super) const CHANGES: [Case; 23] = [
    // A number, a member, a null and keys in an object inside.
    (
        r#"{"filter": {"state": "open", "maxAge" : "5"}}"#,
        r#"{"filter": {"state": "open", "maxAge" : 5}}"#,
        &[("numeral", MAX_AGE)],
    ),
    (
        r#"{"filter": {"state": "On_Hold"}, "any": "On_Hold"}"#,
        r#"{"filter": {"state": "on hold"}, "any": "On_Hold"}"#,
        &[("enum-word", STATE)],
    ),
    (
        r#"{"filter": { "note": null , "state": "open"}}"#,
        r#"{"filter": {  "state": "open"}}"#,
        &[("optional-null", NOTE)],
    ),
    (
        r#"{"filter": {"state": "open", "note": null , "inner" :null}}"#,
        r#"{"filter": {"state": "open"}}"#,
        &[("optional-null", INNER), ("optional-null", NOTE)],
    ),
    (
        r#"{"filter": {"STATE": "open", "MAX_AGE": 1}}"#,
        r#"{"filter": {"state": "open", "maxAge": 1}}"#,
        &[("key-word", MAX_AGE), ("key-word", STATE)],
    ),
    // The outer object first, then the members in the order given; then values in plan order.
    (
        r#"{"Filter": {"state": "OPEN", "NOTE": "", "inner": {"max age": "1", "State": "open"}}, "COUNT": "1"}"#,
        r#"{"filter": {"state": "open", "note": "", "inner": {"maxAge": 1, "state": "open"}}, "count": 1}"#,
        &[
            ("key-word", "count"),
            ("key-word", "filter"),
            ("key-word", NOTE),
            ("key-word", STATE),
            ("key-word", MAX_AGE),
            ("numeral", "count"),
            ("numeral", MAX_AGE),
            ("enum-word", STATE),
        ],
    ),
    // Items: numbers, and objects that take the same rules.
    (
        r#"{"pages": [1, "2" ,3, "4"]}"#,
        r#"{"pages": [1, 2 ,3, 4]}"#,
        &[("numeral", "/properties/pages/items")],
    ),
    (
        r#"{"rows": [{"state": "open"}, {"State": "open"}, {"STATE": "Open", "maxAge": "7"}]}"#,
        r#"{"rows": [{"state": "open"}, {"state": "open"}, {"state": "open", "maxAge": 7}]}"#,
        &[("key-word", STATE), ("numeral", MAX_AGE), ("enum-word", STATE)],
    ),
    // Branches of a union.
    (
        r#"{"either": {"state": "open", "maxAge": "1"}}"#,
        r#"{"either": {"state": "open", "maxAge": 1}}"#,
        &[("numeral", MAX_AGE)],
    ),
    (r#"{"either": ["1"]}"#, r#"{"either": [1]}"#, &[("numeral", "/properties/either/anyOf/1/items")]),
    (
        r#"{"kinds": {"kind": "b", "n": "[\"5\"]"}}"#,
        r#"{"kinds": {"kind": "b", "n": [5]}}"#,
        &[
            ("json-string", "/properties/kinds/anyOf/1/properties/n"),
            ("numeral", "/properties/kinds/anyOf/1/properties/n/items"),
        ],
    ),
    // JSON text, as it is and with something to be mended inside.
    (
        r#"{"filter": "{\"state\": \"open\"}"}"#,
        r#"{"filter": {"state": "open"}}"#,
        &[("json-string", "filter")],
    ),
    (
        r#"{"filter": " {\"State\": \"open\", \"maxAge\":\t\"5\"} "}"#,
        "{\"filter\":  {\"state\": \"open\", \"maxAge\":\t5} }",
        &[("key-word", STATE), ("json-string", "filter"), ("numeral", MAX_AGE)],
    ),
    (
        r#"{"pages": "[\"1\", 2]"}"#,
        r#"{"pages": [1, 2]}"#,
        &[("json-string", "pages"), ("numeral", "/properties/pages/items")],
    ),
    (
        r#"{"rows": ["{\"state\": \"open\", \"maxAge\": \"5\"}", "{\"state\": \"open\", \"maxAge\": \"6\"}"]}"#,
        r#"{"rows": [{"state": "open", "maxAge": 5}, {"state": "open", "maxAge": 6}]}"#,
        &[("numeral", MAX_AGE), ("json-string", "/properties/rows/items")],
    ),
    // One item, as it is and with something to be mended inside.
    (r#"{"tags": "a"}"#, r#"{"tags": ["a"]}"#, &[("single-item", "tags")]),
    (
        r#"{"states": "Open"}"#,
        r#"{"states": ["open"]}"#,
        &[("single-item", "states"), ("enum-word", "/properties/states/items")],
    ),
    (r#"{"grid": [5, [6]]}"#, r#"{"grid": [[5], [6]]}"#, &[("single-item", "/properties/grid/items")]),
    // In an open object only what is required moves, and not beside it.
    (
        r#"{"open": {"Needed": "1", "SPARE": 1}}"#,
        r#"{"open": {"needed": 1, "SPARE": 1}}"#,
        &[("key-word", NEEDED), ("numeral", NEEDED)],
    ),
    (
        r#"{"open": {"Needed": "2", "needed": "1"}}"#,
        r#"{"open": {"Needed": "2", "needed": 1}}"#,
        &[("numeral", NEEDED)],
    ),
    // One after another only where that has no outcome.
    (
        r#"{"mode": ["SAME", "a_b-c"]}"#,
        r#"{"mode": ["same", "a_bc"]}"#,
        &[("enum-word", "/properties/mode/items"), ("enum-dash", "/properties/mode/items")],
    ),
    // What another schema of the same object declares is no other spelling.
    (
        r#"{"both": {"a_b": "1", "ab": "x"}}"#,
        r#"{"both": {"a_b": 1, "ab": "x"}}"#,
        &[("numeral", "/properties/both/allOf/0/properties/a_b")],
    ),
    // A reference back to the root has the rules that stand there.
    (
        r#"{"again": {"again": {"Count": "1"}}}"#,
        r#"{"again": {"again": {"count": 1}}}"#,
        &[("key-word", "count"), ("numeral", "count")],
    ),
];

/// What no rule makes: before, after, the rules that the witness claims, and what is found.
pub(super) fn violations() -> Vec<(&'static str, &'static str, Rules, Violation)> {
    let unexplained = |name: &str| Violation::Unexplained(name.to_owned());
    let collision = |name: &str| Violation::Collision(name.to_owned());
    let numeral: &[_] = &[("numeral", MAX_AGE)];
    let key: &[_] = &[("key-word", MAX_AGE)];
    vec![
        // Where there is no rule, nothing changes: in a part that is free, and in a value that is accepted.
        (
            r#"{"filter": {"state": "open", "maxAge": "5"}, "any": {"maxAge": "5"}}"#,
            r#"{"filter": {"state": "open", "maxAge": 5}, "any": {"maxAge": 5}}"#,
            numeral,
            unexplained("any"),
        ),
        (
            r#"{"filter": {"state": "open", "maxAge": "5", "note": "5"}}"#,
            r#"{"filter": {"state": "open", "maxAge": 5, "note": "6"}}"#,
            numeral,
            unexplained("filter"),
        ),
        (
            r#"{"pages": ["1", 2]}"#,
            r#"{"pages": [1, 3]}"#,
            &[("numeral", "/properties/pages/items")],
            unexplained("pages"),
        ),
        (
            r#"{"pages": ["01"]}"#,
            r#"{"pages": [1]}"#,
            &[("numeral", "/properties/pages/items")],
            unexplained("pages"),
        ),
        (
            r#"{"pair": ["1", "2"]}"#,
            r#"{"pair": [1, 2]}"#,
            &[("numeral", "/properties/pair/items")],
            unexplained("pair"),
        ),
        // Another order, and something left out that is required.
        (
            r#"{"filter": {"state": "open", "maxAge": "5"}}"#,
            r#"{"filter": {"maxAge": 5, "state": "open"}}"#,
            numeral,
            unexplained("filter"),
        ),
        // Two names for one key, a key that is given, a name that is declared elsewhere.
        (
            r#"{"filter": {"state": "open", "max_age": 1, "MAXAGE": 2}}"#,
            r#"{"filter": {"state": "open", "maxAge": 1}}"#,
            key,
            collision("maxAge"),
        ),
        (
            r#"{"filter": {"state": "open", "max_age": 1, "maxAge": 2}}"#,
            r#"{"filter": {"state": "open", "maxAge": 1}}"#,
            key,
            collision("maxAge"),
        ),
        (
            r#"{"open": {"Needed": 1, "NEEDED": 2}}"#,
            r#"{"open": {"needed": 1, "NEEDED": 2}}"#,
            &[("key-word", NEEDED)],
            collision("needed"),
        ),
        (
            r#"{"both": {"ab": 5}}"#,
            r#"{"both": {"a_b": 5}}"#,
            &[("key-word", "/properties/both/allOf/0/properties/a_b")],
            unexplained("both"),
        ),
        // Two object schemas have an outcome each.
        (
            r#"{"two": {"x": "1", "y": "2"}}"#,
            r#"{"two": {"x": 1, "y": "2"}}"#,
            &[("numeral", "/properties/two/anyOf/0/properties/x")],
            Violation::SecondOutcome("two".to_owned()),
        ),
        // A list around a list, text in text in text, and text that says null.
        (
            r#"{"grid": 5}"#,
            r#"{"grid": [[5]]}"#,
            &[("single-item", "grid"), ("single-item", "/properties/grid/items")],
            unexplained("grid"),
        ),
        (
            r#"{"filter": "\"{\\\"state\\\": \\\"OPEN\\\"}\""}"#,
            r#"{"filter": {"state": "open"}}"#,
            &[("json-string", "filter"), ("enum-word", STATE)],
            unexplained("filter"),
        ),
        (
            r#"{"filter": "null"}"#,
            "{}",
            &[("json-string", "filter"), ("optional-null", "filter")],
            Violation::Missing("filter".to_owned()),
        ),
    ]
}
