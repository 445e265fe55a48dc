//! One value, by each type of the language; lists and sets.

use fabric_rules::internal::facts::number::{Grain, round};
use serde_json::{Value, json};

use super::read;

/// The value of the fact and whether it was missed.
fn one(of: &str, given: &str) -> (Value, bool) {
    let told = read(of, &format!("{{\"a\": {given}}}"));
    (told["facts"]["a"].clone(), told["misses"] == json!(["a"]))
}

#[test]
fn each_type_reads_what_it_says() {
    let cases = [
        ("severity", "\" MINOR \"", json!("low")),
        ("severity", "\"Sehr schlimm\"", json!("high")),
        ("grain 100", "1250", json!(1300)),
        ("grain 0.10", "\"0.25\"", json!(0.3)),
        ("int", "\"-2.5\"", json!(-2)),
        ("number", "\"5.\"", json!(5)),
        ("bool", "\" YES \"", json!(true)),
        ("bool", "1.0", json!(true)),
        ("bool", "\"\"", json!(false)),
        ("id", "\"  A  b \"", json!("A  b")),
        ("id", "9007199254740993", json!("9007199254740993")),
        ("string", "\"\\t a \\n b \"", json!("a b")),
        ("string", "1.50", json!("1.5")),
    ];
    for (of, given, value) in cases {
        let (found, missed) = one(of, given);
        let is_same = found == value || found.is_number() && found.as_f64() == value.as_f64();
        assert!(is_same && !missed, "{of}: {given} is {found}");
    }
}

#[test]
fn what_is_missed_is_told_and_gives_the_default() {
    for (of, given) in [
        ("severity", "\"bad\""),
        ("severity", "null"),
        ("severity", "[\"low\"]"),
        ("int", "\"12 apples\""),
        ("int", "1e400"),
        ("number", "true"),
        ("bool", "null"),
        ("bool", "\"maybe\""),
        ("id", "{}"),
        ("string", "[]"),
        ("id", "\"\\ud800\""),
    ] {
        assert_eq!(one(of, given), (Value::Null, true), "{of}: {given}");
    }
    assert_eq!(one("severity default medium", "\"bad\""), (json!("medium"), true));
    assert_eq!(one("bool default true", "null"), (json!(true), true));
    assert_eq!(one("id default \"x\"", "[]"), (json!("x"), true));
    assert_eq!(one("id default \"x\"", "null"), (json!("x"), false), "absent is no miss here");
    assert_eq!(one("severity default null", "0"), (Value::Null, true));
}

#[test]
fn a_key_that_is_given_twice_is_a_miss() {
    for reply in [r#"{"a": "low", "a": "high"}"#, r#"{"a": "low", "b": 1, "a": "low"}"#] {
        let told = read("severity", reply);
        assert_eq!((&told["facts"]["a"], &told["misses"]), (&Value::Null, &json!(["a"])));
    }
    // What is given twice elsewhere is nobody's business.
    assert_eq!(read("severity", r#"{"b": 1, "a": "low", "b": 2}"#)["misses"], json!([]));
}

#[test]
fn halves_go_up_and_no_half_is_made_of_less() {
    let cases = [(2.5, 3.0), (-2.5, -2.0), (-0.5, 0.0), (0.499_999_999_999_999_94, 0.0), (-1.5, -1.0)];
    for (n, rounded) in cases {
        assert!((round(n) - rounded).abs() < f64::EPSILON, "{n}");
    }
    let large = 9_007_199_254_740_991.0;
    assert_eq!(round(large).to_bits(), f64::to_bits(large));
    let snapped = |grain: &str, n: f64| Grain::parse(grain).unwrap().snap(n);
    assert_eq!(snapped("0.1", 0.15), Some(0.1), "in doubles the quotient is below one and a half");
    assert_eq!(snapped("0.01", 12.345), Some(12.35));
    assert_eq!(snapped("0.1", 0.3), Some(0.3), "and not 0.30000000000000004");
    assert_eq!(snapped("0.001", 1e308), None);
    for none in ["0", "-1", "1e400", "0.0", "x", "1e-400"] {
        assert_eq!(Grain::parse(none), None, "{none}");
    }
}

#[test]
fn a_list_keeps_count_and_order() {
    let told = read("list of severity", r#"{"a": ["severe", "bad", "LOW", "low", null, 7]}"#);
    assert_eq!(told["facts"]["a"], json!(["high", null, "low", "low", null, null]));
    assert_eq!(told["misses"], json!(["a"]));
    let element = |index: usize| json!({"fact": "a", "index": index});
    assert_eq!(told["elements"], json!([element(1), element(4), element(5)]));
    assert_eq!(told["counts"], json!({"a": {"given": 6, "kept": 3}}));
    assert_eq!(told["synonyms"], json!([{"key": "a", "index": 0, "raw": "severe", "member": "high"}]));
}

#[test]
fn a_set_keeps_each_value_once_in_its_order() {
    let set = |of: &str, given: &str| read(&format!("set of {of}"), &format!("{{\"a\": {given}}}"));
    let told = set("severity", r#"["severe", "bad", "LOW", "high", "low"]"#);
    assert_eq!(told["facts"]["a"], json!(["low", "high"]));
    assert_eq!(told["counts"], json!({"a": {"given": 5, "kept": 4}}));
    assert_eq!(told["elements"], json!([{"fact": "a", "index": 1}]));
    let numbers = set("number", r#"[10, "9", -3, -20, 0, "-0", 1e2]"#)["facts"]["a"].to_string();
    assert_eq!(numbers, "[-20,-3,0,9,10,100]");
    assert_eq!(set("bool", r#"["y", false, 1, "no"]"#)["facts"]["a"], json!([false, true]));
    // By code unit: what lies beyond the basic plane goes before the last of it.
    let texts = set("string", r#"["\uff61", "😀", "b", "a ", "B"]"#)["facts"]["a"].clone();
    assert_eq!(texts, json!(["B", "a", "b", "😀", "\u{ff61}"]));
}

#[test]
fn what_is_no_array_or_too_long_is_missed_as_a_whole() {
    for given in ["null", "\"low, high\"", "\"low\"", "{\"0\": \"low\"}", "7"] {
        let told = read("list of severity", &format!("{{\"a\": {given}}}"));
        assert_eq!((&told["facts"]["a"], &told["misses"]), (&Value::Null, &json!(["a"])), "{given}");
        assert_eq!((&told["elements"], &told["counts"]), (&json!([]), &json!({})), "{given}");
    }
    assert_eq!(read("list of severity", "{}")["misses"], json!(["a"]));
    let empty = read("set of severity", r#"{"a": []}"#);
    assert_eq!((&empty["facts"]["a"], &empty["misses"]), (&json!([]), &json!([])));
    assert_eq!(empty["counts"], json!({"a": {"given": 0, "kept": 0}}));
    let of = |count: usize| format!("{{\"a\": [{}]}}", vec!["\"low\""; count].join(","));
    for (declared, most) in [("list of severity", 100), ("list of severity at most 2", 2)] {
        assert_eq!(read(declared, &of(most))["misses"], json!([]));
        let told = read(declared, &of(most + 1));
        assert_eq!((&told["facts"]["a"], &told["misses"]), (&Value::Null, &json!(["a"])));
        assert_eq!(told["counts"], json!({"a": {"given": most + 1, "kept": 0}}));
    }
}

#[test]
fn what_nobody_has_decided_has_no_digest() {
    use fabric_rules::FactsSchema;
    use fabric_rules::internal::json::{Document, Limits};
    let text = "vocabulary v \"A.\" { low high } facts f \"A.\" { a : v b : list of v }";
    let schema = FactsSchema::of(&super::program(text), "f").unwrap();
    let parse = |text: &str| Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
    let (reply, low) = (parse(r#"{"a": "dire", "b": ["high", "dire"]}"#), parse("\"low\"").root);
    let named = schema.canonical_with(&reply, &reply.root, &|_, _| Some(low.clone()));
    assert_eq!(named.facts(), r#"{"a":"low","b":["high","low"]}"#);
    assert_eq!((named.digest(), named.provisional.len(), named.misses.len()), (None, 2, 0));
    let refused = schema.canonical_with(&reply, &reply.root, &|_, _| None);
    assert!(refused.digest().is_some() && refused.misses == ["a", "b"]);
}
