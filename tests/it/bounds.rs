//! What hostile schemas and arguments may cost: each is told before it is paid.

use std::time::{Duration, Instant};

use fabric_rules::internal::apply::{Outcome, ReasonCode, Verdict};
use fabric_rules::internal::schema::{Schema, SchemaOptions};

use crate::support::{fabric, proven, schema};

/// What an unoptimised build may take; a release build takes a tenth of it.
const SOON: Duration = Duration::from_secs(5);

/// A schema that takes a number as text, and these properties.
fn with(properties: &str) -> String {
    format!(
        r#"{{"type": "object", "additionalProperties": false,
        "properties": {{"count": {{"type": "integer"}}, {properties}}}}}"#
    )
}

fn refused(text: &str) -> (&'static str, String) {
    let start = Instant::now();
    let error = Schema::parse(text.as_bytes(), SchemaOptions::default()).unwrap_err();
    assert!(start.elapsed() < SOON, "took {:?}", start.elapsed());
    (error.code(), error.span().of(text).to_owned())
}

/// Whether a call whose `count` is a text is mended, which must be told soon.
fn mended(properties: &str, member: &str) -> bool {
    let proven = proven(&fabric(), "a.ref", &schema(&with(properties))).unwrap();
    let start = Instant::now();
    let outcome = proven.apply(format!(r#"{{"count": "1", {member}}}"#).as_bytes()).unwrap();
    assert!(start.elapsed() < SOON, "{properties} took {:?}", start.elapsed());
    outcome != Outcome::Unchanged
}

fn text(name: &str, value: &str) -> String {
    format!(r#""{name}": "{value}""#)
}

#[test]
fn patterns_that_compile_to_too_much_are_refused_before_they_are_compiled() {
    let letters = |count: usize| {
        let one = |index| format!(r#""p{index}": {{"pattern": "^\\p{{L}}{{1,200}}{index}$"}}"#);
        with(&(0..count).map(one).collect::<Vec<_>>().join(", "))
    };
    let (code, place) = refused(&letters(128));
    assert_eq!(code, "schema::heavy-patterns");
    assert!(place.starts_with(r#""^\\p{L}{1,200}"#), "{place}");
    // The same pattern again is compiled once.
    let same = (0..128).map(|index| format!(r#""p{index}": {{"pattern": "^\\p{{L}}{{1,20}}$"}}"#));
    assert!(schema(&with(&same.collect::<Vec<_>>().join(", "))).cost() < 32 << 20);
    for heavy in [
        r"((((a{1,99}){1,99}){1,99}){1,99}){1,99}",
        r"(?:[^a]{1,9999}(?=x)){1,9999}",
        r"\\P{Han}{99999}",
        r"[\\p{L}\\p{N}-]{1,2000}",
        r"(?i:[^\\W]{1,40000})",
        r"a{18446744073709551616}{18446744073709551616}",
    ] {
        for place in [
            format!(r#""p": {{"pattern": "{heavy}"}}"#),
            format!(r#""p": {{"patternProperties": {{"{heavy}": {{}}}}}}"#),
            format!(r##""p": {{"$ref": "#/x-hidden"}}}}, "x-hidden": {{"pattern": "{heavy}"}}, "x": {{"##),
        ] {
            assert_eq!(refused(&with(&place)).0, "schema::heavy-patterns", "{place}");
        }
    }
}

#[test]
fn patterns_of_real_schemas_are_light() {
    for pattern in [
        r"^[a-zA-Z0-9_-]{1,64}$",
        r"^[\\p{L}\\p{N} .'-]{1,100}$",
        r"^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
        r"^(?=.*[A-Z])(?=.*\\d).{8,64}$",
        r"^https?://[^\\s/$.?#].[^\\s]*$",
        r"^.{1,5000}$",
        r"\\{[^}]{2}",
    ] {
        let cost = schema(&with(&format!(r#""p": {{"pattern": "{pattern}"}}"#))).cost();
        assert!(cost < 16 << 20, "{pattern}: {cost}");
    }
}

#[test]
fn a_schema_that_would_take_too_much_memory_is_refused() {
    let many = vec![r#"{"a": 1}"#; 100_000].join(", ");
    assert_eq!(refused(&with(&format!(r#""p": {{"enum": [{many}]}}"#))).0, "schema::too-costly");
}

#[test]
fn look_around_over_a_long_text_is_not_tried() {
    let long = "a".repeat(60_000);
    for pattern in ["(?=.*x)y", "(?!x)[a-z]+@", r"(a)(.*)\\1@", "(?<!x)[a-z]+(?=@)", "(?=(?:(?=.*x)a)*b)c"] {
        let property = format!(r#""p": {{"not": {{"pattern": "{pattern}"}}}}"#);
        assert!(!mended(&property, &text("p", &long)), "{pattern}");
        assert!(mended(&property, &text("p", "aaaa")), "{pattern}");
    }
    // As the pattern of names, and behind references that lead back to the root.
    let names = r#""p": {"propertyNames": {"not": {"pattern": "(?=.*x)y"}}}"#;
    assert!(!mended(names, &format!(r#""p": {{"{long}": 1}}"#)));
    let circular = r##""p": {"$ref": "#"}, "q": {"not": {"pattern": "(?=.*x)y"}}"##;
    assert!(!mended(circular, &format!(r#""p": {{"q": "{long}"}}"#)));
    // Under a name that is a spelling of the property's.
    let spelled = r#""longText": {"not": {"pattern": "(?=.*x)y"}}"#;
    assert!(!mended(spelled, &text("long_text", &long)));
}

#[test]
fn a_long_text_beside_a_pattern_or_under_a_simple_one_is_no_matter() {
    let long = "a".repeat(1_000_000);
    let beside = r#""id": {"pattern": "^(?:(?!--)[a-z-])+$"}, "content": {"type": "string"}"#;
    assert!(mended(beside, &text("content", &long)));
    for pattern in ["^[a-zA-Z0-9+/]+={0,2}$", r"^(?!\\s*$).+", "^(?=.*a).*$"] {
        assert!(mended(&format!(r#""p": {{"pattern": "{pattern}"}}"#), &text("p", &long)), "{pattern}");
    }
}

#[test]
fn members_of_an_enum_count_in_the_work() {
    let objects: Vec<String> = (0..10_000).map(|index| format!(r#"{{"a": {index}}}"#)).collect();
    let items = |count: usize| format!(r#""p": [{}]"#, vec![r#"{"b": 1}"#; count].join(", "));
    let listed = format!(r#""p": {{"items": {{"not": {{"enum": [{}]}}}}}}"#, objects.join(", "));
    assert!(!mended(&listed, &items(10_000)));
    assert!(mended(&listed, &items(10)));
    let constant = format!(r#""p": {{"items": {{"not": {{"const": [{}]}}}}}}"#, objects.join(", "));
    assert!(!mended(&constant, &items(10_000)));
    // Texts are compared quickly.
    let texts: Vec<String> = (0..200).map(|index| format!(r#""m{index}""#)).collect();
    let texts = format!(r#""p": {{"items": {{"not": {{"enum": [{}]}}}}}}"#, texts.join(", "));
    assert!(mended(&texts, &items(10_000)));
}

#[test]
fn a_crowd_of_values_is_passed_through_and_a_broken_one_told() {
    let crowd = |count: usize| format!(r#""any": [{}1]"#, r#"{"a,[": "\","},"#.repeat(count));
    assert!(!mended(r#""any": {"type": "array"}"#, &crowd(600_000)));
    assert!(mended(r#""any": {"type": "array"}"#, &crowd(100_000)));
    let proven = proven(&fabric(), "a.ref", &schema(&with(r#""any": {"type": "array"}"#))).unwrap();
    for broken in [format!("{{{}", crowd(600_000)), format!("[{{{}}}]", crowd(600_000))] {
        assert!(proven.apply(broken.as_bytes()).is_err());
    }
}

/// What becomes of a call, which must be told soon; whatever the schema says of `p`.
fn verdict(definitions: &str, p: &str) -> &'static str {
    let text = format!(
        r##"{{"$defs": {{{definitions}}}, "type": "object", "additionalProperties": false,
        "properties": {{"count": {{"type": "integer"}}, "p": {{"$ref": "#/$defs/n"}}}}}}"##
    );
    let proven = proven(&fabric(), "a.ref", &schema(&text)).unwrap();
    let start = Instant::now();
    let verdict = proven.judge(format!(r#"{{"count": "1", "p": {p}}}"#).as_bytes()).unwrap();
    assert!(start.elapsed() < SOON, "{definitions} took {:?}", start.elapsed());
    match verdict {
        Verdict::Valid => "valid",
        Verdict::Normalized { .. } => "normalized",
        Verdict::Rejected(_) => "rejected",
        Verdict::Unknown(reason) => {
            assert_eq!(reason.code, ReasonCode::TooCostly);
            "too costly"
        }
        other => panic!("{other:?}"),
    }
}

fn lists(depth: usize, inside: &str) -> String {
    format!("{}{inside}{}", "[".repeat(depth), "]".repeat(depth))
}

#[test]
fn a_schema_that_comes_back_to_itself_twice_on_one_way_counts_by_the_depth_of_the_value() {
    let list = r##"{"type": "array", "items": {"$ref": "#/$defs/n"}}"##;
    for union in ["anyOf", "oneOf"] {
        let twice = format!(r#""n": {{"{union}": [{list}, {list}, {{"const": 1}}]}}"#);
        for (depth, expected) in [(3, "rejected"), (30, "too costly"), (100, "too costly")] {
            assert_eq!(verdict(&twice, &lists(depth, "2")), expected, "{union} {depth}");
        }
    }
    let both = r##""n": {"allOf": [{"properties": {"k": {"$ref": "#/$defs/n"}}}, {"properties": {"k": {"$ref": "#/$defs/n"}}}], "unevaluatedProperties": false}"##;
    let nested = |depth: usize| format!("{}{{\"z\": 1}}{}", "{\"k\": ".repeat(depth), "}".repeat(depth));
    assert_eq!((verdict(both, &nested(3)), verdict(both, &nested(40))), ("rejected", "too costly"));
}

#[test]
fn a_schema_that_comes_back_to_itself_on_different_ways_costs_no_more_than_its_values() {
    let filter = r##""n": {"type": "object", "properties": {"op": {"type": "string"}, "and": {"type": "array", "items": {"$ref": "#/$defs/n"}}, "or": {"type": "array", "items": {"$ref": "#/$defs/n"}}, "not": {"$ref": "#/$defs/n"}}}"##;
    let nested = |depth: usize| {
        format!("{}{{\"op\": \"x\"}}{}", "{\"and\": [{\"not\": ".repeat(depth), "}]}".repeat(depth))
    };
    assert_eq!(verdict(filter, &nested(20)), "normalized");
    let one = r##""n": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/n"}}, {"const": 1}]}"##;
    assert_eq!((verdict(one, &lists(40, "1")), verdict(one, &lists(40, "2"))), ("normalized", "rejected"));
}
