//! The pages about the language: every example does what the page says.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use fabric_rules::internal::check::LAWS;
use fabric_rules::internal::diagnostic::{Source, human, rules};
use fabric_rules::internal::rules::{ITEMS, compile, embedded};
use fabric_rules::internal::syntax::{FILE_BYTES, NESTING, ast::Item, parse};

fn path(page: &str) -> String {
    format!("{}/docs/{page}", env!("CARGO_MANIFEST_DIR"))
}

/// A fenced block of a page, with the heading above it.
struct Block {
    heading: String,
    info: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut heading, mut blocks) = (String::new(), Vec::new());
    let mut open: Option<Block> = None;
    for line in fs::read_to_string(path(page)).unwrap().lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => writeln!(block.text, "{line}").unwrap(),
            (None, Some(info)) => {
                open = Some(Block { heading: heading.clone(), info: info.to_owned(), text: String::new() });
            }
            (None, None) if line.starts_with("## ") => {
                heading = line.trim_matches(['#', ' ', '`']).to_owned()
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{page} has a block that is not closed");
    blocks
}

/// The example as a file, and the built-in files that it may use.
fn sources(text: &str) -> Vec<Source> {
    let text = if text.starts_with("language") { text.to_owned() } else { format!("language 1\n{text}") };
    let used = ["rules/ascii-form.rules", "rules/closed-object.rules"];
    let mut sources = vec![Source::new("example.rules", text)];
    sources.extend(embedded().into_iter().filter(|source| used.contains(&source.name.as_str())));
    sources
}

/// The codes of an example, and how a person sees them.
fn compiled(text: &str) -> (Vec<&'static str>, String) {
    let sources = sources(text);
    let diagnostics = compile(&sources).diagnostics;
    let rendered = human::render(&diagnostics, &sources, 100, false);
    (diagnostics.iter().map(|diagnostic| diagnostic.code).collect(), rendered)
}

#[test]
fn every_example_has_the_codes_beside_it() {
    let mut wrong = Vec::new();
    for page in ["language.md", "laws.md", "diagnostics.md"] {
        let mut shown = String::new();
        for block in blocks(page) {
            if block.info == "text" {
                assert_eq!(block.text.trim_end(), shown.trim_end(), "{page}, {}", block.heading);
                continue;
            }
            let expected = block.info.strip_prefix("rules").expect("a block of rules or of text").trim();
            let (codes, rendered) = compiled(&block.text);
            if codes.join(", ") != expected {
                wrong.push(format!("{page}, {}: {}\n{rendered}", block.heading, codes.join(", ")));
            }
            shown = rendered;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_code_has_a_section_and_an_example_in_the_order_of_the_list() {
    let headings: Vec<String> = blocks("diagnostics.md").into_iter().map(|block| block.heading).collect();
    assert_eq!(headings, rules::ALL);
    for block in blocks("diagnostics.md") {
        assert!(block.info.contains(&block.heading), "{} is not what its example shows", block.heading);
    }
}

#[test]
fn each_law_has_a_section_with_an_example_that_passes_and_one_that_fails() {
    let blocks = blocks("laws.md");
    for law in LAWS {
        let of_law = || blocks.iter().filter(|block| block.heading == law.name);
        assert!(
            of_law().next().is_some_and(|block| block.info == "rules"),
            "{} has no passing example",
            law.name
        );
        let code = format!("rules rules::{}", law.name);
        assert!(of_law().any(|block| block.info == code), "{} has no failing example", law.name);
        assert!(rules::ALL.contains(&&code[6..]), "{code} is no code");
    }
    let headings: BTreeSet<&str> = blocks.iter().map(|block| block.heading.as_str()).collect();
    assert_eq!(headings.len(), LAWS.len());
}

#[test]
fn the_manual_names_the_limits() {
    let manual = fs::read_to_string(path("language.md")).unwrap();
    let bytes =
        format!("{},{:03},{:03}", FILE_BYTES / 1_000_000, FILE_BYTES / 1_000 % 1_000, FILE_BYTES % 1_000);
    for limit in [format!("{bytes} bytes"), format!("{ITEMS} items"), format!("{NESTING} deep")] {
        assert!(manual.contains(&limit), "{limit}");
    }
}

/// `docs/conventions.md`, as the rule files have it.
fn conventions() -> String {
    let files = embedded();
    let items: Vec<(Item, String)> = files
        .iter()
        .flat_map(|file| {
            let (tree, errors) = parse(0, &file.text);
            assert!(errors.is_empty(), "{}", file.name);
            let text = file.text.trim_start_matches("language 1").trim().to_owned();
            assert_eq!(tree.items.len(), 1, "{} should hold one item", file.name);
            tree.items.into_iter().map(move |item| (item, text.clone()))
        })
        .collect();
    let mut page = "# Conventions\n\n\
        What the built-in rule files say, word for word; [language.md](language.md) explains how to read them.\n\
        This page is made from `rules/`, and a test keeps it so.\n\n\
        `fabric` is in force unless another profile is named.\n\
        What is under review is in `wide` only, and says in its doc string what could go wrong when a host admits it; `surplus-empty` is in no profile.\n\
        The cases beside each candidate, such as `rules/review/numeral.cases.jsonl`, show what it mends and what it leaves alone: `fabric-rules rules test rules` runs them.\n"
        .to_owned();
    for (kind, title) in [
        ("profile", "Profiles"),
        ("convention", "Conventions"),
        ("spelling", "Spellings"),
        ("shape", "Shapes"),
        ("vocabulary", "Vocabularies"),
    ] {
        write!(page, "\n## {title}\n").unwrap();
        for (item, text) in items.iter().filter(|(item, _)| item.kind.value.word() == kind) {
            let doc = &item.doc.as_ref().unwrap().value;
            write!(page, "\n### `{}`\n\n{doc}\n\n```rules\n{text}\n```\n", item.name.value).unwrap();
        }
    }
    page
}

/// Run with `UPDATE_DOCS=1` to write the page.
#[test]
fn the_page_of_conventions_is_what_the_rule_files_say() {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path("conventions.md"), conventions()).unwrap();
    }
    assert_eq!(fs::read_to_string(path("conventions.md")).unwrap(), conventions());
}
