//! `check`: the report, in each format, and how it ends.

use std::fs;

use serde_json::{Value, json};

use super::{Ran, run, run_on};
use crate::support::snapshots;

const MIXED: &str = "tests/fixtures/check/mixed.json";

/// A surface of one tool with this schema.
fn surface(schema: &Value) -> String {
    json!({"tools": [{"name": "tool", "inputSchema": schema}]}).to_string()
}

fn good() -> String {
    surface(
        &json!({"type": "object", "additionalProperties": false, "properties": {"pageCount": {"type": "integer"}}}),
    )
}

fn warned() -> String {
    let keys = json!({"a_b": {"type": "string"}, "aB": {"type": "string"}});
    surface(&json!({"type": "object", "additionalProperties": false, "properties": keys}))
}

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn a_report_reads_well_in_every_format() {
    snapshots("cli/check").bind(|| {
        for format in ["human", "json", "sarif", "github"] {
            let ran = run(&["check", MIXED, "--format", format]);
            assert_eq!((ran.code, &*ran.stderr), (1, ""), "{format}");
            insta::assert_snapshot!(format, ran.stdout);
        }
    });
}

#[test]
fn a_profile_that_reaches_below_the_top_is_reported_so() {
    let unions = "tests/fixtures/explain/unions.json";
    let wide = ["--profile", "wide"];
    let below = "only the properties at the top";
    let fabric = run(&["check", unions]).stdout;
    assert!(fabric.contains(below), "{fabric}");
    let wide = run(&[&["check", unions], &wide[..]].concat()).stdout;
    assert!(!wide.contains(below), "{wide}");
    assert!(wide.contains("/$defs/Term/properties/max_count") && !wide.contains("\"\""), "{wide}");
    assert!(wide.contains("no-arguments") && wide.contains("the arguments\n"), "{wide}");
    assert!(wide.contains("reach by profile: fabric 1 of 1 (100 %), wide 1 of 1 (100 %)"), "{wide}");
}

#[test]
fn a_report_fits_eighty_columns() {
    for path in ["tests/fixtures/surfaces", "tests/fixtures/check"] {
        for line in run(&["check", path, "--verbose"]).stdout.lines() {
            // Excerpts of files are as wide as their lines.
            let excerpt = line.contains(['│', '·', '╭', '╰']);
            assert!(excerpt || line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn the_end_says_whether_there_is_something_to_do() {
    let code = |text: &str, more: &[&str]| run_on(&[&["check", "-"], more].concat(), text).code;
    assert_eq!(code(&good(), &[]), 0);
    assert_eq!(code(&good(), &["--deny", "warnings"]), 0);
    assert_eq!(code(&warned(), &[]), 0);
    assert_eq!(code(&warned(), &["--deny", "warnings"]), 1);
    assert_eq!(code(&surface(&json!({"type": "strung"})), &[]), 1);
    assert_eq!(code("{}", &[]), 2);
    assert_eq!(code(&good(), &["--deny", "everything"]), 2);
}

#[test]
fn many_surfaces_are_one_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    fs::write(folder.path().join("b.json"), good()).unwrap();
    fs::write(folder.path().join("below/a.json"), warned()).unwrap();
    fs::write(folder.path().join("c.txt"), "not looked at").unwrap();
    let folder = folder.path().to_str().unwrap();
    let ran = run_on(&["check", folder, MIXED, "-", "--format", "json"], good());
    assert_eq!(ran.code, 1);
    let report = json_of(&ran);
    let files: Vec<&str> =
        report["surfaces"].as_array().unwrap().iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(files, [&format!("{folder}/b.json"), &*format!("{folder}/below/a.json"), MIXED, "<stdin>"]);
    let actions: u64 = report["surfaces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["counts"]["actions"].as_u64().unwrap())
        .sum();
    assert_eq!(report["counts"]["actions"], actions);
    let people = run_on(&["check", folder, "-"], good()).stdout;
    assert!(
        people.contains("all 3 surfaces together\n3 actions: 3 with a plan, 0 without; 8 rules\n"),
        "{people}"
    );
}

#[test]
fn what_cannot_be_read_does_not_hide_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.json"), "[1, 2").unwrap();
    fs::write(folder.path().join("b.json"), good()).unwrap();
    fs::write(folder.path().join("c.json"), b"\"\xff\"").unwrap();
    let ran = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(ran.code, 2);
    assert!(ran.stdout.contains("1 action: 1 with a plan"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("surface::not-json") && ran.stderr.contains("input::not-utf8"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for format in ["human", "json"] {
        let one = run(&["check", "tests/fixtures/surfaces", MIXED, "--format", format, "--jobs", "1"]);
        let many = run(&["check", "tests/fixtures/surfaces", MIXED, "--format", format, "--jobs", "5"]);
        assert_eq!(one.stdout, many.stdout);
    }
}

#[test]
fn a_server_names_its_tools() {
    let ran = run_on(&["check", "-", "--server", "docs", "--format", "json"], good());
    assert_eq!(json_of(&ran)["surfaces"][0]["actions"][0]["plan"]["ref"], "mcp.docs.tool");
}

#[test]
fn formats_assert_only_when_asked() {
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {"when": {"type": "string", "format": "date", "const": ""}}});
    for options in [&["check", "-"][..], &["check", "-", "--assert-formats"]] {
        assert_eq!(run_on(options, surface(&schema)).code, 0);
    }
}

#[test]
fn long_lists_are_cut_and_verbose_shows_them() {
    let tools: Vec<Value> = (0..60)
        .map(|n| json!({"name": format!("tool-{n}"), "inputSchema": {"type": "object", "additionalProperties": n % 2 == 0, "properties": {"a": {"type": "string"}}}}))
        .collect();
    let text = json!({"tools": tools}).to_string();
    let short = run_on(&["check", "-"], &text).stdout;
    assert!(short.contains("… and 10 more with a plan; `--verbose` shows them"), "{short}");
    assert!(short.contains("… and 22 more for the same reason; `--verbose` shows them"), "{short}");
    assert!(!short.contains("tool-59"));
    let long = run_on(&["check", "-", "-v"], &text).stdout;
    assert!((0..60).all(|n| long.contains(&format!(" tool-{n} "))), "{long}");
    assert!(!long.contains("more"));
}

#[test]
fn nothing_in_a_surface_acts_on_the_terminal() {
    let text = r#"{"tools": [{"name": "a\u001b[31m\u009b1m\u202e", "inputSchema": {"type": "object", "additionalProperties": false, "properties": {"\u001b]0;x\u0007": {"type": "integer"}, "\u001b\u0007": {"enum": ["\u001bA", "\u001ba"]}}}}]}"#;
    for format in ["human", "json", "sarif", "github"] {
        let ran = run_on(&["check", "-", "--verbose", "--format", format], text);
        let acts = |character: char| (character.is_control() && character != '\n') || character == '\u{202e}';
        let shown = ran.stdout.replace("\\u001b", "");
        assert!(!shown.contains(acts) || format != "human", "{format}: {shown:?}");
        assert!(!ran.stdout.contains('\u{1b}'), "{format}");
    }
}

#[test]
fn colours_are_for_terminals() {
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "xterm-256color"), ("CLICOLOR_FORCE", "1")] {
        let output = super::command(&["check", MIXED]).env(name, value).output().unwrap();
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{name}");
    }
}

#[test]
fn a_large_surface_takes_linear_time() {
    let tool = |n: usize| {
        let properties: serde_json::Map<String, Value> =
            (0..8).map(|k| (format!("fieldNumber{k}"), json!({"type": "integer"}))).collect();
        json!({"name": format!("tool-{n}"), "inputSchema": {"type": "object", "additionalProperties": false, "properties": properties}})
    };
    let time = |count: usize| {
        let tools: Vec<Value> = (0..count).map(tool).collect();
        let text = json!({"tools": tools}).to_string();
        let start = std::time::Instant::now();
        assert_eq!(run_on(&["check", "-", "--jobs", "1"], &text).code, 0);
        start.elapsed().as_secs_f64()
    };
    let (small, large) = (time(200), time(1600));
    assert!(large < small * 8.0 * 4.0, "{small} s for 200 actions, {large} s for 1600");
}

#[test]
fn what_could_not_be_read_stands_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.json"), good()).unwrap();
    std::fs::write(folder.path().join("cut.json"), "{\"tools\": [").unwrap();
    let check = |arguments: &[&str]| -> Ran {
        super::command(&[&["check"], arguments].concat()).current_dir(folder.path()).output().unwrap().into()
    };
    // Beside what could be read, and alone.
    for (surfaces, read) in
        [(&["a.json", "missing.json", "cut.json"][..], 1), (&["missing.json", "cut.json"], 0)]
    {
        let ran = |format: &str| {
            let ran = check(&[surfaces, &["--format", format]].concat());
            assert_eq!(ran.code, 2, "{format}");
            ran
        };
        let found = json_of(&ran("json"));
        assert_eq!(found["surfaces"].as_array().unwrap().len(), read);
        let codes = |list: &Value, path: &str| -> Vec<Value> {
            list.as_array().unwrap().iter().map(|item| item.pointer(path).unwrap().clone()).collect()
        };
        assert_eq!(codes(&found["unread"], "/code"), ["input::missing", "surface::not-json"]);
        let log = json_of(&ran("sarif"));
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!((&invocation["executionSuccessful"], &invocation["exitCode"]), (&json!(false), &json!(2)));
        let told = &invocation["toolExecutionNotifications"];
        assert_eq!(codes(told, "/descriptor/id"), ["input::missing", "surface::not-json"]);
        assert_eq!(told[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "cut.json");
        let annotations = ran("github").stdout;
        assert!(
            annotations.contains("::error title=input%3A%3Amissing::`missing.json` does not exist\n"),
            "{annotations}"
        );
        assert!(annotations.contains("::error file=cut.json,line=1"), "{annotations}");
        assert_eq!(ran("human").stdout.contains("1 with a plan"), read == 1);
    }
    assert_eq!(json_of(&check(&["a.json", "--format", "sarif"]))["runs"][0].get("invocations"), None);
}

#[test]
fn a_document_that_was_promised_is_written_whatever_is_wrong() {
    let fine = "tests/fixtures/artifact/surface.json";
    for arguments in [
        &["check", fine, "--rules", "nowhere"][..],
        &["check", fine, "--profile", "nobody"],
        &["explain", "nowhere.json", "ref"],
        &["explain", fine, "nobody"],
        &["measure", "nowhere.jsonl"],
        &["measure", "merge", "nowhere.json"],
        &["measure", "Cargo.toml", "--surface", "nowhere.json"],
        &["sessions", "nowhere"],
        &["signals", "--sessions", "nowhere", "--surface", fine],
        &["trial", "--sessions", "nowhere", "--surface", fine],
        &["compile", "nowhere.json"],
        &["certify", "--sessions", "nowhere"],
        &["pool", "update", "--sessions", "nowhere"],
        &["import", "nowhere.json", "--surface", fine],
        &["ledger", "nowhere.jsonl"],
        &["rules", "check", "nowhere"],
        &["rules", "list", "nowhere"],
        &["rules", "digest", "nowhere"],
        &["status", "--store", "nowhere"],
        &["status", "--surface", "nowhere"],
        &["status", "--rules", "nowhere"],
    ] {
        let ran = run(&[arguments, &["--format", "json"]].concat());
        assert_eq!(ran.code, 2, "{arguments:?}");
        let found = json_of(&ran);
        let unread = found.get("unread").unwrap_or(&found);
        assert!(!unread[0]["message"].as_str().unwrap().is_empty(), "{arguments:?}: {found}");
        assert!(ran.stderr.contains(unread[0]["code"].as_str().unwrap()), "{arguments:?}");
    }
}

#[test]
fn a_state_that_was_promised_is_a_document_too() {
    let ran = run(&["measure", "--partial", "nowhere.jsonl"]);
    assert_eq!((ran.code, &json_of(&ran)["unread"][0]["code"]), (2, &json!("input::unreadable")));
}

#[test]
fn an_action_without_a_schema_is_explained_as_a_document_too() {
    for tool in [json!({"name": "a"}), json!({"name": "a", "inputSchema": {"type": 3}})] {
        let surface = json!({"tools": [tool]}).to_string();
        for call in [&[][..], &["--call", "Cargo.toml"]] {
            let words = [&["explain", "-", "a", "--format", "json"], call].concat();
            let ran = run_on(&words, &surface);
            assert_eq!(ran.code, 1, "{}", ran.stderr);
            assert!(json_of(&ran)["unread"][0]["code"].is_string(), "{}", ran.stdout);
        }
    }
}

/// What a text is, and whether it may be shown.
const TEXTS: [(&str, bool, &str); 16] = [
    ("tools", true, "{\"tools\":[\n{\"name\":\"SHOWN\",\"inputSchema\":{\"type\":3}},\n{\"name\":\"b\"}\n]}"),
    ("cut tools", true, "{\"tools\":[\n{\"name\":\"SHOWN\""),
    ("cut plans", true, "{\"version\":1,\"plans\":[\"SHOWN\""),
    ("rules", true, "language 1\nSHOWN\n"),
    (
        "unfinished",
        false,
        "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"HUNTER2 still wri",
    ),
    ("unfinished tools", false, "{\"message\":\"HUNTER2\",\"tools\":[\"HUNTER2"),
    ("spaced", false, "{ \"type\": \"user\", \"text\": \"HUNTER2\" }\n{ \"type\": \"HUNTER2\" }\n"),
    ("arrays", false, "[\"user\", \"HUNTER2\"]\n[\"user\", \"HUNTER2\"]\n"),
    ("events", false, "data: {\"content\": \"HUNTER2\"}\n\ndata: {\"content\": \"HUNTER2\"}\n"),
    ("calls", false, "{\"ref\":\"x\",\"args\":{\"password\":\"HUNTER2\"}}\n"),
    ("quoted", false, "\"HUNTER2\"\n"),
    ("prose", false, "HUNTER2 said HUNTER2 { HUNTER2\n"),
    ("bare", false, "{\"x\": HUNTER2 HUNTER2\n"),
    ("records", false, "{\"tools\":[],\"x\":\"HUNTER2\"}\n{\"x\":\"HUNTER2\"}\n"),
    ("answer", false, "{\"jsonrpc\":\"2.0\",\"result\":{\"content\":[{\"text\":\"HUNTER2\"}]}}"),
    ("request", false, "{\"messages\":[{\"text\":\"HUNTER2\"}],\"tools\":[]}"),
];

#[test]
fn only_what_is_plainly_of_ours_is_quoted() {
    let fine = "tests/fixtures/artifact/surface.json";
    for (what, is_shown, text) in TEXTS {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("given.jsonl");
        fs::write(&file, text).unwrap();
        let file = file.to_str().unwrap();
        let store = folder.path().to_str().unwrap();
        let mut said = String::new();
        for arguments in [
            &["check", file][..],
            &["check", file, "--format", "sarif"],
            &["check", file, "--format", "github"],
            &["check", file, "--format", "json"],
            &["check", fine, "--artifact", file],
            &["check", fine, "--rules", file],
            &["rules", "check", file],
            &["import", file, "--surface", fine, "--store", store],
            &["explain", file, "a"],
            &["compile", file, "--dry-run"],
            &["export", file],
            &["apply", "--surface", file],
            &["status", "--store", store, "--surface", file],
            &["trial", "--sessions", file, "--surface", file],
            &["certify", "--sessions", file, "--surface", file],
            &["measure", file, "--surface", file],
            &["measure", file, "--repairs", file],
            &["measure", "merge", file],
        ] {
            let ran = run_on(arguments, "");
            let all = format!("{}{}", ran.stdout, ran.stderr);
            assert!(!all.contains("UNTER2") && !all.contains("wri\n"), "{what} {arguments:?}: {all}");
            said.push_str(&all);
        }
        assert_eq!(said.contains("SHOWN"), is_shown, "{what}: {said}");
    }
}

#[test]
fn a_surface_that_gets_nothing_says_why_and_what_to_do() {
    let last = |text: &str| {
        let ran = run_on(&["check", "-"], text);
        let at = ran.stdout.rfind("nothing gets a plan").unwrap_or(ran.stdout.len());
        ran.stdout[at..].split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let count = json!({"pageCount": {"type": "integer"}});
    assert!(last(&surface(&json!({"type": "object", "properties": count}))).contains(
        "its tools accept arguments that they do not declare, so a name that looks misspelled may be meant; where a tool \
         takes no others, write `\"additionalProperties\": false`"
    ));
    let closed = |more: Value| json!({"type": "object", "additionalProperties": false, "properties": more});
    assert!(last(&surface(&closed(json!({})))).contains("there is nothing to do"));
    assert!(
        last(&surface(&json!({"type": "nonsense"})))
            .contains("a schema that cannot be used; mend the errors")
    );
    assert!(last(r#"{"tools": [{"name": "a"}]}"#).contains("declare no schema for their arguments"));
    let mut shaped = closed(count);
    shaped["not"] = json!({});
    assert!(last(&surface(&shaped)).contains("the lines above name the clause"));
    assert!(last(&surface(&shaped)).contains("write the schema without it"));
    assert!(last(r#"{"tools": []}"#).contains("the list holds no tool"));
    assert_eq!(last(&good()), "");
}

#[test]
fn a_summary_has_a_line_for_each_surface_and_one_for_all() {
    let (one, other) = ("docs/examples/report.json", "tests/fixtures/check/mixed.json");
    let both = run(&["check", "--summary", one, other]);
    let (table, looked_at) = both.stdout.split_once("\nlooked at\n").unwrap();
    assert_eq!((both.code, table.lines().count()), (1, 4), "{}", both.stdout);
    assert!(
        looked_at.starts_with("  2 surfaces, digest\n") && looked_at.contains("actions: 13\n"),
        "{looked_at}"
    );
    assert!(looked_at.contains("  something of 1 surface: no schema is declared\n"), "{looked_at}");
    let last: Vec<&str> = table.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(last, ["all", "13", "3", "21", "4", "5"]);
    // Numbers stand below each other.
    assert!(table.lines().all(|line| line.len() == table.lines().next().unwrap().len()));
    let alone = run(&["check", "--summary", one]);
    let table = alone.stdout.split("\nlooked at\n").next().unwrap();
    assert_eq!((alone.code, table.lines().count()), (0, 2), "{}", alone.stdout);
    let folder = run(&["check", "--summary", "tests/fixtures/surfaces"]).stdout;
    assert!(
        folder.contains("\npypi__mcp-server-time.tools.json ") && !folder.contains("fixtures"),
        "{folder}"
    );
}

#[test]
fn a_quiet_check_tells_only_what_is_wrong() {
    let fine = run(&["check", "--quiet", "docs/examples/report.json"]);
    assert_eq!((fine.code, &*fine.stdout, &*fine.stderr), (0, "", ""));
    let mixed = run(&["check", "-q", "tests/fixtures/check/mixed.json"]);
    assert_eq!(mixed.code, 1);
    // As many as there are, without a list that is cut, and no numbers.
    assert_eq!(mixed.stdout.lines().filter(|line| line.starts_with("check::")).count(), 9);
    assert!(!mixed.stdout.contains("looked at") && !mixed.stdout.contains("with a plan"), "{}", mixed.stdout);
    for format in ["json", "sarif", "github"] {
        let words = ["check", "docs/examples/report.json", "--format", format];
        let plain = run(&words).stdout;
        for flag in ["--quiet", "--summary", "--verbose"] {
            assert_eq!(run(&[&words[..], &[flag]].concat()).stdout, plain, "{format} {flag}");
        }
    }
    for two in [["--quiet", "--summary"], ["--quiet", "--verbose"], ["--summary", "--verbose"]] {
        assert_eq!(run(&[&["check", "docs/examples/report.json"][..], &two].concat()).code, 2);
    }
}

#[test]
fn the_schema_freedom_is_for_those_who_ask() {
    let words = ["check", "docs/examples/report.json"];
    assert!(!run(&words).stdout.contains("freedom"));
    assert!(run(&[&words[..], &["--verbose"]].concat()).stdout.contains("schema freedom 2.166667"));
    assert!(
        run(&[&words[..], &["--format", "json"]].concat()).stdout.contains("\"schemaFreedom\": 2.166667")
    );
}
