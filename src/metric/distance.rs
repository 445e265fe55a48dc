//! How far apart two shape signatures are.

use rapidfuzz::distance::levenshtein;

use super::{Figure, figure::float};

/// The edit distance (V. I. Levenshtein, 1966) between two texts over UTF-16 code units, divided by
/// the length of the longer one; zero for two empty texts.
///
/// Computed bit-parallel, so that two signatures of hostile length cost seconds, not hours.
pub fn distance(left: &str, right: &str) -> Figure {
    if left == right {
        return Figure::default();
    }
    let left: Vec<u16> = left.encode_utf16().collect();
    let right: Vec<u16> = right.encode_utf16().collect();
    let edits = levenshtein::distance(left.iter().copied(), right.iter().copied());
    Figure::of(float(edits as u64) / float(left.len().max(right.len()) as u64))
}
