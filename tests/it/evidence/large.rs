//! Reports for people stay readable where a corpus has very many of everything.

use serde_json::json;
use tempfile::TempDir;

use crate::cli::{Ran, command};

/// How many files, actions and models there are.
const MANY: usize = 400;

/// A folder in which each session calls an action of its own by a model of its own, and is rejected.
fn many() -> TempDir {
    let folder = TempDir::new().unwrap();
    let runs = folder.path().join("runs");
    std::fs::create_dir(&runs).unwrap();
    let long = "a-name-that-goes-on-and-on".repeat(4);
    for index in 0..MANY {
        let change =
            json!({"type": "model_change", "provider": "acme", "modelId": format!("{long}-{index}")});
        let operation = |sequence: usize| {
            json!({"type": "call", "sequence": sequence, "ref": format!("mcp.名前.{long}.{index}"), "args": {},
                "outcome": "failed", "failureStage": "validate"})
        };
        let operations: Vec<_> = (0..1 + index % 7).map(operation).collect();
        let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "failed", "phases": [],
            "operations": operations,
            "counts": {"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0}});
        let text = format!("{change}\n{}\nbroken\n", json!({"details": {"trace": trace}}));
        std::fs::write(runs.join(format!("{}-{index:05}.jsonl", &long[..60])), text).unwrap();
    }
    folder
}

#[test]
fn reports_of_many_fit_a_page() {
    let folder = many();
    let ran = |arguments: &[&str]| -> Ran {
        command(arguments).current_dir(folder.path()).output().unwrap().into()
    };
    for (arguments, most) in [
        (&["measure", "runs"][..], 70),
        (&["sessions", "runs"], 65),
        (&["measure", "runs", "--verbose"], MANY * 2 + 70),
        (&["sessions", "runs", "--verbose"], MANY * 2 + 65),
    ] {
        let ran = ran(arguments);
        // No progress bar either: standard error is no terminal here.
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments:?}");
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert!(lines.len() <= most, "{arguments:?}: {} lines", lines.len());
        let wide: Vec<&&str> = lines.iter().filter(|line| console::measure_text_width(line) > 80).collect();
        // A path is never broken, since people copy it.
        assert!(wide.iter().all(|line| line.contains(".jsonl:")), "{arguments:?}: {wide:#?}");
        let beyond = lines.iter().filter(|line| line.starts_with("… and 3") && line.contains(" more "));
        assert_eq!(beyond.count(), if most > MANY { 0 } else { 2 }, "{arguments:?}");
    }
    // What tells names apart is not what is left out of them.
    let verbose = ran(&["sessions", "runs", "--verbose"]).stdout;
    for index in 0..MANY {
        assert!(verbose.contains(&format!("-{index:05}.jsonl ")), "session {index} is listed");
        assert!(verbose.contains(&format!("-{index} ")), "model {index} is listed");
    }
}
