//! Why each rule is or is not derived, guard by guard, with the rule text and the place in the schema;
//! and, for one [call], what each rule made of it.

pub mod call;

use crate::derive::{NoPlan, objects, place, places, rule_at, rule_of_object, works_at};
use crate::facets::{Site, because, has, holds, holds_of_object};
use crate::ir::{Condition, Convention, Guard, Level};
use crate::json::{Node, pointer};
use crate::plan::Rule;
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::schema::{Position, Schema, branch_around};
use crate::span::Span;

/// Everything that decides about an action's plan.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Explanation {
    /// The plan, or why there is none.
    pub plan: Result<ProvenPlan, NoPlan>,
    /// The rules that the plan has no room for.
    pub cut: Vec<Rule>,
    /// The shapes of the profile; one must fit.
    pub shapes: Vec<ShapeExplanation>,
    /// The places within the profile's reach, in the order of the rules of a plan. None where they are more
    /// than rules are derived for.
    pub keys: Vec<KeyExplanation>,
    /// The object schemas, where a convention is about one as a whole, and last the arguments as a whole.
    pub wholes: Vec<WholeExplanation>,
}

/// What each convention makes of an object, or of the arguments, as a whole.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WholeExplanation {
    /// The object schema, by a JSON Pointer into the schema; empty for the arguments.
    pub at: String,
    /// Whether it is about the call, and not about what an object does not declare.
    pub is_call: bool,
    /// Where the object schema stands.
    pub span: Span,
    /// The conventions of the profile that are about that, in its order.
    pub conventions: Vec<ConventionExplanation>,
}

/// How a schema fits a shape.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ShapeExplanation {
    /// The shape's name.
    pub name: String,
    /// Its clauses.
    pub facts: Vec<Fact>,
}

/// What each convention makes of a key, or of another place in the schema.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KeyExplanation {
    /// The key, at the top of the schema.
    pub key: String,
    /// Below the top, the JSON Pointer into the schema: to the property, or to what items must be.
    pub at: Option<String>,
    /// The JSON Pointer into the schema, to what says what the value must be.
    pub schema: String,
    /// The branch of a union that it is in, if it is, by a JSON Pointer into the schema.
    pub branch: Option<String>,
    /// Where it is declared.
    pub span: Span,
    /// The conventions of the profile, in its order; none where the property's schema is no object.
    pub conventions: Vec<ConventionExplanation>,
}

/// Whether a convention yields a rule for a key.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ConventionExplanation {
    /// The convention's name.
    pub name: String,
    /// How it reads what is given: `number`, `enum by word-form`, `omitted`, `key by word-form` and so on.
    pub decoder: String,
    /// The rule text of its guard.
    pub guard: String,
    /// Whether the guard holds, the profile does not except the convention, and the plan has room for the
    /// rule.
    pub derived: bool,
    /// Whether the profile does not use the convention for this action.
    pub excepted: bool,
    /// Whether the guard holds and the plan has no room for the rule.
    pub cut: bool,
    /// What the guard asks, one by one.
    pub facts: Vec<Fact>,
}

/// One thing that a rule asks of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact {
    /// The rule text.
    pub text: String,
    /// Whether it holds. `None`: the validator cannot say.
    pub holds: Option<bool>,
    /// What in the schema decides it.
    pub because: String,
    /// Where.
    pub span: Span,
    /// The same as a JSON Pointer into the schema: to a value, or to the member of a name.
    pub at: String,
    /// The branch of a union that it stands in, if it does, by a JSON Pointer into the schema.
    pub branch: Option<String>,
}

impl Fact {
    fn new(schema: &Schema, text: String, holds: Option<bool>, (because, span): (String, Span)) -> Self {
        let at = pointer::of(schema.root(), span);
        let branch = branch_around(&at).map(str::to_owned);
        Self { text, holds, because, span, at, branch }
    }
}

/// Explains the plan of `reference`, for all places or for `only` one: a key, or the pointer of a place
/// below the top.
pub fn explain(profile: &Profile, reference: &str, schema: &Schema, only: Option<&str>) -> Explanation {
    let program = profile.program().ir();
    let over = profile.ir().map(|profile| profile.over.as_slice()).unwrap_or_default();
    let shapes = over.iter().filter_map(|name| program.shape(name)).map(|shape| ShapeExplanation {
        name: shape.name.clone(),
        facts: shape
            .clauses
            .iter()
            .map(|clause| {
                let because = (because::clause(clause, schema), place(clause, schema));
                Fact::new(schema, clause.text(), Some(has(schema, clause)), because)
            })
            .collect(),
    });
    let mut places = match profile.ir() {
        Some(limits) => places(program, limits, schema).unwrap_or_default(),
        None => Vec::new(),
    };
    places.retain(|position| only.is_none_or(|only| rule_at("", position).place() == only));
    let (plan, cut) = match profile.plan_whole(reference, schema) {
        Ok(planned) => (Ok(planned.proven), planned.cut),
        Err(reason) => (Err(reason), Vec::new()),
    };
    let rules = Rules { profile, reference, cut: &cut };
    let keys = places.iter().map(|position| explain_key(rules, schema, position)).collect();
    let wholes = if only.is_none() { explain_wholes(rules, schema, &places) } else { Vec::new() };
    Explanation { plan, shapes: shapes.collect(), keys, wholes, cut }
}

/// What decides whether a convention has a rule, beside its guard.
#[derive(Clone, Copy)]
struct Rules<'r> {
    profile: &'r Profile,
    reference: &'r str,
    /// The rules that the plan has no room for.
    cut: &'r [Rule],
}

impl Rules<'_> {
    /// What becomes of a convention whose rule would be `rule`, where its guard holds or not.
    fn explain(
        self,
        convention: &Convention,
        rule: &Rule,
        holds: bool,
        facts: Vec<Fact>,
    ) -> ConventionExplanation {
        let cut = self.cut.contains(rule);
        let excepted = self.profile.ir().is_some_and(|ir| ir.excepts(&convention.name, self.reference));
        ConventionExplanation {
            name: convention.name.clone(),
            decoder: convention.action.reads(),
            guard: convention.guard.text(),
            derived: holds && !cut && !excepted,
            excepted,
            cut,
            facts,
        }
    }
}

fn explain_wholes(rules: Rules<'_>, schema: &Schema, places: &[Position<'_>]) -> Vec<WholeExplanation> {
    let profile = rules.profile;
    let explained = |at: String, object: &Node, is_call: bool| {
        let of_this = |convention: &&Convention| {
            convention.action.is_about_a_whole() && is_call == (convention.action.level() == Level::Call)
        };
        let convention = |convention: &Convention| {
            let fact = |condition: Condition<'_>| {
                let because = because::of_object(condition.asks, schema, object);
                let holds = holds_of_object(condition.written, schema, object);
                Fact::new(schema, condition.written.text(), Some(holds), because)
            };
            let mut asked = convention.guard.conditions();
            asked.retain(|condition| !condition.asks.is_always());
            let holds = holds_of_object(&convention.guard, schema, object);
            let rule = rule_of_object(&convention.name, &at);
            rules.explain(convention, &rule, holds, asked.into_iter().map(fact).collect())
        };
        let conventions: Vec<_> = profile.conventions().filter(of_this).map(convention).collect();
        WholeExplanation { span: object.span, conventions, is_call, at }
    };
    let objects = profile.ir().map(|limits| objects(limits, schema, places)).unwrap_or_default();
    let objects = objects.into_iter().map(|(at, object)| explained(at, object, false));
    let call = std::iter::once(explained(String::new(), schema.root(), true));
    objects.chain(call).filter(|whole| !whole.conventions.is_empty()).collect()
}

fn explain_key(rules: Rules<'_>, schema: &Schema, position: &Position<'_>) -> KeyExplanation {
    let profile = rules.profile;
    let reach = profile.ir().map(|profile| profile.reach).unwrap_or_default();
    let site = Site { program: profile.program().ir(), reach, schema, position };
    let convention = |convention: &Convention| {
        let holds = holds(&convention.guard, site).unwrap_or(false);
        let rule = rule_at(&convention.name, position);
        rules.explain(convention, &rule, holds, facts(&convention.guard, site))
    };
    let works = |convention: &&Convention| {
        position.node.as_object().is_some() && works_at(&convention.action, position)
    };
    let conventions = profile.conventions().filter(works).map(convention).collect();
    let Rule { key, at, .. } = rule_at("", position);
    let schema = position.pointer.clone();
    let branch = branch_around(&schema).map(str::to_owned);
    KeyExplanation { key, at, schema, branch, span: position.name_span, conventions }
}

/// What a guard asks, from left to right.
fn facts(guard: &Guard, site: Site<'_>) -> Vec<Fact> {
    let fact = |condition: Condition<'_>| {
        let because = because::condition(condition.asks, site);
        Fact::new(site.schema, condition.written.text(), holds(condition.written, site).ok(), because)
    };
    guard.conditions().into_iter().map(fact).collect()
}
