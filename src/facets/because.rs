//! What in a schema decides a fact, in words and with its place.

use super::{Site, branch, declared, keyword, kinds, nullable};
use crate::ir::{Guard, ShapeClause};
use crate::json::{Node, canonical, pointer};
use crate::schema::Schema;
use crate::span::Span;
use crate::spelling::{Forms, form};

/// How much of a value is shown.
const MOST_SHOWN: usize = 40;
/// How many branches are told of.
const MOST_BRANCHES: usize = 8;

/// What decides whether the schema has what `clause` says.
pub fn clause(clause: &ShapeClause, schema: &Schema) -> String {
    let root = schema.root();
    let is = |keyword: &str| keyword_is(schema, root, keyword);
    match clause {
        ShapeClause::Is { keyword, .. } | ShapeClause::IsNot { keyword, .. } => is(keyword),
        ShapeClause::PropertiesIsAnObject => is("properties"),
        ShapeClause::Without(keywords) => {
            match keywords.iter().find(|name| keyword(schema, root, name).is_some()) {
                Some(keyword) => format!("`{keyword}` is there"),
                None => "none of them is there".to_owned(),
            }
        }
        ShapeClause::NoKey(keys) => no_key(keys, schema, root).0,
    }
}

/// What decides whether the condition `asks` holds, and where it stands.
pub fn condition(asks: &Guard, site: Site<'_>) -> (String, Span) {
    let Site { program, schema, position, .. } = site;
    let node = position.node;
    let here = position.name_span;
    match asks {
        Guard::Is { keyword, .. } | Guard::Absent { keyword } => {
            let place = node.member(keyword).map_or(node.span, |member| member.value.span);
            (keyword_is(schema, node, keyword), place)
        }
        Guard::Required => required(site),
        Guard::AcceptsNull if nullable(schema, node) => {
            let place = node.member("nullable").map_or(node.span, |member| member.value.span);
            ("`nullable` beside `type` counts as accepting null".to_owned(), place)
        }
        Guard::AcceptsNull => (accepted(site, &serde_json::Value::Null, "null"), node.span),
        Guard::AcceptsEmptyString => (accepted(site, &serde_json::Value::from(""), "\"\""), node.span),
        Guard::EveryEnumIsString => enum_of(site, "its members decide"),
        Guard::SomeEnumUnique(name) => match program.spelling(name) {
            Some(spelling) => {
                let forms = Forms::of(spelling, site.texts());
                let unique = site.texts().filter(|member| forms.unique(spelling, member).is_some()).count();
                enum_of(site, &format!("{unique} of {} have one", site.texts().count()))
            }
            None => (format!("there is no spelling `{name}`"), here),
        },
        Guard::KeyUnique(name) => key_unique(name, site),
        Guard::NamesClosed => match position.object {
            Some(object) => names_closed(schema, object),
            None => no_name(here),
        },
        Guard::MayBe(_) | Guard::Never(_) => {
            let may = |node: &Node| {
                let kinds = kinds(schema, node).names();
                if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") }
            };
            let branches = branch::few(schema, &position.pointer, MOST_BRANCHES);
            let each: Vec<String> =
                branches.iter().map(|(at, node)| format!("{} in {at}", may(node))).collect();
            let each = if each.is_empty() { String::new() } else { format!(": {}", each.join("; ")) };
            (format!("it may be {}{each}", may(node)), node.span)
        }
        Guard::EnumIsMembersOf(name) => match program.vocabulary(name) {
            Some(vocabulary) => {
                let members: Vec<&str> = vocabulary.members().collect();
                enum_of(site, &format!("the members are {}", members.join(", ")))
            }
            None => (format!("there is no vocabulary `{name}`"), here),
        },
        Guard::NoKey(keys) => (no_key(keys, schema, schema.root()).0, here),
        Guard::Always | Guard::Not(_) | Guard::And(_) | Guard::Or(_) => ("always".to_owned(), here),
    }
}

/// The same where the condition is asked of the object schema `object` as a whole.
pub fn of_object(asks: &Guard, schema: &Schema, object: &Node) -> (String, Span) {
    match asks {
        Guard::NamesClosed => names_closed(schema, object),
        Guard::NoKey(keys) => no_key(keys, schema, object),
        Guard::Always => ("always".to_owned(), object.span),
        _ => ("it is asked of no property".to_owned(), object.span),
    }
}

fn no_key(keys: &[String], schema: &Schema, object: &Node) -> (String, Span) {
    match declared(schema, object, keys) {
        Some(member) => (format!("`{}` is declared", member.name), member.name_span),
        None => ("no such key".to_owned(), object.span),
    }
}

fn names_closed(schema: &Schema, object: &Node) -> (String, Span) {
    let is_open = object.get("patternProperties").is_some();
    let admits = if is_open { "patternProperties" } else { "additionalProperties" };
    let span = object.member(admits).map_or(object.span, |member| member.value.span);
    (keyword_is(schema, object, admits), span)
}

fn required(site: Site<'_>) -> (String, Span) {
    let here = site.position.name_span;
    let (Some(object), Some(key)) = (site.position.object, site.position.key) else {
        return ("an item cannot be left out".to_owned(), here);
    };
    let required = object.get("required");
    let listed = required.and_then(Node::as_array).unwrap_or_default();
    match listed.iter().find(|name| name.as_str() == Some(key)) {
        Some(name) => ("`required` lists it".to_owned(), name.span),
        None => ("`required` does not list it".to_owned(), required.map_or(here, |list| list.span)),
    }
}

fn no_name(here: Span) -> (String, Span) {
    ("an item has no name".to_owned(), here)
}

fn key_unique(name: &str, site: Site<'_>) -> (String, Span) {
    let here = site.position.name_span;
    let Some(key) = site.position.key else { return no_name(here) };
    let Some(spelling) = site.program.spelling(name) else {
        return (format!("there is no spelling `{name}`"), here);
    };
    if let Some(patterns) = site.position.object.and_then(|object| object.member("patternProperties")) {
        return ("`patternProperties` declares names too".to_owned(), patterns.name_span);
    }
    let Some(own) = form(spelling, key) else {
        return ("the key has no form".to_owned(), here);
    };
    let keys = site.keys();
    match Forms::of(spelling, keys.iter().map(|member| &*member.name)).rival(spelling, key) {
        Some(rival) => {
            let place =
                keys.iter().find(|member| *member.name == **rival).map_or(here, |member| member.name_span);
            (format!("`{rival}` is a rival"), place)
        }
        None => (format!("its form is `{own}`"), here),
    }
}

fn enum_of(site: Site<'_>, there: &str) -> (String, Span) {
    let enums = site.enums();
    let Some(first) = enums.first() else {
        return ("there is no `enum`".to_owned(), site.position.node.span);
    };
    if site.keyword("enum").is_some() {
        return (there.to_owned(), first.span);
    }
    // What applies to the very same value says it.
    let mut places: Vec<String> = enums
        .iter()
        .take(MOST_BRANCHES)
        .map(|members| pointer::of(site.schema.root(), members.span))
        .collect();
    if enums.len() > MOST_BRANCHES {
        places.push("others".to_owned());
    }
    (format!("{there}, of {}", places.join(" and ")), first.span)
}

fn accepted(site: Site<'_>, value: &serde_json::Value, shown: &str) -> String {
    match site.schema.accepts_at(site.position, value) {
        Ok(true) => format!("the validator accepts {shown}"),
        Ok(false) => format!("the validator rejects {shown}"),
        Err(error) => error.to_string(),
    }
}

fn keyword_is(schema: &Schema, part: &Node, name: &str) -> String {
    let Some(value) = keyword(schema, part, name) else {
        let there = part.get(name).is_some();
        let why = if there { "does not count beside `$ref` in this draft" } else { "is absent" };
        return format!("`{name}` {why}");
    };
    let text = canonical::text(value);
    if text.chars().count() <= MOST_SHOWN {
        return format!("`{name}` is `{text}`");
    }
    format!("`{name}` is {}", value.kind())
}
