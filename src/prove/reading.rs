//! What a program yields for a schema, worked out by the checker.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::Value;

use super::Refusal;
use super::kinds;
use super::places::{Place, places, properties, same_value};
use super::spelling::unique_names;
use crate::ir::{self, Action, Convention, Guard, Kinds, Level, Literal, ShapeClause};
use crate::json::{Data, Node, number, pointer};
use crate::plan::Rule;
use crate::program::Profile;
use crate::schema::Schema;

/// No rule may have a longer key, in UTF-16 code units, whatever the profile's bound.
const WIDEST_KEY: usize = 128;
/// Keys that no rule may have.
const FORBIDDEN: [&str; 3] = ["constructor", "prototype", "__proto__"];

/// For how many places below the top there are rules.
const MOST_PLACES: usize = 10_000;
/// How many parts, members and keys are looked at, all places together, for one question at each of them.
const MOST_READ: usize = 100_000;

/// The rules that a plan of `reference` must have, in their order.
pub(super) fn rules(profile: &Profile, reference: &str, schema: &Schema) -> Result<Vec<Rule>, Refusal> {
    let reader = Reader::new(profile, schema)?;
    reader.check_bounds(reference)?;
    let limits = reader.limits;
    let excepted: Vec<&String> = limits
        .except
        .iter()
        .filter(|except| except.reference == reference)
        .flat_map(|except| &except.conventions)
        .collect();
    let mut expected = Vec::new();
    let check_length = |expected: &[Rule]| {
        if limits.plan == 1 || expected.len() <= limits.bounds.rules as usize {
            return Ok(());
        }
        Err(Refusal::unprovable(format!("the schema yields more than {} rules", limits.bounds.rules)))
    };
    let places = reader.sorted_places()?;
    for place in &places {
        for name in limits.conventions.iter().filter(|name| !excepted.contains(name)) {
            let Some(convention) = reader.program.convention(name) else { continue };
            if !is_possible(&convention.action, place) || !reader.holds(&convention.guard, place)? {
                continue;
            }
            expected.push(match place.declared.filter(|_| place.is_top) {
                Some((_, key)) if FORBIDDEN.contains(&key) || key.encode_utf16().count() > WIDEST_KEY => {
                    return Err(Refusal::unprovable_at(&place.pointer, "no rule may have this key"));
                }
                Some((_, key)) => Rule::top(name, key),
                None => Rule::below(name, &place.pointer),
            });
            check_length(&expected)?;
        }
    }
    let used = limits.conventions.iter().filter(|name| !excepted.contains(name));
    let used: Vec<&Convention> = used.filter_map(|name| reader.program.convention(name)).collect();
    let is_surplus = |it: &&&Convention| it.action.omits_surplus_by().is_some();
    let objects = if used.iter().any(|it| is_surplus(&it)) { reader.objects(&places) } else { Vec::new() };
    let surplus = objects.iter().flat_map(|(pointer, object)| {
        used.iter().filter(is_surplus).map(move |it| (*it, pointer.as_str(), *object))
    });
    let on_call = used.iter().filter(|it| it.action.level() == Level::Call);
    for (convention, pointer, object) in surplus.chain(on_call.map(|it| (*it, "", schema.root()))) {
        if reader.holds_of(&convention.guard, object) {
            let rule = if pointer.is_empty() { Rule::top } else { Rule::below };
            expected.push(rule(&convention.name, pointer));
            check_length(&expected)?;
        }
    }
    expected.truncate(limits.bounds.rules as usize);
    Ok(expected)
}

/// Whether an action may do anything at a place. No name leads to an item, and none can be left out.
fn is_possible(action: &Action, place: &Place<'_>) -> bool {
    match action.level() {
        // What is not declared belongs to the object.
        Level::Key => place.declared.is_some() && action.omits_surplus_by().is_none(),
        Level::Value => place.declared.is_some() || action.omits().is_none(),
        Level::Call => false,
    }
}

struct Reader<'a> {
    program: &'a ir::Program,
    limits: &'a ir::Profile,
    schema: &'a Schema,
    properties: Vec<(&'a str, &'a Node)>,
    /// Whether there are rules below the top.
    goes_below: bool,
}

impl<'a> Reader<'a> {
    fn new(profile: &'a Profile, schema: &'a Schema) -> Result<Self, Refusal> {
        let program = profile.program().ir();
        let limits = profile.ir().ok_or_else(|| Refusal::no_profile(profile.name()))?;
        let properties = properties(schema, schema.root()).collect();
        let goes_below = limits.reach.properties || limits.reach.items;
        Ok(Self { program, limits, schema, properties, goes_below })
    }

    fn check_bounds(&self, reference: &str) -> Result<(), Refusal> {
        let bounds = self.limits.bounds;
        if reference.is_empty() || reference.encode_utf16().count() > bounds.reference as usize {
            return Err(Refusal::unprovable(format!("a ref has 1 to {} characters", bounds.reference)));
        }
        let shapes: Vec<_> = self.limits.over.iter().filter_map(|name| self.program.shape(name)).collect();
        if !shapes.iter().any(|shape| shape.clauses.iter().all(|clause| self.fits(clause))) {
            let names: Vec<String> = shapes.iter().map(|shape| format!("`{}`", shape.name)).collect();
            return Err(Refusal::unprovable(format!(
                "the schema does not have the shape {}",
                names.join(" or ")
            )));
        }
        if self.properties.len() > bounds.properties as usize {
            return Err(Refusal::unprovable(format!(
                "the schema has more than {} properties",
                bounds.properties
            )));
        }
        for (key, _) in &self.properties {
            if key.encode_utf16().count() > bounds.key as usize {
                return Err(Refusal::unprovable_at(
                    &pointer::push("/properties", key),
                    format!("a key has more than {} characters", bounds.key),
                ));
            }
        }
        Ok(())
    }

    fn fits(&self, clause: &ShapeClause) -> bool {
        match clause {
            ShapeClause::Is { keyword, literal } => is(self.top(keyword), literal),
            ShapeClause::IsNot { keyword, literal } => !is(self.top(keyword), literal),
            ShapeClause::PropertiesIsAnObject => {
                matches!(self.top("properties").map(|node| &node.data), Some(Data::Object(_)))
            }
            ShapeClause::Without(keywords) => !keywords.iter().any(|keyword| self.top(keyword).is_some()),
            ShapeClause::NoKey(keys) => {
                !self.properties.iter().any(|(key, _)| keys.iter().any(|no| no == key))
            }
        }
    }

    /// A guard about an object schema as a whole.
    fn holds_of(&self, guard: &Guard, object: &Node) -> bool {
        match guard {
            Guard::Always => true,
            Guard::Not(inner) => !self.holds_of(inner, object),
            Guard::And(parts) => parts.iter().all(|part| self.holds_of(part, object)),
            Guard::Or(parts) => parts.iter().any(|part| self.holds_of(part, object)),
            Guard::NoKey(keys) => {
                !properties(self.schema, object).any(|(key, _)| keys.iter().any(|no| no == key))
            }
            Guard::NamesClosed => {
                said(self.schema, object, "patternProperties").is_none()
                    && is(said(self.schema, object, "additionalProperties"), &Literal::Bool(false))
            }
            _ => false,
        }
    }

    /// The object schemas that there may be rules for as a whole, in the order of a plan.
    fn objects(&self, places: &[Place<'a>]) -> Vec<(String, &'a Node)> {
        let mut found: Vec<(String, &'a Node)> = Vec::new();
        let mut met = BTreeSet::new();
        for place in places.iter().filter(|_| self.limits.reach.properties) {
            found.extend(same_value(self.schema, &place.pointer, place.node, &mut met));
        }
        found.retain(|(pointer, part)| {
            let declares = said(self.schema, part, "properties").map(|node| &node.data);
            matches!(declares, Some(Data::Object(_)))
                && !pointer.is_empty()
                && !pointer.split('/').any(|name| FORBIDDEN.contains(&name))
        });
        found.sort_by(|(a, _), (b, _)| code_units(a, b));
        found.insert(0, (String::new(), self.schema.root()));
        found
    }

    fn top(&self, keyword: &str) -> Option<&'a Node> {
        said(self.schema, self.schema.root(), keyword)
    }

    /// The places that there may be rules at, in the order of a plan.
    fn sorted_places(&self) -> Result<Vec<Place<'a>>, Refusal> {
        let found = places(self.schema, self.limits);
        let (mut sorted, mut below): (Vec<_>, Vec<_>) = found.into_iter().partition(|place| place.is_top);
        if below.len() > MOST_PLACES {
            let message = format!("the schema has more than {MOST_PLACES} places below its top");
            return Err(Refusal::unprovable(message));
        }
        below.retain(|place| {
            let key = place.declared.map_or("", |(_, key)| key);
            let is_short = key.encode_utf16().count() <= self.limits.bounds.key as usize;
            is_short && !place.pointer.split('/').any(|name| FORBIDDEN.contains(&name))
        });
        let key = |place: &Place<'a>| place.declared.map_or("", |(_, key)| key);
        sorted.sort_by(|a, b| code_units(key(a), key(b)));
        below.sort_by(|a, b| code_units(&a.pointer, &b.pointer));
        sorted.append(&mut below);
        sorted.retain(|place| matches!(place.node.data, Data::Object(_)));
        let mut read = 0;
        for place in sorted.iter().filter(|_| self.goes_below) {
            read += self.to_read(place);
            if read > MOST_READ {
                return Err(Refusal::unprovable_at(&place.pointer, "there is more to read than is read"));
            }
        }
        Ok(sorted)
    }

    /// How much there is to look at for one question.
    fn to_read(&self, place: &Place<'a>) -> usize {
        let parts = same_value(self.schema, &place.pointer, place.node, &mut BTreeSet::new());
        let names = place.declared.map_or(0, |(object, _)| {
            let required = object.get("required").and_then(Node::as_array).map_or(0, <[Node]>::len);
            required + properties(self.schema, object).count()
        });
        parts.len() + names + self.members(place).map_or(0, |members| members.len())
    }

    /// The members of the enum at a place, if there is one: its own, or else those of all that speak of
    /// the same value.
    fn members(&self, place: &Place<'a>) -> Option<Vec<&'a Node>> {
        let own = |part: &'a Node| match said(self.schema, part, "enum").map(|node| &node.data) {
            Some(Data::Array(members)) => Some(members.as_slice()),
            _ => None,
        };
        match own(place.node) {
            Some(members) => Some(members.iter().collect()),
            None if self.goes_below && !self.schema.is_compound() => {
                let parts = same_value(self.schema, &place.pointer, place.node, &mut BTreeSet::new());
                let enums: Vec<&[Node]> = parts.into_iter().filter_map(|(_, part)| own(part)).collect();
                (!enums.is_empty()).then(|| enums.into_iter().flatten().collect())
            }
            None => None,
        }
    }

    fn texts(&self, place: &Place<'a>) -> Vec<&'a str> {
        self.members(place).unwrap_or_default().into_iter().filter_map(Node::as_str).collect()
    }

    fn holds(&self, guard: &Guard, place: &Place<'a>) -> Result<bool, Refusal> {
        let own = |keyword: &str| said(self.schema, place.node, keyword);
        Ok(match guard {
            Guard::Always => true,
            Guard::Not(inner) => !self.holds(inner, place)?,
            Guard::And(parts) => !self.meets(false, parts, place)?,
            Guard::Or(parts) => self.meets(true, parts, place)?,
            Guard::Is { keyword, literal } => is(own(keyword), literal),
            Guard::Absent { keyword } => own(keyword).is_none(),
            // An item cannot be left out.
            Guard::Required => place.declared.is_none_or(|(object, key)| {
                match said(self.schema, object, "required").map(|node| &node.data) {
                    Some(Data::Array(names)) => names.iter().any(|name| name.as_str() == Some(key)),
                    _ => false,
                }
            }),
            // A host whose validator knows `nullable` takes null beside the type.
            Guard::AcceptsNull if is(own("nullable"), &Literal::Bool(true)) && own("type").is_some() => true,
            Guard::AcceptsNull => self.admits(place, &Value::Null)?,
            Guard::AcceptsEmptyString => self.admits(place, &Value::from(""))?,
            Guard::EveryEnumIsString => match self.members(place) {
                Some(members) => !members.iter().any(|member| member.as_str().is_none()),
                None => false,
            },
            Guard::SomeEnumUnique(spelling) => match self.program.spelling(spelling) {
                Some(by) => !unique_names(&self.texts(place), by).is_empty(),
                None => false,
            },
            Guard::KeyUnique(spelling) => match (self.program.spelling(spelling), place.declared) {
                // Names that are declared by a pattern are too many to be held against the key.
                (_, Some((object, _))) if said(self.schema, object, "patternProperties").is_some() => false,
                (Some(by), Some((object, key))) => {
                    let keys: Vec<&str> = properties(self.schema, object).map(|(key, _)| key).collect();
                    unique_names(&keys, by).contains(key)
                }
                _ => false,
            },
            Guard::NamesClosed => place.declared.is_some_and(|(object, _)| self.holds_of(guard, object)),
            Guard::MayBe(wanted) => kinds::of(self.schema, place.node) & *wanted != Kinds::NONE,
            Guard::Never(unwanted) => kinds::of(self.schema, place.node) & *unwanted == Kinds::NONE,
            Guard::EnumIsMembersOf(vocabulary) => match self.program.vocabulary(vocabulary) {
                Some(known) => {
                    let declared: Vec<Option<&str>> =
                        self.members(place).unwrap_or_default().into_iter().map(Node::as_str).collect();
                    let terms: Vec<Option<&str>> =
                        known.terms.iter().map(|term| Some(&*term.member)).collect();
                    declared.iter().all(|member| terms.contains(member))
                        && terms.iter().all(|term| declared.contains(term))
                }
                None => false,
            },
            Guard::NoKey(_) => self.holds_of(guard, self.schema.root()),
        })
    }

    /// Whether a part has this truth; what stands behind the first one that has is not looked at.
    fn meets(&self, truth: bool, parts: &[Guard], place: &Place<'a>) -> Result<bool, Refusal> {
        for part in parts {
            if self.holds(part, place)? == truth {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn admits(&self, place: &Place<'a>, value: &Value) -> Result<bool, Refusal> {
        let admitted = match place.declared.filter(|_| place.is_top) {
            Some((_, key)) => self.schema.admits(key, value),
            None => self.schema.admits_below(&place.pointer, value),
        };
        admitted.map_err(|error| Refusal::unprovable_at(&place.pointer, error.to_string()))
    }
}

/// What `part` of the schema says under a keyword; where only its `$ref` counts, it says nothing else.
pub(crate) fn said<'n>(schema: &Schema, part: &'n Node, keyword: &str) -> Option<&'n Node> {
    let points = matches!(part.get("$ref").map(|node| &node.data), Some(Data::String(_)));
    match (schema.references_stand_alone() && points, keyword) {
        (true, "$ref") | (false, _) => part.get(keyword),
        (true, _) => None,
    }
}

pub(crate) fn is(value: Option<&Node>, literal: &Literal) -> bool {
    match (value.map(|node| &node.data), literal) {
        (Some(Data::Null), Literal::Null) => true,
        (Some(Data::Bool(value)), Literal::Bool(expected)) => value == expected,
        (Some(Data::Number(lexeme)), Literal::Number(expected)) => {
            number::double(lexeme) == number::double(expected)
        }
        (Some(Data::String(text)), Literal::String(expected)) => **text == **expected,
        _ => false,
    }
}

fn code_units(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.encode_utf16(), b.encode_utf16());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) if x != y => return x.cmp(&y),
            _ => {}
        }
    }
}
