//! Where a store stands, and what is said of its faults.

use std::path::PathBuf;

use super::exit::Fault;
use crate::diagnostic::{Diagnostic, Source};
use crate::store::{StoreError, path_name};

/// A store.
#[derive(Debug, clap::Args)]
pub(super) struct StoreArgs {
    /// The folder of the store
    #[arg(long, value_name = "DIR", default_value = ".")]
    store: PathBuf,
}

impl StoreArgs {
    /// The folder.
    pub(super) fn folder(&self) -> &std::path::Path {
        &self.store
    }
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
        StoreError::Cache { .. } => {
            return Diagnostic::error("store::damaged-cache", error.to_string()).into();
        }
    };
    Fault::Wrong(vec![diagnostic], vec![source])
}
