//! What was counted becomes a report.

use serde::Serialize;

use super::Replay;
use super::replay::Counts;
use crate::json::compare;
use crate::metric::Figure;

/// The report of a trial.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TrialReport {
    /// In one word.
    pub verdict: Verdict,
    /// The historical rate of rejections.
    pub declared_score: Figure,
    /// The same: a replay never rewrites history.
    pub effective_score: Figure,
    /// The difference, which is 0; `None` where there is no call to compare.
    pub delta: Option<u8>,
    /// Counts over all refs.
    pub totals: Totals,
    /// Wins and costs by ref, then by class.
    pub divergences: Vec<Divergence>,
    /// Changes that no rule of the plan allows. A fault of this program, so it is left out where
    /// there is none.
    #[serde(skip_serializing_if = "is_zero")]
    pub breaches: u64,
    /// Calls that could not be validated within the bounds on work, left out where there is none.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped: u64,
}

/// A report in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// There is a cost.
    Costly,
    /// No plan was exercised.
    NoEvidence,
    /// Plans were exercised, at no cost.
    Clean,
}

impl Verdict {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Costly => "costly",
            Self::NoEvidence => "no-evidence",
            Self::Clean => "clean",
        }
    }
}

/// The counts of a [`TrialReport`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Calls replayed.
    pub operations: u64,
    /// Valid as given and as they came out.
    pub both_accept: u64,
    /// Valid neither way.
    pub both_reject: u64,
    /// Invalid as given, valid as they came out, with a witness.
    pub normalization_win: u64,
    /// Valid as given, with or without a plan: canonical identity was replayed on each.
    pub canonical_identity_checks: u64,
    /// Canonical arguments that were changed.
    pub canonical_identity_cost: u64,
    /// Results that a second application changed.
    pub idempotence_cost: u64,
    /// Valid as given, invalid as they came out.
    pub tightening_cost: u64,
    /// Of version 1; always 0.
    pub typed_failure_win: u64,
    /// Of version 1; always 0.
    pub quarantine_win: u64,
    /// Of version 1; always 0.
    pub quarantine_cost: u64,
}

/// How often a ref's calls came out otherwise than they went in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Divergence {
    /// The ref of the action.
    #[serde(rename = "ref")]
    pub action: Box<str>,
    /// `normalization-win` or `tightening-cost`.
    pub trial_class: &'static str,
    /// How many calls.
    pub count: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references on")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl TrialReport {
    /// The same without a rate, where the traces hold no call to an action: it is zero by its formula,
    /// which reads like good news.
    #[must_use]
    pub fn where_called(mut self, is_called: bool) -> Self {
        self.declared_score = self.declared_score.only_if(is_called);
        self.effective_score = self.effective_score.only_if(is_called);
        self.delta = self.delta.filter(|_| is_called);
        self
    }
}

impl Replay {
    /// The report, with the historical rate of rejections of the same traces.
    pub fn report(&self, score: Figure) -> TrialReport {
        let mut all = Counts::default();
        let mut divergences = Vec::new();
        let mut is_exercised = false;
        for (action, samples) in &self.refs {
            let counts = samples.counts();
            all.add(&counts);
            is_exercised |= samples.is_planned && counts.operations() > 0;
            let classes = [("normalization-win", counts.wins), ("tightening-cost", counts.tightening_costs)];
            for (trial_class, count) in classes.into_iter().filter(|(_, count)| *count > 0) {
                divergences.push(Divergence { action: action.clone(), trial_class, count });
            }
        }
        divergences.sort_by(|a, b| compare(&a.action, &b.action).then(a.trial_class.cmp(b.trial_class)));
        let costs = all.tightening_costs + all.identity_costs + all.idempotence_costs + all.breaches;
        TrialReport {
            verdict: match (costs, is_exercised) {
                (1.., _) => Verdict::Costly,
                (0, false) => Verdict::NoEvidence,
                (0, true) => Verdict::Clean,
            },
            declared_score: score,
            effective_score: score,
            delta: Some(0),
            totals: Totals {
                operations: all.operations(),
                both_accept: all.both_accept,
                both_reject: all.both_reject,
                normalization_win: all.wins,
                canonical_identity_checks: all.canonical(),
                canonical_identity_cost: all.identity_costs,
                idempotence_cost: all.idempotence_costs,
                tightening_cost: all.tightening_costs,
                ..Totals::default()
            },
            divergences,
            breaches: all.breaches,
            skipped: all.skipped,
        }
    }
}
