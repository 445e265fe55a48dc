//! Why a call is, or is not, mended: each given member, each rule that was asked, and what is needed.

use std::collections::BTreeMap;

use crate::apply::{ApplyError, ReasonCode, Step, Trace, Tried, TryResult, trace};
use crate::derive::NoPlan;
use crate::diagnostic::nearest::nearest;
use crate::plan::Rule;
use crate::program::Profile;
use crate::schema::{Rejection, Schema, branch_around};
use crate::spelling::form;

/// How much of a value is shown.
const MOST_SHOWN: usize = 40;
/// The longest name that a like one is looked for.
const MOST_LIKENED: usize = 128;

/// Everything that decides about a call.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CallExplanation {
    /// Why there is no plan, if there is none.
    pub no_plan: Option<NoPlan>,
    /// Whether a rule of the plan is for calls without arguments.
    pub takes_none: bool,
    /// What became of the call, step by step.
    pub trace: Trace,
    /// Of the undeclared names that are spellings of declared keys, and yet lead to none: why.
    pub unmoved: BTreeMap<Box<str>, String>,
    /// What would have to change for the schema to accept it.
    pub needed: Vec<Need>,
}

/// One thing that the schema still refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Need {
    /// A JSON Pointer into the arguments as given.
    pub at: String,
    /// The validator's words, `value` standing for the value.
    pub message: String,
    /// A JSON Pointer into the schema, to the keyword that refuses, where one does.
    pub schema: Option<String>,
    /// The branch of a union that it stands in, if it does.
    pub branch: Option<String>,
    /// Where no branch of a union takes the value: of the first branches what each refuses first.
    pub branches: Vec<(String, Need)>,
    /// Why no rule mends it, or what may have been meant. Names of members and values stand in it.
    pub hint: Option<String>,
}

/// Explains what becomes of `args`, the JSON text of the arguments of a call of `reference`. Without them the
/// call has none, which is as good as the empty object where no rule is for that.
///
/// # Errors
///
/// [`ApplyError`] where `args` is no JSON object within the limits.
pub fn explain_call(
    profile: &Profile,
    reference: &str,
    schema: &Schema,
    args: Option<&[u8]>,
) -> Result<CallExplanation, ApplyError> {
    let (plan, cut) = match profile.plan_whole(reference, schema) {
        Ok(planned) => (Ok(planned.proven), planned.cut),
        Err(no_plan) => (Err(no_plan), Vec::new()),
    };
    // `null` is nothing, but where a rule is for that.
    let is_null = args.is_some_and(|args| args.trim_ascii() == b"null");
    let takes_none = plan.as_ref().is_ok_and(|plan| plan.takes(None));
    let args = args.filter(|_| !is_null || takes_none);
    let args = args.unwrap_or(if takes_none { b"" } else { b"{}" });
    let trace = trace(schema, plan.as_ref().ok(), args)?;
    let strangers = trace.steps.iter().filter(|step| !step.is_declared && step.claims.is_empty());
    let unmoved: BTreeMap<Box<str>, String> = strangers
        .filter_map(|step| Some((step.name.clone(), why_unmoved(profile, schema, &cut, plan.is_ok(), step)?)))
        .collect();
    let needed = match choice(&trace) {
        Some(choice) => vec![choice],
        None => {
            trace.rejections.iter().map(|rejection| need(schema, &trace.steps, &unmoved, rejection)).collect()
        }
    };
    Ok(CallExplanation { no_plan: plan.err(), takes_none, trace, unmoved, needed })
}

/// Why a name that has the form of declared keys leads to none of them.
fn why_unmoved(
    profile: &Profile,
    schema: &Schema,
    cut: &[Rule],
    has_plan: bool,
    step: &Step,
) -> Option<String> {
    let program = profile.program().ir();
    profile.conventions().find_map(|convention| {
        let spelling = program.spelling(convention.action.renames_by()?)?;
        let own = form(spelling, &step.name)?;
        let keys = schema.properties().iter().map(|property| &*property.name);
        let like: Vec<&str> = keys.filter(|key| form(spelling, key).as_ref() == Some(&own)).collect();
        let is_cut = |key: &str| cut.iter().any(|rule| rule.kind == convention.name && rule.key == key);
        Some(match like.as_slice() {
            [] => return None,
            [first, second, ..] => {
                format!("a spelling of `{first}` and of `{second}`, so that nobody knows which is meant")
            }
            [key] if !has_plan => format!("a spelling of `{key}`, but there is no plan"),
            [key] if is_cut(key) => format!("a spelling of `{key}`, whose rule a full plan has no room for"),
            [key] => format!("a spelling of `{key}`, but no rule of the plan says so"),
        })
    })
}

/// What a person must choose before anything else can be told: the plan stopped there.
fn choice(trace: &Trace) -> Option<Need> {
    let reason = trace.verdict.reason()?;
    let hint = match reason.code {
        ReasonCode::AmbiguousName | ReasonCode::KeyGivenToo => "give only one of them",
        ReasonCode::TwoTargets => "use the key that is meant",
        ReasonCode::TwoOutcomes => "write the value as the schema has it",
        ReasonCode::DuplicateMember => "give it only once",
        ReasonCode::LoneSurrogate => "write the whole character",
        ReasonCode::UnreadableNumber => "write a number that a double holds",
        _ => return None,
    };
    Some(Need {
        at: reason.at.clone(),
        message: reason.why.clone(),
        schema: None,
        branch: None,
        branches: Vec::new(),
        hint: Some(hint.to_owned()),
    })
}

/// A value as it is shown: not longer than a word or two.
pub fn shown(value: &str) -> String {
    match value.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}

fn need(
    schema: &Schema,
    steps: &[Step],
    unmoved: &BTreeMap<Box<str>, String>,
    rejection: &Rejection,
) -> Need {
    let hint = if rejection.at.is_empty() {
        undeclared(schema, steps, unmoved, rejection)
    } else {
        match find(steps, &rejection.at) {
            Some(step) => unread(step),
            None => Some("no rule of the plan looks there".to_owned()),
        }
    };
    Need { hint, ..plain(rejection) }
}

/// What the validator says, and nothing else.
fn plain(rejection: &Rejection) -> Need {
    Need {
        at: rejection.at.clone(),
        message: rejection.message.clone(),
        schema: Some(rejection.schema.clone()),
        branch: branch_around(&rejection.schema).map(str::to_owned),
        branches: rejection.branches.iter().map(|(at, first)| (at.clone(), plain(first))).collect(),
        hint: None,
    }
}

/// The step about what was given at `at`, at whatever depth.
fn find<'t>(steps: &'t [Step], at: &str) -> Option<&'t Step> {
    steps.iter().find_map(|step| if step.at == at { Some(step) } else { find_inside(&step.tried, at) })
}

fn find_inside<'t>(tried: &'t Tried, at: &str) -> Option<&'t Step> {
    let again = || tried.tries.iter().find_map(|tried| find_inside(&tried.again, at));
    tried.inside.iter().find_map(|inside| find(&inside.steps, at)).or_else(again)
}

/// What the undeclared names may have meant.
fn undeclared(
    schema: &Schema,
    steps: &[Step],
    unmoved: &BTreeMap<Box<str>, String>,
    rejection: &Rejection,
) -> Option<String> {
    if !rejection.is_of_names() {
        return None;
    }
    if let Some((name, why)) = unmoved.iter().next() {
        return Some(format!("`{name}` is {why}"));
    }
    let strangers = steps.iter().filter(|step| !step.is_declared && step.key.is_none());
    let likened = strangers.filter(|step| step.name.len() <= MOST_LIKENED).find_map(|step| {
        let keys = schema.properties().iter().map(|property| &*property.name);
        Some((&step.name, nearest(&step.name, keys.filter(|key| key.len() <= MOST_LIKENED))?))
    });
    Some(match likened {
        Some((name, key)) => format!("`{name}` is no spelling of a declared key; did you mean `{key}`?"),
        None => "no rule reads these names as a declared key".to_owned(),
    })
}

/// Why no rule replaced the value of a member.
fn unread(step: &Step) -> Option<String> {
    let value = shown(&step.value);
    let has_outcome = |result: &TryResult| matches!(result, TryResult::Omitted | TryResult::Written(_));
    if !step.tried.inside.is_empty() {
        return None;
    }
    match step.tried.tries.as_slice() {
        [] => Some(format!("no rule is about values of `{}`", step.key.as_deref().unwrap_or(&step.name))),
        tries if tries.iter().any(|tried| has_outcome(&tried.result)) => None,
        _ => Some(format!("no rule reads `{value}`")),
    }
}
