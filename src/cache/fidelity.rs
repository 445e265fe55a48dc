//! The fidelity gate: whether a key reproduces what is stored under it.

/// How often a key is tried, and how often it has to reproduce.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fidelity {
    /// How many hits of a key are derived again and compared.
    pub warmup: u32,
    /// Under this rate of reproduction a key is never served. One that is equal to it is.
    pub threshold: f64,
}

impl Default for Fidelity {
    fn default() -> Self {
        Self { warmup: 3, threshold: 0.8 }
    }
}

/// What the trials of one entry came to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trials {
    /// How many there were, those that gave nothing among them.
    pub(super) begun: u32,
    /// How many answers there were to compare.
    compared: u32,
    /// How many of these were the same.
    same: u32,
}

impl Trials {
    /// Notes an answer beside the one that is stored.
    pub(super) fn note(&mut self, is_same: bool) {
        self.compared = self.compared.saturating_add(1);
        self.same = self.same.saturating_add(u32::from(is_same));
    }

    /// Whether the rate is under the threshold. Without an answer there is no rate.
    pub(super) fn fail(&self, fidelity: Fidelity) -> bool {
        self.compared > 0 && f64::from(self.same) / f64::from(self.compared) < fidelity.threshold
    }
}
