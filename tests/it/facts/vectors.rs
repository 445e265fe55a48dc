//! The vectors, through the library and through `rpc`.

use fabric_rules::internal::program::Program;
use fabric_rules::internal::rpc::respond;
use fabric_rules::internal::rules::built_in;
use fabric_rules::internal::schema::SchemaOptions;
use fabric_rules::internal::session::Session;
use serde_json::{Value, json};

use crate::support::Vectors;

fn session() -> Session {
    let program: Program = built_in().unwrap();
    Session::new(program.profile("fabric").unwrap(), SchemaOptions::default())
}

/// The answer of one operation to the JSON text of its input.
pub fn ask(session: &Session, op: &str, input: &str) -> Value {
    let line = format!("{{\"op\":\"{op}\",\"input\":{input}}}");
    serde_json::from_str(&respond(session, Ok(&line))).unwrap()
}

fn check(op: &str) {
    let (session, vectors) = (session(), Vectors::read(&format!("{op}.json")));
    let mut wrong = Vec::new();
    // As it was written, since the order of members counts.
    let cases = vectors.each(|name, input, expected| {
        let answer = ask(&session, op, vectors.slice(input));
        let expected: Value = serde_json::from_str(vectors.slice(expected)).unwrap();
        if !same(&answer["output"], &expected) {
            wrong.push(format!("{name}: {answer}, not {expected}"));
        }
    });
    assert!(cases > 15, "{op}");
    assert!(wrong.is_empty(), "{op}\n{}", wrong.join("\n"));
}

/// Values are equal where their numbers are, however they are spelled.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(one, other)| same(one, other))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, one)| b.get(name).is_some_and(|other| same(one, other)))
        }
        _ => one == other,
    }
}

#[test]
fn canon() {
    check("canon");
}

#[test]
fn facts() {
    check("facts");
}

#[test]
fn gbnf() {
    check("gbnf");
}

#[test]
fn pick() {
    check("pick");
}

#[test]
fn what_is_no_specification_is_told() {
    let session = session();
    let problem = |op: &str, input: Value| {
        let answer = ask(&session, op, &input.to_string());
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{op} {input}: {answer}")).to_owned()
    };
    for spec in [
        json!({"grain": 0}),
        json!({"grain": -5}),
        json!({"grain": "100"}),
        json!({"enum": "abc"}),
        json!({"enum": [null, "a"]}),
        json!({"enum": [["a"]]}),
        json!({"enum": ["a"], "synonyms": {"a": "bc"}}),
        json!({"enum": ["a"], "synonyms": ["a"]}),
        json!({"enum": ["a"], "synonyms": {"a": [{}]}}),
        json!({"type": 7}),
        json!({"from": 7}),
        json!("text"),
    ] {
        assert_eq!(problem("canon", json!({"raw": "a", "spec": spec})), "wrong-spec", "{spec}");
        assert_eq!(problem("facts", json!({"raw": {}, "schema": {"a": spec}})), "wrong-spec", "{spec}");
        assert_eq!(problem("pick", json!({"answer": "a", "spec": spec})), "wrong-spec", "{spec}");
        if spec.get("enum").is_some_and(|members| *members != json!(["a"])) || spec == "text" {
            assert_eq!(problem("gbnf", json!({"spec": spec})), "wrong-spec", "{spec}");
        }
    }
    assert_eq!(problem("facts", json!({"raw": ["a"], "schema": {}})), "wrong-kind");
    assert_eq!(problem("facts", json!({"raw": {}, "schema": []})), "wrong-spec");
    assert_eq!(problem("facts", json!({"schema": {}})), "missing-member");
    assert_eq!(problem("pick", json!({"spec": {}})), "missing-member");
}

#[test]
fn what_the_pages_settle_otherwise() {
    let session = session();
    let output = |op: &str, input: Value| ask(&session, op, &input.to_string())["output"].take();
    let canon = |raw: Value, spec: Value| output("canon", json!({"raw": raw, "spec": spec}));
    let miss = || json!({"value": null, "miss": true});
    // Null is a miss, even where the empty text is a member or an alias.
    assert_eq!(canon(Value::Null, json!({"enum": ["", "a"]})), miss());
    assert_eq!(canon(Value::Null, json!({"enum": ["a"], "synonyms": {"a": ["", "?"]}})), miss());
    assert_eq!(canon(Value::Null, json!({"enum": ["a"], "synonyms": {"a": [null]}})), miss());
    assert_eq!(canon(json!(" "), json!({"enum": ["a"], "synonyms": {"a": [""]}}))["value"], "a");
    assert_eq!(
        canon(Value::Null, json!({"type": "bool", "default": true})),
        json!({"value": true, "miss": true})
    );
    // Numbers are read whole.
    for text in
        ["3.7abc", "12 apples", "1,200", "0x10", "1_000", "5%", "1.2.3", "1e", "e3", "+-1", "inf", "1 2"]
    {
        assert_eq!(canon(json!(text), json!({"type": "number"})), miss(), "{text}");
    }
    assert_eq!(canon(json!([5]), json!({"type": "int"})), miss());
    for kind in ["id", "string", "bool", "number"] {
        assert_eq!(canon(json!({"a": 1}), json!({"type": kind})), miss(), "{kind}");
        assert_eq!(
            canon(json!(["a"]), json!({"type": kind, "default": 1})),
            json!({"value": 1, "miss": true})
        );
    }
    // White space is that of Unicode.
    let sizes = || json!({"enum": ["extra large"]});
    assert_eq!(canon(json!("\u{85}Extra\u{3000}\u{85}large"), sizes())["value"], "extra large");
    assert_eq!(canon(json!("\u{feff}extra large"), sizes()), miss());
    // Lower case is the full mapping.
    assert_eq!(canon(json!("İ"), json!({"enum": ["i", "i\u{307}"]}))["value"], "i\u{307}");
    // A name of an object method is a name like any other; order is that of the text.
    let reply = output(
        "facts",
        json!({"raw": {}, "schema": {"toString": {"type": "string"}, "__proto__": {"enum": ["x"]}}}),
    );
    assert_eq!(
        reply,
        json!({"facts": {"toString": null, "__proto__": null}, "misses": ["__proto__"], "synonyms": []})
    );
    let text =
        "{\"raw\": {}, \"schema\": {\"b\": {\"enum\": []}, \"10\": {\"enum\": []}, \"9\": {\"enum\": []}}}";
    assert_eq!(ask(&session, "facts", text)["output"]["misses"], json!(["b", "10", "9"]));
    // A grain has the decimals that it is written with.
    assert_eq!(canon(json!(0.000_001_23), json!({"grain": 1e-7}))["value"].as_f64(), Some(1.2e-6));
    assert_eq!(canon(json!(1e308), json!({"grain": 0.001})), miss());
    // No words of the model's own, where there is no vocabulary.
    for spec in [json!({"type": "string"}), json!({"type": "bool"}), json!({}), Value::Null] {
        assert_eq!(output("pick", json!({"answer": "yes", "spec": spec})), Value::Null);
    }
    let status = || json!({"enum": ["lev", "on hold", "open"]});
    for answer in [json!("It is on hold."), json!(["open"]), json!({"a": "open"})] {
        assert_eq!(output("pick", json!({"answer": answer, "spec": status()})), Value::Null, "{answer}");
    }
    // No word is cut out of a longer one, whose accents may stand by themselves; other signs end a word.
    for answer in
        ["élevé", "levé", "e\u{301}leve\u{301}", "open\u{301}", "İopen", "open²", "реopen", "a\u{200d}open"]
    {
        let picked = output("pick", json!({"answer": answer, "spec": status()}));
        assert_eq!(picked, Value::Null, "{}", answer.escape_unicode());
    }
    for answer in ["“open”", "→open…", "open—lev", "été: OPEN", "✅open"] {
        let picked = output("pick", json!({"answer": answer, "spec": status()}));
        assert_eq!(picked, "open", "{}", answer.escape_unicode());
    }
    // Controls, and words that make no ring.
    let grammar = output("gbnf", json!({"spec": {"enum": ["\u{7f}"]}}));
    assert_eq!(grammar, "root ::= \"\\x7F\" | \"none\"");
    // A number member is named by its text.
    assert_eq!(canon(json!("one"), json!({"enum": [1, 2], "synonyms": {"1": ["one"]}}))["value"], 1);
}
