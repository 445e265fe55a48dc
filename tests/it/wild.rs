//! Failing calls from real life, scored with four numbers. The last three must be zero.

use fabric_rules::Outcome;
use fabric_rules::internal::json::{Data, Node, canonical};
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::rules;
use fabric_rules::internal::schema::{Schema, SchemaOptions};

use crate::support::{canonical_of, fabric, fixture, parse, proven};

/// What a profile makes of a case.
fn repaired(profile: &Profile, case: &Node, line: &str) -> Option<String> {
    let document = parse(line);
    let schema = Schema::new(&document, case.get("schema")?, SchemaOptions::default()).ok()?;
    let proven = proven(profile, "wild", &schema)?;
    match proven.apply(case.get("args")?.span.of(line).as_bytes()) {
        Ok(Outcome::Normalized { args, .. }) => Some(String::from_utf8(args).unwrap()),
        _ => None,
    }
}

/// Right fixes, wrong values that validate, must-refuse cases accepted, valid calls changed.
pub fn score(profile: &Profile) -> [usize; 4] {
    let text = std::fs::read_to_string(fixture("wild/cases.jsonl")).unwrap();
    let mut counted = [0; 4];
    for line in text.lines() {
        let case = parse(line).root;
        let want = case.get("want").and_then(Node::as_str).unwrap();
        let result = repaired(profile, &case, line).map(|text| canonical_of(&text));
        let expected = canonical::text(case.get("expected").unwrap());
        let reachable = case.get("four").unwrap().data == Data::Bool(true) && is_closed(&case);
        match (want, result) {
            ("normalize", Some(text)) if text == expected => counted[0] += 1,
            ("normalize", Some(_)) => counted[1] += 1,
            ("normalize", None) => assert!(!(profile.is_fabric() && reachable), "missed: {line}"),
            ("refuse", Some(_)) => counted[2] += 1,
            ("lexeme", _) => {}
            (_, Some(_)) => counted[3] += 1,
            _ => {}
        }
    }
    counted
}

#[test]
fn score_of_fabric() {
    assert_eq!(score(&fabric()), [20, 0, 0, 0]);
}

#[test]
fn the_table_of_engines_shows_our_scores() {
    let page = std::fs::read_to_string("docs/peers.md").unwrap();
    let shown: Vec<&str> = page.lines().filter(|line| line.starts_with("| fabric-rules, ")).collect();
    let version = env!("CARGO_PKG_VERSION");
    let row = |profile: Profile| {
        let [right, wrong, accepted, changed] = score(&profile);
        let name = profile.name();
        format!("| fabric-rules, `{name}` | {version} | {right} | {wrong} | {accepted} | {changed} |")
    };
    // A difference is mended in the page by hand, or by `tests/bench/peers/run.py` for all engines.
    assert_eq!(shown, rules::built_in().unwrap().profiles().map(row).collect::<Vec<_>>());
}

fn is_closed(case: &Node) -> bool {
    let additional = case.get("schema").and_then(|schema| schema.get("additionalProperties"));
    additional.is_some_and(|value| value.data == Data::Bool(false))
}
