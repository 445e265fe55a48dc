//! `rules diff` for each candidate under review, as the reviewer of a pull request that adds it would read it.

use std::fs;
use std::path::Path;

use fabric_rules::internal::rules::embedded;
use tempfile::TempDir;

use super::{Ran, command};
use crate::support::{fixture, snapshots, wide};

/// Calls from real life and a few more, of which each candidate mends one, and their tools.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    for file in ["surface.json", "calls.jsonl"] {
        fs::copy(fixture("review").join(file), folder.path().join(file)).unwrap();
    }
    folder
}

fn diff(folder: &Path, old: &str, new: &str, profile: &str) -> String {
    let arguments = ["rules", "diff", old, new, "--profile", profile];
    let data = ["--surface", "surface.json", "--calls", "calls.jsonl"];
    let ran: Ran = command(&[&arguments[..], &data].concat()).current_dir(folder).output().unwrap().into();
    assert_eq!((ran.code, &*ran.stderr), (1, ""), "{old} {new}");
    ran.stdout
}

/// Writes the built-in program as it was before `name` was a candidate. What another candidate is `after`
/// stays, and is in no profile.
fn without(name: &str, folder: &Path) {
    let files = embedded();
    let after = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("  after "));
        line.is_some_and(|line| line.split(',').any(|other| other.trim() == name))
    };
    let is_needed = files.iter().any(|file| after(&file.text));
    for file in files {
        let is_own = file.name == format!("rules/review/{name}.rules");
        if is_own && !is_needed {
            continue;
        }
        let mut text = file.text;
        if file.name == "rules/review/wide.rules" {
            let start = text.find("  conventions ").unwrap();
            let end = start + text[start..].find("  except ").unwrap();
            let names: Vec<String> = wide().conventions().map(|convention| convention.name.clone()).collect();
            let kept: Vec<&str> = names.iter().map(String::as_str).filter(|other| *other != name).collect();
            assert_eq!(kept.len() + 1, names.len());
            let mut clauses = format!("  conventions {}\n", kept.join(", "));
            let except: Vec<&str> = ["optional-null-plain", "empty-optional"]
                .into_iter()
                .filter(|other| *other != name)
                .collect();
            clauses.push_str(&format!("  except {} for \"mcp.jira.update_issue\"\n", except.join(", ")));
            let rest = end + text[end..].find('\n').unwrap() + 1;
            text.replace_range(start..rest, &clauses);
        }
        let path = folder.join(file.name.strip_prefix("rules/").unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

#[test]
fn each_candidate_is_told_with_what_it_changes() {
    for convention in wide().conventions() {
        let (name, folder) = (&convention.name, folder());
        without(name, &folder.path().join("before"));
        let told = diff(folder.path(), "before", "built-in", "wide");
        snapshots("cli/rules_diff/candidates").bind(|| insta::assert_snapshot!(name.as_str(), told));
        assert!(told.contains(" becomes win\n"), "{name} mends no call");
        assert!(!told.contains("identity cost"), "{name} changes a call that is valid");
    }
}

/// The one that is in no profile, beside the spellings of keys.
#[test]
fn what_ships_in_no_profile_is_told_as_well() {
    let folder = folder();
    let profile = |conventions: &str| {
        format!(
            "language 1\nextends built-in\n\nprofile host\n  \"Keys.\"\n{{\n  status review\n  plan 2\n  over closed-object\n  conventions {conventions}\n  bounds properties 20\n}}\n"
        )
    };
    fs::write(folder.path().join("before.rules"), profile("key-word, numeral")).unwrap();
    fs::write(folder.path().join("after.rules"), profile("key-word, numeral, surplus-empty")).unwrap();
    let told = diff(folder.path(), "before.rules", "after.rules", "host");
    snapshots("cli/rules_diff/candidates").bind(|| insta::assert_snapshot!("surplus-empty", told));
}
