//! What a run looked at, and what it did not: the row that every report ends with.
//!
//! "Nothing found" means little without it. A row is data, and this module knows nothing of what it
//! speaks of: who looked says so.

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
