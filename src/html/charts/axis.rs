//! An axis from zero, in round steps.

/// The most steps that an axis has.
const STEPS: u64 = 4;

/// An axis from zero to a whole number of steps.
pub(super) struct Axis {
    step: u64,
    steps: u64,
}

impl Axis {
    /// The axis with the fewest steps of the smallest round size that holds `most`.
    pub(super) fn to(most: u64) -> Self {
        let round =
            (0..19).map(|power| 10_u64.pow(power)).flat_map(|one| [one, 2 * one, 5 * one / 2, 5 * one]);
        let step = round.into_iter().find(|step| step.saturating_mul(STEPS) >= most).unwrap_or(u64::MAX);
        Self { step, steps: most.div_ceil(step).max(1) }
    }

    /// The values at its steps, from zero to its end.
    pub(super) fn ticks(&self) -> impl DoubleEndedIterator<Item = u64> {
        (0..=self.steps).map(|index| index * self.step)
    }

    /// Those that are written where there is little room: both ends, and the middle where a step ends.
    pub(super) fn few_ticks(&self) -> impl Iterator<Item = u64> {
        let every = if self.steps.is_multiple_of(2) { self.steps / 2 } else { self.steps };
        (0..=self.steps).filter(move |index| index.is_multiple_of(every)).map(|index| index * self.step)
    }

    /// How far along a value is, in percent.
    pub(super) fn place(&self, value: u64) -> String {
        share(value, self.step.saturating_mul(self.steps))
    }

    /// How far it is from the end, in percent: drawings count from the top.
    pub(super) fn place_from_end(&self, value: u64) -> String {
        let end = self.step.saturating_mul(self.steps);
        share(end.saturating_sub(value), end)
    }
}

/// The share of a part in percent, with two decimals.
pub(super) fn share(part: u64, whole: u64) -> String {
    let hundredths = u128::from(part) * 10_000 / u128::from(whole.max(1));
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Which end of a text stands at its place, so that none reaches beyond the drawing.
pub(super) fn anchor(is_first: bool, is_last: bool) -> &'static str {
    match (is_first, is_last) {
        (true, _) => "start",
        (_, true) => "end",
        _ => "middle",
    }
}
