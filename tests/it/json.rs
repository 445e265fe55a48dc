//! The JSON tree, canonical JSON, shapes.

use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::json::{
    Document, FlawKind, JsonError, Limits, Node, canonical, number, pointer, shape,
};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::support::{Vectors, canonical_of, parse};

#[test]
fn canonical_vectors() {
    let cases = Vectors::read("jcs.json").each(|name, input, expected| {
        let text = input.get("text").and_then(Node::as_str).unwrap();
        let document = parse(text);
        assert_eq!(
            canonical::text(&document.root),
            expected.get("canonical").and_then(Node::as_str).unwrap(),
            "{name}"
        );
        let hash = expected.get("hash").and_then(Node::as_str).unwrap();
        assert_eq!(Digest::of_node(&document.root).as_str(), hash, "{name}");
    });
    assert_eq!(cases, 58);
}

#[test]
fn shape_vectors() {
    let vectors = Vectors::read("shape.json");
    let cases = vectors.each(|name, input, expected| {
        let signature = shape::signature(input.get("value").unwrap());
        assert_eq!(signature, expected.get("signature").and_then(Node::as_str).unwrap(), "{name}");
        let hash = expected.get("hash").and_then(Node::as_str).unwrap();
        assert_eq!(Digest::of_json_string(&signature).as_str(), hash, "{name}");
    });
    assert_eq!(cases, 64);
}

fn error(text: &[u8]) -> JsonError {
    Document::parse(text, Limits::ARGUMENTS).unwrap_err()
}

#[test]
fn faults_have_their_place() {
    let at = |text: &str| error(text.as_bytes()).span().start;
    assert_eq!(at("{\"a\": 1,}"), 8);
    assert_eq!(at("[1 2]"), 3);
    assert_eq!(at("{\"a\" 1}"), 5);
    assert_eq!(at("[01]"), 2);
    assert_eq!(at("nul"), 0);
    assert_eq!(at("1 2"), 2);
    assert_eq!(at("\"a"), 2);
    assert_eq!(at("\"a\nb\""), 2);
    assert_eq!(at("{a: 1}"), 1);
    assert_eq!(error(b"\"\xff\"").span().start, 1);
    assert_eq!(error(b"  "), JsonError::Empty);
    assert_eq!(error("\u{feff}{}".as_bytes()).span().start, 0);
}

#[test]
fn depth_is_bounded() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(Document::parse(nested(128).as_bytes(), Limits::ARGUMENTS).is_ok());
    assert_eq!(error(nested(129).as_bytes()), JsonError::TooDeep { at: 128, limit: 128 });
    assert!(matches!(error("[".repeat(1_000_000).as_bytes()), JsonError::TooDeep { .. }));
}

#[test]
fn size_is_bounded() {
    let limits = Limits::ARGUMENTS.with_bytes(10);
    assert!(Document::parse(b"[1,2,3,45]", limits).is_ok());
    assert_eq!(
        Document::parse(b"[1,2,3,456]", limits).unwrap_err(),
        JsonError::TooLarge { bytes: 11, limit: 10 }
    );
}

#[test]
fn flaws_are_found_where_they_stand() {
    let document = parse(r#"{"a": 1, "b": {"x": 1e400, "y": "\ud800"}, "a": 2}"#);
    let kinds: Vec<FlawKind> = document.flaws.iter().map(|flaw| flaw.kind).collect();
    assert_eq!(kinds, [FlawKind::NumberOverflow, FlawKind::LoneSurrogate, FlawKind::DuplicateName]);
    let inner = document.root.get("b").unwrap();
    assert_eq!(document.flaw_in(inner.span).unwrap().kind, FlawKind::NumberOverflow);
    assert!(document.flaw_in(document.root.get("a").unwrap().span).is_none());
    // Two spellings of one name are one name.
    assert_eq!(parse(r#"{"a": 1, "\u0061": 2}"#).flaws.len(), 1);
    let many: Vec<String> = (0..20).map(|index| format!("\"k{}\": 1", index % 19)).collect();
    assert_eq!(parse(&format!("{{{}}}", many.join(","))).flaws.len(), 1);
}

#[test]
fn pointers_escape_and_find() {
    let document = parse(r#"{"a/b": {"~x": [10, {"y": 1}]}}"#);
    let at = pointer::push(&pointer::push("", "a/b"), "~x");
    assert_eq!(at, "/a~1b/~0x");
    assert_eq!(pointer::get(&document.root, &format!("{at}/1/y")).unwrap(), &parse("1").root);
    assert!(pointer::get(&document.root, &format!("{at}/01")).is_none());
    assert!(pointer::get(&document.root, "a").is_none());
}

proptest! {
    #[test]
    fn reads_what_serde_json_reads(text in "[\\[\\]{}:,\" a\\\\untrefls0-9.eE+-]{0,24}") {
        let ours = Document::parse(text.as_bytes(), Limits::ARGUMENTS);
        let theirs: Result<serde_json::Value, _> = serde_json::from_str(&text);
        match (&ours, &theirs) {
            (Ok(document), Err(_)) => assert!(!document.flaws.is_empty(), "{text:?}"),
            _ => prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?}", text),
        }
        if let (Ok(document), Ok(value)) = (ours, theirs) {
            prop_assert_eq!(document.root.to_value(), value);
        }
    }

    #[test]
    fn never_panics(bytes: Vec<u8>) {
        let _ = Document::parse(&bytes, Limits::ARGUMENTS);
    }

    #[test]
    fn canonical_form_is_that_of_another_implementation(value in values()) {
        let text = value.to_string();
        prop_assert_eq!(canonical_of(&text), serde_json_canonicalizer::to_string(&value).unwrap());
    }

    #[test]
    fn doubles_round_trip(bits: u64) {
        let n = f64::from_bits(bits);
        if n.is_finite() && !(n == 0.0 && n.is_sign_negative()) {
            prop_assert_eq!(number::exact(&number::print(n)), Some(n));
        }
    }
}

fn values() -> impl proptest::strategy::Strategy<Value = serde_json::Value> {
    use proptest::prelude::Strategy;
    use serde_json::Value;
    let leaf = proptest::prop_oneof![
        proptest::strategy::Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(Value::from),
        any::<String>().prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        proptest::prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            proptest::collection::btree_map(any::<String>(), inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
