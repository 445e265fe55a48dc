//! Why a plan is not proved.

use std::fmt;

use crate::json::pointer;
use crate::plan::{Malformed, Rule};
use crate::program::Profile;
use crate::schema::branch_around;

/// The ways in which a plan fails to be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RefusalCode {
    /// Not a well-formed plan.
    Malformed,
    /// A plan for another ref.
    OtherRef,
    /// A plan for another schema.
    OtherDigest,
    /// The rules yield a rule that the plan does not have.
    MissingRule,
    /// The plan has a rule that the rules do not yield.
    ExtraRule,
    /// The plan's rules stand in another order.
    OutOfOrder,
    /// The plan was derived under rules that are not in force.
    RulesChanged,
    /// The rules yield no plan for this schema at all.
    Unprovable,
}

impl RefusalCode {
    /// The code as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::OtherRef => "other-ref",
            Self::OtherDigest => "other-digest",
            Self::MissingRule => "missing-rule",
            Self::ExtraRule => "extra-rule",
            Self::OutOfOrder => "out-of-order",
            Self::RulesChanged => "rules-changed",
            Self::Unprovable => "unprovable",
        }
    }
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a plan is not proved. Data, not a fault: the plan simply does nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Refusal {
    /// In which way.
    pub code: RefusalCode,
    /// In words.
    pub message: String,
    /// JSON Pointer into the schema, to the property concerned; empty for the whole schema.
    pub at: String,
    /// How the rule concerned reads what is given, where there is one and the rules in force have it.
    pub decoder: Option<String>,
    /// The branch of a union that the property is in, if it is, by a JSON Pointer into the schema.
    pub branch: Option<String>,
}

impl From<Malformed> for Refusal {
    fn from(malformed: Malformed) -> Self {
        Self::whole(RefusalCode::Malformed, malformed.message)
    }
}

impl Refusal {
    fn whole(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), at: String::new(), decoder: None, branch: None }
    }

    fn at_rule(code: RefusalCode, rule: &Rule, message: String) -> Self {
        let at = rule.at.clone().unwrap_or_else(|| pointer::push("/properties", &rule.key));
        Self { branch: branch_around(&at).map(str::to_owned), at, ..Self::whole(code, message) }
    }

    /// The same, where `profile` says how the rule concerned reads.
    pub(super) fn reading(self, rule: &Rule, profile: &Profile) -> Self {
        let convention = profile.conventions().find(|convention| convention.name == rule.kind);
        // What is about the arguments as a whole stands at no property.
        let is_whole = rule.at.is_none() && convention.is_some_and(|it| it.action.is_about_a_whole());
        let at = if is_whole { String::new() } else { self.at };
        Self { decoder: convention.map(|convention| convention.action.reads()), at, ..self }
    }

    /// The schema yields no plan at all.
    pub fn unprovable(message: impl Into<String>) -> Self {
        Self::whole(RefusalCode::Unprovable, message)
    }

    pub(super) fn unprovable_at(at: &str, message: impl Into<String>) -> Self {
        let branch = branch_around(at).map(str::to_owned);
        Self { at: at.to_owned(), branch, ..Self::unprovable(message) }
    }

    pub(super) fn other_ref(plan: &str, reference: &str) -> Self {
        Self::whole(RefusalCode::OtherRef, format!("the plan is for `{plan}`, not for `{reference}`"))
    }

    pub(super) fn other_digest() -> Self {
        Self::whole(RefusalCode::OtherDigest, "the plan was derived from another schema")
    }

    pub(super) fn no_profile(profile: &str) -> Self {
        Self::whole(RefusalCode::RulesChanged, format!("the rules in force have no profile `{profile}`"))
    }

    pub(super) fn rules_changed(profile: &str) -> Self {
        let message = format!("the plan was derived under other rules of the profile `{profile}`");
        Self::whole(RefusalCode::RulesChanged, message)
    }

    pub(super) fn missing_rule(at: usize, rule: &Rule) -> Self {
        let message =
            format!("rule {} must be `{}` of `{}`, which the plan lacks", at + 1, rule.kind, rule.place());
        Self::at_rule(RefusalCode::MissingRule, rule, message)
    }

    pub(super) fn extra_rule(at: usize, rule: &Rule) -> Self {
        let message = format!("rule {}, `{}` of `{}`, is not derived", at + 1, rule.kind, rule.place());
        Self::at_rule(RefusalCode::ExtraRule, rule, message)
    }

    pub(super) fn out_of_order(at: usize, rule: &Rule) -> Self {
        let message = format!("rule {}, `{}` of `{}`, stands out of order", at + 1, rule.kind, rule.place());
        Self::at_rule(RefusalCode::OutOfOrder, rule, message)
    }
}
