//! The files of a store: whole at every moment, locked while they are written, never overwritten when
//! they are damaged.

mod artifact_file;
mod child;
mod create;
mod killed;
mod ledger_file;
mod refused;

use std::path::Path;
use std::sync::LazyLock;

use fabric_rules::internal::artifact::Artifact;
use fabric_rules::internal::store::{artifact_path, load_artifact};
use tempfile::TempDir;

use crate::cli::run;
use crate::support::fixture;

/// The fixture surfaces that yield a large artifact and a small one.
const LARGE: &str = "npm__modelcontextprotocol__server-github";
const SMALL: &str = "pypi__arxiv-mcp-server";

/// Two artifacts of different sizes, which tests save in turn.
static TWO: LazyLock<[Artifact; 2]> = LazyLock::new(|| {
    [LARGE, SMALL].map(|name| {
        let store = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // A child finds what this process made before it started the child. What an earlier run left is
        // replaced where it is of other rules; another process may be reading it.
        if !child::is_child() {
            let ran = run(&["compile", &surface(name), "--store", store.to_str().unwrap()]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
        }
        load_artifact(&store).unwrap().unwrap()
    })
});

fn surface(name: &str) -> String {
    fixture("surfaces").join(format!("{name}.tools.json")).display().to_string()
}

/// A folder in memory where there is one: a kill does not ask what is below the file system, and
/// hundreds of them need not wait for a disk.
fn in_memory() -> TempDir {
    TempDir::new_in("/dev/shm").unwrap_or_else(|_| TempDir::new().unwrap())
}

/// The names in the folder of a store's artifact, sorted.
fn names(store: &Path) -> Vec<String> {
    let folder = artifact_path(store).parent().unwrap().to_owned();
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
