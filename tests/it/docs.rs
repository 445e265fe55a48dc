//! The console blocks of the README and of the documentation run, and links between pages lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::run;

#[test]
fn console_blocks_run() {
    trycmd::TestCases::new()
        .register_bin("fabric-rules", Path::new(env!("CARGO_BIN_EXE_fabric-rules")))
        .case("README.md")
        .case("docs/*.md")
        .case("docs/examples/*.md")
        .run();
}

pub fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/examples"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    assert!(pages.len() > 5);
    pages
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: `{link}` leads nowhere", page.display());
            if !anchor.is_empty() {
                let headings = std::fs::read_to_string(&target).unwrap();
                let found =
                    headings.lines().filter(|line| line.starts_with('#')).any(|line| slug(line) == anchor);
                assert!(found, "{}: there is no heading for `{link}`", page.display());
            }
        }
    }
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_');
    kept.collect::<String>().replace(' ', "-")
}

/// The first block of a page that is written in `language`.
fn block(page: &str, language: &str) -> String {
    let text = fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once(&format!("\n```{language}\n")).unwrap();
    rest.split_once("\n```").unwrap().0.to_owned()
}

/// A server that answers each message on a line of its own, and says something that is no answer.
const SERVER: &str = r#"#!/bin/sh
echo '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'
while read -r line; do
  case "$line" in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}}' ;;
    *'"tools/list"'*) echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"ping","inputSchema":{"type":"object"}}]}}' ;;
  esac
done
"#;

#[test]
#[cfg(unix)]
fn the_tool_list_of_a_server_is_had_as_the_tutorial_says() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let server = folder.path().join("my-server");
    fs::write(&server, SERVER).unwrap();
    fs::set_permissions(&server, fs::Permissions::from_mode(0o755)).unwrap();
    let script = block("docs/tutorial.md", "sh");
    assert!(script.contains("| my-server |"));
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let script = script.replace("sleep 5", "sleep 0");
    let ran = Command::new("sh").args(["-ec", &script]).current_dir(folder.path()).env("PATH", path).output();
    assert!(ran.unwrap().status.success());
    let checked = run(&["check", folder.path().join("tools.json").to_str().unwrap()]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    assert!(checked.stdout.contains("MCP tool list, 1 action"), "{}", checked.stdout);
}

#[test]
fn the_readme_says_how_many_real_tools_get_a_plan() {
    let readme = fs::read_to_string("README.md").unwrap();
    let servers = fs::read_dir("tests/fixtures/surfaces").unwrap().count();
    for (profile, least) in [("fabric", 29), ("wide", 85)] {
        let summary = run(&["check", "--summary", "--profile", profile, "tests/fixtures/surfaces"]).stdout;
        let all = summary.lines().find(|line| line.starts_with("all ")).unwrap();
        let numbers: Vec<usize> =
            all.split_whitespace().skip(1).map(|number| number.parse().unwrap()).collect();
        let (tools, planned) = (numbers[0], numbers[1]);
        let percent = (planned * 100 + tools / 2) / tools;
        println!("`{profile}`: {planned} of {tools} tools, {percent} %");
        assert!(percent >= least, "{percent}");
        assert!(readme.contains(&format!("| of {tools} of {servers} servers, which the tests check |")));
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{profile}`"))).unwrap();
        assert!(row.ends_with(&format!("| {planned} ({percent} %) |")), "{row}");
    }
}
