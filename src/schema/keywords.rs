//! Where schemas stand inside a schema.

use serde_json::Value;

/// A subschema, and what of its parent's value it applies to.
pub(super) struct Child<'v> {
    pub(super) schema: &'v Value,
    pub(super) via: Via<'v>,
}

/// The way from a value to what a subschema applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Via<'v> {
    /// The very value.
    InPlace,
    /// The member of this name.
    Property(&'v str),
    /// Members of other names, or the names themselves.
    Names,
    /// Items, or what a text holds.
    Items,
}

/// How the schemas of a keyword are arranged in its value, and whether they apply in place.
struct Holder {
    keyword: &'static str,
    layout: Layout,
    in_place: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    One,
    OneOrMany,
    Many,
    ByName,
}

const fn inside(keyword: &'static str, layout: Layout) -> Holder {
    Holder { keyword, layout, in_place: false }
}

const fn in_place(keyword: &'static str, layout: Layout) -> Holder {
    Holder { keyword, layout, in_place: true }
}

/// Every applicator of the dialects from draft 4 to 2020-12. `$defs` and `definitions` are not among
/// them: what they hold applies only where a reference leads to it.
const HOLDERS: [Holder; 22] = [
    inside("properties", Layout::ByName),
    inside("patternProperties", Layout::ByName),
    inside("additionalProperties", Layout::One),
    inside("unevaluatedProperties", Layout::One),
    inside("propertyNames", Layout::One),
    inside("items", Layout::OneOrMany),
    inside("additionalItems", Layout::One),
    inside("unevaluatedItems", Layout::One),
    inside("prefixItems", Layout::Many),
    inside("contains", Layout::One),
    inside("contentSchema", Layout::One),
    in_place("allOf", Layout::Many),
    in_place("anyOf", Layout::Many),
    in_place("oneOf", Layout::Many),
    in_place("not", Layout::One),
    in_place("if", Layout::One),
    in_place("then", Layout::One),
    in_place("else", Layout::One),
    in_place("dependentSchemas", Layout::ByName),
    in_place("dependencies", Layout::ByName),
    in_place("disallow", Layout::OneOrMany),
    in_place("extends", Layout::OneOrMany),
];

/// The subschemas of `schema` that apply without a reference.
pub(super) fn children<'v>(schema: &'v Value) -> Vec<Child<'v>> {
    let Value::Object(members) = schema else { return Vec::new() };
    let mut found = Vec::new();
    for holder in &HOLDERS {
        let Some(value) = members.get(holder.keyword) else { continue };
        let mut take = |schema: &'v Value, via: Via<'v>| {
            if matches!(schema, Value::Object(_) | Value::Bool(_)) {
                found.push(Child { schema, via });
            }
        };
        let via = match holder.keyword {
            _ if holder.in_place => Via::InPlace,
            "patternProperties" | "additionalProperties" | "unevaluatedProperties" | "propertyNames" => {
                Via::Names
            }
            _ => Via::Items,
        };
        match (holder.layout, value) {
            (Layout::Many | Layout::OneOrMany, Value::Array(items)) => {
                items.iter().for_each(|item| take(item, via));
            }
            (Layout::ByName, Value::Object(named)) if holder.keyword == "properties" => {
                named.iter().for_each(|(name, schema)| take(schema, Via::Property(name)));
            }
            (Layout::ByName, Value::Object(named)) => named.values().for_each(|schema| take(schema, via)),
            (Layout::One | Layout::OneOrMany, one) => take(one, via),
            _ => {}
        }
    }
    found
}

/// What a member of a schema holds, for one who rewrites it.
pub(super) enum Holds {
    /// A schema, a list of schemas, or something unknown that may hold schemas.
    Schemas,
    /// Schemas by name.
    SchemasByName,
    /// Data that only looks like schemas.
    Data,
}

/// What the keyword `name` holds.
pub(super) fn holds(name: &str) -> Holds {
    match name {
        "enum" | "const" | "default" | "examples" => Holds::Data,
        "$defs" | "definitions" => Holds::SchemasByName,
        _ if HOLDERS.iter().any(|holder| holder.keyword == name && holder.layout == Layout::ByName) => {
            Holds::SchemasByName
        }
        _ => Holds::Schemas,
    }
}
