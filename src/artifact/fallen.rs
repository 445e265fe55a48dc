//! Why a plan of an artifact does not hold.

use std::fmt;

use crate::plan::Malformed;
use crate::prove::{Refusal, RefusalCode};
use crate::surface::Place;

/// The premise that fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Because {
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

impl Because {
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

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a plan does not hold. Data, not a fault: the plan simply does nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Fallen {
    /// The premise that fell.
    pub because: Because,
    /// In words, with the rule that differs.
    pub message: String,
    /// Where in the surface: the property concerned, else the action; `None` where the
    /// surface has nothing to do with it.
    pub place: Option<Place>,
}

impl Fallen {
    /// A premise that fell, in words of the caller's own, and nowhere in the surface.
    pub fn new(because: Because, message: impl Into<String>) -> Self {
        Self { because, message: message.into(), place: None }
    }

    pub(super) fn malformed(malformed: &Malformed) -> Self {
        Self::new(Because::Malformed, &malformed.message)
    }

    pub(super) fn lost(reference: &str) -> Self {
        Self::new(Because::ActionLost, format!("the surface declares no action `{reference}`"))
    }

    pub(super) fn drift(place: Place) -> Self {
        let message = "the schema is not the one that the plan was derived from".to_owned();
        Self { because: Because::Drift, message, place: Some(place) }
    }

    pub(super) fn refused(refusal: &Refusal, place: Place) -> Self {
        let because = match refusal.code {
            RefusalCode::Malformed => Because::Malformed,
            RefusalCode::OtherDigest => Because::Drift,
            RefusalCode::RulesChanged => Because::RulesChanged,
            RefusalCode::OtherRef
            | RefusalCode::MissingRule
            | RefusalCode::ExtraRule
            | RefusalCode::OutOfOrder
            | RefusalCode::Unprovable => Because::Forged,
        };
        Self { because, message: refusal.message.clone(), place: Some(place) }
    }
}
