//! Conventions on call, and the one that leaves out what is empty and nobody's.

use fabric_rules::internal::apply::{ApplyError, Outcome};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::ir;
use fabric_rules::internal::plan::Plan;
use fabric_rules::internal::program::{Profile, Program};
use fabric_rules::internal::prove::{ProvenPlan, RefusalCode, prove};
use fabric_rules::internal::rules;
use fabric_rules::internal::verify::{Violation, verify};
use fabric_rules::{ReasonCode, Verdict};

use crate::support::{fabric, fixture, proven, rules_of, schema};

fn ir_of_calls() -> ir::Program {
    let text = std::fs::read_to_string(fixture("programs/call.rules")).unwrap();
    let compiled = rules::compile(&[Source::new("call.rules", text)]);
    compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)).ir().clone()
}

fn edited(edit: impl FnOnce(&mut ir::Program)) -> Profile {
    let mut ir = ir_of_calls();
    edit(&mut ir);
    Program::unchecked(ir).profile("called").unwrap()
}

fn calls() -> Profile {
    edited(|_| ())
}

const PAGES: &str = r#"{"type": "object", "additionalProperties": false, "required": ["pageCount"],
    "properties": {"pageCount": {"type": "integer"}, "note": {"type": "string"}}}"#;
const OPTIONAL: &str = r#"{"type": "object", "additionalProperties": false,
    "properties": {"pageCount": {"type": "integer"}, "note": {"type": "string"}}}"#;

fn plan_of(text: &str) -> ProvenPlan {
    proven(&calls(), "a.ref", &schema(text)).unwrap()
}

/// What becomes of arguments; a change has to pass every check, and to be the last.
fn becomes_under(plan: &ProvenPlan, before: &str) -> Option<(String, Vec<String>)> {
    let Outcome::Normalized { args, witness } = plan.apply(before.as_bytes()).unwrap() else { return None };
    verify(plan, before.as_bytes(), &args, &witness).unwrap_or_else(|found| panic!("{before}: {found}"));
    assert_eq!(plan.apply(&args).unwrap(), Outcome::Unchanged);
    let rules = witness.rules().iter().map(|rule| format!("{} {}", rule.kind, rule.key)).collect();
    Some((String::from_utf8(args).unwrap(), rules))
}

fn becomes(schema: &str, before: &str) -> Option<(String, Vec<String>)> {
    becomes_under(&plan_of(schema), before)
}

fn text_of(schema: &str, before: &str) -> Option<String> {
    becomes(schema, before).map(|(after, _)| after)
}

fn some(after: &str, rules: &[&str]) -> Option<(String, Vec<String>)> {
    Some((after.to_owned(), rules.iter().map(|rule| (*rule).to_owned()).collect()))
}

#[test]
fn rules_on_call_stand_last_and_have_the_empty_key() {
    let rules = rules_of(&calls(), &schema(OPTIONAL));
    let last = ["surplus-empty ", "no-arguments ", "json-arguments ", "unwrap "];
    assert!(rules.ends_with(&last.map(str::to_owned)), "{rules:?}");
    // A property that has the empty key as well is no call.
    let keyed = r#"{"type": "object", "additionalProperties": false,
        "properties": {"": {"type": "integer"}, "arguments": {}}}"#;
    let rules = rules_of(&calls(), &schema(keyed));
    assert!(rules.contains(&"numeric-string ".to_owned()) && !rules.contains(&"unwrap ".to_owned()));
    assert_eq!(becomes(keyed, r#"{"": "1"}"#), some(r#"{"": 1}"#, &["numeric-string "]));
    assert_eq!(becomes(keyed, "null"), some("{}", &["no-arguments "]));
}

#[test]
fn nothing_at_all_becomes_the_empty_object_where_that_is_valid() {
    for nothing in ["", " \n", "null", " null "] {
        assert_eq!(becomes(OPTIONAL, nothing), some("{}", &["no-arguments "]), "{nothing:?}");
        assert_eq!(becomes(PAGES, nothing), None);
    }
    let Verdict::Rejected(reason) = plan_of(PAGES).judge(b"").unwrap() else { panic!() };
    assert!(reason.message.contains("pageCount"), "{}", reason.message);
    assert_eq!(reason.code, ReasonCode::NoRule);
}

#[test]
fn the_shape_of_what_is_no_object_is_its_tag() {
    for (before, tag) in [("", "absent"), ("null", "null"), (r#""{}""#, "str")] {
        let Outcome::Normalized { witness, .. } = plan_of(OPTIONAL).apply(before.as_bytes()).unwrap() else {
            panic!("{before}")
        };
        assert_eq!(*witness.before_shape(), Digest::of_json_string(tag));
        assert_eq!(*witness.after_shape(), Digest::of_json_string("()"));
    }
}

#[test]
fn arguments_as_text_are_read_and_planned_again() {
    let after = |text: &str| becomes(PAGES, &serde_json::to_string(text).unwrap());
    assert_eq!(after(r#"{"pageCount": 2}"#), some(r#"{"pageCount": 2}"#, &["json-arguments "]));
    // The text stays as it is written, white space and all.
    let rules = ["key-form pageCount", "numeric-string pageCount", "json-arguments "];
    assert_eq!(after(r#" {"page_count" : "2"} "#), some(r#" {"pageCount" : 2} "#, &rules));
    for no in ["", "{", "[1]", "2", r#"{"pageCount": 2} ok"#, r#"{"pageCount": 2, "pageCount": 2}"#] {
        assert_eq!(after(no), None, "{no}");
    }
}

#[test]
fn a_wrapper_that_nobody_declares_is_taken_off() {
    let after = |text: &str| becomes(PAGES, text);
    assert_eq!(after(r#"{"arguments": {"pageCount":  2}}"#), some(r#"{"pageCount":  2}"#, &["unwrap "]));
    let rules = ["numeric-string pageCount", "unwrap "];
    assert_eq!(after(r#"{"input": {"pageCount": "2"}}"#), some(r#"{"pageCount": 2}"#, &rules));
    for no in [
        r#"{"params": {"pageCount": 2}}"#,
        r#"{"Arguments": {"pageCount": 2}}"#,
        r#"{"arguments": {"pageCount": 2}, "note": "a"}"#,
        r#"{"arguments": [{"pageCount": 2}]}"#,
    ] {
        assert_eq!(after(no), None, "{no}");
    }
    // What may be meant as a key is no wrapper, however that key is written.
    let declared = OPTIONAL.replace("note", "Input");
    assert_eq!(text_of(&declared, r#"{"input": {"pageCount": 2}}"#), None);
    assert_eq!(text_of(&OPTIONAL.replace("note", "input"), r#"{"arguments": {"pageCount": 2}}"#), None);
}

#[test]
fn at_most_two_conventions_on_call_follow_each_other() {
    let inner = r#"{"pageCount":"2"}"#;
    let text = serde_json::to_string(inner).unwrap();
    let rules = ["numeric-string pageCount", "json-arguments ", "unwrap "];
    assert_eq!(becomes(PAGES, &format!(r#"{{"arguments": {text}}}"#)), some(r#"{"pageCount":2}"#, &rules));
    // A witness has them in the order of the plan, whichever was asked first.
    let around = serde_json::to_string(r#"{"arguments": {"pageCount":"2"}}"#).unwrap();
    let mended = some(r#"{"pageCount":2}"#, &["numeric-string pageCount", "json-arguments ", "unwrap "]);
    assert_eq!(becomes(PAGES, &around), mended);
    let rules = ["unwrap "];
    let twice = r#"{"arguments": {"input": {"pageCount": 2}}}"#;
    assert_eq!(becomes(PAGES, twice), some(r#"{"pageCount": 2}"#, &rules));
    assert_eq!(text_of(PAGES, r#"{"arguments": {"input": {"arguments": {"pageCount": 2}}}}"#), None);
    assert_eq!(text_of(PAGES, &format!(r#"{{"input": {{"arguments": {text}}}}}"#)), None);
    assert_eq!(becomes(OPTIONAL, r#""null""#), some("{}", &["no-arguments ", "json-arguments "]));
}

#[test]
fn the_bound_on_what_is_planned_again_holds_for_calls() {
    let once = edited(|ir| {
        let profile = ir.profiles.iter_mut().find(|profile| profile.name == "called").unwrap();
        profile.bounds.decodings = 1;
    });
    let plan = proven(&once, "a.ref", &schema(PAGES)).unwrap();
    let text = |inner: &str| format!(r#"{{"arguments": {}}}"#, serde_json::to_string(inner).unwrap());
    // One after the other is one more.
    assert!(becomes_under(&plan, &text(r#"{"pageCount":2}"#)).is_none());
    assert!(becomes_under(&plan, r#"{"arguments": {"pageCount":"2"}}"#).is_some());
}

#[test]
fn what_stands_inside_comes_first_and_its_conflicts_refuse() {
    // The way through the members mends this: nothing is taken off.
    let wrapped = OPTIONAL.replace("note", "argumentS");
    assert_eq!(
        becomes(&wrapped, r#"{"arguments": "a"}"#),
        some(r#"{"argumentS": "a"}"#, &["key-form argumentS"])
    );
    // Given twice by two names: a person would have to choose, whatever a wrapper could be.
    let plan = plan_of(PAGES);
    let verdict = plan.judge(br#"{"page_count": 1, "PageCount": 2}"#).unwrap();
    assert_eq!(verdict.reason().map(|reason| reason.code), Some(ReasonCode::AmbiguousName));
}

#[test]
fn two_conventions_on_call_with_two_outcomes_refuse() {
    let both = edited(|ir| {
        let mut other = ir.convention("unwrap").unwrap().clone();
        other.name = "unwrap-pages".to_owned();
        // The same member, and what is inside of it read otherwise: not planned again.
        let ir::Action::DecodeCall(decoding) = &mut other.action else { panic!() };
        decoding.decoder = ir::Decoder::Item;
        decoding.kinds = ir::Kinds::STRING;
        ir.conventions.push(other);
        let profile = ir.profiles.iter_mut().find(|profile| profile.name == "called").unwrap();
        profile.conventions.push("unwrap-pages".to_owned());
    });
    // A list is never the arguments, so the other convention has no outcome and nothing is refused.
    let plan = proven(&both, "a.ref", &schema(PAGES)).unwrap();
    assert!(becomes_under(&plan, r#"{"arguments": {"pageCount": 2}}"#).is_some());
    // An empty object and what a text says are two things for one `null` in it.
    let nulls = edited(|ir| {
        let mut other = ir.convention("json-arguments").unwrap().clone();
        other.name = "json-only".to_owned();
        let ir::Action::DecodeCall(decoding) = &mut other.action else { panic!() };
        decoding.again = false;
        ir.conventions.push(other);
        let profile = ir.profiles.iter_mut().find(|profile| profile.name == "called").unwrap();
        profile.conventions.push("json-only".to_owned());
    });
    let plan = proven(&nulls, "a.ref", &schema(OPTIONAL)).unwrap();
    assert!(becomes_under(&plan, r#""{\"note\": \"a\"}""#).is_some(), "the same outcome twice is one");
}

#[test]
fn what_no_rule_is_for_is_an_error_as_ever() {
    let found = |plan: &ProvenPlan, args: &str| plan.apply(args.as_bytes()).unwrap_err();
    let plan = plan_of(PAGES);
    for (args, what) in [("[]", "an array"), ("1", "a number"), ("true", "a boolean")] {
        assert_eq!(found(&plan, args), ApplyError::NotAnObject { found: what });
    }
    let fabric = proven(&fabric(), "a.ref", &schema(PAGES)).unwrap();
    assert_eq!(found(&fabric, "null"), ApplyError::NotAnObject { found: "null" });
    assert_eq!(found(&fabric, r#""{}""#), ApplyError::NotAnObject { found: "a string" });
    assert!(matches!(found(&fabric, ""), ApplyError::Json(_)));
    assert!(matches!(found(&plan, "nul"), ApplyError::Json(_)));
}

#[test]
fn what_is_empty_and_nobodys_is_left_out() {
    let after = |text: &str| becomes(PAGES, text);
    let rules = ["surplus-empty "];
    for empty in ["null", r#""""#, "[]", "{}", "[ ]"] {
        let before = format!(r#"{{"pageCount": 2, "reason": {empty}, "x-id": {empty} }}"#);
        assert_eq!(after(&before), some(r#"{"pageCount": 2 }"#, &rules), "{empty}");
    }
    let moved = ["key-form pageCount", "surplus-empty "];
    assert_eq!(after(r#"{"page_count": 2, "why": null}"#), some(r#"{"pageCount": 2}"#, &moved));
    for no in [
        r#"{"pageCount": 2, "reason": 0}"#,
        r#"{"pageCount": 2, "reason": false}"#,
        r#"{"pageCount": 2, "reason": " "}"#,
        r#"{"pageCount": 2, "reason": [null]}"#,
        // Spellings of keys, also of a kind that nothing moves.
        r#"{"pageCount": 2, "page_count": null}"#,
        r#"{"pageCount": 2, "_note": null}"#,
    ] {
        assert_eq!(after(no), None, "{no}");
    }
}

#[test]
fn inside_of_objects_what_is_nobodys_is_left_out_too() {
    let deep = edited(|ir| {
        let profile = ir.profiles.iter_mut().find(|profile| profile.name == "called").unwrap();
        profile.reach = ir::Reach { properties: true, items: true };
    });
    let text = r##"{"type": "object", "additionalProperties": false, "properties": {
        "where": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]},
        "all": {"type": "array", "items": {"$ref": "#/$defs/Place"}},
        "open": {"type": "object", "properties": {"a": {}}}},
        "$defs": {"Place": {"type": "object", "additionalProperties": false,
            "properties": {"city": {"type": "string"}}}}}"##;
    let plan = proven(&deep, "a.ref", &schema(text)).unwrap();
    let surplus = plan.plan().rules().iter().filter(|rule| rule.kind == "surplus-empty");
    let at: Vec<_> = surplus.map(|rule| rule.at.as_deref().unwrap_or_default().to_owned()).collect();
    assert_eq!(at, ["", "/$defs/Place"]);
    let before = r#"{"where": {"city": "Ulm", "zip": null}, "all": [{"zip": ""}, {"city": "Bonn"}]}"#;
    let (after, _) = becomes_under(&plan, before).unwrap();
    assert_eq!(after, r#"{"where": {"city": "Ulm"}, "all": [{}, {"city": "Bonn"}]}"#);
    assert_eq!(becomes_under(&plan, r#"{"open": {"zip": null}, "all": 1}"#), None);
}

#[test]
fn the_checker_of_changes_tells_a_tampered_call() {
    let plan = plan_of(PAGES);
    for before in [r#""{\"pageCount\":\"2\"}""#, r#"{"arguments": {"page_count": 2}}"#] {
        let Outcome::Normalized { args, witness } = plan.apply(before.as_bytes()).unwrap() else { panic!() };
        for other in [r#"{"pageCount":3}"#, r#"{"pageCount" :2}"#, r#"{"pageCount":2,"note":"a"}"#, "null"] {
            assert!(verify(&plan, before.as_bytes(), other.as_bytes(), &witness).is_err(), "{other}");
        }
        // Another way to the same arguments is another witness.
        let Outcome::Normalized { witness: other, .. } = plan.apply(br#"{"PageCount": 2}"#).unwrap() else {
            panic!()
        };
        assert!(verify(&plan, before.as_bytes(), &args, &other).is_err());
    }
    let verdict = verify(&plan, b"[]", br#"{"pageCount": 2}"#, &plan_witness(&plan));
    assert!(verdict.is_err());
    let under_fabric = proven(&fabric(), "a.ref", &schema(PAGES)).unwrap();
    assert_eq!(
        verify(&under_fabric, b"null", br#"{"pageCount": 2}"#, &plan_witness(&plan)),
        Err(Violation::NotAnObject("before"))
    );
}

fn plan_witness(plan: &ProvenPlan) -> fabric_rules::Witness {
    let Outcome::Normalized { witness, .. } = plan.apply(br#"{"PageCount": 2}"#).unwrap() else { panic!() };
    witness
}

#[test]
fn a_refusal_of_a_rule_on_call_points_at_the_schema_as_a_whole() {
    let (calls, schema) = (calls(), schema(PAGES));
    let plan = derive(&calls, "a.ref", &schema).unwrap();
    let text = plan.to_json().replace(r#",{"kind":"unwrap","key":""}"#, "");
    let document = crate::support::parse(&text);
    let fewer = Plan::read(&document, &document.root).unwrap();
    let refusal = prove(calls.program(), &fewer, "a.ref", &schema).unwrap_err();
    assert_eq!((refusal.code, &*refusal.at), (RefusalCode::MissingRule, ""));
}
