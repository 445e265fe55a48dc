//! The plans of a store, for the calls of a surface.

use crate::normalizer::Normalizer;
use crate::prove::ProvenPlan;

/// What a store holds for a surface.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Whether the store is switched on.
    pub is_active: bool,
    /// Its plans, proved against the surface.
    pub normalizer: Normalizer,
}

/// What a store says of one ref.
pub(super) enum Answer<'s> {
    /// This plan is to be applied.
    Plan(&'s ProvenPlan),
    /// Nothing is to be applied: normalization is off.
    SwitchedOff,
    /// Nothing is to be applied: the stored plan is not proved.
    Refused,
    /// The store has no plan, so the derived one is used.
    NotStored,
}

impl Stored {
    /// What is to be applied to calls of `reference`.
    pub(super) fn plan(&self, reference: &str) -> Answer<'_> {
        match self.normalizer.plan(reference) {
            _ if !self.is_active => Answer::SwitchedOff,
            Some(proven) => Answer::Plan(proven),
            None if self.normalizer.refusal(reference).is_some() => Answer::Refused,
            None => Answer::NotStored,
        }
    }
}
