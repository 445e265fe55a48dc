//! Applying: the vectors, the four laws, the bytes that stay, the calls that are left alone.

use fabric_rules::internal::apply::{ApplyError, Outcome};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::ir::{Action, Alphabet, Convention, Decoder, Guard, Omitted, Spelling, Status};
use fabric_rules::internal::json::{Data, JsonError, Limits, Node, canonical};
use fabric_rules::internal::prove::{ProvenPlan, prove};
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::verify::{Violation, verify};
use proptest::prelude::{ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::TestRunner;

use crate::support::{
    Tool, Vectors, canonical_of, edited, fabric, generate, normalized, parse, proven, repaired, schema, tools,
};

#[test]
fn vectors() {
    let vectors = Vectors::read("apply.json");
    let mut changes = 0;
    let cases = vectors.each(|name, input, expected| {
        let reference = input.get("ref").and_then(Node::as_str).unwrap();
        let args = vectors.slice(input.get("args").unwrap());
        let outcome = proven_of(&vectors, reference, input)
            .map(|proven| (proven.apply(args.as_bytes()).unwrap(), proven));
        let (changed, after, witness) = match &outcome {
            Some((Outcome::Normalized { args: after, witness }, proven)) => {
                verify(proven, args.as_bytes(), after, witness).unwrap();
                changes += 1;
                (true, String::from_utf8(after.clone()).unwrap(), witness.to_json())
            }
            _ => (false, args.to_owned(), "null".to_owned()),
        };
        let answer = format!(r#"{{"changed": {changed}, "args": {after}, "witness": {witness}}}"#);
        assert_eq!(canonical_of(&answer), canonical::text(expected), "{name}");
    });
    assert_eq!(cases, 404);
    assert!(changes > 100, "{changes} changes were verified");
}

fn proven_of(vectors: &Vectors, reference: &str, input: &Node) -> Option<ProvenPlan> {
    let schema = vectors.schema(input.get("schema").unwrap())?;
    let plan = match input.get("plan") {
        Some(plan) => vectors.plan(plan)?,
        None => derive(&fabric(), reference, &schema).ok()?,
    };
    prove(fabric().program(), &plan, reference, &schema).ok()
}

/// The laws, for one call. Gives whether it was changed.
fn check_laws(proven: &ProvenPlan, args: &str) -> Result<bool, String> {
    let schema = proven.schema();
    let accepted = schema.accepts_arguments(&serde_json::from_str(args).unwrap());
    let Outcome::Normalized { args: after, witness } = proven.apply(args.as_bytes()).unwrap() else {
        return Ok(false);
    };
    if accepted {
        return Err("canonical arguments were changed".to_owned());
    }
    verify(proven, args.as_bytes(), &after, &witness).map_err(|violation| violation.to_string())?;
    match proven.apply(&after).unwrap() {
        Outcome::Unchanged => Ok(true),
        _ => Err("applying twice changes twice".to_owned()),
    }
}

#[test]
fn the_laws_hold_on_real_surfaces_with_mutated_arguments() {
    let mut runner = TestRunner::deterministic();
    let (mut calls, mut changes) = (0, 0);
    for Tool { file, name, schema } in tools() {
        let Some(proven) = proven(&fabric(), &name, &schema) else { continue };
        let strategy = generate::arguments(&schema);
        for _ in 0..12 {
            let args = strategy.new_tree(&mut runner).unwrap();
            let args = proptest::strategy::ValueTree::current(&args).to_string();
            calls += 1;
            match check_laws(&proven, &args) {
                Ok(changed) => changes += usize::from(changed),
                Err(fault) => panic!("{file} {name}: {fault}\n{args}"),
            }
        }
    }
    assert!(calls > 3000 && changes > 150, "{changes} of {calls} calls were changed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_laws_hold_on_generated_schemas(
        (schema, args) in generate::schemas().prop_flat_map(|value| {
            let schema = Schema::parse(value.to_string().as_bytes(), Default::default()).unwrap();
            (proptest::strategy::Just(schema.clone()), generate::arguments(&schema))
        })
    ) {
        if let Some(proven) = proven(&fabric(), "a.ref", &schema) {
            prop_assert_eq!(check_laws(&proven, &args.to_string()).err(), None);
        }
    }

    #[test]
    fn apply_never_panics(bytes: Vec<u8>, text in "[{}\\[\\]\",:a-c0-9 nul\\\\]{0,40}") {
        let proven = proven(&fabric(), "a.ref", &schema(CALL)).unwrap();
        let _ = proven.apply(&bytes);
        let _ = proven.apply(text.as_bytes());
    }

    #[test]
    fn duplicates_anywhere_leave_the_call_alone(depth in 0..5usize) {
        let proven = proven(&fabric(), "a.ref", &schema(CALL)).unwrap();
        let inner = format!("{}{{\"d\": 1, \"d\": 1}}{}", "[".repeat(depth), "]".repeat(depth));
        let call = format!(r#"{{"count": "1", "any": {inner}}}"#);
        prop_assert_eq!(normalized(&proven, &call), None);
        prop_assert!(normalized(&proven, &call.replace(", \"d\": 1", "")).is_some());
    }
}

const CALL: &str = r#"{"type": "object", "additionalProperties": false, "properties": {
    "count": {"type": "integer"}, "ratio": {"type": "number"}, "outputFormat": {"type": "string", "enum": ["pdf", "plain text"]},
    "note": {"type": "string"}, "memo": {"type": "string"}, "any": {}, "quoted\"key": {"type": "number"}}}"#;

fn call(args: &str) -> Option<String> {
    repaired(CALL, args)
}

#[test]
fn untouched_bytes_survive() {
    let cases = [
        // Members that no rule touches: big integers, 1.0, escapes, order, white space inside values.
        (
            r#"{ "any" : { "z":1.0,  "a" : 12345678901234567890123, "\u0061b": "\u00e9\/" } , "count":"2" }"#,
            r#"{ "any" : { "z":1.0,  "a" : 12345678901234567890123, "\u0061b": "\u00e9\/" } , "count":2 }"#,
        ),
        // A moved member takes its alias's position, and its value stays as written.
        (r#"{"NOTE" : "\u0041", "count": 1}"#, r#"{"note" : "\u0041", "count": 1}"#),
        (r#"{"output-format": "PLAIN_TEXT"}"#, r#"{"outputFormat": "plain text"}"#),
        // A removed member takes the comma after it, or before it when it is the last.
        (r#"{"note": null, "count": 1}"#, r#"{ "count": 1}"#),
        (r#"{"count": 1 , "note": null }"#, r#"{"count": 1  }"#),
        (r#"{"count": 1, "note": null, "memo": null}"#, r#"{"count": 1}"#),
        (r#"{"note": null, "count": 1, "memo": null}"#, r#"{ "count": 1}"#),
        (r#"{"note": null , "memo": null}"#, "{}"),
        (r#" { "NOTE": null } "#, " {  } "),
        ("{\"count\":\n\t\"1e+21\"}", "{\"count\":\n\t1e+21}"),
        (r#"{"QUOTED_KEY": 1}"#, ""),
    ];
    for (given, expected) in cases {
        assert_eq!(call(given).as_deref().unwrap_or(""), expected, "{given}");
    }
}

#[test]
fn a_written_key_or_member_is_canonical() {
    let odd = r#"{"type": "object", "additionalProperties": false, "properties": {
        "mode": {"type": "string", "enum": ["tab\tbed", "sla/sh", "plain"]}, "unit": {"type": "string", "enum": ["a b"]}}}"#;
    assert_eq!(
        repaired(odd, r#"{"MODE": "PLAIN", "unit": "A_B"}"#).unwrap(),
        r#"{"mode": "plain", "unit": "a b"}"#
    );
}

#[test]
fn calls_that_are_left_alone() {
    for given in [
        r#"{"count": "2", "count": 3}"#,
        r#"{"count": "2", "any": 1e400}"#,
        r#"{"count": "2", "any": "\ud800"}"#,
        r#"{"count": "2", "any": {"\udc00": 1}}"#,
        r#"{"count": "2", "stranger": 1}"#,
        r#"{"NOTE": "a", "note": "b"}"#,
        r#"{"NOTE": "a", "Note": "a"}"#,
        r#"{"count": "2", "note": 5}"#,
        r#"{"count": "2.5"}"#,
        r#"{"count": " 2"}"#,
    ] {
        assert_eq!(call(given), None, "{given}");
    }
}

#[test]
fn unreadable_arguments_are_errors() {
    let proven = proven(&fabric(), "a.ref", &schema(CALL)).unwrap();
    let error = |args: &[u8]| proven.apply(args).unwrap_err();
    assert_eq!(error(b"[1]"), ApplyError::NotAnObject { found: "an array" });
    assert_eq!(error(b"null"), ApplyError::NotAnObject { found: "null" });
    assert!(matches!(error(b"{\"a\": }"), ApplyError::Json(JsonError::Syntax { at: 6, .. })));
    assert!(matches!(error(b"{\"a\": \"\xff\"}"), ApplyError::Json(JsonError::NotUtf8 { at: 7 })));
    assert!(matches!(error(b""), ApplyError::Json(JsonError::Empty)));
    let deep = |levels: usize| {
        format!("{{\"any\": {}{}, \"count\": \"1\"}}", "[".repeat(levels), "]".repeat(levels))
    };
    assert!(matches!(proven.apply(deep(127).as_bytes()), Ok(Outcome::Normalized { .. })));
    assert!(matches!(error(deep(128).as_bytes()), ApplyError::Json(JsonError::TooDeep { limit: 128, .. })));
    assert!(matches!(error(deep(100_000).as_bytes()), ApplyError::Json(JsonError::TooDeep { .. })));
    let large = format!("{{\"note\": \"{}\"}}", "x".repeat(16 << 20));
    assert!(matches!(error(large.as_bytes()), ApplyError::Json(JsonError::TooLarge { .. })));
    let roomy = Limits::ARGUMENTS.with_bytes(64 << 20);
    assert_eq!(proven.apply_within(large.as_bytes(), roomy), Ok(Outcome::Unchanged));
}

#[test]
fn a_call_that_costs_too_much_passes_through() {
    let mut definitions = vec![r#""d13": {"type": "array"}"#.to_owned()];
    definitions.extend((0..13).map(|index| {
        format!(
            r##""d{index}": {{"anyOf": [{{"$ref": "#/$defs/d{0}"}}, {{"$ref": "#/$defs/d{0}"}}]}}"##,
            index + 1
        )
    }));
    let wide = schema(&format!(
        r##"{{"type": "object", "additionalProperties": false, "properties": {{"n": {{"type": "integer"}}, "list": {{"$ref": "#/$defs/d0"}}}}, "$defs": {{{}}}}}"##,
        definitions.join(", ")
    ));
    let proven = proven(&fabric(), "a.ref", &wide).unwrap();
    let call = |items: usize| format!(r#"{{"n": "1", "list": [{}]}}"#, vec!["0"; items].join(","));
    assert!(wide.unfolded() > 30_000);
    assert!(normalized(&proven, &call(100)).is_some());
    assert_eq!(normalized(&proven, &call(1000)), None);
}

fn spelling(name: &str, drop: char, keep: char) -> Spelling {
    let alphabet = Alphabet { letter: true, digit: false, characters: vec![drop, keep] };
    Spelling {
        name: name.to_owned(),
        first: Alphabet { letter: true, ..Alphabet::default() },
        then: Some(alphabet),
        last: None,
        fold_case: true,
        drop: vec![drop],
        except_between_digits: false,
        apart_by: None,
        at_least: 1,
    }
}

fn convention(name: &str, guard: Guard, action: Action, after: &[&str]) -> Convention {
    let after = after.iter().map(|name| (*name).to_owned()).collect();
    Convention { name: name.to_owned(), status: Status::Active, guard, after, action }
}

/// A program of two spellings that can lead one text to two members, and one name to two keys.
pub fn two_minded(after: &[&str]) -> fabric_rules::internal::program::Profile {
    edited(|ir| {
        ir.spellings = vec![spelling("by-dash", '-', '_'), spelling("by-line", '_', '-')];
        let by = |name: &str| {
            (Guard::SomeEnumUnique(name.into()), Action::Decode(Decoder::EnumBy(name.into()).into()))
        };
        let (dash, line) = (by("by-dash"), by("by-line"));
        let rename = |name: &str| (Guard::KeyUnique(name.into()), Action::Rename { spelling: name.into() });
        let (key_dash, key_line) = (rename("by-dash"), rename("by-line"));
        ir.conventions = vec![
            convention("dash", dash.0, dash.1, &[]),
            convention("key-dash", key_dash.0, key_dash.1, &[]),
            convention(
                "key-line",
                key_line.0,
                key_line.1,
                if after.is_empty() { &[] } else { &["key-dash"] },
            ),
            convention("line", line.0, line.1, after),
        ];
        ir.profiles[0].conventions = ["key-dash", "key-line", "dash", "line"].map(String::from).to_vec();
    })
}

#[test]
fn two_outcomes_refuse() {
    let text = r#"{"type": "object", "additionalProperties": false, "properties": {"mode": {"enum": ["a_bc", "ab-c", "same"]}}}"#;
    let schema = schema(text);
    let plain = proven(&two_minded(&[]), "a.ref", &schema).unwrap();
    // By the dash `a_b-c` is `a_bc`, by the line it is `ab-c`: nobody can tell.
    assert_eq!(normalized(&plain, r#"{"mode": "a_b-c"}"#), None);
    // Where both lead to one member there is one outcome.
    assert_eq!(normalized(&plain, r#"{"mode": "SAME"}"#).unwrap(), r#"{"mode": "same"}"#);
    // An order between them makes it one outcome as well, and says which.
    let ordered = proven(&two_minded(&["dash"]), "a.ref", &schema).unwrap();
    assert_eq!(normalized(&ordered, r#"{"mode": "a_b-c"}"#).unwrap(), r#"{"mode": "a_bc"}"#);
    let Ok(Outcome::Normalized { args, witness }) = ordered.apply(br#"{"mode": "a_b-c"}"#) else { panic!() };
    assert_eq!(verify(&ordered, br#"{"mode": "a_b-c"}"#, &args, &witness), Ok(()));
    assert_eq!(witness.rules()[0].kind, "dash");
    assert_eq!(witness.version(), 2);
}

#[test]
fn two_targets_of_one_name_refuse() {
    let schema = schema(
        r#"{"type": "object", "additionalProperties": false, "properties": {"a_bc": {"type": "string"}, "ab-c": {"type": "string"}}}"#,
    );
    let plain = proven(&two_minded(&[]), "a.ref", &schema).unwrap();
    assert_eq!(normalized(&plain, r#"{"a_b-c": "x"}"#), None);
    let ordered = proven(&two_minded(&["dash"]), "a.ref", &schema).unwrap();
    assert_eq!(normalized(&ordered, r#"{"a_b-c": "x"}"#).unwrap(), r#"{"a_bc": "x"}"#);
}

#[test]
fn empty_texts_are_left_out_where_a_program_says_so() {
    let profile = edited(|ir| {
        let guard = Guard::Not(Box::new(Guard::AcceptsEmptyString));
        ir.conventions.insert(0, convention("empty", guard, Action::Omit(Omitted::EmptyString), &[]));
        ir.profiles[0].conventions.push("empty".to_owned());
    });
    let schema = schema(
        r#"{"type": "object", "additionalProperties": false, "required": ["b"],
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}"#,
    );
    let proven = proven(&profile, "a.ref", &schema).unwrap();
    assert_eq!(normalized(&proven, r#"{"a": "", "b": 1}"#).unwrap(), r#"{ "b": 1}"#);
    // A required member is never left out, whatever the guard.
    assert_eq!(normalized(&proven, r#"{"a": 1, "b": ""}"#), None);
}

#[test]
fn verify_notices_every_kind_of_tampering() {
    let proven = proven(&fabric(), "a.ref", &schema(CALL)).unwrap();
    let before = r#"{"OUTPUT_FORMAT": "PDF", "count": "2", "note": null, "any": 1.0}"#;
    let Ok(Outcome::Normalized { args, witness }) = proven.apply(before.as_bytes()) else { panic!() };
    let after = String::from_utf8(args).unwrap();
    assert_eq!(after, r#"{"outputFormat": "pdf", "count": 2,  "any": 1.0}"#);
    let violation = |before: &str, after: &str| {
        verify(&proven, before.as_bytes(), after.as_bytes(), &witness).unwrap_err()
    };
    assert_eq!(verify(&proven, before.as_bytes(), after.as_bytes(), &witness), Ok(()));
    assert_eq!(violation(&after, &after), Violation::AcceptedBefore);
    assert_eq!(violation(before, before), Violation::RejectedAfter);
    assert_eq!(violation(before, &after.replace("1.0", "1")), Violation::Unexplained("any".into()));
    assert_eq!(
        violation(before, &after.replace("\"count\": 2", "\"count\": 3")),
        Violation::Unexplained("count".into())
    );
    assert_eq!(
        violation(before, &after.replace("pdf", "plain text")),
        Violation::Unexplained("outputFormat".into())
    );
    assert_eq!(
        violation(before, &after.replace("\"count\": 2,  ", "")),
        Violation::FalseWitness("afterShape")
    );
    assert_eq!(violation(before, "[]"), Violation::NotAnObject("after"));
    assert!(matches!(violation(before, &after.replace("{\"out", "{ \"out")), Violation::OtherBytes(_)));
    let reordered = r#"{"count": 2, "outputFormat": "pdf",  "any": 1.0}"#;
    assert_eq!(violation(before, reordered), Violation::Unexplained("count".into()));
    // The witness must name the rules that were taken, no more, no less.
    let document = parse(
        &witness
            .to_json()
            .replace(r#"{"kind":"optional-null","key":"note"}"#, r#"{"kind":"optional-null","key":"memo"}"#),
    );
    let false_witness = fabric_rules::internal::plan::Witness::read(&document, &document.root).unwrap();
    assert_eq!(
        verify(&proven, before.as_bytes(), after.as_bytes(), &false_witness),
        Err(Violation::OtherRules)
    );
    for member in ["baseSchemaDigest", "beforeShape", "afterShape"] {
        let digest = parse(&witness.to_json()).root.get(member).and_then(Node::as_str).unwrap().to_owned();
        let document = parse(&witness.to_json().replacen(&digest, &"0".repeat(64), 1));
        let wrong = fabric_rules::internal::plan::Witness::read(&document, &document.root).unwrap();
        assert_eq!(
            verify(&proven, before.as_bytes(), after.as_bytes(), &wrong),
            Err(Violation::FalseWitness(member))
        );
    }
}

#[test]
fn a_plan_without_a_rule_does_not_do_its_work() {
    let text = CALL.replace("\"count\": {\"type\": \"integer\"}", "\"count\": {\"type\": [\"integer\"]}");
    assert_eq!(repaired(&text, r#"{"count": "2"}"#), None);
    assert!(matches!(parse("1").root.data, Data::Number(_)));
}

#[test]
fn hostile_calls_end_soon() {
    let proven = proven(&fabric(), "a.ref", &schema(CALL)).unwrap();
    let start = std::time::Instant::now();
    let strangers: Vec<String> = (0..200_000).map(|index| format!("\"k_{index}\": null")).collect();
    assert_eq!(normalized(&proven, &format!("{{{}}}", strangers.join(", "))), None);
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "took {:?}", start.elapsed());
}
