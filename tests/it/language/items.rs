//! Items of each kind, with clauses of their own.

use std::fmt::{Debug, Write as _};
use std::fs;

use fabric_rules::internal::diagnostic::{Source, rules};
use fabric_rules::internal::rules::compile;
use fabric_rules::internal::syntax::ast::{At, Body, File};
use fabric_rules::internal::syntax::kind::Kind;
use fabric_rules::internal::syntax::layout::layout;
use fabric_rules::internal::syntax::parse;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::{Index, select};
use proptest::{option, prelude::any};

use super::generated::noisy;

/// The two files with an item of every kind and every clause that there is.
const FILES: [&str; 2] = ["examples", "wide"];

/// Without its first line, which names the codes.
fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/rules/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).unwrap().split_once('\n').unwrap().1.to_owned()
}

/// The tree of a text that can be read.
fn tree(text: &str) -> File {
    let (file, errors) = parse(0, text);
    assert!(errors.is_empty(), "{errors:?} in\n{text}");
    file
}

/// What is drawn of a clause: its text, and what was read in it.
type Clause = (String, String);

fn clauses(text: &str, body: &Body) -> Vec<Clause> {
    fn all<C: Debug>(text: &str, clauses: &[At<C>]) -> Vec<Clause> {
        let text = |clause: &At<C>| clause.span.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
        clauses.iter().map(|clause| (text(clause), format!("{clause:?}"))).collect()
    }
    match body {
        Body::Shape(clauses) => all(text, clauses),
        Body::Spelling(clauses) => all(text, clauses),
        Body::Convention(_, clauses) => all(text, clauses),
        Body::Profile(clauses) => all(text, clauses),
        Body::Vocabulary(clauses) => all(text, clauses),
        Body::Facts(clauses) => all(text, clauses),
        Body::Search(clauses) => all(text, clauses),
    }
}

#[test]
fn files_fall_into_the_clauses_of_their_items() {
    for name in FILES {
        let text = fixture(name);
        let mut outline = String::new();
        for item in tree(&text).items {
            let on = item.on().map(|on| format!(" on {}", on.value)).unwrap_or_default();
            writeln!(outline, "{} {}{on}", item.kind.value.word(), item.name.value).unwrap();
            for (text, read) in clauses(&text, &item.body) {
                writeln!(outline, "  {text}\n      {read}").unwrap();
            }
        }
        super::snapshots("outline", || insta::assert_snapshot!(name, outline));
    }
}

#[test]
fn files_stay_themselves_in_canonical_layout() {
    for name in FILES {
        let text = fixture(name);
        let laid_out = layout(0, &text).unwrap();
        super::snapshots("layout", || insta::assert_snapshot!(name, laid_out));
        let solid = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(solid(&laid_out), solid(&text), "{name}");
        let bare: String =
            text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap())).collect();
        for noise in [[0, 1, 2], [4, 5, 3], [1, 4, 0]] {
            let text = noisy(&bare, &noise);
            let laid_out = layout(0, &text).unwrap();
            assert_eq!(tree(&laid_out), tree(&bare), "{name}");
            assert_eq!(solid(&laid_out), solid(&text), "{name}");
            assert_eq!(layout(0, &laid_out), Ok(laid_out), "{name}");
        }
    }
}

#[test]
fn what_is_compiled_reads_back_as_what_was_written() {
    for name in FILES {
        let compiled = compile(&[Source::new("test.rules", fixture(name))]);
        assert!(compiled.diagnostics.iter().all(|found| found.code == rules::BOUND), "{name}");
        let program = compiled.program.unwrap();
        for search in &program.ir().searches {
            let ref_name = serde_json::to_string(&search.name).unwrap();
            let text = format!("language 1\nsearch {ref_name} {{\n{}\n}}", search.clauses().join("\n"));
            let again = compile(&[Source::new("again.rules", text.clone())]).program.expect(&text);
            assert_eq!(again.ir().searches, std::slice::from_ref(search), "{text}");
        }
    }
}

#[test]
fn a_misspelled_clause_word_is_told_from_those_of_its_item() {
    for kind in [Kind::Spelling, Kind::Convention, Kind::Profile, Kind::Search] {
        let before = match kind {
            Kind::Spelling => "fold case",
            Kind::Convention => "rewrite to omitted",
            Kind::Profile => "plan 2",
            _ => "gap \"a\" bears on period",
        };
        for word in kind.clauses() {
            let doubled = format!("{word}{}", &word[word.len() - 1..]);
            for before in ["", before] {
                let head = format!("language 1\n{} name \"A.\" {{\n{before}\n", kind.word());
                let (_, errors) = parse(0, &format!("{head}{doubled} some thing }}"));
                let [error] = errors.as_slice() else { panic!("{doubled}: {errors:?}") };
                assert_eq!(error.code, rules::UNKNOWN_CLAUSE, "{doubled}");
                assert_eq!(error.labels[0].span.start, head.len(), "{doubled}");
                let meant = format!("did you mean `{word}`?");
                assert_eq!(error.help.as_deref(), Some(meant.as_str()), "{doubled}");
            }
        }
    }
}

/// A string of JSON.
fn string() -> impl Strategy<Value = String> {
    "[ -~é]{0,6}".prop_map(|text| serde_json::to_string(&text).unwrap())
}

/// A name from outside: a word that means nothing, or a string.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        select(&["a", "team", "x-y", "$ref", "of", "and", "is"][..]).prop_map(str::to_owned),
        string()
    ]
}

fn value() -> impl Strategy<Value = String> {
    let words = ["null", "true", "omitted", "absent", "0", "-1.5e3"];
    prop_oneof![select(words.to_vec()).prop_map(str::to_owned), string()]
}

fn list(of: impl Strategy<Value = String>, join: &'static str) -> impl Strategy<Value = String> {
    vec(of, 1..4).prop_map(move |parts| parts.join(join))
}

/// What may stand behind an argument.
fn parts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("one of".to_owned()),
        list(value(), ", ").prop_map(|values| format!("any when omitted, {values}")),
        value().prop_map(|value| format!("when omitted {value}")),
        (list(string(), ", "), option::of(value())).prop_map(|(said, of)| {
            format!("said {said}{}", of.map(|of| format!(" for {of}")).unwrap_or_default())
        }),
    ];
    vec(part, 0..4).prop_map(|parts| parts.join(" "))
}

fn search_clause() -> impl Strategy<Value = String> {
    const PAGES: &[&str] = &["by number", "by offset", "first 1, omitted", "ends short", "snapshot"];
    const LIMITS: &[&str] = &["when omitted 5", "server 10", "window 100"];
    const WORDS: &[&str] = &["subject", "population", "filter"];
    const READ: &[&str] = &["next", "has more", "partial"];
    prop_oneof![
        (string(), list(string(), ", ")).prop_map(|(name, said)| format!("source {name} said {said}")),
        (select(WORDS), name(), parts()).prop_map(|(word, name, parts)| format!("{word} {name} {parts}")),
        (name(), name(), parts()).prop_map(|(from, to, parts)| format!("period {from} to {to} {parts}")),
        (name(), value(), string())
            .prop_map(|(name, value, said)| format!("fixed {name} {value} said {said}")),
        (name(), vec(select(PAGES), 0..4))
            .prop_map(|(name, parts)| format!("page {name} {}", parts.join(" "))),
        (name(), vec(select(LIMITS), 0..4))
            .prop_map(|(name, parts)| format!("limit {name} {}", parts.join(" "))),
        select(&["limit none", "limit server 9", "ranking exact", "complete within arguments"][..])
            .prop_map(str::to_owned),
        (name(), name()).prop_map(|(name, field)| format!("host {name} identity {field}")),
        name().prop_map(|name| format!("credential {name}")),
        list(name(), ", ").prop_map(|names| format!("ignore {names}")),
        (string(), string())
            .prop_map(|(what, why)| format!("gap {what} because {why} bears on period before \"2y\"")),
        (string(), name(), list(value(), ", "))
            .prop_map(|(what, name, values)| format!("gap {what} bears on filter {name} one of {values}")),
        (string(), string()).prop_map(|(at, by)| format!("rows at {at} by {by}")),
        (select(READ), string(), list(value(), ", "))
            .prop_map(|(word, at, values)| format!("{word} at {at} unless {values}")),
        string().prop_map(|at| format!("total at {at}")),
        (string(), string()).prop_map(|(from, to)| format!("queried from {from} to {to}")),
    ]
}

fn fact() -> impl Strategy<Value = String> {
    const TYPES: &[&str] = &["int", "bool", "severity", "grain 0.5", "list of id", "set of grain 10"];
    let part = prop_oneof![
        Just("at most 20".to_owned()),
        value().prop_map(|value| format!("default {value}")),
        name().prop_map(|name| format!("from {name}")),
    ];
    (name(), select(TYPES), vec(part, 0..3))
        .prop_map(|(name, of, parts)| format!("{name} : {of} {}", parts.join(" ")))
}

fn member() -> impl Strategy<Value = String> {
    prop_oneof![
        name(),
        (name(), list(string(), " | ")).prop_map(|(name, aliases)| format!("{name} = {aliases}"))
    ]
}

/// An item: its head and its clauses.
fn item() -> impl Strategy<Value = (&'static str, Vec<String>)> {
    prop_oneof![
        vec(search_clause(), 1..8).prop_map(|clauses| ("search mcp.some.tool", clauses)),
        vec(fact(), 1..8).prop_map(|facts| ("facts some \"Facts.\"", facts)),
        vec(member(), 1..8).prop_map(|members| ("vocabulary some \"Words.\"", members)),
    ]
}

proptest! {
    #![proptest_config(super::cases(256))]

    #[test]
    fn every_clause_is_one_whatever_the_layout((head, written) in item(), noise in vec(0..6_usize, 1..40)) {
        let plain = format!("language 1 {head} {{ {} }}", written.join("\n"));
        for text in [noisy(&plain, &noise), plain] {
            let file = tree(&text);
            let read = clauses(&text, &file.items[0].body);
            prop_assert_eq!(read.len(), written.len(), "{}", text);
            let laid_out = layout(0, &text).unwrap();
            prop_assert_eq!(tree(&laid_out), file, "{}", text);
            let comments = |text: &str| text.matches("// a comment").count();
            prop_assert_eq!(comments(&laid_out), comments(&text));
            prop_assert_eq!(layout(0, &laid_out), Ok(laid_out));
        }
    }

    #[test]
    fn a_clause_without_its_end_hides_no_other((head, mut written) in item(), at in any::<Index>(), noise in vec(0..3_usize, 1..9)) {
        // The next one starts in a line of its own, as a person writes it.
        let at = at.index(written.len());
        written[at].push_str(" ,");
        let text = format!("language 1 {head} {{\n{} }}", written.iter().map(|clause| noisy(clause, &noise)).collect::<Vec<_>>().join("\n"));
        let (file, errors) = parse(0, &text);
        prop_assert_eq!(errors.len(), 1, "{:?} in {}", errors, text);
        prop_assert_eq!(clauses(&text, &file.items[0].body).len(), written.len() - 1);
        prop_assert!(layout(0, &text).is_err());
    }
}
