//! A proxy between a client of the Model Context Protocol and its server, which mends misspelled calls.
//!
//! 1. [`frame`]: bytes to lines, and [`fields`]: the members of a message that matter, read in one go;
//! 2. [`id`] and [`open`]: which request an answer is for; [`era`]: which revision a request is in;
//! 3. [`lists`]: the tools as the server's lists tell them, each [`ruled`] by its schema and plan;
//! 4. [`asking`]: the lists that we ask for ourselves, and how seldom;
//! 5. [`verdict`], ours, on the arguments of a call, and [`outcome`], the server's;
//! 6. [`calls`]: operations that one answer does not end, and [`event`]: what there is to tell of each;
//! 7. [`logic`]: all that is known of a session, told by the [`client`] and by the [`server`];
//! 8. [`core`]: bytes in, bytes out. [`Core`] reads no clock and touches nothing;
//! 9. `shell`: threads, pipes and a process around it.
//!
//! All bytes pass in order, but for the arguments of a call that is mended, our own requests for lists and
//! their answers, and a witness where one is wanted.

mod asking;
mod calls;
mod client;
mod core;
mod era;
mod event;
mod fields;
mod frame;
mod id;
mod lists;
mod logic;
mod open;
mod outcome;
mod ruled;
mod server;
#[cfg(feature = "cli")]
pub mod shell;
mod verdict;

pub use core::{Core, Input, Options, Output, Side};
pub use era::Era;
pub use event::{Call, Event};
pub use id::Id;
pub use lists::Age;
pub use logic::reference;
pub use outcome::{Answer, AnswerKind, Outcome, Stage};
pub use verdict::{Fault, Unknown, Verdict, Why};
