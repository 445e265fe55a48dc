//! `rules new` and `rules test`: a convention to start from, and the cases of conventions.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{Ran, run};
use crate::support::snapshots;

/// A folder with one started convention on each level.
fn started() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for level in ["key", "value", "call"] {
        let ran = run(&["rules", "new", &format!("on-{level}"), text(folder.path()), "--on", level]);
        assert_eq!((ran.code, &*ran.stdout), (0, ""), "{}", ran.stderr);
    }
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn test(path: &Path) -> Ran {
    run(&["rules", "test", text(path)])
}

/// The result for programs.
fn result(path: &Path, more: &[&str]) -> (i32, Value) {
    let ran = run(&[&["rules", "test", text(path), "--format", "json"], more].concat());
    assert_eq!(ran.stderr.matches('×').count(), if ran.code == 2 { 1 } else { 0 }, "{}", ran.stderr);
    (ran.code, serde_json::from_str(&ran.stdout).unwrap())
}

/// A case of the convention on values: an optional text of at least one character is given as empty.
fn case(rest: &str) -> String {
    let schema = r#"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string","minLength":1},"n":{"type":"number"},"b":{}}}"#;
    format!("{{\"schema\":{schema},{rest}}}\n")
}

fn write_cases(folder: &tempfile::TempDir, lines: &str) -> std::path::PathBuf {
    let path = folder.path().join("on-value.cases.jsonl");
    fs::write(&path, lines).unwrap();
    path
}

const GOOD: &str = r#""name":"left out","given":{"a":""},"expected":{}"#;

#[test]
fn what_is_started_compiles_is_laid_out_and_passes() {
    let folder = started();
    let path = folder.path();
    assert_eq!(run(&["rules", "check", text(path), "--deny", "warnings"]).code, 0);
    assert_eq!(run(&["rules", "fmt", "--check", text(path)]).code, 0);
    let ran = test(path);
    assert!(ran.code == 0 && ran.stdout.ends_with("12 cases: 12 passed, 0 failed\n"), "{}", ran.stdout);
    let list = run(&["rules", "list", text(path), "--format", "json"]);
    let list: Value = serde_json::from_str(&list.stdout).unwrap();
    for name in ["on-key", "on-value", "on-call", "with-on-key", "with-on-value", "with-on-call"] {
        let item = list.as_array().unwrap().iter().find(|item| item["name"] == name).unwrap();
        assert_eq!(item["status"], "review", "{name}");
    }
}

#[test]
fn each_case_that_is_started_can_fail() {
    let folder = started();
    for name in ["on-key", "on-value", "on-call"] {
        let path = folder.path().join(format!("{name}.cases.jsonl"));
        let whole = fs::read_to_string(&path).unwrap();
        for (index, line) in whole.lines().enumerate() {
            let mut case: Value = serde_json::from_str(line).unwrap();
            let case = case.as_object_mut().unwrap();
            if case.remove("refused").is_some() {
                case.insert("expected".into(), case["given"].clone());
            } else {
                case["expected"]["other"] = json!(1);
            }
            let changed: Vec<String> = whole
                .lines()
                .enumerate()
                .map(|(at, line)| if at == index { json!(case).to_string() } else { line.to_owned() })
                .collect();
            fs::write(&path, changed.join("\n")).unwrap();
            let (code, result) = result(&path, &[]);
            assert_eq!((code, &result["failed"], &result["passed"]), (1, &json!(1), &json!(3)), "{line}");
            assert_eq!(result["files"][0]["cases"][index]["passed"], false);
        }
        fs::write(&path, &whole).unwrap();
        // Without the convention at least one of them fails.
        let rules = folder.path().join(format!("{name}.rules"));
        let text = fs::read_to_string(&rules).unwrap();
        let (other, is_key) = (", enum-form\n", name == "on-key");
        let without = if is_key {
            text.replace("key-form, on-key,", "key-form,")
        } else {
            text.replace(&format!(", {name}\n"), "\n")
        };
        assert!(without != text && without.contains(other), "{without}");
        fs::write(&rules, without).unwrap();
        let (code, result) = result(&path, &["--profile", &format!("with-{name}")]);
        assert!(code == 1 && result["failed"].as_u64().unwrap() > 0, "{result}");
        fs::write(&rules, text).unwrap();
    }
}

#[test]
fn nothing_is_written_over() {
    let folder = started();
    let path = |name: &str| folder.path().join(name);
    let all = || {
        let mut files: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap_or_default())).collect::<Vec<_>>()
    };
    fs::write(path("half.cases.jsonl"), "").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", path("linked.rules")).unwrap();
    let before = all();
    for name in ["on-value", "half", "linked"] {
        if name == "linked" && !cfg!(unix) {
            continue;
        }
        let ran = run(&["rules", "new", name, text(folder.path())]);
        assert!(ran.code == 2 && ran.stderr.contains("cli::exists"), "{name}: {}", ran.stderr);
        assert_eq!(all(), before, "{name}");
    }
}

#[test]
fn a_name_that_could_not_compile_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let within = folder.path().join("rules");
    for (name, code) in [
        ("../escaped", "rules::item-name"),
        ("Upper", "rules::item-name"),
        ("a on value \"B\" { } shape b", "rules::item-name"),
        ("match", "rules::item-name"),
        ("", "rules::item-name"),
        ("key-form", "rules::duplicate-name"),
    ] {
        let ran = run(&["rules", "new", name, text(&within)]);
        assert!(ran.code == 2 && ran.stderr.contains(code), "{name}: {}", ran.stderr);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
    }
    // Nor does it beside rules that do not compile.
    fs::write(folder.path().join("broken.rules"), "language 1\nshape s { }").unwrap();
    let ran = run(&["rules", "new", "good", text(folder.path())]);
    assert!(ran.code == 2 && ran.stderr.contains("rules::missing-doc"), "{}", ran.stderr);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_fails_and_what_is_no_case_is_told_with_its_place() {
    let folder = started();
    let lines = [
        &*case(GOOD),
        &*case(r#""name":"not left out","given":{"a":""},"expected":{"a":""}"#),
        &*case(r#""given":{"a":1},"expected":{}"#),
        &*case(r#""name":"said to be refused","given":{"a":""},"refused":"no-rule""#),
        &*case(r#""name":"for another reason","given":{"a":1},"refused":"two-targets""#),
        "\n",
        "{\"schema\": {},\n",
        "[]\n",
        &*case(r#""givn":{},"expected":{}"#),
        &*case(r#""given":{},"given":{},"expected":{}"#),
        &*case(r#""expected":{}"#),
        &*case(r#""given":{}"#),
        &*case(r#""given":{},"expected":{},"refused":"no-rule""#),
        &*case(r#""given":{},"refused":"no-rul""#),
        &*case(r#""given":[],"expected":[]"#),
        &*case(r#""name":1,"given":{},"expected":{}"#),
        r#"{"name":"no schema","schema":{"type":1},"given":{},"refused":"unusable-schema"}"#,
    ];
    let path = write_cases(&folder, &lines.concat());
    let ran = run(&["rules", "test", "on-value.cases.jsonl"]);
    assert_eq!(ran.code, 2, "there is no such file here");

    let (code, result) = result(&path, &[]);
    assert_eq!((code, &result["passed"], &result["failed"]), (1, &json!(2), &json!(4)));
    let unread: Vec<(u64, &str)> = result["unread"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| (found["labels"][0]["start"]["line"].as_u64().unwrap(), found["code"].as_str().unwrap()))
        .collect();
    assert_eq!(unread, (7..=16).map(|line| (line, "cases::malformed")).collect::<Vec<_>>());
    let failed = &result["files"][0]["cases"][1];
    assert_eq!(failed["wanted"], json!({"args": {"a": ""}}));
    assert_eq!(failed["became"], json!({"args": {}}));
    assert_eq!(failed["rules"], json!(["on-value"]));

    let ran = super::command(&["rules", "test", "on-value.cases.jsonl"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let ran = Ran::from(ran);
    assert_eq!(ran.code, 1);
    snapshots("cli/cases")
        .bind(|| insta::assert_snapshot!("failed", format!("{}---\n{}", ran.stdout, ran.stderr)));
}

#[test]
fn arguments_are_compared_as_trees() {
    let folder = started();
    for (given, expected, passes) in [
        (r#"{"n":1,"a":""}"#, r#"{"n": 1}"#, true),
        (r#"{"n":1,"a":""}"#, r#"{"n": 1.0}"#, false),
        (r#"{"n":9007199254740993,"a":""}"#, r#"{"n": 9007199254740992}"#, false),
        (r#"{"n":1,"b":{"x":1,"y":[1,2]},"a":""}"#, r#"{"b":{"y":[1,2],"x":1},"n":1}"#, true),
        (r#"{"n":1,"b":{"x":1,"y":[1,2]},"a":""}"#, r#"{"b":{"y":[2,1],"x":1},"n":1}"#, false),
        (r#"{"b":"\u0041","a":""}"#, r#"{"b":"A"}"#, true),
        (r#"{"b":{},"a":""}"#, r#"{"b":{"x":1}}"#, false),
    ] {
        let path = write_cases(&folder, &case(&format!("\"given\":{given},\"expected\":{expected}")));
        assert_eq!(result(&path, &[]).0, if passes { 0 } else { 1 }, "{given} {expected}");
    }
}

#[test]
fn cases_run_under_the_profile_of_their_convention() {
    let folder = started();
    let path = folder.path();
    let rules = path.join("on-value.rules");
    let codes = |more: &[&str]| {
        let (code, result) = result(path, more);
        let codes = result["unread"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| found["code"].as_str().unwrap().to_owned());
        (code, codes.collect::<Vec<_>>())
    };
    assert_eq!(codes(&[]), (0, vec![]));
    assert_eq!(codes(&["--profile", "with-on-key"]), (1, vec!["cases::unused".into(); 2]));
    assert_eq!(codes(&["--profile", "with-on-kee"]), (1, vec!["cli::unknown-profile".into(); 3]));

    let text = fs::read_to_string(&rules).unwrap();
    let (_, profile) = text.split_once("profile with-on-value").unwrap();
    fs::write(&rules, format!("{text}\nprofile again{profile}")).unwrap();
    assert_eq!(codes(&[]), (1, vec!["cases::no-profile".into()]));
    fs::write(&rules, text.replace(", on-value\n", "\n")).unwrap();
    assert_eq!(codes(&[]), (1, vec!["cases::no-profile".into()]));
    fs::write(&rules, text).unwrap();

    fs::write(path.join("on-valu.cases.jsonl"), case(GOOD)).unwrap();
    assert_eq!(codes(&[]), (1, vec!["cases::unknown-convention".into()]));
    fs::remove_file(path.join("on-valu.cases.jsonl")).unwrap();
    write_cases(&folder, &case(r#""given":{},"expected":{}"#));
    assert_eq!(codes(&[]), (1, vec!["cases::unused".into()]), "a convention that nothing shows");
}

#[test]
fn a_file_of_rules_and_a_file_of_cases_can_be_named() {
    let folder = started();
    let path = |name: &str| folder.path().join(name);
    for (name, cases) in [("on-key.rules", 4), ("on-value.cases.jsonl", 4), ("", 12)] {
        let (code, result) = result(&path(name), &[]);
        assert_eq!((code, &result["passed"]), (0, &json!(cases)), "{name}");
    }
    fs::write(path("other.jsonl"), "no case").unwrap();
    assert_eq!(test(folder.path()).code, 0, "other files are left alone");
    fs::remove_file(path("on-key.cases.jsonl")).unwrap();
    let (code, found) = result(&path("on-key.rules"), &[]);
    assert_eq!((code, &found["unread"][0]["code"]), (2, &json!("cases::none")));
    for (name, wanted) in [("nowhere", "input::missing"), ("nowhere.cases.jsonl", "input::missing")] {
        let (code, found) = result(&path(name), &[]);
        assert_eq!((code, &found["unread"][0]["code"]), (2, &json!(wanted)), "{name}");
    }
    fs::write(path("broken.rules"), "language 1\nshape s { }").unwrap();
    let (code, found) = result(folder.path(), &[]);
    assert_eq!((code, &found["unread"][0]["code"]), (2, &json!("rules::missing-doc")));
}

#[test]
fn nothing_of_a_recorded_session_is_shown() {
    let folder = started();
    let secret = "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"the secret\"}}\n";
    write_cases(&folder, &format!("{secret}{}", case(GOOD)));
    let ran = test(folder.path());
    assert!(ran.code == 1 && ran.stderr.contains("cases::malformed"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("secret") && !ran.stdout.contains("secret"));
}

#[test]
fn a_call_without_arguments_is_a_case_where_a_rule_is_for_that() {
    let folder = tempfile::tempdir().unwrap();
    let rules = fs::read_to_string(crate::support::fixture("programs/call.rules")).unwrap();
    fs::write(folder.path().join("mine.rules"), rules).unwrap();
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {"a": {}}});
    let case = |rest: Value| {
        let mut case = json!({"schema": schema});
        case.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        format!("{case}\n")
    };
    let lines = [
        case(json!({"expected": {}})),
        case(json!({"given": null, "expected": {}})),
        case(json!({"given": "{\"a\": 1}", "expected": {"a": 1}})),
        case(json!({"given": "no JSON", "refused": "no-rule"})),
    ];
    let path = folder.path().join("no-arguments.cases.jsonl");
    fs::write(&path, lines.concat()).unwrap();
    let (code, told) = result(&path, &["--profile", "called"]);
    assert_eq!((code, &told["passed"], &told["failed"]), (0, &json!(4), &json!(0)), "{told}");
}
