//! Advice for the owner of a tool: where a call that means the right thing is refused, and nothing mends it.
//!
//! Nothing is broken by what stands here, so all of it is notes, which [`Levels`](super::Levels) may
//! silence or make errors.
//!
//! 1. [`parts`]: every part of a schema that a value can meet, once, with the property that it is of;
//! 2. [`judge`]: whether a part accepts a value, within bounds;
//! 3. a file for each kind of advice.

mod exposed_null;
mod exposed_surplus;
mod judge;
mod loose_spelling;
mod parts;
mod rejected_default;
mod silent_union;
mod unsafe_integer;
mod untyped_property;
mod wrapper;

use crate::diagnostic::{Diagnostic, Severity};
use crate::facets::{Site, kinds};
use crate::ir::Kinds;
use crate::json::{Node, pointer};
use crate::plan::{Plan, Rule};
use crate::program::Profile;
use crate::schema::{Position, Reach, Schema};
use crate::span::Span;
use judge::Judge;
use parts::Part;

/// How many findings of one kind are told of one tool.
const MOST: usize = 256;
/// How many characters of a name or a place from outside are told.
const MOST_CHARACTERS: usize = 160;
/// How many names are listed one by one.
const MOST_NAMES: usize = 8;
/// How many places of one finding are labelled.
const MOST_LABELS: usize = 4;

/// How far below the top positions are looked at.
const DEEPEST: Reach = Reach { properties: true, items: true, depth: 64 };

/// The findings of one kind of advice.
type Found<'s> = Box<dyn Iterator<Item = Diagnostic> + 's>;

/// A kind of advice: its code, and how it is found.
struct Kind {
    code: &'static str,
    find: for<'s> fn(&'s Subject<'s>) -> Found<'s>,
}

const KINDS: [Kind; 8] = [
    Kind { code: exposed_null::CODE, find: exposed_null::find },
    Kind { code: exposed_surplus::CODE, find: exposed_surplus::find },
    Kind { code: loose_spelling::CODE, find: loose_spelling::find },
    Kind { code: rejected_default::CODE, find: rejected_default::find },
    Kind { code: silent_union::CODE, find: silent_union::find },
    Kind { code: unsafe_integer::CODE, find: unsafe_integer::find },
    Kind { code: untyped_property::CODE, find: untyped_property::find },
    Kind { code: wrapper::CODE, find: wrapper::find },
];

/// The codes of all advice.
pub fn codes() -> impl Iterator<Item = &'static str> + Clone {
    KINDS.iter().map(|kind| kind.code)
}

/// Advice about one tool, whose plan under `profile` is `plan`, if it has one.
pub fn advise(reference: &str, schema: &Schema, profile: &Profile, plan: Option<&Plan>) -> Vec<Diagnostic> {
    let parts = parts::of(schema);
    let positions = schema.positions(DEEPEST);
    let subject = Subject { reference, schema, profile, plan, parts, positions, judge: Judge::default() };
    KINDS.iter().flat_map(|kind| bounded(kind, (kind.find)(&subject))).collect()
}

/// As many findings as one tool may have of one kind; the last says that there are more.
fn bounded(kind: &Kind, found: Found<'_>) -> Vec<Diagnostic> {
    let mut some: Vec<Diagnostic> = found.take(MOST + 1).collect();
    if let Some(last) = some.get_mut(MOST) {
        let message = "there is more of this in the same tool".to_owned();
        *last = Diagnostic {
            message,
            help: None,
            labels: std::mem::take(&mut last.labels),
            ..note(kind.code, "")
        };
    }
    some
}

/// A tool that advice is looked for in.
struct Subject<'s> {
    reference: &'s str,
    schema: &'s Schema,
    profile: &'s Profile,
    plan: Option<&'s Plan>,
    parts: Vec<Part<'s>>,
    /// The places that values are described at, at the top and below it.
    positions: Vec<Position<'s>>,
    judge: Judge,
}

impl Subject<'_> {
    /// The tool, as a message names it.
    fn tool(&self) -> String {
        named(self.reference)
    }

    /// The property of a part in the tool, as a message names it.
    fn property(&self, part: &Part<'_>) -> String {
        format!("{} of {}", named(part.key.unwrap_or_default()), self.tool())
    }

    /// The rules of the plan.
    fn rules(&self) -> &[Rule] {
        self.plan.map(Plan::rules).unwrap_or_default()
    }

    /// Whether what the rule is about stands at the position.
    fn is_at(rule: &Rule, position: &Position<'_>) -> bool {
        match &rule.at {
            Some(at) => position.depth > 0 && **at == *position.pointer,
            None => position.depth == 0 && position.key == Some(&rule.key),
        }
    }

    /// The site of a position, as the profile has it.
    fn site<'a>(&'a self, position: &'a Position<'a>) -> Site<'a> {
        let reach = self.profile.ir().map(|profile| profile.reach).unwrap_or_default();
        Site { program: self.profile.program().ir(), reach, schema: self.schema, position }
    }

    fn kinds(&self, part: &Part<'_>) -> Kinds {
        kinds(self.schema, part.node)
    }

    /// Whether the part may take null, or is one that hosts with `nullable` take it for.
    fn takes_null(&self, part: &Part<'_>) -> bool {
        Kinds::NULL.within(self.kinds(part))
    }

    /// A label: where in the schema that is, as a JSON Pointer.
    fn at(&self, span: Span) -> String {
        let mut out = String::new();
        for token in pointer::way(self.schema.root(), span) {
            out = pointer::push(&out, &brief(&token));
            if out.len() > MOST_CHARACTERS {
                return brief(&out);
            }
        }
        out
    }
}

fn note(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Note, code, message)
}

/// A name in a message.
fn named(name: &str) -> String {
    format!("`{}`", brief(name))
}

/// Names in a message, the first of many.
fn list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names = names.into_iter();
    let mut told: Vec<String> = names.by_ref().take(MOST_NAMES).map(named).collect();
    match names.count() {
        0 => {}
        more => told.push(format!("and {more} more")),
    }
    told.join(", ")
}

/// The beginning of a text from outside: what a message says stays short, whatever a schema names.
fn brief(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Whether `node` is an object with properties of its own.
fn has_properties(node: &Node) -> bool {
    node.get("properties").and_then(Node::as_object).is_some_and(|members| !members.is_empty())
}
