//! Where a store stands, and what is said of its faults.

use std::path::PathBuf;

use super::exit::Fault;
use crate::diagnostic::{Diagnostic, Source};
use crate::store::StoreError;

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
    let code = match error {
        StoreError::Artifact { path, text, source } => {
            let source_text = Source::new(path.display().to_string(), String::from_utf8_lossy(text));
            let diagnostic = source.diagnostic(&source_text.name, 0).help(
                "nothing was changed; put a whole file in its place, or move it away and compile again",
            );
            return Fault::Wrong(vec![diagnostic], vec![source_text]);
        }
        StoreError::Io { .. } => "store::io",
        StoreError::Locked { .. } => "store::locked",
        StoreError::Pool { .. } => "store::damaged-pool",
        StoreError::Cache { .. } => "store::damaged-cache",
    };
    Diagnostic::error(code, error.to_string()).into()
}
