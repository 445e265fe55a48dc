//! Shannon entropy (C. E. Shannon, *A Mathematical Theory of Communication*, 1948).

use super::Figure;

/// The entropy of a distribution of counts, in bits: `−Σ p·log2 p`, rounded.
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
