//! What became of a call, as an answer that somebody can act on.
//!
//! [`Outcome`](super::Outcome) says whether bytes changed; a [`Verdict`] says also what the schema makes
//! of them, and, where it rejects them, which refusal kept the plan from mending them.

use serde::Serialize;

use super::uses::Use;
use crate::plan::{Rule, Witness};

/// What became of the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The schema accepts them as they are.
    Valid,
    /// Their spelling was changed, and the schema accepts them now.
    Normalized {
        /// The arguments, as JSON text. Bytes that no rule touched are the given ones.
        args: Vec<u8>,
        /// The record of the change.
        witness: Witness,
    },
    /// The schema rejects them, and they stay as they are.
    Rejected(Reason),
    /// Nobody could ask the schema, and they stay as they are.
    Unknown(Reason),
}

impl Verdict {
    /// Its stable name: `valid`, `normalized`, `rejected` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Normalized { .. } => "normalized",
            Self::Rejected(_) => "rejected",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Why the arguments are rejected, or why nobody knows.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Rejected(reason) | Self::Unknown(reason) => Some(reason),
            Self::Valid | Self::Normalized { .. } => None,
        }
    }
}

/// Why arguments are not valid, as data. No value of theirs stands in it; names of members do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// Which refusal.
    pub code: ReasonCode,
    /// A JSON Pointer into the arguments as given, to the member that the refusal is about.
    pub at: String,
    /// What the validator says, `value` standing for the value; where it was not asked, why.
    pub message: String,
    /// The keyword of the schema that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyword: Option<String>,
    /// A JSON Pointer into the schema, to that keyword.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The branch of a union that it stands in, if it does, by a JSON Pointer into the schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Why the call was not mended, in words.
    pub why: String,
    /// The rules of the plan that the refusal is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// The same one by one: where each was used, and how it read what was given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
}

impl Reason {
    /// A reason that is about no member, and of which the validator says nothing.
    pub fn general(code: ReasonCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            code,
            at: String::new(),
            why: message.clone(),
            message,
            keyword: None,
            schema: None,
            branch: None,
            rules: Vec::new(),
            uses: Vec::new(),
        }
    }
}

/// The refusals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ReasonCode {
    /// Two given names are spellings of one declared key.
    AmbiguousName,
    /// A name is a spelling of a declared key that is given as well.
    KeyGivenToo,
    /// One name is a spelling of two declared keys.
    TwoTargets,
    /// Two rules read one value differently.
    TwoOutcomes,
    /// No rule gives anything that the schema takes, or there is no plan.
    NoRule,
    /// Rules applied, and the schema rejects the result.
    StillRejected,
    /// The call costs more than the bounds on work allow.
    TooCostly,
    /// A member is given twice, which parsers disagree about.
    DuplicateMember,
    /// A string holds half of a surrogate pair.
    LoneSurrogate,
    /// A number is beyond what a double holds.
    UnreadableNumber,
    /// The validator cannot evaluate a property by itself.
    Unevaluable,
    /// The validator gave up on a pattern.
    Undecided,
    /// The plan given is not proved.
    UnprovedPlan,
    /// The store is switched off.
    SwitchedOff,
    /// The tool declares no schema.
    NoSchema,
    /// The schema cannot be used.
    UnusableSchema,
}

impl ReasonCode {
    /// Every code.
    pub const ALL: [Self; 16] = [
        Self::AmbiguousName,
        Self::KeyGivenToo,
        Self::TwoTargets,
        Self::TwoOutcomes,
        Self::NoRule,
        Self::StillRejected,
        Self::TooCostly,
        Self::DuplicateMember,
        Self::LoneSurrogate,
        Self::UnreadableNumber,
        Self::Unevaluable,
        Self::Undecided,
        Self::UnprovedPlan,
        Self::SwitchedOff,
        Self::NoSchema,
        Self::UnusableSchema,
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::AmbiguousName => "ambiguous-name",
            Self::KeyGivenToo => "key-given-too",
            Self::TwoTargets => "two-targets",
            Self::TwoOutcomes => "two-outcomes",
            Self::NoRule => "no-rule",
            Self::StillRejected => "still-rejected",
            Self::TooCostly => "too-costly",
            Self::DuplicateMember => "duplicate-member",
            Self::LoneSurrogate => "lone-surrogate",
            Self::UnreadableNumber => "unreadable-number",
            Self::Unevaluable => "unevaluable",
            Self::Undecided => "undecided",
            Self::UnprovedPlan => "unproved-plan",
            Self::SwitchedOff => "switched-off",
            Self::NoSchema => "no-schema",
            Self::UnusableSchema => "unusable-schema",
        }
    }
}
