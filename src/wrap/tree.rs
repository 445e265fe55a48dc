//! A configuration file as values with places, whatever it is written in.

use std::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Unread;

/// What a configuration file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// JSON, with comments and trailing commas.
    Json,
    /// TOML.
    Toml,
}

/// A value, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) at: Range<usize>,
    pub(super) data: Data,
}

#[derive(Debug, Clone)]
pub(super) enum Data {
    Text(String),
    List(Vec<Value>),
    Map(Vec<Member>),
    Other,
}

/// A member, and where its name stands.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) at: Range<usize>,
    pub(super) value: Value,
}

impl Value {
    pub(super) fn members(&self) -> &[Member] {
        if let Data::Map(members) = &self.data { members } else { &[] }
    }

    /// The member of this name, where there is one and no other.
    pub(super) fn get(&self, name: &str) -> Option<&Member> {
        let mut found = self.members().iter().filter(|member| member.name == name);
        found.next().filter(|_| found.next().is_none())
    }
}

/// The byte order mark, which is no part of a file's text.
pub(super) const MARK: char = '\u{feff}';

pub(super) fn tree(text: &str, syntax: Syntax) -> Result<Value, Unread> {
    let marked = text.strip_prefix(MARK);
    let start = if marked.is_some() { MARK.len_utf8() } else { 0 };
    let body = marked.unwrap_or(text);
    match syntax {
        Syntax::Json => json(body, start),
        Syntax::Toml => toml(body, start),
    }
}

fn json(text: &str, start: usize) -> Result<Value, Unread> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).map_err(|error| {
        Unread::Syntax { message: error.kind().to_string(), at: start + error.range().start }
    })?;
    let root = parsed.value.as_ref().map(|root| of_json(root, start));
    root.ok_or_else(|| Unread::Syntax { message: "there is nothing in it".to_owned(), at: start })
}

fn of_json(value: &ast::Value<'_>, start: usize) -> Value {
    let moved = |range: jsonc_parser::common::Range| start + range.start..start + range.end;
    let data = match value {
        ast::Value::StringLit(text) => Data::Text(text.value.to_string()),
        ast::Value::Array(list) => Data::List(list.elements.iter().map(|it| of_json(it, start)).collect()),
        ast::Value::Object(object) => {
            let members = object.properties.iter().map(|member| Member {
                name: member.name.as_str().to_owned(),
                at: moved(member.name.range()),
                value: of_json(&member.value, start),
            });
            Data::Map(members.collect())
        }
        _ => Data::Other,
    };
    Value { at: moved(value.range()), data }
}

fn toml(text: &str, start: usize) -> Result<Value, Unread> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = start + error.span().map_or(0, |span| span.start);
        Unread::Syntax { message: error.message().to_owned(), at }
    })?;
    let at = start..start + text.len();
    Ok(Value { at, data: of_table(table.get_ref(), start) })
}

fn of_table(table: &DeTable<'_>, start: usize) -> Data {
    let members = table.iter().map(|(name, value)| Member {
        name: name.get_ref().to_string(),
        at: start + name.span().start..start + name.span().end,
        value: of_toml(value, start),
    });
    let mut members: Vec<Member> = members.collect();
    members.sort_by_key(|member| member.at.start);
    Data::Map(members)
}

fn of_toml(value: &Spanned<DeValue<'_>>, start: usize) -> Value {
    let data = match value.get_ref() {
        DeValue::String(text) => Data::Text(text.to_string()),
        DeValue::Array(list) => Data::List(list.iter().map(|it| of_toml(it, start)).collect()),
        DeValue::Table(table) => of_table(table, start),
        _ => Data::Other,
    };
    Value { at: start + value.span().start..start + value.span().end, data }
}
