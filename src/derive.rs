//! The interpreter: a rule program and a schema to a plan.
//!
//! 1. bounds on the ref;
//! 2. one of the profile's shapes must fit the top of the schema;
//! 3. bounds on the properties;
//! 4. for each of the `places` within the profile's reach, in their order, each convention in the profile's
//!    order whose guard holds;
//! 5. the same for the object schemas there, by conventions on what they do not declare; and for the
//!    arguments as a whole.
//!
//! Nothing goes on without its proof: [`Profile::plan`] derives and proves.

mod no_plan;
mod places;
mod planned;
mod remembered;

pub(crate) use no_plan::place;
pub use no_plan::{Misfit, NoPlan};
pub(crate) use places::{objects, places, rule_at, rule_of_object};
pub use planned::Planned;
pub use remembered::{Asked, INPUTS, PlanPart, VERSION};

use crate::facets::{Site, has, holds, holds_of_object};
use crate::ir::{self, Action, Bounds, Convention, Level};
use crate::json::units;
use crate::plan::{Plan, Rule, Stamp, is_safe_key};
use crate::program::Profile;
use crate::schema::{Position, Schema};

/// A plan, and what the bound on rules keeps out of it.
struct Derivation {
    plan: Plan,
    /// The rules that are cut off, in the order in which they would have followed.
    cut: Vec<Rule>,
}

/// Derives the plan of `reference` under `profile`, which nobody has proved: see [`Profile::plan`].
///
/// # Errors
///
/// [`NoPlan`] says why there is none. That is an answer, not a fault.
pub fn derive(profile: &Profile, reference: &str, schema: &Schema) -> Result<Plan, NoPlan> {
    derive_whole(profile, reference, schema).map(|derivation| derivation.plan)
}

fn derive_whole(profile: &Profile, reference: &str, schema: &Schema) -> Result<Derivation, NoPlan> {
    let program = profile.program().ir();
    let Some(limits) = profile.ir() else { return Err(NoPlan::NoRule { span: schema.root().span }) };
    check_reference(reference, limits.bounds)?;
    check_shape(program, limits, schema)?;
    check_properties(schema, limits.bounds)?;
    let mut rules = derive_rules(profile, reference, schema)?;
    let cut = bound_rules(&mut rules, limits, schema)?;
    let stamp = if profile.is_fabric() {
        None
    } else {
        profile
            .rules_digest()
            .map(|digest| Stamp { profile: profile.name().to_owned(), rules_digest: digest.clone() })
    };
    Ok(Derivation { plan: Plan::new(reference, schema.digest().clone(), rules, stamp), cut })
}

fn check_reference(reference: &str, bounds: Bounds) -> Result<(), NoPlan> {
    if reference.is_empty() {
        return Err(NoPlan::EmptyRef);
    }
    if units(reference) > bounds.reference as usize {
        return Err(NoPlan::RefTooLong { limit: bounds.reference });
    }
    Ok(())
}

/// One of the shapes must fit. Where none does, each says which clause of it fails first.
fn check_shape(program: &ir::Program, profile: &ir::Profile, schema: &Schema) -> Result<(), NoPlan> {
    let mut misfits = Vec::new();
    for name in &profile.over {
        let Some(shape) = program.shape(name) else { continue };
        match shape.clauses.iter().find(|clause| !has(schema, clause)) {
            None => return Ok(()),
            Some(clause) => misfits.push(Misfit::new(name, clause, schema)),
        }
    }
    Err(NoPlan::Shape { misfits, span: schema.root().span })
}

fn check_properties(schema: &Schema, bounds: Bounds) -> Result<(), NoPlan> {
    let properties = schema.properties();
    if properties.len() > bounds.properties as usize {
        return Err(NoPlan::TooManyProperties {
            limit: bounds.properties,
            found: properties.len(),
            span: schema.root().get("properties").map_or(schema.root().span, |node| node.span),
        });
    }
    match properties.iter().find(|member| units(&member.name) > bounds.key as usize) {
        Some(long) => Err(NoPlan::KeyTooLong { limit: bounds.key, span: long.name_span }),
        None => Ok(()),
    }
}

fn derive_rules(profile: &Profile, reference: &str, schema: &Schema) -> Result<Vec<Rule>, NoPlan> {
    let Some(limits) = profile.ir() else { return Ok(Vec::new()) };
    let program = profile.program().ir();
    let conventions: Vec<&Convention> =
        profile.conventions().filter(|convention| !limits.excepts(&convention.name, reference)).collect();
    let mut rules = Vec::new();
    // Version 1 cuts a long list of rules, version 2 refuses it.
    let most = if limits.plan == 1 { usize::MAX } else { limits.bounds.rules as usize };
    let mut add = |rule: Rule| {
        rules.push(rule);
        let too_many = NoPlan::TooManyRules { limit: limits.bounds.rules, span: schema.root().span };
        if rules.len() > most { Err(too_many) } else { Ok(()) }
    };
    let places = places(program, limits, schema)?;
    for position in &places {
        if position.node.as_object().is_none() {
            continue;
        }
        let site = Site { program, reach: limits.reach, schema, position };
        for convention in &conventions {
            let unevaluable = |error: crate::schema::Unevaluable| NoPlan::Unevaluable {
                property: error.property,
                span: position.node.span,
            };
            if !works_at(&convention.action, position)
                || !holds(&convention.guard, site).map_err(unevaluable)?
            {
                continue;
            }
            // Below the top there is no position that no rule can name.
            if let Some(key) = position.key.filter(|key| position.depth == 0 && !is_safe_key(key)) {
                return Err(NoPlan::UnsafeKey { key: key.to_owned(), span: position.name_span });
            }
            add(rule_at(&convention.name, position))?;
        }
    }
    let surplus = conventions.iter().filter(|convention| convention.action.omits_surplus_by().is_some());
    let surplus: Vec<&&Convention> = surplus.collect();
    let objects = if surplus.is_empty() { Vec::new() } else { objects(limits, schema, &places) };
    for (at, object) in objects {
        for convention in &surplus {
            if holds_of_object(&convention.guard, schema, object) {
                add(rule_of_object(&convention.name, &at))?;
            }
        }
    }
    for convention in conventions.iter().filter(|convention| convention.action.level() == Level::Call) {
        if holds_of_object(&convention.guard, schema, schema.root()) {
            add(rule_of_object(&convention.name, ""))?;
        }
    }
    Ok(rules)
}

/// Whether an action has something to work on at all: an item has no name, and cannot be left out; and
/// what is undeclared belongs to the object, as the call does.
pub(crate) fn works_at(action: &Action, position: &Position<'_>) -> bool {
    match action.level() {
        Level::Key => action.omits_surplus_by().is_none() && position.key.is_some(),
        Level::Value => position.key.is_some() || action.omits().is_none(),
        Level::Call => false,
    }
}

/// Bounds the list of rules, and gives what is cut off.
fn bound_rules(rules: &mut Vec<Rule>, profile: &ir::Profile, schema: &Schema) -> Result<Vec<Rule>, NoPlan> {
    let cut = rules.split_off(rules.len().min(profile.bounds.rules as usize));
    if rules.is_empty() { Err(NoPlan::NoRule { span: schema.root().span }) } else { Ok(cut) }
}
