//! The interpreter: a rule program and a schema to a plan.
//!
//! 1. bounds on the ref;
//! 2. one of the profile's shapes must fit the top of the schema;
//! 3. bounds on the properties;
//! 4. for each key, sorted by code units, each convention in the profile's order whose guard holds.
//!
//! Nothing goes on without its proof: [`Profile::plan`] derives and proves.

mod no_plan;
mod planned;

pub(crate) use no_plan::place;
pub use no_plan::{Misfit, NoPlan};
pub use planned::Planned;

use crate::facets::{Site, has, holds};
use crate::ir::{self, Bounds};
use crate::json::{Member, compare, units};
use crate::plan::{Plan, Rule, Stamp, is_safe_key};
use crate::program::Profile;
use crate::schema::Schema;

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
    let mut sorted: Vec<&Member> = schema.properties().iter().collect();
    sorted.sort_by(|a, b| compare(&a.name, &b.name));
    let mut rules = Vec::new();
    for property in sorted {
        if property.value.as_object().is_none() {
            continue;
        }
        let site = Site { program: profile.program().ir(), schema, property };
        let excepted = |name: &str| profile.ir().is_some_and(|profile| profile.excepts(name, reference));
        for convention in profile.conventions().filter(|convention| !excepted(&convention.name)) {
            let unevaluable = |error: crate::schema::Unevaluable| NoPlan::Unevaluable {
                property: error.property,
                span: property.value.span,
            };
            if holds(&convention.guard, site).map_err(unevaluable)? {
                if !is_safe_key(&property.name) {
                    return Err(NoPlan::UnsafeKey {
                        key: property.name.to_string(),
                        span: property.name_span,
                    });
                }
                rules.push(Rule::top(&convention.name, &property.name));
            }
        }
    }
    Ok(rules)
}

/// Version 1 cuts a long list of rules, version 2 refuses it. Gives what is cut off.
fn bound_rules(rules: &mut Vec<Rule>, profile: &ir::Profile, schema: &Schema) -> Result<Vec<Rule>, NoPlan> {
    let span = schema.root().span;
    let limit = profile.bounds.rules as usize;
    if rules.len() > limit && profile.plan != 1 {
        return Err(NoPlan::TooManyRules { limit: profile.bounds.rules, found: rules.len(), span });
    }
    let cut = rules.split_off(limit.min(rules.len()));
    if rules.is_empty() { Err(NoPlan::NoRule { span }) } else { Ok(cut) }
}
