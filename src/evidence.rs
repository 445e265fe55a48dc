//! Evidence: what recorded sessions say about how tools were called. It measures friction and
//! authorises nothing: no observation creates, changes or widens a plan.
//!
//! A session is a text of JSON Lines. On its way to evidence a line passes
//!
//! 1. [`session`]: which lines are worth parsing, and which model is speaking;
//! 2. [`record`]: the few members of a record that matter, everything else skipped over;
//! 3. [`envelope`] and [`operation`]: the guard that a trace must pass, member for member;
//! 4. [`audit`]: verbatim calls and the values observed in them.
//!
//! Everything here is pure: bytes in, records out. Reading files is [`store`](crate::store)'s.

mod arguments;
mod attribution;
mod audit;
mod envelope;
mod filter;
mod fold;
mod members;
mod object;
mod operation;
mod reading;
mod record;
mod repair;
mod session;
mod size;
mod timestamp;
mod trace;
mod value;
pub mod wire;

use arguments::arguments;
pub use audit::{AuditCall, Observation};
pub use envelope::{ENVELOPE_BYTES, ENVELOPE_KIND};
pub use fold::{Evidence, Fold, ingest};
pub use reading::{CountedLines, Place, Reading, Unread};
pub use record::Record;
pub use repair::{Repair, RepairKind};
pub use session::{ALWAYS_PARSED, LINE_BYTES, Session};
pub use trace::{FailureStage, NO_TASK, Operation, Outcome, Trace};
pub use value::Value;
