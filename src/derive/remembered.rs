//! Plans through a derivation cache: derived once for a schema, a ref and a program, and proved each time.
//!
//! The cache is believed as far as the checker agrees: a plan that is not proved, and that there is none
//! where the checker finds one, is derived again.

use serde_json::{Map, Value, json};

use super::{NoPlan, Planned};
use crate::cache::{Cache, Inputs, Question};
use crate::json::{Document, Limits, Node, pointer};
use crate::plan::{Plan, Rule};
use crate::program::Profile;
use crate::prove::{prove, yields_none};
use crate::schema::Schema;
use crate::span::Span;

/// What the derivation is called.
const NAME: &str = "plan";

/// What a plan is derived from. The bounds stand in the program, and what a schema is read with in the schema.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The rules.
    pub profile: &'a Profile,
    /// The ref.
    pub reference: &'a str,
    /// The schema.
    pub schema: &'a Schema,
    /// The version of what derives, since answers outlive a process on a disk: this package's.
    pub engine: &'a str,
}

/// A part of the key of a plan: what it is called, and the text of it.
pub type PlanPart = (&'static str, fn(&Asked<'_>) -> String);

/// The parts of the version token.
pub const VERSION: [PlanPart; 2] = [
    ("program", |asked| asked.profile.program().digest().to_string()),
    ("engine", |asked| asked.engine.to_owned()),
];

/// The inputs. A schema counts by its [identity](Schema::identity), which covers its text and how it is read.
pub const INPUTS: [PlanPart; 3] = [
    ("profile", |asked| asked.profile.name().to_owned()),
    ("ref", |asked| asked.reference.to_owned()),
    ("schema", |asked| asked.schema.identity().to_string()),
];

impl Asked<'_> {
    /// The version token.
    fn version(&self) -> String {
        VERSION.map(|(_, part)| part(self)).join(" ")
    }

    fn question<'q>(&self, version: &'q str) -> Question<'q> {
        let inputs = INPUTS.map(|(name, part)| (name.to_owned(), Value::from(part(self))));
        Question { name: NAME, version, inputs: Inputs::new(inputs.into_iter().collect()) }
    }
}

impl Profile {
    /// As [`plan_whole`](Self::plan_whole), where what was derived may be known from before. What is known is
    /// proved all the same.
    ///
    /// # Errors
    ///
    /// As [`plan_whole`](Self::plan_whole); a reason that is known is [`NoPlan::Remembered`].
    pub fn plan_by(&self, cache: &Cache, reference: &str, schema: &Schema) -> Result<Planned, NoPlan> {
        let asked = Asked { profile: self, reference, schema, engine: env!("CARGO_PKG_VERSION") };
        let version = asked.version();
        let mut fresh = None;
        let answer = cache.get(asked.question(&version), |_| {
            let planned = self.plan_whole(reference, schema);
            let told = told(&planned, schema);
            fresh = Some(planned);
            // What is a fault is not remembered.
            told.ok_or(())
        });
        if let Some(fresh) = fresh {
            return fresh;
        }
        let known = answer.ok().and_then(|answer| self.known(&answer, reference, schema));
        known.unwrap_or_else(|| self.plan_whole(reference, schema))
    }

    /// What was remembered, where the checker agrees.
    fn known(&self, answer: &Value, reference: &str, schema: &Schema) -> Option<Result<Planned, NoPlan>> {
        if let Some(reason) = answer.get("noPlan") {
            let reason = reason_of(reason, schema)?;
            return yields_none(self, reference, schema).then_some(Err(reason));
        }
        let plan = plan_of(answer.get("plan")?)?;
        let cut: Option<Vec<Rule>> = answer.get("cut")?.as_array()?.iter().map(rule_of).collect();
        let proven = prove(self.program(), &plan, reference, schema).ok()?;
        Some(Ok(Planned { proven, cut: cut? }))
    }
}

/// What is remembered of a derivation.
fn told(planned: &Result<Planned, NoPlan>, schema: &Schema) -> Option<Value> {
    match planned {
        Ok(Planned { proven, cut }) => Some(json!({"plan": proven.plan(), "cut": cut})),
        Err(NoPlan::Unproved { .. }) => None,
        Err(reason) => {
            let place = reason.span().map(|span| Place::of(schema.root(), span));
            let place = place.map(|Place { pointer, part }| json!([pointer, part]));
            let (code, message) = (reason.code(), reason.to_string());
            Some(json!({"noPlan": {
                "code": code, "message": message, "place": place, "isOpen": reason.is_open(),
            }}))
        }
    }
}

fn plan_of(value: &Value) -> Option<Plan> {
    let text = value.to_string();
    let document = Document::parse(text.as_bytes(), Limits::SURFACE).ok()?;
    Plan::read(&document, &document.root).ok()
}

fn rule_of(value: &Value) -> Option<Rule> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    match (text("key"), text("at")) {
        (Some(key), None) => Some(Rule::top(text("kind")?, key)),
        (None, Some(at)) => Some(Rule::below(text("kind")?, at)),
        _ => None,
    }
}

fn reason_of(value: &Value, schema: &Schema) -> Option<NoPlan> {
    let members: &Map<String, Value> = value.as_object()?;
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let code = NoPlan::REMEMBERED.into_iter().find(|code| Some(*code) == text("code"))?;
    let span = match members.get("place")?.as_array() {
        None => None,
        Some(place) => {
            let part = |index: usize| place.get(index).and_then(Value::as_str);
            Some(Place { pointer: part(0)?.to_owned(), part: part(1)?.to_owned() }.span(schema.root())?)
        }
    };
    let (message, is_open) = (text("message")?.to_owned(), members.get("isOpen")?.as_bool()?);
    Some(NoPlan::Remembered { code, message, span, is_open })
}

/// A place in a schema, wherever the schema stands.
struct Place {
    pointer: String,
    /// `name`, `member` or `value`.
    part: String,
}

impl Place {
    fn of(root: &Node, span: Span) -> Self {
        let pointer = pointer::of(root, span);
        let spans = spans(root, &pointer);
        let part =
            spans.into_iter().flatten().find(|(_, known)| *known == span).map_or("value", |(part, _)| part);
        Self { pointer, part: part.to_owned() }
    }

    fn span(&self, root: &Node) -> Option<Span> {
        let spans = spans(root, &self.pointer)?;
        spans.into_iter().find(|(part, _)| *part == self.part).map(|(_, span)| span)
    }
}

/// What may be meant at a pointer.
fn spans(root: &Node, at: &str) -> Option<Vec<(&'static str, Span)>> {
    let value = pointer::get(root, at)?.span;
    let mut spans = vec![("value", value)];
    let parent = at.rsplit_once('/').and_then(|(parent, _)| pointer::get(root, parent));
    if let Some(member) = parent.zip(pointer::last(at)).and_then(|(parent, name)| parent.member(&name)) {
        spans.push(("name", member.name_span));
        spans.push(("member", member.name_span.to(member.value.span)));
    }
    Some(spans)
}
