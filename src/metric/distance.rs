//! How far apart two shape signatures are.

use rapidfuzz::distance::levenshtein;

use super::{Figure, figure::float};
use crate::json::code_units;

/// From how many code units on a text is long enough to look first for a small distance.
const LONG: usize = 1 << 12;

/// The edit distance (V. I. Levenshtein, 1966) between two texts over UTF-16 code units, divided by
/// the length of the longer one; zero for two empty texts.
///
/// Computed bit-parallel, so that two signatures of hostile length cost seconds, not hours.
pub fn distance(left: &str, right: &str) -> Figure {
    if left == right {
        return Figure::default();
    }
    let left: Vec<u16> = code_units(left).collect();
    let right: Vec<u16> = code_units(right).collect();
    Figure::of(float(edits(&left, &right) as u64) / float(left.len().max(right.len()) as u64))
}

/// The edits between two texts.
///
/// A call is mostly tried again with nearly the same arguments, and a small distance is found in a
/// narrow band along the diagonal. So bands are tried for long texts, from 63 wide, each twice as wide
/// as the one before, up to an eighth of the text: a quarter of the whole work at most.
fn edits(left: &[u16], right: &[u16]) -> usize {
    let longer = left.len().max(right.len());
    let near = levenshtein::Args::default().score_hint(31).score_cutoff(longer / 16);
    let few = (longer >= LONG)
        .then(|| levenshtein::distance_with_args(left.iter().copied(), right.iter().copied(), &near))
        .flatten();
    few.unwrap_or_else(|| levenshtein::distance(left.iter().copied(), right.iter().copied()))
}
