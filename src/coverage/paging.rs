//! What pages leave open: those of one row and those of a chain, in one place.

use super::row::{Gap, Page};

/// The rows that are spoken of: one, or the pages of a list.
pub(super) struct Pages<'p> {
    /// The first one.
    pub(super) first: &'p Page,
    /// The last one.
    pub(super) last: &'p Page,
    /// How many rows came with the last one.
    pub(super) last_rows: Option<u64>,
    /// How many came with all.
    pub(super) rows: Option<u64>,
    /// Whether a page should say how many came with it, and does not.
    pub(super) is_unread: bool,
    /// Every total that was told.
    pub(super) totals: &'p [u64],
    /// Whether one was told that could not be read.
    pub(super) is_total_unread: bool,
}

impl Pages<'_> {
    pub(super) fn gaps(&self) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let differs = self.totals.iter().any(|total| Some(*total) != self.rows);
        let agrees = !self.totals.is_empty() && !differs && !self.is_total_unread;
        if differs || self.is_total_unread {
            let why = "the source counts others than came";
            gaps.push(Gap::new("total-differs", "the count of the source", why, "completeness"));
        }
        if !(self.first.first && self.is_last(agrees)) {
            let why = "what came is not known to be the first page and the last";
            gaps.push(Gap::new("paged", "other pages", why, "completeness"));
        }
        if !agrees && self.is_cap_reached() {
            let why = "as many rows came as may come at most, or nobody knows how many may";
            gaps.push(Gap::new("cap-reached", "rows beyond the limit", why, "completeness"));
        }
        gaps
    }

    /// Whether something says that it is the last one, and nothing denies it.
    fn is_last(&self, total_agrees: bool) -> bool {
        let is_short =
            self.last.ends_short && self.last_rows.zip(self.last.cap).is_some_and(|(rows, cap)| rows < cap);
        let says = !self.last.must_end || self.last.ended == Some(true) || total_agrees || is_short;
        // A word that is declared and cannot be read may be one that denies it.
        says && if self.last.declared {
            self.last.ended == Some(true)
        } else {
            self.last.ended != Some(false)
        }
    }

    fn is_cap_reached(&self) -> bool {
        let ended = self.last.declared && self.last.ended == Some(true);
        let page = match (self.last.unbounded, self.last.cap, self.last_rows) {
            (true, ..) => self.is_unread,
            (false, Some(cap), Some(rows)) => rows >= cap && !ended,
            (false, ..) => true,
        };
        page || self.last.window.is_some_and(|window| self.rows.is_none_or(|rows| rows >= window))
    }
}
