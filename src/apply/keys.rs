//! The key pass: undeclared names move to the declared keys that they are spellings of.

use std::collections::{HashMap, HashSet};

use super::{Unchanged, turns};
use crate::ir::{Action, Convention, Spelling};
use crate::json::{Node, compare};
use crate::plan::Rule;
use crate::prove::ProvenPlan;
use crate::spelling::form;

/// A member that takes a declared key.
pub(super) struct Move<'a> {
    /// Its index among the members of the arguments.
    pub(super) member: usize,
    /// The rule, whose key is the new name.
    pub(super) rule: &'a Rule,
}

/// One key convention of the plan: the rules by the form of their key.
struct Lookup<'a> {
    convention: &'a Convention,
    spelling: &'a Spelling,
    by_form: HashMap<String, &'a Rule>,
}

/// The moves, in the order of the given names by code units.
///
/// Refuses the whole call where two names claim one key, a key is given as well, or one name has
/// two targets: a person would have to choose.
pub(super) fn moves<'a>(proven: &'a ProvenPlan, arguments: &Node) -> Result<Vec<Move<'a>>, Unchanged> {
    let lookups = lookups(proven);
    if lookups.is_empty() {
        return Ok(Vec::new());
    }
    let members = arguments.as_object().unwrap_or_default();
    let declared: HashSet<&str> = proven.schema().properties().iter().map(|member| &*member.name).collect();
    let mut taken: HashSet<&str> =
        members.iter().map(|member| &*member.name).filter(|name| declared.contains(name)).collect();
    let mut undeclared: Vec<(usize, &str)> =
        members.iter().enumerate().map(|(index, member)| (index, &*member.name)).collect();
    undeclared.retain(|(_, name)| !declared.contains(name));
    undeclared.sort_by(|(_, a), (_, b)| compare(a, b));
    let mut moves = Vec::new();
    for (member, name) in undeclared {
        let Some(rule) = target(&lookups, name)? else { continue };
        if !taken.insert(&rule.key) {
            return Err(Unchanged);
        }
        moves.push(Move { member, rule });
    }
    Ok(moves)
}

fn lookups(proven: &ProvenPlan) -> Vec<Lookup<'_>> {
    let ir = proven.profile().program().ir();
    let mut lookups = Vec::new();
    for convention in proven.profile().conventions() {
        let Action::Rename { spelling } = &convention.action else { continue };
        let Some(spelling) = ir.spelling(spelling) else { continue };
        let rules = proven.plan().rules().iter().filter(|rule| rule.kind == convention.name);
        let by_form: HashMap<String, &Rule> =
            rules.filter_map(|rule| Some((form(spelling, &rule.key)?, rule))).collect();
        if !by_form.is_empty() {
            lookups.push(Lookup { convention, spelling, by_form });
        }
    }
    lookups
}

/// The one key that `name` is a spelling of, if there is one.
fn target<'a>(lookups: &[Lookup<'a>], name: &str) -> Result<Option<&'a Rule>, Unchanged> {
    let conventions: Vec<&Convention> = lookups.iter().map(|lookup| lookup.convention).collect();
    let found = turns::outcomes(&conventions, |index| {
        let lookup = lookups.get(index)?;
        lookup.by_form.get(&form(lookup.spelling, name)?).copied()
    });
    let mut targets = found.into_iter().map(|(_, rule)| rule);
    let first = targets.next();
    match first {
        Some(first) if targets.any(|other| other.key != first.key) => Err(Unchanged),
        _ => Ok(first),
    }
}
