//! The console blocks of the README and of the documentation run, and links between pages lead somewhere.

use std::path::{Path, PathBuf};

#[test]
fn console_blocks_run() {
    trycmd::TestCases::new()
        .register_bin("fabric-rules", Path::new(env!("CARGO_BIN_EXE_fabric-rules")))
        .case("README.md")
        .case("docs/*.md")
        .case("docs/examples/*.md")
        .run();
}

fn pages() -> Vec<PathBuf> {
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
