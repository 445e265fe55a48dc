//! What to say of a surface on which nothing gets a plan: why, in plain words, and what to do.
//!
//! Such a report has no error in it and would pass for good news.

use std::collections::BTreeMap;

use super::{Reason, SurfaceReport};

/// Why an action gets nothing, as far as it matters to what its owner can do. The most telling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    Open,
    Unusable,
    NoSchema,
    NoRule,
    Shape,
    Bound,
}

impl Cause {
    fn of(reason: &Reason) -> Self {
        match reason.code {
            _ if reason.is_open => Self::Open,
            _ if reason.is_unusable() => Self::Unusable,
            "no-plan::no-schema" => Self::NoSchema,
            "no-plan::no-rule" => Self::NoRule,
            "no-plan::shape" => Self::Shape,
            _ => Self::Bound,
        }
    }

    /// Why there is nothing and what to do, behind a word for the tools that it holds of.
    fn words(self) -> &'static str {
        match self {
            Self::Open => {
                "accept arguments that they do not declare, so a name that looks misspelled may be meant; \
                 where a tool takes no others, write `\"additionalProperties\": false` into its schema"
            }
            Self::Unusable => "have a schema that cannot be used; mend the errors above first",
            Self::NoSchema => "declare no schema for their arguments; declare one, with its properties",
            Self::NoRule => {
                "declare nothing whose spelling could be normalized: no name of several words, no number, no \
                 choice of words; there is nothing to do"
            }
            Self::Shape => {
                "have a schema of a shape that no plan is derived for; the lines above name the clause that \
                 does not hold, and where; write the schema without it, or leave it: its calls then pass unchanged"
            }
            Self::Bound => "are beyond a bound; the lines above say which",
        }
    }
}

/// The sentence, where no action of the report has a plan.
pub fn nothing(report: &SurfaceReport) -> Option<String> {
    let counts = &report.counts;
    if counts.actions == 0 {
        return Some("nothing gets a plan: the list holds no tool; is it the right file?".to_owned());
    }
    if counts.planned > 0 {
        return None;
    }
    let mut causes: BTreeMap<Cause, usize> = BTreeMap::new();
    for reason in report.actions.iter().filter_map(|action| action.plan.as_ref().err()) {
        *causes.entry(Cause::of(reason)).or_default() += 1;
    }
    // Of equally many the most telling.
    let (cause, number) = causes.into_iter().rev().max_by_key(|(_, number)| *number)?;
    let who = match counts.actions {
        all if number == all => "its tools",
        all if number * 2 > all => "most of its tools",
        _ => "some of its tools",
    };
    Some(format!("nothing gets a plan here, and no call will be changed: {who} {}", cause.words()))
}
