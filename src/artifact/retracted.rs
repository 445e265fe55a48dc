//! Why a plan of an artifact does not hold.

use std::fmt;

use crate::plan::Malformed;
use crate::prove::{Refusal, RefusalCode};
use crate::surface::Place;

/// The premise that fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Premise {
    /// There is no well-formed plan.
    Malformed,
    /// The surface no longer declares the action.
    ActionLost,
    /// The action's schema is another one now.
    Drift,
    /// The schema is the same, and the rules do not yield this plan.
    Forged,
    /// The plan was derived under rules that are not in force.
    RulesChanged,
}

impl Premise {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Malformed, Self::ActionLost, Self::Drift, Self::Forged, Self::RulesChanged];

    /// The word for it, as a retraction record has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::ActionLost => "action-lost",
            Self::Drift => "drift",
            Self::Forged => "forged",
            Self::RulesChanged => "rules-changed",
        }
    }
}

impl fmt::Display for Premise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a plan does not hold. Data, not a fault: the plan simply does nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Retracted {
    /// The premise that fell.
    pub premise: Premise,
    /// In words, with the rule that differs.
    pub message: String,
    /// Where in the surface: the property concerned, else the action; `None` where the
    /// surface has nothing to do with it.
    pub place: Option<Place>,
}

impl Retracted {
    /// A premise that fell, in words of the caller's own, and nowhere in the surface.
    pub fn new(premise: Premise, message: impl Into<String>) -> Self {
        Self { premise, message: message.into(), place: None }
    }

    pub(super) fn malformed(malformed: &Malformed) -> Self {
        Self::new(Premise::Malformed, &malformed.message)
    }

    pub(super) fn lost(reference: &str) -> Self {
        Self::new(Premise::ActionLost, format!("the surface declares no action `{reference}`"))
    }

    pub(super) fn drift(place: Place) -> Self {
        let message = "the schema is not the one that the plan was derived from".to_owned();
        Self { premise: Premise::Drift, message, place: Some(place) }
    }

    pub(super) fn refused(refusal: &Refusal, place: Place) -> Self {
        let premise = match refusal.code {
            RefusalCode::Malformed => Premise::Malformed,
            RefusalCode::OtherDigest => Premise::Drift,
            RefusalCode::RulesChanged => Premise::RulesChanged,
            RefusalCode::OtherRef
            | RefusalCode::MissingRule
            | RefusalCode::ExtraRule
            | RefusalCode::OutOfOrder
            | RefusalCode::Unprovable => Premise::Forged,
        };
        Self { premise, message: refusal.message.clone(), place: Some(place) }
    }
}
