//! Lists the files of `rules/` for `rules::embedded`, so that a new rule file needs no change in Rust.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo:rerun-if-changed=rules");
    let mut files = Vec::new();
    find(&root.join("rules"), &mut files)?;
    files.sort();
    let line = |path: &PathBuf| {
        let name = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        format!("    ({name:?}, include_str!({path:?})),\n")
    };
    fs::write(out.join("embedded.rs"), format!("&[\n{}]\n", files.iter().map(line).collect::<String>()))
}

/// Every rule file in `folder` and below.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rules") {
            files.push(path);
        }
    }
    Ok(())
}
