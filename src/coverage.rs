//! What a run looked at, and what it did not: the row that every report ends with.
//!
//! "Nothing found" means little without it.
//!
//! 1. Here: the row of a report about a run of ours, whose parts are told by who looked;
//! 2. [`row`]: the row of a call of a tool, as it is on a wire, with its [`moment`]s and exact [`value`]s;
//! 3. [`call`]: what is known of a call, [`result`](mod@result): what its result says of itself, and [`compose`]: the
//!    row of it, by the search that its tool declares;
//! 4. [`chain`]: the rows of pages, composed into one;
//! 5. [`claim`] and [`judge`]: whether a row supports what somebody says;
//! 6. [`sentence`]: what to say of a row and of a claim, in short plain sentences.
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
pub mod result;
pub mod row;
pub mod schema;
pub mod sentence;
pub mod value;

use serde::Serialize;

/// What one run looked at, and what it did not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Coverage {
    /// What was looked at.
    pub checked: Vec<Checked>,
    /// What was not, and why.
    pub gaps: Vec<Gap>,
    /// Whether there is no gap.
    pub complete: bool,
}

/// Something that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// In words.
    pub what: String,
    /// `source`, `population` or `filter`.
    pub facet: &'static str,
}

/// Something that was not looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Gap {
    /// `scope`, `cap-reached` or `partial`.
    pub kind: &'static str,
    /// What.
    pub what: String,
    /// Why.
    pub why: String,
}

impl Coverage {
    /// The row of these parts: complete where there is no gap.
    pub fn new(checked: Vec<Checked>, gaps: Vec<Gap>) -> Self {
        Self { checked, complete: gaps.is_empty(), gaps }
    }
}

impl Gap {
    /// The gap of a document that holds only one page of `list`, where it does.
    pub fn of_pages(is_one_page: bool, list: &str) -> Option<Self> {
        is_one_page.then(|| Self {
            kind: "partial",
            what: format!("other pages of {list}"),
            why: "the document holds only one".to_owned(),
        })
    }
}

/// A number of things, in words.
pub fn count(number: usize, what: &str) -> String {
    many(u64::try_from(number).unwrap_or(u64::MAX), what)
}

/// The same of a number that was counted in files.
pub fn many(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
