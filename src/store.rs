//! What touches the file system: reading sessions, keeping the pool, the artifact, the
//! ledger and the scan cache.
//!
//! 1. [`sources()`]: paths become the session files below them;
//! 2. [`blocks`]: a file becomes blocks of whole lines, in bounded memory;
//! 3. [`scan`]: the lines of a file become records, from where an earlier scan stopped;
//! 4. [`jobs`]: many files at once;
//! 5. [`cache`]: where each scan stopped, and what it had counted, in a file of [`kept`] lines;
//! 6. [`shelf`]: the answers of a derivation cache, in an embedded store;
//! 7. [`pool_file`]: the pool, under a lock;
//! 8. [`artifact_file`] and [`ledger_file`]: the artifact, its switch, and the ledger, likewise;
//! 9. [`lock`] and [`atomic`]: how files are kept that others read and write too, and `create`, files that must be new;
//! 10. [`paths`]: what paths are called, and where stores stand; [`opening`]: which are not opened.
//!
//! *Architecture invariant:* of the library only this module reads or writes files, sleeps, or looks
//! at a clock.

mod artifact_file;
mod atomic;
mod blocks;
mod cache;
mod create;
mod error;
mod identity;
mod jobs;
mod kept;
mod ledger_file;
mod lock;
mod opening;
mod paths;
mod pool_file;
mod scan;
mod shelf;
mod sources;

pub use crate::evidence::LINE_BYTES;
pub use artifact_file::{
    Stored, artifact_path, disabled_path, is_active, load_artifact, load_stored, set_active, update_artifact,
    update_stored,
};
pub use atomic::{target_of, write as write_atomically, write_result};
pub use blocks::{Block, Blocks};
pub use cache::{CACHE_BYTES, Cache, SMALLEST};
pub use create::create_all;
pub use error::StoreError;
pub use identity::{Identity, TAIL_BYTES};
pub use jobs::in_parallel;
pub use ledger_file::{append_ledger, append_ledger_within, load_ledger};
pub use lock::{LOCK_WAIT, Lock};
use opening::NO_FILE;
pub use opening::open_file;
pub use paths::{is_store, path_name};
pub use pool_file::{load_pool, pool_path, update_pool};
pub use scan::{Scanned, Scanner, Seen};
pub use shelf::{DERIVED_BYTES, DerivedFile, is_guarded};
pub use sources::{SourceFile, Sources, sources};
