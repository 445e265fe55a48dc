//! Calls made from a schema: valid ones, and ones that a plan's rules are for.

use serde_json::{Map, Value, json};

use crate::decode;
use crate::ir::Level;
use crate::json::{Data, Member, Node, number};
use crate::plan::Rule;
use crate::prove::ProvenPlan;
use crate::schema::Schema;

/// How many members of one enum are put into calls.
const MEMBERS: usize = 1000;

/// Arguments that the schema accepts: simple values for what is required, and nothing else. `None`
/// where simple values do not do.
pub(super) fn canonical(schema: &Schema) -> Option<Map<String, Value>> {
    let mut args = Map::new();
    for member in schema.properties().iter().filter(|member| schema.requires(&member.name)) {
        args.insert(member.name.to_string(), simple(schema, &member.name, &member.value)?);
    }
    accepted(schema, args)
}

/// The same with one more member, where the schema accepts that.
pub(super) fn with(
    schema: &Schema,
    args: &Map<String, Value>,
    key: &str,
    value: Value,
) -> Option<Map<String, Value>> {
    let mut args = args.clone();
    args.insert(key.to_owned(), value);
    accepted(schema, args)
}

fn accepted(schema: &Schema, args: Map<String, Value>) -> Option<Map<String, Value>> {
    let args = Value::Object(args);
    match (schema.accepts_arguments(&args), args) {
        (true, Value::Object(args)) => Some(args),
        _ => None,
    }
}

/// The first simple value that the property accepts.
fn simple(schema: &Schema, key: &str, property: &Node) -> Option<Value> {
    // A few of a list: where these do not do, the others hardly will.
    let listed = |name| property.get(name).and_then(Node::as_array).unwrap_or_default().iter().take(16);
    let stated = ["const", "default"].into_iter().filter_map(|name| property.get(name));
    let stated = stated.chain(listed("enum")).chain(listed("examples")).map(Node::to_value);
    let least =
        ["minimum", "exclusiveMinimum"].into_iter().filter_map(|name| match &property.get(name)?.data {
            Data::Number(lexeme) => Some(number::double(lexeme)),
            _ => None,
        });
    let numbers = least.flat_map(|least| [json!(least.ceil()), json!(least.floor() + 1.0)]);
    let plain =
        [json!("x"), json!(1), json!(0), json!(true), json!([]), json!({}), json!(["x"]), Value::Null];
    stated.chain(numbers).chain(plain).map(whole).find(|value| schema.accepts(key, value) == Ok(true))
}

/// A whole number as an integer, which is how it would be written.
fn whole(value: Value) -> Value {
    match value.as_f64() {
        Some(n) if value.is_f64() && n.fract() == 0.0 => {
            serde_json::from_str(&number::print(n)).unwrap_or(value)
        }
        _ => value,
    }
}

/// The members of the enum of each property, as values, the first [`MEMBERS`] of each: a call with each
/// of them is looked for among all of them.
pub(super) fn enum_members(schema: &Schema) -> impl Iterator<Item = (&str, Value)> {
    schema.properties().iter().flat_map(|member| {
        members(member).iter().take(MEMBERS).map(|value| (&*member.name, value.to_value()))
    })
}

/// How many there are beyond that.
pub(super) fn beyond(proven: &ProvenPlan) -> usize {
    let properties = proven.schema().properties().iter();
    properties.map(|member| members(member).len().saturating_sub(MEMBERS)).sum()
}

fn members(property: &Member) -> &[Node] {
    property.value.get("enum").and_then(Node::as_array).unwrap_or_default()
}

/// How many enum members stand in no call of [`with`].
pub(super) fn uncalled(proven: &ProvenPlan) -> usize {
    let schema = proven.schema();
    let base = canonical(schema);
    let members = enum_members(schema);
    let called = members.filter(|(key, member)| {
        base.as_ref().is_some_and(|base| with(schema, base, key, member.clone()).is_some())
    });
    enum_members(schema).count() - called.count()
}

/// Calls that a rule of the plan is for, each with its rule. None where simple values do not do.
pub(super) fn misspelled(proven: &ProvenPlan) -> Vec<(&Rule, Map<String, Value>)> {
    let schema = proven.schema();
    let Some(args) = canonical(schema) else { return Vec::new() };
    let mut calls = Vec::new();
    for rule in proven.plan().rules() {
        let convention = proven.profile().program().ir().convention(&rule.kind);
        let named = schema.properties().iter().find(|member| *member.name == rule.key);
        let property = named.filter(|_| rule.at.is_none());
        let (Some(convention), Some(property)) = (convention, property) else { continue };
        let value = simple(schema, &rule.key, &property.value);
        if convention.action.level() == Level::Key {
            let Some((value, alias)) = value.zip(alias(schema, &rule.key)) else { continue };
            let mut renamed = args.clone();
            renamed.remove(&rule.key);
            renamed.insert(alias, value);
            calls.push((rule, renamed));
        } else if let Some(omitted) = convention.action.omits() {
            calls.push((rule, put(&args, &rule.key, omitted.value())));
        } else if let Some(decoder) = convention.action.decoder() {
            let values: Vec<Value> = match decoder.looks_up() {
                Some(_) => members(property).iter().take(MEMBERS).map(Node::to_value).collect(),
                None => value.into_iter().collect(),
            };
            let given = values.iter().filter_map(|value| decode::encode(decoder, value));
            calls.extend(given.map(|given| (rule, put(&args, &rule.key, given))));
        }
    }
    calls
}

fn put(args: &Map<String, Value>, key: &str, value: Value) -> Map<String, Value> {
    let mut args = args.clone();
    args.insert(key.to_owned(), value);
    args
}

/// Another spelling of a key, which is not declared.
pub(super) fn alias(schema: &Schema, key: &str) -> Option<String> {
    let is_free = |name: &String| schema.properties().iter().all(|member| *member.name != **name);
    [key.to_ascii_uppercase(), decode::respelled(key)].into_iter().find(is_free)
}

/// Arguments as the text of a call.
pub(super) fn text(args: &Map<String, Value>) -> Vec<u8> {
    serde_json::to_vec(args).unwrap_or_default()
}
