//! What differs for the actions of a surface: their plans before and after, and what their declared names
//! answer to.

mod lookups;

use serde::Serialize;

use super::names::Declared;
use crate::derive::NoPlan;
use crate::ir::{Convention, Spelling, Vocabulary};
use crate::plan::{Plan, Rule};
use crate::program::Profile;
use crate::schema::{Schema, SchemaOptions};
use crate::surface::{Action, Surface};
use lookups::{Sort, sort};

/// What differs for a surface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Actions {
    /// How many actions it has.
    pub actions: usize,
    /// How many of them have a plan, before and after.
    pub planned: super::items::Both<usize>,
    /// Those for which something differs.
    pub differing: Vec<Changed>,
}

/// What differs for an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// Its ref.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The rules of its plan, before and after; or why there is no plan.
    pub plans: super::items::Both<Planned>,
    /// The rules that only the new plan has.
    pub gained: Vec<Rule>,
    /// The rules that only the old plan has.
    pub lost: Vec<Rule>,
    /// The rules that both have, and that take or give something else now.
    pub changed: Vec<Rule>,
    /// The declared names that answer to others now.
    pub names: Vec<Declared>,
    /// The places of which that is not decided: the names there, or those of their enum, are too many. The
    /// empty one stands for the keys at the top.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

/// The rules of a plan, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Planned {
    /// The rules, in their order.
    Rules(Vec<Rule>),
    /// Why there is no plan, in words.
    NoPlan(String),
}

impl Planned {
    /// The rules, none where there is no plan.
    pub fn rules(&self) -> &[Rule] {
        match self {
            Self::Rules(rules) => rules,
            Self::NoPlan(_) => &[],
        }
    }
}

/// A profile before and after.
#[derive(Debug, Clone, Copy)]
pub struct Profiles<'p> {
    /// Before.
    pub old: &'p Profile,
    /// After.
    pub new: &'p Profile,
}

impl Actions {
    /// What differs for the actions of `surface`.
    pub fn of(surface: &Surface<'_>, profiles: Profiles<'_>, options: SchemaOptions) -> Self {
        let mut planned = super::items::Both { old: 0, new: 0 };
        let mut differing = Vec::new();
        for action in &surface.actions {
            // What cannot be used has no plan under any rules.
            let Some(schema) = schema(surface, action, options) else { continue };
            let plans = [profiles.old, profiles.new]
                .map(|profile| profile.plan(&action.reference, &schema).map(|proven| proven.plan().clone()));
            let [old, new] = &plans;
            planned.old += usize::from(old.is_ok());
            planned.new += usize::from(new.is_ok());
            differing.extend(changed(&action.reference, profiles, &schema, plans));
        }
        Self { actions: surface.actions.len(), planned, differing }
    }
}

fn schema(surface: &Surface<'_>, action: &Action<'_>, options: SchemaOptions) -> Option<Schema> {
    Schema::new(surface.document, action.schema?, options).ok()
}

/// Whether a rule that both plans have takes or gives something else now.
fn has_other_effect(rule: &Rule, profiles: Profiles<'_>, names: &[Declared]) -> bool {
    let named = |profile: &Profile| -> Option<(Convention, Option<Spelling>, Vec<Vocabulary>)> {
        let convention = profile.conventions().find(|convention| convention.name == rule.kind)?;
        let ir = profile.program().ir();
        let spelling = convention.action.spelling().and_then(|name| ir.spelling(name));
        let vocabularies = convention.vocabularies().filter_map(|name| ir.vocabulary(name).cloned());
        Some((convention.clone(), spelling.cloned(), vocabularies.collect()))
    };
    let (Some(was), Some(is)) = (named(profiles.old), named(profiles.new)) else { return false };
    let (before, after) = (&was.0, &is.0);
    let differs =
        before.action != after.action || before.after != after.after || was.1 != is.1 || was.2 != is.2;
    // What is looked up by another spelling may be found as before.
    let is_found = |is_key: bool| {
        names.iter().any(|name| name.what.place() == rule.place() && name.what.member.is_none() == is_key)
    };
    differs
        && match (sort(&before.action), sort(&after.action)) {
            (Some(one), Some(other)) if one == other => is_found(one == Sort::Key),
            _ => true,
        }
}

/// What differs for one action, if anything.
fn changed(
    reference: &str,
    profiles: Profiles<'_>,
    schema: &Schema,
    [old, new]: [Result<Plan, NoPlan>; 2],
) -> Option<Changed> {
    let planned = |plan: Result<Plan, NoPlan>| match plan {
        Ok(plan) => Planned::Rules(plan.rules().to_vec()),
        Err(error) => Planned::NoPlan(error.to_string()),
    };
    let plans = super::items::Both { old: planned(old), new: planned(new) };
    let only = |one: &Planned, other: &Planned| -> Vec<Rule> {
        one.rules().iter().filter(|rule| !other.rules().contains(rule)).cloned().collect()
    };
    let (gained, lost) = (only(&plans.new, &plans.old), only(&plans.old, &plans.new));
    let (names, undecided) = lookups::compare(profiles, schema, &plans);
    let differs = |rule: &&Rule| has_other_effect(rule, profiles, &names);
    let kept = plans.new.rules().iter().filter(|rule| plans.old.rules().contains(rule));
    let changed: Vec<Rule> = kept.filter(differs).cloned().collect();
    let reference = reference.to_owned();
    let differing =
        plans.old != plans.new || !changed.is_empty() || !names.is_empty() || !undecided.is_empty();
    differing.then_some(Changed { reference, plans, gained, lost, changed, names, undecided })
}
