//! The rules of SARIF 2.1.0 that a log of ours could break.

use fabric_rules::internal::diagnostic::{Diagnostic, sarif};
use serde_json::Value;

fn log() -> Value {
    let (diagnostics, sources) = super::sample();
    serde_json::from_str(&sarif::render(&diagnostics, &sources)).unwrap()
}

#[test]
fn every_result_refers_to_its_rule() {
    let log = log();
    assert_eq!(log["version"], "2.1.0");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 5);
    for result in results {
        assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], result["ruleId"]);
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    }
    let mut ids: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "no rule stands twice");
}

#[test]
fn regions_count_from_one_and_end_after_they_start() {
    let log = log();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let regions: Vec<&Value> = results
        .iter()
        .flat_map(|result| result["locations"].as_array().unwrap())
        .map(|location| &location["physicalLocation"]["region"])
        .collect();
    assert_eq!(regions.len(), 3);
    for region in regions {
        let at = |member: &str| region[member].as_u64().unwrap();
        assert!(at("startLine") >= 1 && at("startColumn") >= 1);
        assert!((at("startLine"), at("startColumn")) <= (at("endLine"), at("endColumn")));
    }
}

#[test]
fn paths_are_uri_references() {
    let uri = |name: &str| {
        let sources = [fabric_rules::internal::diagnostic::Source::new(name, "x")];
        let diagnostic = fabric_rules::internal::diagnostic::Diagnostic::error("a::b", "c").label(
            0,
            fabric_rules::internal::span::Span::new(0, 1),
            "d",
        );
        let log: Value = serde_json::from_str(&sarif::render(&[diagnostic], &sources)).unwrap();
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
        (place["uri"].as_str().unwrap().to_owned(), place["uriBaseId"].as_str().map(str::to_owned))
    };
    let root = Some("%SRCROOT%".to_owned());
    assert_eq!(uri("./a/b.json"), ("a/b.json".to_owned(), root.clone()));
    assert_eq!(uri("../a b:c#é?.json"), ("../a%20b%3Ac%23%C3%A9%3F.json".to_owned(), root));
    assert_eq!(uri("/x/y.json"), ("file:///x/y.json".to_owned(), None));
}

#[test]
fn each_rule_says_what_it_means_and_where_that_stands() {
    for (code, known) in [("check::no-schema", true), ("rules::lossy", true), ("a::b", false)] {
        let log = sarif::render(&[Diagnostic::error(code, "message")], &[]);
        let log: serde_json::Value = serde_json::from_str(&log).unwrap();
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
        // The format asks for an absolute URI.
        let (scheme, rest) = rule["helpUri"].as_str().unwrap().split_once(':').unwrap();
        assert!(scheme.bytes().all(|byte| byte.is_ascii_lowercase()) && rest.ends_with(code), "{rule}");
        for member in ["shortDescription", "fullDescription", "help"] {
            assert_eq!(rule[member]["text"].is_string(), known, "{rule}");
        }
        if known {
            assert!(rule["help"]["text"].as_str().unwrap().contains(&format!("explain --code {code}")));
            assert!(!rule["help"]["markdown"].as_str().unwrap().contains("]("), "{rule}");
        }
    }
}
