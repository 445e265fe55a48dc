//! The direction of imports: what a module must never know of.

mod graph;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use graph::Graph;

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of a top-level module.
fn sources(of: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![src().join(of)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let file = src().join(format!("{of}.rs"));
    if file.exists() {
        files.push(file);
    }
    assert!(!files.is_empty(), "there is no module `{of}`");
    files.sort();
    files
}

/// The top-level modules that a module names.
fn imports(of: &str) -> BTreeSet<String> {
    graph::of_sources().remove(of).unwrap().into_keys().collect()
}

fn assert_only(of: &str, allowed: &[&str]) {
    let imports = imports(of);
    let strangers: Vec<&String> = imports.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
    assert!(strangers.is_empty(), "`{of}` imports {strangers:?}");
    // The reader of imports must see something, or it could not fail.
    assert!(!imports.is_empty(), "`{of}` imports nothing?");
}

#[test]
fn no_module_knows_of_one_that_knows_of_it() {
    if let Some(cycle) = graph::cycle(&graph::of_sources()) {
        panic!("modules that know of each other: {cycle}");
    }
}

#[test]
fn a_cycle_is_found_and_told() {
    let edges = |to: &[&str]| to.iter().map(|to| ((*to).to_owned(), format!("to_{to}.rs"))).collect();
    let mut graph: Graph =
        BTreeMap::from([("a".to_owned(), edges(&["b", "c"])), ("b".to_owned(), edges(&["c"]))]);
    assert_eq!(graph::cycle(&graph), None);
    graph.insert("c".to_owned(), edges(&["b"]));
    assert_eq!(graph::cycle(&graph).unwrap(), "b → c (to_c.rs) → b (to_b.rs)");
}

#[test]
fn every_way_to_name_a_module_is_read() {
    let text = "use crate::one::{Deep, self};\nuse crate::{two, three::{x, y},\n  four};\n\
                fn f(x: crate::five::Five) { super::six::g() } // crate::comment\n\
                /// [`crate::comment`]\nuse super::own;\n";
    let modules = ["six"].map(str::to_owned).into();
    let found = graph::named(text, 1, &modules);
    assert_eq!(found, ["one", "two", "three", "four", "five", "six"].map(str::to_owned).into());
    // Deeper, one step up leads to the module's own parent.
    assert!(!graph::named(text, 2, &modules).contains("six"));
}

#[test]
fn the_checker_knows_nothing_of_the_deriver() {
    assert_only("prove", &["ir", "schema", "plan", "program", "json", "digest", "span", "diagnostic"]);
    assert_only("verify", &["ir", "schema", "plan", "json", "digest", "span", "prove"]);
}

#[test]
fn the_representation_knows_no_places() {
    assert_only("ir", &["digest", "json"]);
    let text = sources("ir").iter().map(|path| std::fs::read_to_string(path).unwrap()).collect::<String>();
    assert!(!text.contains("crate::span") && !text.contains("crate::syntax"));
}

/// The files of `src/`, as paths in it, whose code names a variant of the type `of` of the representation.
fn name_variants_of(of: &str) -> BTreeSet<String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    let modules = std::fs::read_dir(&src).unwrap().map(|entry| entry.unwrap().path());
    let modules: BTreeSet<String> =
        modules.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    // The tree has a type `Guard` of its own.
    for path in modules.iter().filter(|module| *module != "syntax").flat_map(|module| sources(module)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let is_variant = |rest: &str| rest.starts_with(|first: char| first.is_ascii_uppercase());
        let is_whole = |before: &str| !before.ends_with(|last: char| last.is_ascii_alphanumeric());
        let names = |line: &str| {
            line.match_indices(&format!("{of}::"))
                .any(|(at, word)| is_whole(&line[..at]) && is_variant(&line[at + word.len()..]))
        };
        if code.into_iter().any(names) {
            found.insert(path.strip_prefix(&src).unwrap().to_string_lossy().into_owned());
        }
    }
    found
}

#[test]
fn a_decoder_stands_in_three_files() {
    let files = name_variants_of("Decoder");
    assert_eq!(files, ["decode.rs", "ir/decoder.rs", "verify/decoded.rs"].map(str::to_owned).into());
}

#[test]
fn only_who_runs_them_tells_actions_and_guards_apart() {
    let modules_of = |of: &str| -> BTreeSet<String> {
        let module = |path: &String| path.split(['/', '.']).next().unwrap().to_owned();
        name_variants_of(of).iter().map(module).collect()
    };
    assert_eq!(modules_of("Action"), ["check", "verify"].map(str::to_owned).into());
    assert_eq!(modules_of("Omitted"), ["apply", "check", "ir", "verify"].map(str::to_owned).into());
    assert_eq!(modules_of("Guard"), ["check", "facets", "ir", "prove"].map(str::to_owned).into());
}

#[test]
fn the_foundation_knows_nothing_above_it() {
    assert_only("json", &["span"]);
    assert_only("digest", &["json"]);
    assert_only("schema", &["digest", "json", "span"]);
    assert_only("plan", &["digest", "ir", "json", "span"]);
    assert_only("program", &["digest", "ir"]);
    assert_only("facets", &["ir", "json", "schema", "span", "spelling"]);
    assert_only("decode", &["facets", "ir", "json", "schema", "spelling"]);
    assert_only("surface", &["diagnostic", "digest", "json", "span"]);
    assert_only("spelling", &["ir"]);
}

#[test]
fn a_diff_reads_what_is_there_and_touches_nothing() {
    let plans = ["apply", "derive", "facets", "plan", "program", "schema", "spelling"];
    let calls = ["digest", "host", "ir", "json", "request", "rpc", "session", "surface"];
    assert_only("diff", &[&plans[..], &calls].concat());
}

#[test]
fn evidence_authorises_nothing() {
    assert_only("evidence", &["json", "plan"]);
    assert_only("metric", &["coverage", "digest", "evidence", "json"]);
    assert_only("pool", &["digest", "evidence", "json", "span"]);
    assert_only("signals", &["evidence", "json", "metric"]);
    assert_only("store", &["artifact", "cache", "digest", "evidence", "ledger", "metric", "pool"]);
    assert_only("html", &["coverage", "diagnostic", "evidence", "metric"]);
}

#[test]
fn an_artifact_is_applied_through_proven_plans_only() {
    let carried = imports("artifact");
    assert!(carried.contains("prove"));
    for user in ["apply", "normalizer", "trial", "store", "cli"] {
        assert!(!carried.contains(user), "`artifact` imports `{user}`");
    }
    assert_only("normalizer", &["apply", "artifact", "program", "prove", "toolset"]);
    assert_only("ledger", &["artifact", "coverage", "diagnostic", "digest", "json", "span"]);
}

#[test]
fn a_trial_replays_and_authorises_nothing() {
    let replayed =
        ["apply", "artifact", "evidence", "json", "metric", "normalizer", "prove", "schema", "verify"];
    assert_only("trial", &[&replayed[..], &["coverage", "surface", "toolset"]].concat());
}

#[test]
fn certification_knows_the_library_and_no_files() {
    let library = [
        "apply",
        "artifact",
        "coverage",
        "decode",
        "derive",
        "digest",
        "evidence",
        "ir",
        "json",
        "metric",
        "normalizer",
        "plan",
        "program",
        "prove",
        "report",
        "rules",
        "schema",
        "session",
        "signals",
        "surface",
        "toolset",
        "trial",
        "verify",
    ];
    assert_only("certify", &library);
}

#[test]
fn only_the_front_doors_touch_the_world() {
    for entry in std::fs::read_dir(src()).unwrap() {
        let path = entry.unwrap().path();
        let module = path.file_stem().unwrap().to_string_lossy().into_owned();
        if ["cli", "main", "store", "mcp", "lib"].contains(&module.as_str()) {
            continue;
        }
        for file in sources(&module) {
            let text = std::fs::read_to_string(&file).unwrap();
            // An example in a comment is run as a test, which may touch files.
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let text: String = code.collect::<Vec<_>>().join("\n");
            for world in
                ["std::fs", "std::env", "std::time", "std::net", "std::process", "SystemTime", "Instant"]
            {
                assert!(!text.contains(world), "{} uses `{world}`", file.display());
            }
        }
    }
}

#[test]
fn the_core_of_the_proxy_is_given_all_that_it_knows() {
    assert!(!imports("mcp").contains("cli"));
    let core = sources("mcp").into_iter().filter(|path| !path.to_string_lossy().contains("/mcp/shell"));
    for file in core {
        let text = std::fs::read_to_string(&file).unwrap();
        for world in ["Instant", "SystemTime", "std::thread", "std::io", "std::process", "std::env", "Mutex"]
        {
            assert!(!text.contains(world), "{} uses `{world}`", file.display());
        }
    }
}

#[test]
fn the_checker_is_small() {
    let lines: usize =
        sources("prove").iter().map(|path| std::fs::read_to_string(path).unwrap().lines().count()).sum();
    assert!(lines < 1_050, "the checker has {lines} lines with its comments");
}

#[test]
fn one_file_writes_to_the_terminal() {
    let writers: Vec<PathBuf> = ["cli", "diagnostic", "report", "html", "store", "certify"]
        .iter()
        .flat_map(|of| sources(of))
        .filter(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            code.into_iter().any(|line| {
                [
                    "println!",
                    "print!(",
                    "dbg!",
                    "io::stdout()",
                    "io::stderr()",
                    "stdout().lock",
                    "error.print()",
                ]
                .iter()
                .any(|way| line.contains(way))
            })
        })
        .collect();
    let names: Vec<&str> = writers.iter().map(|path| path.to_str().unwrap()).collect();
    assert!(matches!(names.as_slice(), [only] if only.ends_with("cli/console.rs")), "{names:?}");
}
