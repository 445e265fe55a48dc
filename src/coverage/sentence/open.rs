//! What was not searched, or not for sure.

use super::{PARTS, checked};
use crate::coverage::quote;
use crate::coverage::row::{Composed, Gap, Row};

/// A sentence for each gap, as many as are told, and how many more there are.
pub(super) fn gaps(row: &Row) -> Vec<String> {
    let mut told: Vec<String> = row.gaps.iter().take(PARTS).map(|gap| sentence(row, gap)).collect();
    let left = row.gaps.len().saturating_sub(PARTS);
    if left > 0 {
        told.push(format!("There are {left} more gaps."));
    }
    told
}

fn sentence(row: &Row, gap: &Gap) -> String {
    if gap.kind == "unstable" {
        let when = checked::read(row.read);
        return format!("It was read page by page {when}; the source may have changed meanwhile.");
    }
    let never = row.cannot_cover.iter().any(|told| told.what == gap.what && told.why == gap.why);
    let start = if never { "Cannot be checked" } else { "Not checked" };
    format!("{start}: {}.", what(row, gap))
}

/// What a gap leaves open, and why.
pub(super) fn what(row: &Row, gap: &Gap) -> String {
    let is_foreign = gap.quote || row.composed == Composed::Remote;
    let what = if gap.what.is_empty() { quote::name(&gap.kind) } else { quote::said(&gap.what, is_foreign) };
    if gap.why.is_empty() { what } else { format!("{what} ({})", quote::said(&gap.why, is_foreign)) }
}

/// What a claim about pages that were read one by one is worth.
pub(super) fn page_by_page(row: &Row) -> String {
    let when = checked::read(row.read);
    format!("read page by page {when}: this holds if the source did not change meanwhile, purges included")
}
