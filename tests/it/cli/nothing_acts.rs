//! Nothing that a person or a server controls acts on a terminal, or on the runner of a workflow.

use std::fs;
use std::path::Path;

use fabric_rules::internal::diagnostic::visible::Page;
use serde_json::json;
use tempfile::TempDir;

use super::{Ran, command};

/// A title for the terminal, a bell, a colour, the second set of controls, directions, tags, selectors
/// and characters without width, and commands of runners on lines of their own.
const HOSTILE: &str = "a\u{1b}]0;x\u{7}\u{1b}[31m\r\u{9b}2J\u{202e}\u{e0041}\u{fe0f}\u{200b}\u{2066}\u{e0100}\u{ad}\n::error title=t::m\n##[error]z\n##vso[task]y\n";

fn acts(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(character, '\u{ad}' | '\u{200b}' | '\u{202e}' | '\u{2066}' | '\u{fe0f}')
        || ('\u{e0000}'..='\u{e0fff}').contains(&character)
}

/// What acts in a text that a command wrote.
fn acting(text: &str, is_github: bool) -> Option<String> {
    if let Some(character) = text.chars().find(|character| acts(*character)) {
        return Some(format!("{character:?}"));
    }
    let is_own =
        |line: &str| ["::error ", "::warning ", "::notice "].iter().any(|start| line.starts_with(start));
    // A command of ours stands alone on its line, and nothing else does.
    let is_command = |line: &&str| match is_github {
        true => !is_own(line) || line.starts_with("::error title=t::"),
        false => line.trim_start().starts_with("::"),
    };
    let mut commands = text.lines().filter(|line| !line.is_empty());
    commands
        .find(is_command)
        .or_else(|| text.lines().find(|line| line.contains("##[") || line.contains("##vso[")))
        .map(str::to_owned)
}

fn trace() -> String {
    let operation = |sequence: u64, outcome: &str| {
        json!({"type": "call", "sequence": sequence, "ref": HOSTILE, "args": {HOSTILE: HOSTILE, "apiKey": HOSTILE},
            "outcome": outcome, "failureStage": "validate"})
    };
    let counts =
        json!({"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0});
    let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [HOSTILE],
        "operations": [operation(0, "failed"), operation(1, "failed")], "counts": counts});
    let audits = json!([{"ref": HOSTILE, "args": {HOSTILE: HOSTILE}}]);
    let model = json!({"type": "model_change", "provider": HOSTILE, "modelId": HOSTILE});
    format!("{model}\n{}\n{{{HOSTILE}\n", json!({"details": {"trace": trace, "audits": audits}}))
}

/// A folder in which every name and every text is hostile.
fn hostile_folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let put = |name: &str, text: &str| {
        let name = format!("{name}{}", HOSTILE.replace('/', ""));
        fs::write(folder.path().join(&name), text).unwrap();
    };
    let key = |more: &str| format!("{HOSTILE}{more}");
    let properties = json!({key("b_c"): {"type": "integer", "nullable": true}, key("bC"): {"enum": [HOSTILE, "x"], "default": 3},
        "pageCount": {"type": "integer", "x-fabric-enum-candidate": true, "description": HOSTILE}});
    let tool = |name: &str, closed: bool| {
        let mut schema = json!({"type": "object", "properties": properties, "required": [HOSTILE, "nope"]});
        if closed {
            schema["additionalProperties"] = json!(false);
        }
        json!({"name": name, "description": HOSTILE, "inputSchema": schema})
    };
    let plain = json!({"name": key("d"), "inputSchema": {"type": "object", "additionalProperties": false, "properties": {key("e"): {"type": "integer"}, "pageCount": {"type": "integer"}}}});
    let broken = json!({"name": key("f"), "inputSchema": {"type": HOSTILE}});
    put(
        "surface",
        &json!({"tools": [tool(HOSTILE, true), tool(&key("c"), false), plain, broken]}).to_string(),
    );
    let good = json!({"tools": [plain]});
    put("good", &good.to_string());
    put("damaged", &format!("{{\"tools\": [\n\"{HOSTILE}\", {HOSTILE}"));
    put("twice", &json!({"tools": [plain, plain]}).to_string());
    put("session", &trace());
    let doc = HOSTILE.replace('\n', " ").replace('"', "");
    put(
        "rules",
        &format!(
            "language 1\n\nspelling ascii-form\n  \"{doc}\"\n{{\n  first letter\n  then  letter\n  fold  case\n}}\n"
        ),
    );
    let keyed = "extends built-in\n\nprofile mine\n  \"Keys alone.\"\n{\n  plan 2\n  over closed-object\n  conventions key-form\n}\n";
    put("mine", &format!("language 1\n{keyed}"));
    put("bad-rules", &format!("language 1\n\nspelling {doc}\n  \"{doc}\"\n{{\n  frist letter {doc}\n}}\n"));
    put(
        "ledger",
        &format!(
            "{}\n{HOSTILE}\n",
            json!({"kind": "normal-form", "claim": HOSTILE, "retractedBecause": "drift", "certaintyBand": "certain", "atRev": 1})
        ),
    );
    folder
}

fn run_in(folder: &Path, arguments: &[String]) -> Ran {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    command(&arguments).current_dir(folder).output().unwrap().into()
}

#[test]
fn no_command_lets_a_text_act_on_what_shows_it() {
    let folder = hostile_folder();
    let file = |name: &str| format!("{name}{}", HOSTILE.replace('/', ""));
    let (store, other) = (file("store"), file("other"));
    let commands: &[&[&str]] = &[
        &["check", "@surface", "@damaged", "@twice", "@session", "@missing", "--verbose"],
        &["check", "@good", "--artifact", "@damaged"],
        &["check", "@good", "--rules", "@bad-rules"],
        &["check", "@good", "--profile", HOSTILE],
        &["check", "."],
        &["explain", "@surface", HOSTILE],
        &["explain", "@surface", "nowhere"],
        &["explain", "@good", "@nowhere", HOSTILE],
        &[
            "rules",
            "diff",
            "built-in",
            "@mine",
            "--profile",
            "mine",
            "--surface",
            "@good",
            "--surface",
            "@surface",
            "--calls",
            "@session",
            "--verbose",
        ],
        &[
            "rules",
            "diff",
            "built-in",
            "@mine",
            "--profile",
            "mine",
            "--surface",
            "@good",
            "--surface",
            "@surface",
            "--calls",
            "@session",
            "--format",
            "markdown",
        ],
        &["rules", "list", "@rules"],
        &["rules", "check", "@rules"],
        &["rules", "check", "@bad-rules"],
        &["rules", "digest", "@rules"],
        &["rules", "fmt", "--check", "@rules", "@bad-rules", "@missing"],
        &["measure", "@session", "@missing", "--surface", "@surface"],
        &["measure", "@session", "--repairs", "@damaged"],
        &["measure", "merge", "@session"],
        &["sessions", "@session", "@good", "--surface", "@good"],
        &["signals", "--sessions", "@session", "--surface", "@surface"],
        &["signals", "--sessions", "@session", "--surface", "@good", "--pool", "@missing"],
        &["pool", "update", "--sessions", "@session", "--store", &store],
        &["pool", "show", "--store", &store],
        &["pool", "show", "--store", &store, "--verbatim"],
        &["pool", "show", "--store", &other],
        &["compile", "@good", "--store", &store],
        &["compile", "@good", "--sessions", "@session", "--store", &other],
        &["trial", "--sessions", "@session", "--surface", "@good", "--store", &store],
        &["export-artifact", "@exported", "--store", &store],
        &["import", "@exported", "--surface", "@surface", "--store", &other],
        &["import", "@damaged", "--surface", "@good", "--store", &other],
        &["check", "@surface", "--artifact", "@exported", "--verbose"],
        &["disable", "--store", &store],
        &["activate", "--store", &store],
        &["ledger", "@ledger"],
        &["ledger", "@ledger", "--bisect", HOSTILE],
        &["ledger", "@ledger", "--ref", "@nothing"],
        &["export", "@twice"],
        &["derive", "@missing"],
        &["apply", "--surface", "@damaged"],
        &[HOSTILE],
        &["check", "--format", HOSTILE],
        &["check", &format!("--{HOSTILE}")],
    ];
    let mut shown = 0;
    for arguments in commands {
        let arguments: Vec<String> =
            arguments.iter().map(|it| it.strip_prefix('@').map_or_else(|| (*it).to_owned(), file)).collect();
        let takes_github =
            arguments[0] == "check" || arguments.starts_with(&["rules".to_owned(), "check".to_owned()]);
        for format in [None, Some("github")].into_iter().filter(|format| format.is_none() || takes_github) {
            let mut arguments = arguments.clone();
            arguments
                .extend(format.into_iter().flat_map(|format| ["--format".to_owned(), format.to_owned()]));
            let ran = run_in(folder.path(), &arguments);
            assert_eq!(acting(&ran.stdout, format.is_some()), None, "{arguments:?}\n{}", ran.stdout);
            assert_eq!(acting(&ran.stderr, false), None, "{arguments:?}\n{}", ran.stderr);
            shown += usize::from(format!("{}{}", ran.stdout, ran.stderr).contains("\\u{1b}"));
        }
    }
    // The texts do come up, or nothing would have been asked here.
    assert!(shown > 30, "only {shown} commands showed one");
}

#[test]
fn a_page_keeps_our_colours_and_nothing_else() {
    let page = |text: &str, styled| Page::new(text, styled).as_str().to_owned();
    assert_eq!(page("\u{1b}[31mred\u{1b}[0m\ta\n", true), "\u{1b}[31mred\u{1b}[0m\ta\n");
    assert_eq!(page("\u{1b}[31mred", false), "\\u{1b}[31mred");
    assert_eq!(page("\u{1b}[2J\u{1b}]0;t\u{7}", true), "\\u{1b}[2J\\u{1b}]0;t\\u{7}");
    assert_eq!(page("::error::a\n \t::error::b\nx ::c", false), "?:error::a\n \t?:error::b\nx ::c");
    assert_eq!(page("\u{1b}[1m::error::a", true), "\u{1b}[1m?:error::a");
    assert_eq!(page("see ##[error]a ##vso[b]c ## d", false), "see ?#[error]a ?#vso[b]c ## d");
    assert_eq!(page("é 名 🚀 ok", false), "é 名 🚀 ok");
}

#[test]
fn what_people_said_to_each_other_is_not_quoted() {
    let folder = TempDir::new().unwrap();
    let said = "my mother's maiden name";
    let line = json!({"type": "user", "message": {"role": "user", "content": said}}).to_string();
    for (name, text) in [
        ("lines", format!("{line}\n{line}\n")),
        ("damaged", format!("{line}\n{{\"content\": \"{said}\", \n")),
        ("one", line.clone()),
        ("document", json!({"info": {}, "messages": [said]}).to_string()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        for arguments in [
            &["check", name][..],
            &["explain", name, "ref"],
            &["measure", "merge", name],
            &["measure", name, "--repairs", name],
            &["trial", "--sessions", name, "--surface", name],
            &["check", "tests.json", "--artifact", name],
            &["check", "tests.json", "--rules", name],
            &["import", name, "--surface", "tests.json"],
        ] {
            fs::write(folder.path().join("tests.json"), "{\"tools\": []}").unwrap();
            let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
            let ran = run_in(folder.path(), &arguments);
            assert_eq!(ran.code, 2, "{arguments:?}");
            assert!(
                !ran.stderr.contains("maiden") && !ran.stdout.contains("maiden"),
                "{arguments:?} {}",
                ran.stderr
            );
        }
    }
    // What is no session is quoted as ever.
    let ran = super::run_on(&["check", "-"], "{\"tools\": [\n  {\"name\": \"shown\",]}");
    assert!(ran.stderr.contains("\"shown\""), "{}", ran.stderr);
}
