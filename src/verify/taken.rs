//! The rules that a change took, in the order of a witness.

use std::collections::BTreeSet;

use super::places::Bound;
use crate::plan::Rule;

/// Rules by their indexes in the plan.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    /// By which names moved, the outer ones before those inside.
    renames: Vec<usize>,
    others: Vec<usize>,
}

impl Taken {
    /// One rule that moves no name.
    pub(super) fn one(bound: Bound<'_>) -> Self {
        Self { renames: Vec::new(), others: vec![bound.index] }
    }

    /// Those by which the names of one object moved, by these names.
    pub(super) fn moves(mut moved: Vec<(&str, usize)>) -> Self {
        moved.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        Self { renames: moved.into_iter().map(|(_, index)| index).collect(), others: Vec::new() }
    }

    /// These, and those that were taken after or inside.
    pub(super) fn and(mut self, more: Self) -> Self {
        self.renames.extend(more.renames);
        self.others.extend(more.others);
        self
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.renames.is_empty() && self.others.is_empty()
    }

    /// Each once: the first time of those that moved names, then the others as they stand in the plan.
    pub(super) fn in_order(&self, plan: &[Rule]) -> Vec<Rule> {
        let mut seen = BTreeSet::new();
        let renames = self.renames.iter().filter(|index| seen.insert(**index));
        let renames: Vec<&usize> = renames.collect();
        let others: BTreeSet<&usize> = self.others.iter().collect();
        renames.into_iter().chain(others).filter_map(|index| plan.get(*index)).cloned().collect()
    }
}
