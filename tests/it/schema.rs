//! Schemas: what compiles, what is refused and where, what a property accepts.

use std::time::{Duration, Instant};

use fabric_rules::internal::schema::{Schema, SchemaError, SchemaOptions};
use serde_json::{Value, json};

use crate::support::schema;

fn refused(text: &str) -> SchemaError {
    Schema::parse(text.as_bytes(), SchemaOptions::default()).unwrap_err()
}

/// The refusal's code, and the text that it points at.
fn told(text: &str) -> (&'static str, String) {
    let error = refused(text);
    (error.code(), error.span().of(text).to_owned())
}

fn pointed(code: &'static str, at: &str) -> (&'static str, String) {
    (code, at.to_owned())
}

#[test]
fn refusals_point_at_the_place() {
    assert_eq!(told("[1]"), pointed("schema::not-a-schema", "[1]"));
    assert_eq!(told("null"), pointed("schema::not-a-schema", "null"));
    assert_eq!(told(r#"{"type": "text"}"#), pointed("schema::invalid", r#""text""#));
    assert_eq!(told(r#"{"properties": {"a": {"pattern": "("}}}"#), pointed("schema::invalid", r#""(""#));
    assert_eq!(told(r#"{"a": 1, "a": 2}"#), pointed("schema::not-canonical", r#""a""#));
    assert_eq!(told(r#"{"maximum": 1e999}"#), pointed("schema::not-canonical", "1e999"));
    assert_eq!(told(r#"{"$schema": "https://example.com/mine"}"#).0, "schema::unknown-dialect");
    assert_eq!(
        told(r##"{"properties": {"a": {"$ref": "#/$defs/none"}}}"##),
        pointed("schema::unresolved-reference", r##""#/$defs/none""##)
    );
    assert_eq!(
        told(r#"{"properties": {"a": {"$ref": "https://example.com/x.json"}}}"#),
        pointed("schema::outside-reference", r#""https://example.com/x.json""#)
    );
    // A published meta-schema is known to the validator, and outside all the same.
    assert_eq!(
        told(r#"{"properties": {"a": {"$ref": "http://json-schema.org/draft-07/schema#"}}}"#).0,
        "schema::outside-reference"
    );
    assert_eq!(refused("{").code(), "schema::not-json");
}

#[test]
fn references_that_are_not_reached_do_not_count() {
    schema(r##"{"$defs": {"a": {"$ref": "https://example.com/x.json"}, "b": {"$ref": "#/nowhere"}}}"##);
    schema(r##"{"enum": [{"$ref": "#/nowhere"}], "default": {"$ref": "https://example.com"}}"##);
    schema(r#"{"properties": {"$ref": {"type": "string"}}}"#);
}

#[test]
fn circles_need_a_step_into_the_value() {
    for endless in [
        r##"{"$ref": "#"}"##,
        r##"{"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}}}"##,
        r##"{"properties": {"a": {"allOf": [{"not": {"$ref": "#/properties/a"}}]}}}"##,
        r##"{"properties": {"a": {"if": {"$ref": "#/properties/a"}}}}"##,
    ] {
        assert_eq!(told(endless).0, "schema::endless-reference", "{endless}");
    }
    schema(r##"{"properties": {"next": {"$ref": "#"}}}"##);
    schema(
        r##"{"properties": {"a": {"anyOf": [{"type": "null"}, {"items": {"$ref": "#/properties/a"}}]}}}"##,
    );
}

#[test]
fn references_to_siblings_are_encoded_for_the_validator_only() {
    let text = r##"{"properties": {"StartTime<": {"type": ["string", "null"]}, "a b%": {"type": "number"},
        "x": {"$ref": "#/properties/StartTime<"}, "y": {"$ref": "#/properties/StartTime%3C"},
        "z": {"$ref": "#/properties/a b%25"}}}"##;
    let sibling = schema(text);
    assert_eq!(sibling.accepts("x", &Value::Null), Ok(true));
    assert_eq!(sibling.accepts("y", &Value::Null), Ok(true));
    assert_eq!(sibling.accepts("z", &Value::Null), Ok(false));
    assert_eq!(sibling.accepts("z", &json!(1)), Ok(true));
    assert_eq!(
        *sibling.digest(),
        fabric_rules::internal::digest::Digest::of_node(&crate::support::parse(text).root)
    );
}

#[test]
fn properties_are_evaluated_in_the_whole_schema() {
    let text = r##"{"$id": "https://example.com/tool.json", "type": "object",
        "properties": {"a": {"$ref": "#/$defs/n"}, "b": {"$ref": "tool.json#/$defs/n"}, "c": {"$ref": "#num"},
                       "d": {"$ref": "inner.json"}, "e": true, "f": false, "a/b~c": {"type": "null"}},
        "$defs": {"n": {"type": "number"}, "m": {"$anchor": "num", "type": "number"},
                  "i": {"$id": "inner.json", "type": "string"}}}"##;
    let whole = schema(text);
    for key in ["a", "b", "c"] {
        assert_eq!(whole.accepts(key, &json!(1)), Ok(true), "{key}");
        assert_eq!(whole.accepts(key, &json!("1")), Ok(false), "{key}");
    }
    assert_eq!(whole.accepts("d", &json!("x")), Ok(true));
    assert_eq!(whole.accepts("d", &json!(1)), Ok(false));
    assert_eq!(whole.accepts("e", &json!(1)), Ok(true));
    assert_eq!(whole.accepts("f", &json!(1)), Ok(false));
    assert_eq!(whole.accepts("a/b~c", &Value::Null), Ok(true));
    assert!(whole.accepts("none", &Value::Null).is_err());
}

#[test]
fn dialects_differ() {
    let siblings = |dialect: &str| {
        let text = format!(
            r##"{{"$schema": "{dialect}", "properties": {{"a": {{"$ref": "#/definitions/n", "maximum": 3}}}},
                "definitions": {{"n": {{"type": "number"}}}}}}"##
        );
        schema(&text).accepts("a", &json!(5)).unwrap()
    };
    assert!(siblings("http://json-schema.org/draft-07/schema#"), "beside `$ref` nothing counts in draft 7");
    assert!(!siblings("https://json-schema.org/draft/2020-12/schema"));
}

#[test]
fn formats_describe_unless_asserted() {
    let text = r#"{"properties": {"a": {"type": "string", "format": "email"}}}"#;
    assert_eq!(schema(text).accepts("a", &json!("nobody")), Ok(true));
    let strict = Schema::parse(text.as_bytes(), SchemaOptions::default().with_assert_formats(true)).unwrap();
    assert_eq!(strict.accepts("a", &json!("nobody")), Ok(false));
}

#[test]
fn oddities_of_real_schemas_compile() {
    for odd in [
        "true",
        "{}",
        r#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#,
        r#"{"properties": {"a": {"enum": []}, "b": true, "c": false}}"#,
        r#"{"properties": {"type": {"type": "string"}, "items": {}, "required": {}, "$schema": {}, "__proto__": {}}}"#,
        r#"{"type": "object", "properties": {}, "limit": {"type": "number"}}"#,
    ] {
        schema(odd);
    }
}

/// `count` definitions, each naming the next one twice.
fn doubling(count: usize) -> String {
    let definitions: Vec<String> = (0..count)
        .map(|index| {
            format!(
                r##""d{index}": {{"anyOf": [{{"$ref": "#/$defs/d{0}"}}, {{"$ref": "#/$defs/d{0}"}}]}}"##,
                index + 1
            )
        })
        .collect();
    format!(
        r##"{{"properties": {{"a": {{"$ref": "#/$defs/d0"}}}}, "$defs": {{{}, "d{count}": {{"type": "null"}}}}}}"##,
        definitions.join(", ")
    )
}

#[test]
fn unfolded_size_is_bounded_and_quick_to_tell() {
    let start = Instant::now();
    assert_eq!(refused(&doubling(32)).code(), "schema::too-large");
    assert!(start.elapsed() < Duration::from_secs(5), "took {:?}", start.elapsed());
    // Each definition, its two references, and the last definition: 2^0 + 2·2^0 + …
    assert_eq!(schema(&doubling(2)).unfolded(), 1 + 1 + 1 + 2 + 2 + 4 + 4);
}

#[test]
fn long_chains_are_refused_without_a_deep_stack() {
    let links: Vec<String> =
        (0..50_000).map(|index| format!(r##""d{index}": {{"$ref": "#/$defs/d{}"}}"##, index + 1)).collect();
    let text = format!(
        r##"{{"properties": {{"a": {{"$ref": "#/$defs/d0"}}}}, "$defs": {{{}, "d50000": {{}}}}}}"##,
        links.join(", ")
    );
    assert_eq!(refused(&text).code(), "schema::too-deep");
}

#[test]
fn catastrophic_patterns_end_soon() {
    for pattern in ["^(a+)+$", "^(a|a)*$", "^(?=(a+)+$)b", "(x+x+)+y", r"^(a+)+\\1$"] {
        let text = format!(r#"{{"type": "object", "properties": {{"a": {{"pattern": "{pattern}"}}}}}}"#);
        let schema = schema(&text);
        let hostile = json!({"a": format!("{}!", "ax".repeat(20_000).replace('x', "a"))});
        let start = Instant::now();
        schema.accepts_arguments(&hostile);
        assert!(start.elapsed() < Duration::from_secs(10), "{pattern} took {:?}", start.elapsed());
    }
}

/// Whether the pattern takes the text, asked as a keyword and as a name of `patternProperties`.
fn takes(pattern: &str, text: &str) -> bool {
    let whole = schema(&json!({"properties": {"a": {"pattern": pattern}}}).to_string());
    let as_keyword = whole.accepts("a", &json!(text)).unwrap();
    let names = schema(&json!({"patternProperties": {pattern: false}}).to_string());
    // Up to draft 7 a `\\b` needs the engine whose steps are bounded, so a long text is undecided.
    if text.len() < 1_000 {
        let old = json!({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"pattern": pattern}}});
        assert_eq!(
            as_keyword,
            schema(&old.to_string()).accepts("a", &json!(text)).unwrap(),
            "{pattern} in draft 7"
        );
    }
    assert_eq!(as_keyword, !names.accepts_arguments(&json!({ text: 1 })), "{pattern} on {text}");
    as_keyword
}

#[test]
fn a_pattern_that_is_none_is_quoted_as_it_was_written() {
    for pattern in [r"^(?!x)\d(?<n>", r"\b.\01"] {
        for text in [json!({"pattern": pattern}), json!({"patternProperties": {pattern: true}})] {
            for dialect in
                ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"]
            {
                let mut whole = json!({"properties": {"a": text}});
                whole["$schema"] = json!(dialect);
                let message = refused(&whole.to_string()).to_string();
                assert!(message.contains(&json!(pattern).to_string()), "{pattern}: {message}");
            }
        }
    }
}

#[test]
fn patterns_are_those_of_ecma_262() {
    for (pattern, yes, no) in [
        (r"\bat\b", "ät at", "ata"),
        (r"\bnder", "änder", "under"),
        (r"\Bnder", "under", "änder"),
        (r"^\b", "a", "ä"),
        (r"é\b", "éa", "éé"),
        (r"[\b]", "\u{8}", "b"),
        (r"^\\b$", r"\b", "a"),
        (r"^\d\b", "1", "٣"),
        (r"^(?!x)\d$", "1", "٣"),
        (r"^(?!x)\w$", "a", "ä"),
        (r"^(?=.)\W$", "ä", "a"),
        (r"^(?=.)\s$", "\u{feff}", "\u{85}"),
        (r"^(?!x)[\d-z]$", "-", "٣"),
        (r"^(?!x)[a-\d]$", "-", "b"),
        (r"^(?!x)[^\W]$", "a", "ä"),
        (r"^(?!x)[\S]$", "\u{85}", "\u{feff}"),
        (r"^(?!x).$", "\u{85}", "\u{2028}"),
        (r"^(a)\1\d$", "aa1", "aa٣"),
        (r"^(?<n>a)\b", "a", "ab"),
        (r"^(?!x).\bnder", "änder", "ünter"),
        (r"^(?!x).\Bnder", "under", "änder"),
        (r"^(?!x)[.]$", ".", "a"),
        (r"^\/\b", "/a", "/ä"),
        (r"^\0$", "\0", "0"),
        (r"^[^\0]$", "0", "\0"),
        (r"^[\0-\x1f]$", "\n", "0"),
        (r"^(?!.*\0).*$", "0", "\0"),
        (r"^(?!x)[\0-\x1f]$", "\n", "0"),
        (r"^(?!x)\cA\cz$", "\u{1}\u{1a}", "cAcz"),
        (r"^(?!x)[\cJ-\cM]$", "\r", "J"),
    ] {
        assert!(takes(pattern, yes), "{pattern} takes {yes:?}");
        assert!(!takes(pattern, no), "{pattern} does not take {no:?}");
    }
    // Two names that come to one text are two still.
    let both = r#"{"patternProperties": {"^(?!x)\\d$": {"minimum": 3}, "^(?!x)[0-9]$": {"maximum": 5}}}"#;
    let both = schema(both);
    let accepts = |number: i32| both.accepts_arguments(&json!({ "1": number }));
    assert_eq!([1, 4, 9].map(accepts), [false, true, false]);
    // Data that looks like a pattern stays data.
    let data =
        schema(r#"{"properties": {"a": {"enum": [{"pattern": "\\b"}]}, "pattern": {"const": "\\b"}}}"#);
    assert_eq!(data.accepts("a", &json!({"pattern": "\\b"})), Ok(true));
    assert_eq!(data.accepts("pattern", &json!("\\b")), Ok(true));
}

#[test]
fn a_word_boundary_is_found_in_a_long_text() {
    let words = "word ".repeat(12_000);
    for (pattern, found) in [(r"\bend\b", true), (r"\b(cat|dog|end)\b", true), (r"\bnone\b", false)] {
        let start = Instant::now();
        assert_eq!(takes(pattern, &format!("{words}end")), found, "{pattern}");
        assert!(start.elapsed() < Duration::from_secs(5), "{pattern} took {:?}", start.elapsed());
    }
}
