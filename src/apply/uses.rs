//! What rules were used for in a call: where, and how they read what was given.
//!
//! A witness says which rules were applied, and no more. This is what people are told beside it.

use serde::Serialize;
use serde_json::Value;

use super::place::{Path, Place};
use super::ready::{Ready, ValueRule};
use crate::facets::branch::{self, Budget};
use crate::ir::{Action, Level};
use crate::json::pointer;
use crate::plan::Rule;
use crate::schema::{Schema, branch_around};

/// How many uses are told of one call.
const MOST: usize = 1_000;
/// How many bytes of pointers into the arguments.
const MOST_BYTES: usize = 1 << 20;

/// One use of a rule in a call. No value stands in it; names of members do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Use {
    /// The rule.
    #[serde(flatten)]
    pub rule: Rule,
    /// How it read what was given: `number`, `enum by word-form`, `omitted`, `key by word-form` and so on.
    pub decoder: String,
    /// A JSON Pointer into the schema, to the property, to what items must be, or to an object as a whole.
    pub schema: String,
    /// Where a union is involved, its branch, by a JSON Pointer into the schema: of a union that the value
    /// itself meets the first branch that accepts it, else the branch that the place is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// A JSON Pointer into the arguments as given. In a text that was read as JSON it goes on inside.
    pub given: String,
}

/// One use of a rule, before anybody asks.
#[derive(Debug, Clone)]
pub(super) struct Used<'p> {
    /// The index of the rule in the plan.
    pub(super) index: usize,
    pub(super) rule: &'p Rule,
    pub(super) action: &'p Action,
    /// The position of the object or the list that it is in, and the part of the schema there that says so.
    way: Option<(&'p str, &'p str)>,
    /// Where in the arguments.
    pub(super) path: Path,
}

impl<'p> Used<'p> {
    /// A use of the rule `index` at `place`.
    pub(super) fn new(
        ready: &'p Ready,
        (index, rule): (usize, &'p Rule),
        action: &'p Action,
        place: &Place<'_>,
    ) -> Self {
        let way = place.way.and_then(|way| ready.way(way));
        Self { index, rule, action, way, path: place.path() }
    }

    /// A use of the rule `index` on call, at `place`, if anything is given at all.
    pub(super) fn on_call(rule: &'p ValueRule, place: Option<&Place<'_>>) -> Self {
        Self {
            index: rule.index,
            rule: &rule.rule,
            action: &rule.convention.action,
            way: None,
            path: place.map(Place::path).unwrap_or_default(),
        }
    }

    /// Rules of keys come first, in the order of the walk, then the others in that of the plan.
    pub(super) fn rank(&self) -> usize {
        if self.action.level() == Level::Key { 0 } else { self.index + 1 }
    }

    pub(super) fn is_on_call(&self) -> bool {
        self.action.level() == Level::Call
    }

    /// Where in the schema it is: the property, what items must be, or an object as a whole.
    fn schema(&self) -> String {
        match (&self.rule.at, self.action.level()) {
            (Some(at), _) => at.clone(),
            (None, Level::Call) => String::new(),
            (None, _) if self.action.omits_surplus_by().is_some() => String::new(),
            (None, _) => pointer::push("/properties", &self.rule.key),
        }
    }

    /// What is told of it, where `made` became of the value.
    pub(super) fn told(&self, schema: &Schema, made: Option<&Value>) -> Use {
        self.told_within(schema, made, &mut Budget::default())
    }

    fn told_within(&self, schema: &Schema, made: Option<&Value>, left: &mut Budget) -> Use {
        let at = self.schema();
        let made = made.filter(|_| self.action.decoding().is_some());
        let here = made.and_then(|made| branch::accepting(schema, &at, made, left));
        let way = || self.way.and_then(|(position, part)| branch::on_the_way(schema, position, part));
        let branch = here.or_else(way).or_else(|| branch_around(&at).map(str::to_owned));
        Use {
            rule: self.rule.clone(),
            decoder: self.action.reads(),
            schema: at,
            branch,
            given: self.path.given(),
        }
    }
}

/// What is told of `uses`, where `result` became of the arguments.
pub(super) fn told(schema: &Schema, uses: &[Used<'_>], result: &Value) -> Vec<Use> {
    let mut left = Budget::default();
    let mut bytes = MOST_BYTES;
    let mut told = Vec::new();
    for used in uses.iter().take(MOST) {
        let one = used.told_within(schema, result.pointer(&used.path.result), &mut left);
        bytes = bytes.saturating_sub(one.given.len());
        if bytes == 0 && !told.is_empty() {
            break;
        }
        told.push(one);
    }
    told
}
