//! `explain --code`: every code that this program can give has a section in the manual, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fabric_rules::internal::diagnostic::pages;
use fabric_rules::internal::prove::RefusalCode;

use super::run;

/// The sources, without what is only a path of a function in an attribute.
fn sources(folder: &Path, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            out.push(
                text.lines()
                    .filter(|line| !line.trim_start().starts_with("#["))
                    .collect::<Vec<_>>()
                    .join("\n"),
            );
        }
    }
}

/// The texts in quotes that `is_code` takes, of a source.
fn quoted<'t>(text: &'t str, is_code: impl Fn(&str, &str) -> bool + 't) -> impl Iterator<Item = &'t str> {
    let parts: Vec<&str> = text.split('"').collect();
    let found: Vec<&str> =
        (1..parts.len()).filter(|at| is_code(parts[at - 1], parts[*at])).map(|at| parts[at]).collect();
    found.into_iter()
}

/// Every code in the sources: those with colons, those of a problem with a line, those of a refusal.
fn codes() -> BTreeSet<String> {
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    let is_kebab = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let mut codes = BTreeSet::new();
    for text in &texts {
        let with_colons =
            |_: &str, text: &str| text.split_once("::").is_some_and(|(a, b)| is_kebab(a) && is_kebab(b));
        codes.extend(quoted(text, with_colons).map(str::to_owned));
        let of_problem =
            |before: &str, text: &str| before.trim_end().ends_with("Problem::new(") && is_kebab(text);
        codes.extend(quoted(text, of_problem).map(str::to_owned));
    }
    let requests = texts.iter().find(|text| text.contains("impl From<JsonError> for Problem")).unwrap();
    let of_json = |before: &str, text: &str| before.ends_with("=> ") && is_kebab(text);
    codes.extend(quoted(requests, of_json).map(str::to_owned));
    let refusals = [
        RefusalCode::Malformed,
        RefusalCode::OtherRef,
        RefusalCode::OtherDigest,
        RefusalCode::MissingRule,
        RefusalCode::ExtraRule,
        RefusalCode::OutOfOrder,
        RefusalCode::RulesChanged,
        RefusalCode::Unprovable,
    ];
    codes.extend(refusals.map(|code| code.as_str().to_owned()));
    codes
}

#[test]
fn every_code_has_a_section_and_every_section_a_code() {
    let codes = codes();
    assert!(codes.len() > 120, "{} codes", codes.len());
    let manual = fs::read_to_string("docs/diagnostics.md").unwrap();
    let sections: BTreeSet<String> = manual
        .lines()
        .filter_map(|line| Some(line.strip_prefix("## `")?.strip_suffix('`')?.to_owned()))
        .collect();
    let missing: Vec<_> = codes.difference(&sections).collect();
    assert!(missing.is_empty(), "without a section in docs/diagnostics.md: {missing:?}");
    let idle: Vec<_> = sections.difference(&codes).collect();
    assert!(idle.is_empty(), "sections about nothing: {idle:?}");
}

#[test]
fn every_section_is_printed() {
    let mut seen = BTreeSet::new();
    for page in pages::all() {
        assert!(seen.insert(page.code), "two sections are about {}", page.code);
        assert!(page.summary().ends_with('.') && page.summary().len() > 15, "{page:?}");
        assert!(!page.text().contains("]("), "{page:?}");
    }
    for code in
        ["rules::critical-pair", "check::no-schema", "no-plan::shape", "extra-rule", "plan", "wrong-kind"]
    {
        let ran = run(&["explain", "--code", code]);
        assert_eq!((ran.code, &*ran.stderr), (0, ""), "{code}");
        assert!(ran.stdout.starts_with(&format!("{code}\n\n")), "{}", ran.stdout);
    }
    let json = run(&["explain", "--code", "check::no-schema", "--format", "json"]).stdout;
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["summary"], "A tool declares no schema.");
}

#[test]
fn whatever_a_report_prints_is_explained() {
    let plans = fs::read_to_string("docs/plans.md").unwrap();
    let (_, reasons) = plans.split_once("| code | verdict | when |").unwrap();
    let rows = reasons.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut words: Vec<&str> = rows.map(|row| row.split('`').nth(1).unwrap()).collect();
    assert!(words.len() > 10, "{words:?}");
    words.extend(["valid", "normalized", "rejected", "unknown"]);
    words.extend(["declare-enum", "overload-split", "sequence-fuse"]);
    words.extend(["score", "entropy", "navigation", "flow", "operation", "discovery", "workflow"]);
    let rules = fabric_rules::internal::rules::built_in().unwrap();
    let fabric = rules.default_profile().unwrap();
    let conventions: Vec<String> = fabric.conventions().map(|convention| convention.name.clone()).collect();
    words.extend(conventions.iter().map(String::as_str));
    words.extend(["fabric", "ascii-form", "closed-object"]);
    let unexplained: Vec<&str> = words
        .into_iter()
        .filter(|word| pages::of_code(word).or_else(|| pages::of_word(word)).is_none())
        .collect();
    assert!(unexplained.is_empty(), "{unexplained:?}");
}

#[test]
fn an_unknown_code_is_told_the_nearest() {
    for (code, near) in [
        ("check::no-shema", "did you mean `check::no-schema`?"),
        ("critical-pair", "did you mean `rules::critical-pair`?"),
        ("PLAN", "did you mean `plan`?"),
        ("Critical-Pair", "did you mean `rules::critical-pair`?"),
        ("key-from", "did you mean `key-form`?"),
        ("plam", "did you mean `plan`?"),
        ("entirely-unheard-of-by-anyone", "a code stands in each diagnostic"),
    ] {
        let ran = run(&["explain", "--code", code]);
        assert_eq!((ran.code, &*ran.stdout), (2, ""));
        assert!(ran.stderr.contains("cli::unknown-code") && ran.stderr.contains(near), "{}", ran.stderr);
    }
    // A code is instead of an action, not beside one.
    assert_eq!(run(&["explain", "docs/examples/report.json", "--code", "plan"]).code, 2);
    assert_eq!(run(&["explain", "docs/examples/report.json"]).code, 2);
}
