//! The derivation cache on a disk, for commands that derive plans.

use std::path::PathBuf;

use super::console::Console;
use super::outputs;
use super::store::without_cache;
use crate::cache::{Cache, Options};
use crate::coverage::many;
use crate::store::{DerivedFile, is_guarded};

/// Where derived plans are kept.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct DerivedArgs {
    /// A folder that remembers derived plans, so that the next run derives only what is new; each is proved
    /// all the same
    #[arg(long, value_name = "DIR", value_parser = outputs::named())]
    cache: Option<PathBuf>,
}

/// A derivation cache with its file.
pub(super) struct Derived {
    pub(super) cache: Cache,
    file: DerivedFile,
}

impl DerivedArgs {
    /// What the cache writes, where there is one: its folder and its file.
    pub(super) fn written(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.cache else { return Vec::new() };
        vec![folder.clone(), DerivedFile::file(folder)]
    }

    /// The cache, where one is asked for.
    pub(super) fn open(&self) -> Option<Derived> {
        let folder = self.cache.as_ref()?;
        // What goes wrong in a damaged file is told as a warning, and by nobody else.
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !is_guarded() {
                told(panic);
            }
        }));
        let file = DerivedFile::open(folder);
        let cache = Cache::on(Box::new(file.clone()), Options::default());
        Some(Derived { cache, file })
    }
}

impl Derived {
    /// Writes what is new, and tells what went wrong.
    pub(super) fn close(&self, console: &Console) {
        if let Err(trouble) = self.file.close() {
            console.tell(&[without_cache("derivation", &trouble)], &[]);
        }
    }

    /// What came of it, in one line, where each action was asked about under so many profiles.
    pub(super) fn summary(&self, profiles: usize) -> String {
        let stats = self.cache.stats();
        let each = match profiles {
            0 | 1 => String::new(),
            several => format!(", under {several} profiles"),
        };
        format!(
            "{} derived, {} known from the cache and proved{each}",
            many(stats.misses, "plan"),
            stats.hits
        )
    }
}
