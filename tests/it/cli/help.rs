//! `--help`, completions and manual pages: all commands have them, and the examples work.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::{command, run};

/// The ways to name a command, found by reading the help of the one above.
pub(super) fn commands() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let words: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = run(&words).stdout;
        let list =
            help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap());
        let names =
            list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
        let below: Vec<Vec<String>> = names
            .map(|line| line.split(' ').next().unwrap())
            .filter(|name| *name != "help")
            .map(|name| path.iter().cloned().chain([name.to_owned()]).collect())
            .collect();
        // What others stand below may do something by itself.
        if below.is_empty() || help.contains("\nExample:") {
            found.push(path);
        }
        open.extend(below);
    }
    found.sort();
    found
}

#[test]
fn every_command_has_an_example_that_works() {
    let commands = commands();
    assert!(commands.len() >= 9, "{commands:?}");
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_fabric-rules"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    for words in commands {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = run(&[&*words, &["--help"]].concat());
        assert_eq!((ran.code, &*ran.stderr), (0, ""), "{words:?}");
        let (_, examples) =
            ran.stdout.split_once("\nExample:\n").unwrap_or_else(|| panic!("{words:?} has no example"));
        assert!(examples.contains(&format!("fabric-rules {}", words.join(" "))), "{words:?}: {examples}");
        let folder = tempfile::tempdir().unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-ec", examples]).current_dir(folder.path()).env("PATH", &path);
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{examples}: {said}");
        let made = std::fs::read_dir(folder.path()).unwrap().count();
        assert!(made + output.stdout.len() > 0, "{examples} gives nothing");
    }
}

#[test]
fn help_fits_a_hundred_columns_without_a_terminal() {
    for words in commands() {
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = run(&words).stdout;
        let (text, example) = help.split_once("\nExample:\n").unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        // An example that a narrow terminal breaks is none.
        assert!(example.lines().all(|line| line.chars().count() < 80), "{example}");
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, 0);
        for words in commands() {
            assert!(words.iter().all(|word| ran.stdout.contains(word)), "{shell} lacks {words:?}");
        }
    }
    assert_eq!(run(&["completions", "fishy"]).code, 2);
}

#[test]
fn manual_pages_are_there_for_every_command() {
    assert!(run(&["man"]).stdout.contains(".TH fabric-rules 1"));
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("man/man1");
    assert_eq!(run(&["man", "--dir", dir.to_str().unwrap()]).code, 0);
    for words in commands() {
        let page = dir.join(format!("fabric-rules-{}.1", words.join("-")));
        assert!(page.exists(), "{}", page.display());
    }
    let output = command(&["man", "--dir", "Cargo.toml/pages"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// The options that a help text lists, short ones left out.
fn options(help: &str) -> BTreeSet<String> {
    let listed = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    listed.flat_map(|line| flags(line).into_iter().take(1)).collect()
}

/// The long options that a text names.
fn flags(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("--") {
        let is_start = text[..at].chars().next_back().is_none_or(|before| " `(['\n".contains(before));
        let name: String =
            text[at + 2..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
        if is_start && !name.trim_matches('-').is_empty() {
            found.push(format!("--{name}"));
        }
    }
    found
}

/// What a text quotes: between backticks, and behind the prompt of an example.
fn quoted(text: &str) -> Vec<String> {
    let inline =
        text.split('`').skip(1).step_by(2).map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "));
    let typed = text.lines().filter_map(|line| line.trim_start().strip_prefix("$ ").map(str::to_owned));
    inline.chain(typed).collect()
}

/// Whether a quoted text that starts with this program's name goes on with a command that there is.
fn names_a_command(span: &str, commands: &[Vec<String>]) -> bool {
    let Some(rest) = span.strip_prefix("fabric-rules ") else { return true };
    let is_word =
        |word: &&str| !word.starts_with('-') && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let words: Vec<&str> = rest.split(' ').take_while(is_word).collect();
    let Some(first) = words.first() else { return true };
    let below =
        |command: &Vec<String>| command.len() == 1 || words.get(1).is_none_or(|word| command[1] == *word);
    commands.iter().any(|command| command[0] == *first && below(command))
}

#[test]
fn nothing_is_named_that_is_not_there() {
    let commands = commands();
    let mut every_option = options(&run(&["--help"]).stdout);
    // Some commands have others below them, and options of their own.
    for words in &commands {
        every_option.extend(options(&run(&[&words[0], "--help"]).stdout));
    }
    let mut helps = Vec::new();
    for words in &commands {
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = run(&words).stdout;
        every_option.extend(options(&help));
        helps.push((words.join(" "), help));
    }
    assert!(every_option.len() > 30 && every_option.contains("--color"), "{every_option:?}");
    for (name, help) in &helps {
        let own = options(help);
        let text = help.split_once("\nExample:\n").map_or(help.as_str(), |(text, _)| text);
        // Nothing else stands between a host and its tools.
        assert!(name.starts_with("mcp ") || !text.contains("proxy"), "{name}: {text}");
        for span in quoted(text) {
            assert!(names_a_command(&span, &commands), "{name}: `{span}`");
            let known = if span.starts_with("fabric-rules") { &every_option } else { &own };
            for flag in flags(&span) {
                assert!(known.contains(&flag), "{name} has no {flag}");
            }
        }
    }
    for page in crate::docs::pages() {
        // Other programs have options of their own.
        let text = fs::read_to_string(&page).unwrap();
        for span in quoted(&text).iter().filter(|span| !span.contains("cargo ")) {
            assert!(names_a_command(span, &commands), "{}: `{span}`", page.display());
            for flag in flags(span) {
                assert!(every_option.contains(&flag), "{}: no command has {flag}", page.display());
            }
        }
    }
}

#[test]
fn the_first_help_and_the_readme_lead_to_the_glossary() {
    assert!(run(&["--help"]).stdout.contains("docs/glossary.md"));
    assert!(fs::read_to_string("README.md").unwrap().contains("](docs/glossary.md)"));
    let glossary = fs::read_to_string("docs/glossary.md").unwrap();
    for word in [
        "plan",
        "surface",
        "ref",
        "guard",
        "witness",
        "artifact",
        "profile",
        "convention",
        "evidence",
        "coverage row",
        "store",
        "stage",
    ] {
        assert!(glossary.contains(&format!("\n## `{word}`\n")), "{word}");
        assert_eq!(run(&["explain", "--code", word]).code, 0, "{word}");
    }
}
