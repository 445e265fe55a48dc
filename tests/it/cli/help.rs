//! `--help`, completions and manual pages: all commands have them, and the examples work.

use std::process::Command;

use super::{command, run};

/// The ways to name a command, found by reading the help of the one above.
fn commands() -> Vec<Vec<String>> {
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
        if below.is_empty() {
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
