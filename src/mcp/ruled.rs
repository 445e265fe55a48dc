//! What rules over the calls of one tool: its schema and its plan, and the verdict on arguments.

use serde_json::Value;

use super::verdict::{Fault, Unknown, Verdict, Why};
use crate::apply::{self, ReasonCode, judge};
use crate::json::Limits;
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::schema::{Schema, SchemaOptions};

/// How many of the validator's refusals are told.
const MOST_FAULTS: usize = 8;

/// A schema and its plan, worked out once.
#[derive(Debug)]
pub(super) struct Ruled {
    schema: Schema,
    plan: Option<ProvenPlan>,
}

/// What becomes of a call.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    /// The arguments that the verdict is about, where they are to be changed.
    pub(super) change: Option<Vec<u8>>,
}

impl Judged {
    fn unchanged(verdict: Verdict) -> Self {
        Self { verdict, change: None }
    }
}

impl Ruled {
    /// Compiles the schema, and derives and proves the plan. `None` where the schema cannot be used.
    pub(super) fn new(profile: &Profile, reference: &str, schema: &str) -> Option<Self> {
        let schema = Schema::parse(schema.as_bytes(), SchemaOptions::default()).ok()?;
        let plan = profile.plan(reference, &schema).ok();
        Some(Self { schema, plan })
    }

    /// About how much memory it takes, in bytes.
    pub(super) fn cost(&self) -> usize {
        self.schema.cost()
    }

    /// What becomes of these arguments; nothing where a call has none.
    pub(super) fn judge(&self, args: Option<&str>) -> Judged {
        let takes_none = || self.plan.as_ref().is_some_and(|plan| plan.takes(None));
        let args = args.unwrap_or_else(|| if takes_none() { "" } else { "{}" });
        let Ok(verdict) = judge(&self.schema, self.plan.as_ref(), args.as_bytes(), Limits::ARGUMENTS) else {
            return Judged::unchanged(self.no_object(args));
        };
        match verdict {
            apply::Verdict::Valid => Judged::unchanged(Verdict::Valid),
            apply::Verdict::Normalized { args, witness } => {
                let verdict = Verdict::Normalized { witness: Box::new(witness), applied: true };
                Judged { verdict, change: Some(args) }
            }
            apply::Verdict::Rejected(reason) if reason.code == ReasonCode::DuplicateMember => {
                Judged::unchanged(Verdict::Unknown(Unknown::Duplicate))
            }
            apply::Verdict::Rejected(reason) => {
                let first = Fault { kind: reason.keyword.unwrap_or_default(), at: reason.at };
                let mut faults = self.faults(args);
                if faults.is_empty() {
                    faults.push(first);
                }
                let why = Why::of(reason.code, self.plan.is_some());
                Judged::unchanged(Verdict::Invalid { faults, why })
            }
            apply::Verdict::Unknown(_) => Judged::unchanged(Verdict::Unknown(Unknown::Unread)),
        }
    }

    /// The verdict on what is no object, or nests too deep to be looked at.
    fn no_object(&self, args: &str) -> Verdict {
        match serde_json::from_str::<Value>(args) {
            Ok(value)
                if self.schema.affords(args.len(), &value) && !self.schema.accepts_arguments(&value) =>
            {
                Verdict::Invalid {
                    faults: self.faults(args),
                    why: Why::of(ReasonCode::NoRule, self.plan.is_some()),
                }
            }
            _ => Verdict::Unknown(Unknown::Unread),
        }
    }

    fn faults(&self, args: &str) -> Vec<Fault> {
        let Ok(value) = serde_json::from_str::<Value>(args) else { return Vec::new() };
        let rejections = self.schema.rejections(&value, MOST_FAULTS).into_iter();
        rejections.map(|rejection| Fault { kind: rejection.keyword, at: rejection.at }).collect()
    }
}
