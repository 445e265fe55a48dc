//! The formulas of the metric: entropy, distance and trend.

use std::collections::HashMap;

use rapidfuzz::distance::levenshtein;
use serde::Serialize;

use super::{Figure, figure::float};
use crate::json::code_units;

/// From how many code units on a text is long enough to look first for a small distance.
const LONG: usize = 1 << 12;
/// The largest product of two lengths, or of a length and a band, that is worked out.
const MOST: usize = 1 << 25;

/// A distance, and whether it is the exact one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distance {
    /// From 0, for equal texts, to 1.
    pub figure: Figure,
    /// Whether it is exact; where it is not, the texts are at least so far apart.
    pub is_exact: bool,
}

/// The edit distance (V. I. Levenshtein, 1966) between two texts over UTF-16 code units, divided by
/// the length of the longer one; zero for two empty texts.
///
/// Computed bit-parallel, behind what both begin and end with. Where what is left is long on both sides
/// and has little in common, the code units that one text has and the other lacks are counted instead,
/// wherever they stand: so many edits it takes at least.
pub fn distance(left: &str, right: &str) -> Distance {
    if left == right {
        return Distance { figure: Figure::default(), is_exact: true };
    }
    let left: Vec<u16> = code_units(left).collect();
    let right: Vec<u16> = code_units(right).collect();
    let longer = left.len().max(right.len());
    let (left, right) = differing(&left, &right);
    let exact = edits(left, right);
    let edits = exact.unwrap_or_else(|| surplus(left, right));
    Distance { figure: Figure::of(float(edits as u64) / float(longer as u64)), is_exact: exact.is_some() }
}

/// Two texts without what both begin with and what both end with.
fn differing<'t>(left: &'t [u16], right: &'t [u16]) -> (&'t [u16], &'t [u16]) {
    let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (left.get(same..).unwrap_or_default(), right.get(same..).unwrap_or_default());
    let same = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    let cut = |text: &'t [u16]| text.get(..text.len() - same).unwrap_or_default();
    (cut(left), cut(right))
}

/// The edits between two texts; `None` where that is too much work.
///
/// A call is mostly tried again with nearly the same arguments, and a small distance is found in a
/// narrow band along the diagonal. So bands are tried for long texts, from 63 wide, each twice as wide
/// as the one before, up to an eighth of the text: a quarter of the whole work at most.
fn edits(left: &[u16], right: &[u16]) -> Option<usize> {
    let longer = left.len().max(right.len());
    let few = (longer >= LONG).then(|| {
        let cutoff = (longer / 16).min(MOST / longer);
        let near = levenshtein::Args::default().score_hint(31).score_cutoff(cutoff);
        levenshtein::distance_with_args(left.iter().copied(), right.iter().copied(), &near)
    });
    few.flatten().or_else(|| {
        let affords = left.len().saturating_mul(right.len()) <= MOST;
        affords.then(|| levenshtein::distance(left.iter().copied(), right.iter().copied()))
    })
}

/// How many code units one text has that the other lacks, whichever is more.
fn surplus(left: &[u16], right: &[u16]) -> usize {
    let mut counts: HashMap<u16, isize> = HashMap::new();
    left.iter().for_each(|unit| *counts.entry(*unit).or_default() += 1);
    right.iter().for_each(|unit| *counts.entry(*unit).or_default() -= 1);
    let of = |sign: isize| counts.values().map(|count| (count * sign).max(0).unsigned_abs()).sum::<usize>();
    of(1).max(of(-1))
}

/// The Shannon entropy (C. E. Shannon, *A Mathematical Theory of Communication*, 1948) of a
/// distribution of counts, in bits: `−Σ p·log2 p`, rounded.
///
/// What is not above zero is no observation. The counts are sorted first, because a sum of doubles
/// depends on its order and a distribution does not.
pub fn entropy(counts: impl IntoIterator<Item = f64>) -> Figure {
    let mut counts: Vec<f64> = counts.into_iter().filter(|count| *count > 0.0).collect();
    counts.sort_by(|a, b| b.total_cmp(a));
    let total: f64 = counts.iter().sum();
    let bits: f64 = counts.iter().map(|count| count / total).map(|share| -share * share.log2()).sum();
    Figure::of(bits)
}

/// A summary of scores over time.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// How many scores.
    pub count: usize,
    /// The oldest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Figure>,
    /// The newest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Figure>,
    /// The slope of the line with the least squared error, a step from one score to the next.
    pub slope_per_step: Figure,
}

/// Summarises `scores`, given oldest to newest.
pub fn trend(scores: &[f64]) -> Trend {
    Trend {
        count: scores.len(),
        first: scores.first().copied().map(Figure::of),
        last: scores.last().copied().map(Figure::of),
        slope_per_step: Figure::of(slope(scores)),
    }
}

/// `Σ (x − x̄)(y − ȳ) / Σ (x − x̄)²` with x = 0, 1, 2, …
fn slope(scores: &[f64]) -> f64 {
    if scores.len() < 2 {
        return 0.0;
    }
    let count = float(scores.len() as u64);
    let middle = (count - 1.0) / 2.0;
    let mean = scores.iter().sum::<f64>() / count;
    let (mut rise, mut run) = (0.0, 0.0);
    for (step, score) in (0u64..).zip(scores) {
        let x = float(step) - middle;
        rise += x * (score - mean);
        run += x * x;
    }
    rise / run
}
