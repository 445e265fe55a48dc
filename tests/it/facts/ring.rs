//! Vocabularies: one member for a word, and none for two.

use std::fmt::Write as _;

use fabric_rules::FactsSchema;
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::rules::compile;

use super::program;
#[cfg(target_os = "linux")]
use crate::cli::command;

/// The messages of a vocabulary with these lines.
fn clashes(lines: &str) -> Vec<String> {
    let text = format!("language 1\nvocabulary v \"A.\" {{ {lines} }}");
    let found = compile(&[Source::new("test.rules", text)]).diagnostics;
    assert!(found.iter().all(|found| found.code == "rules::ring-clash"), "{found:?}");
    found.into_iter().map(|found| format!("{} {}", found.labels.len(), found.message)).collect()
}

#[test]
fn every_clash_is_told_with_both_places() {
    assert_eq!(clashes("low \"LOW\""), ["2 `LOW` would stand for `low` and for `LOW`"]);
    assert_eq!(clashes("\"on hold\" \"on\u{a0}\u{2003}hold\"").len(), 1);
    assert_eq!(clashes("É é".replace('É', "\"É\"").replace('é', "\"é\"").as_str()).len(), 1);
    assert_eq!(clashes("low = \"high\" high"), ["2 `high` would stand for `high` and for `low`"]);
    assert_eq!(
        clashes("low = \"a\" mid = \"A \" high = \" a\" | \"Low\""),
        [
            "2 `A ` would stand for `low` and for `mid`",
            "2 ` a` would stand for `low` and for `high`",
            "2 `Low` would stand for `low` and for `high`"
        ]
    );
    assert_eq!(clashes("low = \"\" | \" \"").len(), 2, "an empty alias stands for nothing");
}

#[test]
fn what_is_repeated_is_harmless() {
    assert_eq!(clashes("low low = \"a\" | \"A\" | \"LOW\" low = \"a\" \"\""), [""; 0]);
    let of = |text: &str| {
        let text = format!("vocabulary v \"A.\" {{ {text} }} facts f \"A.\" {{ a : v }}");
        FactsSchema::of(&program(&text), "f").unwrap()
    };
    let told = of("low = \"LOW\" | \" low\"").read(br#"{"a": "Low"}"#).unwrap();
    assert_eq!((told.facts().as_str(), told.synonyms.len()), (r#"{"a":"low"}"#, 0), "the member wins");
    let empty = of("\"\" = \"none given\" a");
    assert_eq!(empty.read(br#"{"a": "  "}"#).unwrap().facts(), r#"{"a":""}"#);
    assert_eq!(empty.read(br#"{"a": null}"#).unwrap().misses, ["a"], "null is no empty text");
}

/// A vocabulary of a thousand members with a hundred aliases each.
fn large() -> String {
    of_members(1_000)
}

/// A vocabulary of so many members with a hundred aliases each.
fn of_members(members: usize) -> String {
    let mut text = "vocabulary large \"Many.\" {\n".to_owned();
    for member in 0..members {
        write!(text, "m{member} =").unwrap();
        for alias in 0..100 {
            let bar = if alias == 0 { "" } else { " |" };
            write!(text, "{bar} \"Other word {alias} for {member}\"").unwrap();
        }
        text.push('\n');
    }
    text + "}\nfacts f \"A.\" { a : large default m7 }"
}

#[test]
fn a_hundred_thousand_aliases_compile_and_are_found() {
    let program = program(&large());
    let schema = FactsSchema::of(&program, "f").unwrap();
    let found = schema.read(br#"{"a": "OTHER  word 99 FOR 999"}"#).unwrap();
    assert_eq!(found.facts(), r#"{"a":"m999"}"#);
}

/// The time that a processor worked on `rules check` of `text`, in ticks of a hundredth of a second.
#[cfg(target_os = "linux")]
fn work(text: &str) -> u64 {
    use std::fs;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.rules");
    fs::write(&path, format!("language 1\n{text}")).unwrap();
    let mut child = command(&["rules", "check", path.to_str().unwrap()]).spawn().unwrap();
    let told = || fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    // Once it has ended, and until it is waited for, what it used is known.
    let stat = loop {
        let stat = told();
        if stat.contains(") Z ") {
            break stat;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn ten_times_the_aliases_are_some_ten_times_the_work() {
    let words = |count: usize| (0..count).map(|word| format!(" w{word}")).collect::<String>();
    let members =
        |count: usize| format!("vocabulary v \"A.\" {{{} }} facts f \"A.\" {{ a : v }}", words(count));
    for (few, many) in [(of_members(100), of_members(1_000)), (members(10_000), members(100_000))] {
        let (few, many) = (work(&few), work(&many));
        assert!(many < 30 * few.max(1), "{few} {many}");
    }
}

#[test]
fn facts_and_vocabularies_count_in_the_digest_of_the_program_and_in_no_rules_digest() {
    let base = "vocabulary v \"A.\" { low = \"a\" high } facts f \"A.\" { a : v b : list of int }\n";
    let of = |text: &str| {
        let program = program(&format!("extends built-in\n{text}"));
        (program.digest().clone(), program.profile("fabric").unwrap().rules_digest().cloned())
    };
    let plain = of(base);
    assert_eq!(of(&base.replace("\"A.\"", "\"Another.\" // why\n")), plain);
    let edits = [
        ("low = \"a\"", "low = \"b\""),
        ("a : v", "a : v default low"),
        ("a : v", "a : v from c"),
        ("a : v", "c : v"),
        ("a : v b : list of int", "b : list of int a : v"),
        ("list of int", "set of int"),
        ("list of int", "list of int at most 99"),
        ("list of int", "list of number"),
        ("list of int", "grain 10"),
        ("facts f", "facts g"),
    ];
    for (from, to) in edits {
        let edited = of(&base.replace(from, to));
        assert_ne!(edited.0, plain.0, "{from} to {to}");
        assert_eq!(edited.1, plain.1, "{from} to {to}");
    }
    assert_eq!(of(&base.replace("list of int", "list of int at most 100")), plain, "the usual number");
    assert_ne!(of("").0, plain.0);
    assert_eq!(of("").1, plain.1);
}

#[test]
fn a_diff_tells_facts_and_the_words_that_they_go_by() {
    use fabric_rules::internal::diff::items::Programs;
    let of = |text: &str| program(text);
    let old = of("vocabulary v \"A.\" { low } facts f \"A.\" { a : v b : int } facts g \"A.\" { a : id }");
    let new = of("vocabulary v \"A.\" { low = \"x\" } facts f \"A.\" { a : v b : list of int from c }");
    assert!(Programs::of(&old, &old).are_same());
    let told = serde_json::to_value(Programs::of(&old, &new)).unwrap();
    let items: &Vec<serde_json::Value> = told["items"].as_array().unwrap();
    let expected = [
        r#"{"kind":"vocabulary","name":"v","change":"changed","clauses":[{"old":"\"low\"","new":"\"low\" = \"x\""}]}"#,
        r#"{"kind":"facts","name":"f","change":"changed","clauses":[{"old":"\"b\" : int","new":"\"b\" : list of int at most 100 from \"c\""}],"by":["v"]}"#,
        r#"{"kind":"facts","name":"g","change":"removed","clauses":[{"old":"\"a\" : id"}]}"#,
    ];
    let expected = expected.map(|item| serde_json::from_str::<serde_json::Value>(item).unwrap());
    assert_eq!(items[..], expected);
    let words =
        of("vocabulary v \"A.\" { low = \"x\" } facts f \"A.\" { a : v b : int } facts g \"A.\" { a : id }");
    let told = serde_json::to_value(Programs::of(&old, &words)).unwrap();
    assert_eq!(told["items"][1]["by"], serde_json::json!(["v"]), "{told}");
}
