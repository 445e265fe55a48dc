//! The ledger: what fell and why, as typed data rather than log lines.
//!
//! 1. [`mod@constat`]: a retraction record of any concept, from its facts;
//! 2. [`Record`]: the records of a ledger of plans, one JSON line each;
//! 3. [`Ledger`]: the lines of a file, filtered and counted, and the revision that the next run has.
//!
//! A revision counts, from 0, the changes of the surface digest along the ledger. Appending to the file
//! is [`store`](crate::store)'s.

pub mod constat;
mod coverage;
mod history;
mod record;

pub use constat::{Band, Constat, constat};
pub use history::{Fall, Ledger, Line, UnfinishedLine};
pub use record::{LINE_BYTES, Record, Retraction};

/// The concept under which plans are retracted.
pub const NORMAL_FORM: &str = "normal-form";
/// The kind of a record that says that the surface changed and nothing fell.
pub const SURFACE: &str = "surface";
