//! Taking over what another machine compiled, as far as it is proved here.
//!
//! Deterministic, idempotent, and independent of the order of the incoming plans. Nothing is carried
//! over but proven plans: not the gate, not the ledger, not the digest of the other machine.

use std::collections::BTreeMap;

use super::compiled::{canonical_plan, canonical_plans};
use super::{Compiled, Incoming, PLANS, Retracted};
use crate::digest::Digest;
use crate::json::compare;
use crate::plan::Plan;
use crate::toolset::Toolset;

/// Which file a plan came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The file that is there.
    Local,
    /// The file that is merged into it.
    Incoming,
}

impl Side {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Incoming => "incoming",
        }
    }
}

/// A plan that was not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// Which file it stood in.
    pub side: Side,
    /// Which entry of its file.
    pub entry: usize,
    /// The ref that it names, if it names one.
    pub reference: Option<Box<str>>,
    /// Where in its file.
    pub span: crate::span::Span,
    /// Why it does not hold.
    pub retracted: Retracted,
}

/// What a merge gives.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Merged {
    /// The proven plans of both files.
    pub file: Compiled,
    /// Overlays of version 1 in both files.
    pub dropped_overlays: usize,
    /// Quarantines of version 1 in both files.
    pub dropped_quarantines: usize,
    /// The plans that were not proved, those of the local file first.
    pub dropped: Vec<Dropped>,
    /// How many proven plans were beyond the bound of a file.
    pub cut: usize,
    /// The refs of the incoming plans that were taken over, in order.
    pub added: Vec<Box<str>>,
}

/// Merges what of `local` and `incoming` is proved against `live`. Local plans win.
pub fn merge(local: Option<&Incoming>, incoming: &Incoming, live: &Toolset) -> Merged {
    let mut dropped = Vec::new();
    let mine = local.map(|local| proven(Side::Local, local, live, &mut dropped)).unwrap_or_default();
    let mut yours = proven(Side::Incoming, incoming, live, &mut dropped);
    yours.retain(|reference, _| !mine.contains_key(reference));
    let (mut plans, mut others) = (by_ref(mine), by_ref(yours));
    let all = plans.len() + others.len();
    // Local plans win here too: none of them makes room for an incoming one.
    others.truncate(PLANS.saturating_sub(plans.len()));
    let added = others.iter().map(|plan| plan.reference().into()).collect();
    plans.extend(others);
    plans.sort_by(|a, b| compare(a.reference(), b.reference()));
    let both = |count: fn(&Incoming) -> usize| count(incoming) + local.map_or(0, count);
    Merged {
        cut: all.saturating_sub(PLANS),
        file: Compiled::new(plans, 0.0, |plans| Digest::of_text(&canonical_plans(plans))),
        dropped_overlays: both(|file| file.overlays),
        dropped_quarantines: both(|file| file.quarantines),
        dropped,
        added,
    }
}

/// The plans in the order of their refs.
fn by_ref(plans: BTreeMap<Box<str>, Plan>) -> Vec<Plan> {
    let mut plans: Vec<Plan> = plans.into_values().collect();
    plans.sort_by(|a, b| compare(a.reference(), b.reference()));
    plans
}

/// The proven plans of one file by ref.
///
/// One ref may have two proven plans where they are of two profiles; the lesser one in RFC 8785 form
/// stays, so that the order of the file means nothing.
fn proven(
    side: Side,
    file: &Incoming,
    live: &Toolset,
    dropped: &mut Vec<Dropped>,
) -> BTreeMap<Box<str>, Plan> {
    let mut plans: BTreeMap<Box<str>, Plan> = BTreeMap::new();
    for (index, entry) in file.entries.iter().enumerate() {
        match live.judge(entry) {
            Ok(proven) => {
                let plan = proven.plan();
                let present = plans.entry(plan.reference().into()).or_insert_with(|| plan.clone());
                if present != plan && canonical_plan(plan) < canonical_plan(present) {
                    *present = plan.clone();
                }
            }
            Err(retracted) => {
                let reference = entry.reference.clone();
                dropped.push(Dropped { side, entry: index, reference, span: entry.span, retracted });
            }
        }
    }
    plans
}
