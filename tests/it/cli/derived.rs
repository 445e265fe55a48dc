//! `--cache` of commands that derive plans.

use std::fs;

use serde_json::json;

use super::{Ran, run, run_on};

const SURFACE: &str = "docs/examples/report.json";

fn checked(cache: &str, more: &[&str]) -> Ran {
    run(&[&["check", SURFACE, "--cache", cache], more].concat())
}

#[test]
fn a_second_run_derives_nothing_and_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("made").to_str().unwrap().to_owned();
    for format in ["json", "human", "sarif"] {
        let plain = run(&["check", SURFACE, "--format", format]);
        for _ in 0..2 {
            let ran = checked(&cache, &["--format", format]);
            assert_eq!((ran.code, &ran.stdout, &ran.stderr), (plain.code, &plain.stdout, &plain.stderr));
        }
    }
    let last = checked(&cache, &["--verbose"]).stdout.lines().last().unwrap().to_owned();
    // Which profiles have a plan for an action is told too.
    assert_eq!(last, "0 plans derived, 2 known from the cache and proved, under 2 profiles");
}

#[test]
fn an_edit_of_a_schema_or_of_the_rules_derives_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (cache, surface, rules) = (path("cache"), path("surface.json"), path("mine.rules"));
    let schema = |kind: &str| {
        let schema =
            json!({"type": "object", "additionalProperties": false, "properties": {"a": {"type": kind}}});
        fs::write(&surface, json!({"tools": [{"name": "t", "inputSchema": schema}]}).to_string()).unwrap();
    };
    let derived = |more: &[&str]| {
        let ran = run(&[&["check", &surface, "--verbose", "--cache", &cache], more].concat());
        ran.stdout.lines().last().unwrap().split(' ').next().unwrap().parse::<u32>().unwrap()
    };
    schema("integer");
    let first = derived(&[]);
    assert!(first > 0);
    assert_eq!(derived(&[]), 0);
    schema("number");
    assert_eq!(derived(&[]), first);
    schema("integer");
    assert_eq!(derived(&[]), 0);
    fs::write(&rules, "language 1\nextends built-in\nspelling other \"Unused.\" { first letter }\n").unwrap();
    assert_eq!(derived(&["--rules", &rules]), first);
    assert_eq!(derived(&["--rules", &rules]), 0);
    assert_eq!(derived(&["--assert-formats"]), first);
}

#[test]
fn one_damaged_answer_is_derived_again_and_the_others_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().to_str().unwrap();
    let plain = run(&["check", SURFACE]);
    let count =
        |ran: &Ran| ran.stdout.lines().last().unwrap().split(' ').next().unwrap().parse::<u32>().unwrap();
    assert!(count(&checked(cache, &["--verbose"])) > 1);
    let file = folder.path().join("derived.redb");
    let mut bytes = fs::read(&file).unwrap();
    // A digit of the first digest that is found: the base schema of a plan.
    let digest = memchr::memmem::find(&bytes, b"\"baseSchemaDigest\":\"").unwrap() + 20;
    let digest = bytes[digest..digest + 64].to_vec();
    let places: Vec<usize> = memchr::memmem::find_iter(&bytes, &digest).collect();
    places.into_iter().for_each(|at| bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' });
    fs::write(&file, bytes).unwrap();
    let ran = checked(cache, &[]);
    assert_eq!((ran.code, &ran.stdout), (plain.code, &plain.stdout));
    let told = "store::damaged-answers";
    assert!(ran.stderr.contains(told) && !ran.stderr.contains("panicked"), "{}", ran.stderr);
    let ran = checked(cache, &["--verbose"]);
    assert_eq!((count(&ran), &*ran.stderr), (0, ""));
}

#[test]
fn what_is_wrong_with_a_cache_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().to_str().unwrap();
    let plain = run(&["check", SURFACE]);
    checked(cache, &[]);
    let file = folder.path().join("derived.redb");
    let whole = fs::read(&file).unwrap();
    // Its pages are gone, but for the first.
    fs::write(&file, [&whole[..4096], &vec![0; whole.len() - 4096][..]].concat()).unwrap();
    let ran = checked(cache, &[]);
    assert_eq!((ran.code, &ran.stdout), (plain.code, &plain.stdout));
    assert!(
        ran.stderr.contains("store::no-cache") && ran.stderr.contains("delete that file"),
        "{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    // A folder that cannot be made.
    let ran = checked(&format!("{SURFACE}/inside"), &[]);
    assert_eq!((ran.code, &ran.stdout), (plain.code, &plain.stdout));
    assert!(ran.stderr.contains("store::no-cache"), "{}", ran.stderr);
}

#[test]
#[cfg(unix)]
fn the_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    checked(folder.path().to_str().unwrap(), &[]);
    let mode = fs::metadata(folder.path().join("derived.redb")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let surface = folder.path().join("derived.redb");
    fs::copy(SURFACE, &surface).unwrap();
    let ran = run(&["check", surface.to_str().unwrap(), "--cache", folder.path().to_str().unwrap()]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cli::replaces-input"), "{}", ran.stderr);
    assert_eq!(fs::read(&surface).unwrap(), fs::read(SURFACE).unwrap());
}

#[test]
fn rpc_answers_the_same_with_a_cache() {
    let folder = tempfile::tempdir().unwrap();
    let schema =
        json!({"type": "object", "additionalProperties": false, "properties": {"a": {"type": "integer"}}});
    let requests: Vec<String> = ["{\"A\":\"1\"}", "{\"b\":1}"]
        .iter()
        .map(|args| format!(r#"{{"op":"apply","input":{{"ref":"a.b","schema":{schema},"args":{args}}}}}"#))
        .collect();
    let plain = run_on(&["rpc"], requests.join("\n")).stdout;
    for _ in 0..2 {
        let ran = run_on(&["rpc", "--cache", folder.path().to_str().unwrap()], requests.join("\n"));
        assert_eq!((&ran.stdout, &*ran.stderr), (&plain, ""));
    }
}

#[test]
fn a_script_that_makes_no_sense_is_an_error_that_says_where() {
    let answer = |input: serde_json::Value| {
        run_on(&["rpc"], json!({"op": "cache", "input": input}).to_string()).stdout
    };
    let steps = |steps: serde_json::Value| answer(json!({"concept": "c", "key": ["a"], "steps": steps}));
    for (answer, words) in [
        (answer(json!({})), "`concept` must be a text"),
        (answer(json!({"concept": "c", "key": "a", "steps": []})), "`key` must be a list"),
        (
            answer(json!({"concept": "c", "key": [], "steps": [], "options": {"max": -1}})),
            "`max` must be a whole number",
        ),
        (steps(json!([{"do": "cal"}])), "step 1: there is no step `cal`: did you mean `call`?"),
        (
            steps(json!([{"do": "call", "facts": {}}])),
            "step 1: a derivation `returns` something, or it `fails`",
        ),
        (steps(json!([{"do": "finish", "id": "p", "returns": 1}])), "nothing called `p` runs"),
        (
            steps(
                json!([{"do": "begin", "id": "p", "facts": {}}, {"do": "call", "facts": {}, "returns": 1}]),
            ),
            "step 2: this would wait",
        ),
        (
            steps(json!([{"do": "begin", "id": "p", "facts": {}}, {"do": "begin", "id": "p", "facts": {}}])),
            "`p` has begun already",
        ),
    ] {
        assert!(answer.contains("\"error\"") && answer.contains(words), "{answer}");
    }
}

#[test]
fn waiters_share_one_run_and_count_once() {
    let input = json!({"concept": "c", "key": ["a"], "steps": [
        {"do": "begin", "id": "p", "facts": {"a": 1}}, {"do": "begin", "id": "q", "facts": {"a": 1}},
        {"do": "begin", "id": "r", "facts": {"a": 1}}, {"do": "finish", "id": "p", "returns": {"out": 1}},
        {"do": "begin", "id": "s", "facts": {"a": 2}}, {"do": "begin", "id": "t", "facts": {"a": 2}},
        {"do": "finish", "id": "s", "fails": "no"}, {"do": "finish", "id": "t", "returns": 2}]});
    let ran = run_on(&["rpc"], json!({"op": "cache", "input": input}).to_string());
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let steps = &answer["output"]["steps"];
    assert_eq!(
        steps[3]["delivered"],
        json!([{"id": "p", "served": {"out": 1}}, {"id": "q", "served": {"out": 1}}, {"id": "r", "served": {"out": 1}}])
    );
    assert_eq!(steps[6]["delivered"], json!([{"id": "s", "served": null, "error": "no"}]));
    assert_eq!(steps[6]["started"], json!(["t"]));
    assert_eq!(
        steps[7]["stats"],
        json!({"calls": 5, "hits": 2, "misses": 3, "bypass": 0, "stores": 2, "verified": 0, "escalated": 0, "coalesced": 3})
    );
}
