//! `--profile`, and the member `profile`: every command that plans has it, and works under `wide` on a
//! real surface.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Ran, command, run_on};
use crate::support::fixture;

/// A tool that needs a number.
const REF: &str = "mcp.github.get_issue";

/// A folder with a real surface, and a session.
fn place() -> TempDir {
    let folder = TempDir::new().unwrap();
    let surface = fixture("surfaces/npm__modelcontextprotocol__server-github.tools.json");
    std::fs::copy(surface, folder.path().join("surface.json")).unwrap();
    std::fs::copy("docs/examples/sessions/monday.jsonl", folder.path().join("s.jsonl")).unwrap();
    folder
}

fn ran(folder: &Path, words: &str, input: &str) -> Ran {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut command = command(&words);
    command.current_dir(folder).stdin(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

fn schema() -> Value {
    let text =
        std::fs::read_to_string(fixture("surfaces/npm__modelcontextprotocol__server-github.tools.json"));
    let value: Value = serde_json::from_str(&text.unwrap()).unwrap();
    let tools = value["tools"].as_array().unwrap();
    tools.iter().find(|tool| tool["name"] == "get_issue").unwrap()["inputSchema"].clone()
}

const GIVEN: &str = r#"{"Owner": "a", "repo": "b", "issue_number": "7"}"#;
const MENDED: &str = r#"{"owner": "a", "repo": "b", "issue_number": 7}"#;

/// Each command with what it reads, in the order in which a person would run them.
fn commands() -> Vec<(&'static str, String)> {
    let schema = schema();
    let line = json!({"ref": REF, "schema": schema}).to_string();
    vec![
        ("check surface.json --server github --format json", String::new()),
        ("explain surface.json mcp.github.get_issue --server github --format json", String::new()),
        ("derive", line),
        ("prove", json!({"schema": schema, "plan": plan(&schema, "wide")}).to_string()),
        ("apply --surface surface.json --server github", format!(r#"{{"ref": "{REF}", "args": {GIVEN}}}"#)),
        ("compile surface.json --server github --store store --format json", String::new()),
        (
            "trial --surface surface.json --server github --sessions s.jsonl --store store --format json",
            String::new(),
        ),
        (
            "certify --surface surface.json --server github --sessions s.jsonl --trial --store store --format json",
            String::new(),
        ),
    ]
}

fn plan(schema: &Value, profile: &str) -> Value {
    let line = json!({"ref": REF, "schema": schema}).to_string();
    serde_json::from_str(&run_on(&["derive", "--profile", profile], line).stdout).unwrap()
}

#[test]
fn every_command_that_plans_works_under_wide() {
    let folder = place();
    for (words, input) in commands() {
        let ran = ran(folder.path(), &format!("{words} --profile wide"), &input);
        assert_eq!(ran.code, 0, "{words}: {}{}", ran.stderr, ran.stdout);
        let value: Value = serde_json::from_str(&ran.stdout).unwrap();
        match words.split(' ').next().unwrap() {
            "check" => {
                let surface = &value["surfaces"][0];
                assert_eq!(
                    (&surface["profile"], &surface["counts"]["planned"]),
                    (&json!("wide"), &json!(26))
                );
            }
            "explain" => {
                assert_eq!((&value["profile"], &value["plan"]["profile"]), (&json!("wide"), &json!("wide")))
            }
            "derive" => assert_eq!((&value["version"], &value["profile"]), (&json!(2), &json!("wide"))),
            "prove" => assert_eq!(value, json!({"proved": true})),
            "apply" => {
                assert_eq!(value["args"], serde_json::from_str::<Value>(MENDED).unwrap());
                assert_eq!(value["witness"]["profile"], "wide");
            }
            "compile" => {
                assert_eq!((&value["status"], &value["plans"]), (&json!("compiled"), &json!(26)))
            }
            "trial" => {
                let is_of_plans = |checked: &Value| checked["what"] == "plans: 26";
                assert!(value["coverage"]["checked"].as_array().unwrap().iter().any(is_of_plans), "{value}");
            }
            "certify" => {
                assert_eq!((&value["profile"], &value["counts"]["failed"]), (&json!("wide"), &json!(0)));
                let is_named = |check: &&Value| check["name"] == "unfounded-plan";
                let founded = value["checks"].as_array().unwrap().iter().find(is_named).unwrap();
                assert_eq!(founded["evidence"][3], "given: 26 plans, all of lists of arguments");
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn fabric_stays_the_default() {
    let folder = place();
    let told = |words: &str, input: &str| ran(folder.path(), words, input).stdout;
    for (words, input) in commands() {
        if words.starts_with("prove") {
            continue;
        }
        let words = words.replace("store", "elsewhere");
        let default = told(&words, &input).replace("elsewhere", "");
        // A compile of the same does not write again.
        let _ = std::fs::remove_dir_all(folder.path().join("elsewhere"));
        assert_eq!(
            default,
            told(&format!("{words} --profile fabric"), &input).replace("elsewhere", ""),
            "{words}"
        );
        assert!(!default.contains("\"profile\":\"wide\""), "{words}");
    }
}

#[test]
fn an_unknown_profile_is_one_clear_error_everywhere() {
    let folder = place();
    let mut told = Vec::new();
    for (words, input) in commands() {
        let ran = ran(folder.path(), &format!("{words} --profile wyde"), &input);
        assert_eq!(ran.code, 2, "{words}: {}", ran.stdout);
        told.push(format!("{}{}", ran.stderr, ran.stdout));
    }
    for told in told {
        assert!(told.contains("cli::unknown-profile") && told.contains("did you mean `wide`?"), "{told}");
    }
}

/// A request for each operation that plans.
fn requests(profile: &str) -> Vec<(&'static str, Value)> {
    let schema = schema();
    let surface = json!({"version": 1, "actions": [{"ref": REF, "inputSchema": schema}]});
    let plan = plan(&schema, "wide");
    let artifact = json!({"version": 2, "metricVersion": 3, "actions": [], "quarantined": [], "applied": [],
        "normalizations": [plan], "gate": {"passed": true, "beforeScore": 0, "afterScore": 0, "reasons": []},
        "evidenceDigest": "none"});
    let args: Value = serde_json::from_str(GIVEN).unwrap();
    let call = json!({"ref": REF, "args": args, "outcome": "failed"});
    let traces = json!([{"operations": [call]}]);
    let inputs = [
        ("derive", json!({"ref": REF, "schema": schema})),
        ("prove", json!({"schema": schema, "plan": plan})),
        ("apply", json!({"ref": REF, "schema": schema, "args": args})),
        ("compile", json!({"traces": [], "surface": surface})),
        ("merge", json!({"incoming": artifact, "live": surface})),
        ("trial", json!({"traces": traces, "live": surface, "artifact": artifact})),
    ];
    let named = |(op, mut input): (&'static str, Value)| {
        input["profile"] = profile.into();
        (op, json!({"op": op, "input": input}))
    };
    inputs.into_iter().map(named).collect()
}

#[test]
fn every_operation_that_plans_takes_a_profile() {
    for (op, request) in requests("wide") {
        let ran = run_on(&["rpc"], format!("{request}\n"));
        let value: Value = serde_json::from_str(&ran.stdout).unwrap();
        let output = &value["output"];
        match op {
            "derive" => assert_eq!(output["profile"], "wide"),
            "prove" => assert_eq!(output["proved"], true),
            "apply" => assert_eq!(output["args"], serde_json::from_str::<Value>(MENDED).unwrap()),
            "compile" => assert_eq!(output["artifact"]["normalizations"][0]["profile"], "wide"),
            "merge" => assert_eq!(output["file"]["normalizations"][0]["profile"], "wide"),
            "trial" => assert_eq!(output["totals"]["normalizationWin"], 1, "{output}"),
            other => panic!("{other}"),
        }
    }
    for (op, request) in requests("wyde") {
        let value: Value = serde_json::from_str(&run_on(&["rpc"], format!("{request}\n")).stdout).unwrap();
        let message = "there is no profile `wyde`: did you mean `wide`?";
        assert_eq!(value["error"], json!({"code": "unknown-profile", "message": message}), "{op}");
    }
}
