//! Reported figures: six decimals, halves up.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// A rounded figure. Whole ones are written as integers, and one that is absent as `null`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Deserialize)]
#[serde(from = "f64")]
pub struct Figure {
    n: f64,
    is_absent: bool,
}

impl From<f64> for Figure {
    fn from(n: f64) -> Self {
        Self { n, is_absent: false }
    }
}

impl Figure {
    /// No figure: there is nothing to divide by, and zero would be mistaken for a good rate.
    ///
    /// Sums take it for zero. The formulas of the metric never give it: they say zero, as they always
    /// did, and reports that people read replace it.
    pub const ABSENT: Self = Self { n: 0.0, is_absent: true };

    /// Rounds `n`.
    pub fn of(n: f64) -> Self {
        round(n).into()
    }

    /// The same where `is_there`, else none.
    #[must_use]
    pub fn only_if(self, is_there: bool) -> Self {
        if is_there { self } else { Self::ABSENT }
    }

    /// Whether there is no figure.
    pub fn is_absent(self) -> bool {
        self.is_absent
    }

    /// The quotient of two counts, rounded; zero where there is nothing to divide by.
    pub fn rate(part: u64, whole: u64) -> Self {
        Self::per(1.0, part, whole)
    }

    /// The quotient of two counts, times `scale`, rounded.
    pub fn per(scale: f64, part: u64, whole: u64) -> Self {
        if whole == 0 { Self::default() } else { Self::of(float(part) / float(whole) * scale) }
    }

    /// The mean of rounded figures with weights, rounded; zero without weight.
    pub fn mean(weighted: impl IntoIterator<Item = (u64, Figure)> + Clone) -> Self {
        Self::of(mean(weighted))
    }

    /// The mean of figures that are counted in millionths, rounded once; zero without any.
    ///
    /// The sum is one of integers, so it is the same in any order and grouping.
    pub fn mean_of_millionths(counted: impl IntoIterator<Item = (u32, u64)>) -> Self {
        let (mut sum, mut total) = (0_u128, 0_u128);
        for (millionths, count) in counted {
            sum += u128::from(millionths) * u128::from(count);
            total += u128::from(count);
        }
        // Halves up. A mean is no greater than the greatest.
        let mean = (2 * sum + total).checked_div(2 * total).unwrap_or(0);
        Self::from(float(u64::try_from(mean).unwrap_or(u64::MAX)) / 1e6)
    }

    /// The figure.
    pub fn get(self) -> f64 {
        self.n
    }
}

/// Rounds to six decimals, halves up: `Math.round(x * 1e6) / 1e6` of ECMAScript, where −0 is 0.
pub fn round(x: f64) -> f64 {
    let scaled = x * 1e6;
    let floor = scaled.floor();
    // The difference is exact, so this rounds as ECMAScript does, unlike `(scaled + 0.5).floor()`.
    let whole = if scaled - floor >= 0.5 { floor + 1.0 } else { floor };
    if whole == 0.0 { 0.0 } else { whole / 1e6 }
}

/// The mean of figures with weights; zero without weight.
///
/// Weights are first divided by what they have in common, so that a corpus that is repeated has the
/// same mean to the last bit. Give the figures in an order of their own, since a sum of doubles
/// depends on it.
pub(super) fn mean(weighted: impl IntoIterator<Item = (u64, Figure)> + Clone) -> f64 {
    let common = weighted.clone().into_iter().fold(0, |common, (weight, _)| gcd(common, weight));
    if common == 0 {
        return 0.0;
    }
    let (sum, total) = weighted.into_iter().fold((0.0, 0), |(sum, total), (weight, figure)| {
        let weight = weight / common;
        (sum + float(weight) * figure.n, total + weight)
    });
    sum / float(total)
}

/// A count as a double: exact up to 2^53, which no corpus reaches.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_absent {
            return serializer.serialize_none();
        }
        crate::json::number::serialize(self.n, serializer)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_absent {
            return f.write_str("–");
        }
        f.write_str(&crate::json::number::print(self.n))
    }
}
