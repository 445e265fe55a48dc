//! Changes below the top: each is checked from what stood there before and after, and the witness.

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::ir::{self, Action, Program as Ir, Reach};
use fabric_rules::internal::plan::{Witness, shape_of};
use fabric_rules::internal::program::{Profile, Program};
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::rules;
use fabric_rules::internal::verify::{Violation, verify};
use serde_json::json;

use super::cases::{CHANGES, MAX_AGE, RULES, SCHEMA, STATE, violations};
use crate::support::{parse, proven, schema};

fn below_of(ir: &mut Ir) -> &mut ir::Profile {
    ir.profiles.iter_mut().find(|profile| profile.name == "below").unwrap()
}

/// The program with all that goes below the top, then edited.
fn profile(edit: impl FnOnce(&mut Ir)) -> Profile {
    let compiled = rules::compile(&[Source::new("below.rules", RULES.to_owned())]);
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let mut ir = program.ir().clone();
    for convention in &mut ir.conventions {
        if let Action::Decode(decoding) = &mut convention.action {
            decoding.again = ["json-string", "single-item"].contains(&&*convention.name);
        }
    }
    let below = below_of(&mut ir);
    below.reach = Reach { properties: true, items: true };
    (below.bounds.depth, below.bounds.decodings) = (4, 1);
    edit(&mut ir);
    Program::unchecked(ir).profile("below").unwrap()
}

pub(super) fn plan(edit: impl FnOnce(&mut Ir)) -> ProvenPlan {
    proven(&profile(edit), "a.ref", &schema(SCHEMA)).unwrap()
}

fn rules_text(rules: &[(&str, &str)]) -> Vec<serde_json::Value> {
    let place = |at: &str| if at.starts_with('/') { "at" } else { "key" };
    rules.iter().map(|(kind, at)| json!({"kind": kind, place(at): at})).collect()
}

/// A witness, true but for the rules that it names.
fn witness(proven: &ProvenPlan, before: &str, after: &str, rules: &[serde_json::Value]) -> Witness {
    let stamp = proven.plan().stamp().unwrap();
    let shape = |text: &str| shape_of(&parse(text).root);
    let text = json!({"version": 2, "baseSchemaDigest": proven.schema().digest().as_str(),
        "beforeShape": shape(before).as_str(), "afterShape": shape(after).as_str(), "rules": rules,
        "profile": stamp.profile, "rulesDigest": stamp.rules_digest.as_str()});
    let document = parse(&text.to_string());
    Witness::read(&document, &document.root).unwrap()
}

fn check(proven: &ProvenPlan, before: &str, after: &str, rules: &[(&str, &str)]) -> Result<(), Violation> {
    let witness = witness(proven, before, after, &rules_text(rules));
    verify(proven, before.as_bytes(), after.as_bytes(), &witness)
}

#[test]
fn each_sort_of_change_is_allowed_by_its_rules() {
    let proven = plan(|_| {});
    for (before, after, rules) in CHANGES {
        assert_eq!(check(&proven, before, after, rules), Ok(()), "{before}");
    }
}

#[test]
fn every_tamper_of_one_byte_is_noticed() {
    let proven = plan(|_| {});
    let mut tampers = 0;
    for (before, after, rules) in CHANGES {
        let witness = witness(&proven, before, after, &rules_text(rules));
        let mut check = |other: Vec<u8>| {
            tampers += 1;
            let text = String::from_utf8_lossy(&other).into_owned();
            assert!(verify(&proven, before.as_bytes(), &other, &witness).is_err(), "{before}\n{text}");
        };
        let after = after.as_bytes();
        for at in 0..=after.len() {
            for byte in [b' ', b'\n', b',', b'"', b'0', b'x', b'}'] {
                check([&after[..at], &[byte], &after[at..]].concat());
                if after.get(at).is_some_and(|present| *present != byte) {
                    check([&after[..at], &[byte], &after[at + 1..]].concat());
                }
            }
            if at < after.len() {
                check([&after[..at], &after[at + 1..]].concat());
            }
        }
    }
    assert!(tampers > 10_000, "{tampers}");
}

#[test]
fn every_other_list_of_rules_is_noticed() {
    let proven = plan(|_| {});
    let mut lists = 0;
    for (before, after, rules) in CHANGES {
        let right = rules_text(rules);
        let mut wrong = Vec::new();
        for at in 0..right.len() {
            let mut other = right.clone();
            other.remove(at);
            wrong.push(other);
            let mut other = right.clone();
            other.insert(at, right[at].clone());
            wrong.push(other);
            let mut other = right.clone();
            other[at]["kind"] = json!("other");
            wrong.push(other);
            if at > 0 {
                let mut other = right.clone();
                other.swap(at - 1, at);
                wrong.push(other);
            }
        }
        for rules in wrong.into_iter().filter(|rules| !rules.is_empty()) {
            lists += 1;
            let witness = witness(&proven, before, after, &rules);
            let found = verify(&proven, before.as_bytes(), after.as_bytes(), &witness);
            assert_eq!(found, Err(Violation::OtherRules), "{before}\n{rules:?}");
        }
    }
    assert!(lists > 100, "{lists}");
}

#[test]
fn what_no_rule_makes_is_noticed() {
    let proven = plan(|_| {});
    for (before, after, rules, violation) in violations() {
        assert_eq!(check(&proven, before, after, rules), Err(violation), "{before}");
    }
}

#[test]
fn a_second_outcome_inside_is_noticed() {
    let (before, after) = (r#"{"mode": ["a_b-c"]}"#, r#"{"mode": ["a_bc"]}"#);
    let rules: &[_] = &[("enum-dash", "/properties/mode/items")];
    assert_eq!(check(&plan(|_| {}), before, after, rules), Ok(()));
    let unordered = plan(|ir| {
        let line = ir.conventions.iter_mut().find(|convention| convention.name == "enum-line").unwrap();
        line.after.retain(|name| name != "enum-dash");
    });
    let second = Violation::SecondOutcome("/properties/mode/items".to_owned());
    assert_eq!(check(&unordered, before, after, rules), Err(second));
}

#[test]
fn where_a_profile_stays_at_the_top_nothing_inside_is_allowed() {
    let top = plan(|ir| {
        below_of(ir).reach = Reach::default();
    });
    let inside = |rule: &&(&str, &str)| rule.1.starts_with('/');
    for (before, after, rules) in CHANGES {
        let is_at_top = !rules.iter().any(|rule| inside(&rule)) && !before.starts_with(r#"{"again""#);
        assert_eq!(check(&top, before, after, rules).is_ok(), is_at_top, "{before}");
    }
}

#[test]
fn what_applying_makes_is_what_is_allowed() {
    let proven = plan(|_| {});
    for (before, after, rules) in CHANGES {
        let Outcome::Normalized { args, witness } = proven.apply(before.as_bytes()).unwrap() else {
            panic!("`{before}` stays")
        };
        assert_eq!(String::from_utf8(args).unwrap(), after);
        assert_eq!(
            witness.rules(),
            self::witness(&proven, before, after, &rules_text(rules)).rules(),
            "{before}"
        );
    }
    for (before, ..) in violations() {
        if let Outcome::Normalized { args, witness } = proven.apply(before.as_bytes()).unwrap() {
            assert_eq!(verify(&proven, before.as_bytes(), &args, &witness), Ok(()), "{before}");
        }
    }
}

/// An object in objects, this many of them.
fn nested(depth: usize, age: &str) -> String {
    let inner = (1..depth).fold(format!(r#"{{"state": "open", "maxAge": {age}}}"#), |inner, _| {
        format!(r#"{{"state": "open", "inner": {inner}}}"#)
    });
    format!(r#"{{"filter": {inner}}}"#)
}

#[test]
fn nothing_is_allowed_deeper_than_the_bound() {
    let proven = plan(|_| {});
    let found = |depth| check(&proven, &nested(depth, "\"1\""), &nested(depth, "1"), &[("numeral", MAX_AGE)]);
    assert_eq!(found(4), Ok(()));
    assert_eq!(found(5), Err(Violation::Unexplained("filter".to_owned())));
}

#[test]
fn text_in_text_is_read_as_often_as_the_bound_says() {
    let read = |decodings| {
        let proven = plan(|ir| {
            below_of(ir).bounds.decodings = decodings;
        });
        let text = |inner: &str| json!(inner).to_string();
        let inner = text(r#"{"state": "OPEN"}"#);
        let before = format!(r#"{{"filter": {}}}"#, text(&inner));
        check(
            &proven,
            &before,
            r#"{"filter": {"state": "open"}}"#,
            &[("json-string", "filter"), ("enum-word", STATE)],
        )
    };
    assert_eq!(read(1), Err(Violation::Unexplained("filter".to_owned())));
    assert_eq!(read(2), Ok(()));
}

/// A plan with numbers alone, for a union of this many object schemas: `n` is a number, and `inner` so much.
fn union(branches: usize, inner: &str, steps: u32) -> ProvenPlan {
    let branch =
        format!(r#"{{"type": "object", "properties": {{"n": {{"type": "integer"}}, "inner": {inner}}}}}"#);
    let branches = vec![branch; branches].join(", ");
    let schema =
        schema(&format!(r#"{{"type": "object", "properties": {{"all": {{"anyOf": [{branches}]}}}}}}"#));
    let numbers = profile(|ir| {
        below_of(ir).conventions = vec!["numeral".to_owned()];
        below_of(ir).bounds.steps = steps;
    });
    proven(&numbers, "a.ref", &schema).unwrap()
}

const FIRST: [(&str, &str); 1] = [("numeral", "/properties/all/anyOf/0/properties/n")];

#[test]
fn what_many_ways_lead_to_is_looked_at_once() {
    let proven = union(6, r##"{"$ref": "#/properties/all"}"##, 100);
    let call = |n: &str| format!(r#"{{"all": {{"inner": {{"inner": {{"inner": {{"n": {n}}}}}}}}}}}"#);
    assert_eq!(check(&proven, &call("\"1\""), &call("1"), &FIRST), Ok(()));
}

#[test]
fn what_takes_too_many_bytes_is_not_called_right() {
    let proven = union(100, "true", 10_000);
    let found = |bytes| {
        let call = |n: &str| format!(r#"{{"all": {{"n": {n}, "pad": "{}"}}}}"#, "x".repeat(bytes));
        check(&proven, &call("\"1\""), &call("1"), &FIRST)
    };
    assert_eq!(found(1 << 10), Ok(()));
    assert_eq!(found(1 << 19), Err(Violation::TooMuch("all".to_owned())));
}

#[test]
fn what_takes_too_many_questions_is_not_called_right() {
    let few = plan(|ir| {
        below_of(ir).bounds.steps = 3;
    });
    let list = |item: &str, count| format!(r#"{{"pages": [{}]}}"#, vec![item; count].join(", "));
    let found = |count| {
        check(&few, &list("\"1\"", count), &list("1", count), &[("numeral", "/properties/pages/items")])
    };
    assert_eq!(found(4), Ok(()));
    assert_eq!(found(40), Err(Violation::TooMuch("/properties/pages/items".to_owned())));
}
