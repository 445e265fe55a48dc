//! Where a store stands.

use std::path::PathBuf;

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
