//! What a call or a run looked at, and what it did not.
//!
//! "Nothing found" means little without it.
//!
//! 1. [`row`]: the row of a call of a tool, as it is on a wire, with its [`moment`]s and exact [`value`]s;
//! 2. [`call`]: what is known of a call, [`result`](mod@result): what its result says of itself, and [`compose`]: the
//!    row of it, by the search that its tool declares;
//! 3. [`chain`]: the rows of pages, composed into one;
//! 4. [`claim`] and [`judge`]: whether a row supports what somebody says;
//! 5. [`sentence`]: what to say of a row and of a claim, in short plain sentences;
//! 6. [`report`]: the row that every report of ours ends with, by a search that stands in `rules/reports/`.
//!
//! A row may say less than a call covered, and never more, as far as the declaration is true: that is
//! what is trusted.

pub mod call;
pub mod chain;
pub mod claim;
pub mod compose;
pub mod judge;
pub mod moment;
mod paging;
mod quote;
pub mod report;
pub mod result;
pub mod row;
pub mod schema;
pub mod sentence;
pub mod value;

/// A number of things, in words.
pub fn count(number: usize, what: &str) -> String {
    many(u64::try_from(number).unwrap_or(u64::MAX), what)
}

/// The same of a number that was counted in files.
pub fn many(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
