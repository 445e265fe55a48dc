//! What a program yields for a schema, worked out by the checker.

use std::cmp::Ordering;

use serde_json::Value;

use super::Refusal;
use super::kinds;
use super::spelling::unique_names;
use crate::ir::{self, Guard, Kinds, Literal, ShapeClause};
use crate::json::{Data, Node, number};
use crate::plan::Rule;
use crate::program::Profile;
use crate::schema::Schema;

/// No rule may have a longer key, in UTF-16 code units, whatever the profile's bound.
const WIDEST_KEY: usize = 128;
/// Keys that no rule may have.
const FORBIDDEN: [&str; 3] = ["constructor", "prototype", "__proto__"];

/// The rules that a plan of `reference` must have, in their order.
pub(super) fn rules(profile: &Profile, reference: &str, schema: &Schema) -> Result<Vec<Rule>, Refusal> {
    let reader = Reader::new(profile, schema)?;
    reader.check_bounds(reference)?;
    let mut expected = Vec::new();
    for (key, property) in reader.sorted_properties() {
        if !matches!(property.data, Data::Object(_)) {
            continue;
        }
        for name in &reader.limits.conventions {
            let Some(convention) = reader.program.convention(name) else { continue };
            let not_here = reader.limits.except.iter().filter(|except| except.reference == reference);
            if not_here.flat_map(|except| &except.conventions).any(|excepted| excepted == name) {
                continue;
            }
            if reader.holds(&convention.guard, key, property)? {
                if FORBIDDEN.contains(&key) || key.encode_utf16().count() > WIDEST_KEY {
                    return Err(Refusal::unprovable_key(key, "no rule may have this key"));
                }
                expected.push(Rule::top(name, key));
            }
        }
    }
    let limit = reader.limits.bounds.rules as usize;
    if reader.limits.plan == 1 {
        expected.truncate(limit);
    } else if expected.len() > limit {
        return Err(Refusal::unprovable(format!("the schema yields more than {limit} rules")));
    }
    Ok(expected)
}

struct Reader<'a> {
    program: &'a ir::Program,
    limits: &'a ir::Profile,
    schema: &'a Schema,
    properties: Vec<(&'a str, &'a Node)>,
}

impl<'a> Reader<'a> {
    fn new(profile: &'a Profile, schema: &'a Schema) -> Result<Self, Refusal> {
        let program = profile.program().ir();
        let limits = profile.ir().ok_or_else(|| Refusal::no_profile(profile.name()))?;
        let mut properties = Vec::new();
        if let Some(Data::Object(members)) = said(schema, schema.root(), "properties").map(|node| &node.data)
        {
            properties.extend(members.iter().map(|member| (&*member.name, &member.value)));
        }
        Ok(Self { program, limits, schema, properties })
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
                return Err(Refusal::unprovable_key(
                    key,
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

    /// A guard about the object as a whole.
    fn fits_call(&self, guard: &Guard) -> bool {
        match guard {
            Guard::NoKey(keys) => !self.properties.iter().any(|(key, _)| keys.iter().any(|no| no == key)),
            _ => false,
        }
    }

    fn top(&self, keyword: &str) -> Option<&'a Node> {
        said(self.schema, self.schema.root(), keyword)
    }

    fn sorted_properties(&self) -> Vec<(&'a str, &'a Node)> {
        let mut sorted = self.properties.clone();
        sorted.sort_by(|(a, _), (b, _)| code_units(a, b));
        sorted
    }

    fn holds(&self, guard: &Guard, key: &str, property: &Node) -> Result<bool, Refusal> {
        let own = |keyword: &str| said(self.schema, property, keyword);
        Ok(match guard {
            Guard::Always => true,
            Guard::Not(inner) => !self.holds(inner, key, property)?,
            Guard::And(parts) => !self.meets(false, parts, key, property)?,
            Guard::Or(parts) => self.meets(true, parts, key, property)?,
            Guard::Is { keyword, literal } => is(own(keyword), literal),
            Guard::Absent { keyword } => own(keyword).is_none(),
            Guard::Required => match self.top("required").map(|node| &node.data) {
                Some(Data::Array(names)) => names.iter().any(|name| name.as_str() == Some(key)),
                _ => false,
            },
            // A host whose validator knows `nullable` takes null beside the type.
            Guard::AcceptsNull if is(own("nullable"), &Literal::Bool(true)) && own("type").is_some() => true,
            Guard::AcceptsNull => self.admits(key, &Value::Null)?,
            Guard::AcceptsEmptyString => self.admits(key, &Value::from(""))?,
            Guard::EveryEnumIsString => match own("enum").map(|node| &node.data) {
                Some(Data::Array(members)) => !members.iter().any(|member| member.as_str().is_none()),
                _ => false,
            },
            Guard::SomeEnumUnique(spelling) => match self.program.spelling(spelling) {
                Some(by) => !unique_names(&texts_of_enum(self.schema, property), by).is_empty(),
                None => false,
            },
            // Names that are declared by a pattern are too many to be held against the key.
            Guard::KeyUnique(_) if self.top("patternProperties").is_some() => false,
            Guard::KeyUnique(spelling) => match self.program.spelling(spelling) {
                Some(by) => {
                    let keys: Vec<&str> = self.properties.iter().map(|(key, _)| *key).collect();
                    unique_names(&keys, by).contains(key)
                }
                None => false,
            },
            Guard::NamesClosed => {
                self.top("patternProperties").is_none()
                    && is(self.top("additionalProperties"), &Literal::Bool(false))
            }
            Guard::MayBe(wanted) => kinds::of(self.schema, property) & *wanted != Kinds::NONE,
            Guard::Never(unwanted) => kinds::of(self.schema, property) & *unwanted == Kinds::NONE,
            Guard::EnumIsMembersOf(vocabulary) => match self.program.vocabulary(vocabulary) {
                Some(known) => match own("enum").map(|node| &node.data) {
                    Some(Data::Array(members)) => {
                        members.iter().all(|member| {
                            known.terms.iter().any(|term| member.as_str() == Some(&term.member))
                        }) && known
                            .terms
                            .iter()
                            .all(|term| members.iter().any(|member| member.as_str() == Some(&term.member)))
                    }
                    _ => known.terms.is_empty(),
                },
                None => false,
            },
            Guard::NoKey(_) => self.fits_call(guard),
        })
    }

    /// Whether a part has this truth; what stands behind the first one that has is not looked at.
    fn meets(&self, truth: bool, parts: &[Guard], key: &str, property: &Node) -> Result<bool, Refusal> {
        for part in parts {
            if self.holds(part, key, property)? == truth {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn admits(&self, key: &str, value: &Value) -> Result<bool, Refusal> {
        self.schema.admits(key, value).map_err(|error| Refusal::unprovable_key(key, error.to_string()))
    }
}

/// What `part` of the schema says under a keyword; where only its `$ref` counts, it says nothing else.
pub(super) fn said<'n>(schema: &Schema, part: &'n Node, keyword: &str) -> Option<&'n Node> {
    let points = matches!(part.get("$ref").map(|node| &node.data), Some(Data::String(_)));
    match (schema.references_stand_alone() && points, keyword) {
        (true, "$ref") | (false, _) => part.get(keyword),
        (true, _) => None,
    }
}

/// The texts of a property's `enum`.
pub(crate) fn texts_of_enum<'n>(schema: &Schema, property: &'n Node) -> Vec<&'n str> {
    match said(schema, property, "enum").map(|node| &node.data) {
        Some(Data::Array(members)) => members.iter().filter_map(Node::as_str).collect(),
        _ => Vec::new(),
    }
}

fn is(value: Option<&Node>, literal: &Literal) -> bool {
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
