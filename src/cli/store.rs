//! Where a store stands, and what is said of its faults.

mod near;

use std::path::{Path, PathBuf};

use super::exit::Fault;
use super::outputs;
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::store::{StoreError, is_store, path_name};
use near::nearest_store;

/// The example of a command for a store: one with a plan is made first.
macro_rules! after_compile {
    ($commands:literal) => {
        concat!(
            "Example:
  printf '%s' '{\"version\":1,\"actions\":[{\"ref\":\"ping\",\"inputSchema\":{' \\
    '\"type\":\"object\",\"additionalProperties\":false,\"properties\":' \\
    '{\"timeOut\":{\"type\":\"integer\"}}}}]}' > surface.json
  fabric-rules compile surface.json --store here
",
            $commands
        )
    };
}
pub(super) use after_compile;

/// A store.
#[derive(Debug, clap::Args)]
pub(super) struct StoreArgs {
    /// The folder of the store
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = outputs::named())]
    store: PathBuf,
}

impl StoreArgs {
    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.store
    }

    /// The folder, where a store must be unless it is the working directory.
    pub(super) fn existing_if_named(&self) -> Result<&Path, Fault> {
        if self.store == Path::new(".") { Ok(&self.store) } else { self.existing() }
    }

    /// The folder, where a store must be.
    pub(super) fn existing(&self) -> Result<&Path, Fault> {
        existing(&self.store)
    }
}

/// The folder, where a store must be: who only reads one, or switches it, makes none.
pub(super) fn existing(folder: &Path) -> Result<&Path, Fault> {
    match is_store(folder) {
        Ok(true) => Ok(folder),
        Ok(false) => Err(store_fault(&StoreError::NoStore { path: folder.to_owned() })),
        Err(error) => Err(store_fault(&error)),
    }
}

/// A warning that the run went on without a cache, the `scan` or the `derivation` one, or without some of it.
pub(super) fn without_cache(which: &str, error: &StoreError) -> Diagnostic {
    if let StoreError::Answers { .. } = error {
        return Diagnostic::new(Severity::Warning, "store::damaged-answers", error.to_string())
            .help("each of them was derived again and is written anew; the others serve as before");
    }
    let message = format!("the {which} cache is of no use now: {error}");
    Diagnostic::new(Severity::Warning, "store::no-cache", message).help(match error {
        StoreError::Cache { .. } => "sessions were read afresh; should this be told again, delete that file",
        StoreError::Derived { .. } => {
            "plans were derived afresh; should this be told again, delete that file"
        }
        _ => "the result is the same without it, and takes longer",
    })
}

/// A fault of the store.
pub(super) fn store_fault(error: &StoreError) -> Fault {
    let (diagnostic, source) = match error {
        StoreError::Artifact { path, text, source } => {
            let shown = Source::new(path_name(path), String::from_utf8_lossy(text));
            let help =
                "nothing was changed; put a whole file in its place, or move it away and compile again";
            (source.diagnostic(&shown.name, 0).help(help), shown)
        }
        StoreError::Pool { path, source, text } => {
            let shown = Source::new(path_name(path), text.to_string());
            let diagnostic = Diagnostic::error("store::damaged-pool", format!("`{}` is no pool", shown.name));
            (diagnostic.label(0, source.span(), source.to_string()), shown)
        }
        StoreError::Io { .. } => return Diagnostic::error("store::io", error.to_string()).into(),
        StoreError::Locked { .. } => return Diagnostic::error("store::locked", error.to_string()).into(),
        StoreError::TooLarge { .. } => {
            return Diagnostic::error("store::too-large", error.to_string()).into();
        }
        StoreError::Cache { .. }
        | StoreError::Derived { .. }
        | StoreError::Answers { .. }
        | StoreError::Busy { .. } => {
            return Diagnostic::error("store::no-cache", error.to_string()).into();
        }
        StoreError::NoStore { path } => {
            let help = match nearest_store(path) {
                Some(nearest) => {
                    format!("the nearest store is `{}`; `--store` names it", path_name(&nearest))
                }
                None => "`fabric-rules compile` makes one, and `--store` names it".to_owned(),
            };
            return Diagnostic::error("store::missing", error.to_string()).help(help).into();
        }
    };
    Fault::Wrong(vec![diagnostic], vec![source])
}
