//! What the plan's rules allow to be made of a name or a value: the checker's reading.

use serde_json::Value;

use super::Violation;
use super::decoded::{Declared, decoded};
use crate::ir::{Action, Convention, Omitted};
use crate::json::{Data, Node};
use crate::plan::Rule;
use crate::prove::ProvenPlan;
use crate::prove::spelling::only_name;

/// What a rule makes of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Made {
    /// The member is left out.
    Gone,
    /// The value has this text.
    Text(String),
}

/// Reads the rules of a proven plan.
pub(super) struct Allowed<'a> {
    pub(super) proven: &'a ProvenPlan,
    /// The text that is changed.
    pub(super) before: &'a [u8],
}

/// A rule with its convention.
type Bound<'a> = (&'a Rule, &'a Convention);

impl<'a> Allowed<'a> {
    /// The rule by which an undeclared `name` moves, if there is one.
    pub(super) fn name(&self, name: &str) -> Result<Option<&'a Rule>, Violation> {
        if self.property(name).is_some() {
            return Ok(None);
        }
        let bound = self.bound(|_| true);
        let keys: Vec<&str> = self.proven.schema().properties().iter().map(|member| &*member.name).collect();
        let target = |(rule, convention): Bound<'a>| {
            let ir = self.proven.profile().program().ir();
            let Some(by) = convention.action.renames_by().and_then(|name| ir.spelling(name)) else {
                return Ok(None);
            };
            Ok(only_name(name, &keys, by).filter(|key| *key == rule.key))
        };
        single(name, &bound, &target).map(|found| found.map(|(rule, _)| rule))
    }

    /// The rule that changes the value of the declared `name`, and what it makes of it.
    pub(super) fn value(&self, name: &str, given: &Node) -> Result<Option<(&'a Rule, Made)>, Violation> {
        if self.property(name).is_none() || self.admits(name, &given.to_value())? {
            return Ok(None);
        }
        let bound = self.bound(|rule| rule.key == name);
        single(name, &bound, &|(_, convention)| self.made(convention, name, given))
    }

    fn made(&self, convention: &Convention, name: &str, given: &Node) -> Result<Option<Made>, Violation> {
        let text = match (&convention.action, &given.data) {
            (Action::Omit(Omitted::Null), Data::Null) => return Ok(self.gone(name)),
            (Action::Omit(Omitted::EmptyString), Data::String(text)) if text.is_empty() => {
                return Ok(self.gone(name));
            }
            (Action::Decode(decoding), _) => {
                let Some(property) = self.property(name) else { return Ok(None) };
                let members = crate::prove::texts_of_enum(self.proven.schema(), property);
                let declared = Declared { program: self.proven.profile().program().ir(), members };
                match decoded(decoding, given, self.before, &declared) {
                    Some(text) => text,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let Ok(value) = serde_json::from_str(&text) else { return Ok(None) };
        Ok(self.admits(name, &value)?.then_some(Made::Text(text)))
    }

    fn gone(&self, name: &str) -> Option<Made> {
        let required =
            self.proven.schema().root().get("required").and_then(Node::as_array).unwrap_or_default();
        (!required.iter().any(|key| key.as_str() == Some(name))).then_some(Made::Gone)
    }

    fn property(&self, name: &str) -> Option<&'a Node> {
        self.proven
            .schema()
            .properties()
            .iter()
            .find(|member| *member.name == *name)
            .map(|member| &member.value)
    }

    fn admits(&self, name: &str, value: &Value) -> Result<bool, Violation> {
        self.proven.schema().admits(name, value).map_err(|_| Violation::Unevaluable(name.to_owned()))
    }

    fn bound(&self, which: impl Fn(&Rule) -> bool) -> Vec<Bound<'a>> {
        let ir = self.proven.profile().program().ir();
        let rules = self.proven.plan().rules().iter().filter(|rule| which(rule));
        rules.filter_map(|rule| Some((rule, ir.convention(&rule.kind)?))).collect()
    }
}

/// The one outcome of those rules that are asked.
fn single<'a, T: PartialEq>(
    name: &str,
    bound: &[Bound<'a>],
    made: &impl Fn(Bound<'a>) -> Result<Option<T>, Violation>,
) -> Result<Option<(&'a Rule, T)>, Violation> {
    let mut found: Option<(&Rule, T)> = None;
    for rule in bound {
        let Some(outcome) = asked(*rule, bound, made, bound.len())? else { continue };
        match &found {
            Some((_, first)) if *first != outcome => return Err(Violation::SecondOutcome(name.to_owned())),
            Some(_) => {}
            None => found = Some((rule.0, outcome)),
        }
    }
    Ok(found)
}

/// What a rule makes, unless one of those that go before it makes something. `left` ends a circle.
fn asked<'a, T>(
    rule: Bound<'a>,
    bound: &[Bound<'a>],
    made: &impl Fn(Bound<'a>) -> Result<Option<T>, Violation>,
    left: usize,
) -> Result<Option<T>, Violation> {
    for before in bound.iter().filter(|(_, convention)| rule.1.after.contains(&convention.name)) {
        if left == 0 || asked(*before, bound, made, left - 1)?.is_some() {
            return Ok(None);
        }
    }
    made(rule)
}
