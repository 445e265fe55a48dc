//! Declarations as JSON, for hosts in other languages: `{enum, synonyms, default, grain, type, from}`.
//!
//! An `enum` is a vocabulary, whose members may be numbers and booleans too, with `synonyms` as its ring;
//! else there is a `grain`, or a `type`. What has none of these is a string. A member that is `null` is as
//! good as absent.

use std::borrow::Cow;
use std::sync::Arc;

use super::number::Grain;
use super::{Clash, Fact, Kind, Ring, Schema, text};
use crate::ir::FactType;
use crate::json::{Data, Node};

/// Why a specification means nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Its words make no ring.
    Clash(Clash),
    /// It is not of this form.
    Form(String),
}

/// The schema whose facts are the members of `node`.
///
/// # Errors
///
/// The first [`Fault`] of a member.
pub fn schema(node: &Node) -> Result<Schema, Fault> {
    let members = match &node.data {
        Data::Null => &[],
        _ => node.as_object().ok_or_else(|| form("`schema` must be an object"))?,
    };
    let facts: Result<Vec<Fact>, Fault> =
        members.iter().map(|member| fact(&member.name, &member.value)).collect();
    Ok(Schema::new(facts?))
}

/// The fact called `name` that `node` specifies.
///
/// # Errors
///
/// A [`Fault`].
pub fn fact(name: &str, node: &Node) -> Result<Fact, Fault> {
    if node.data != Data::Null && node.as_object().is_none() {
        return Err(form("a specification must be an object"));
    }
    let member = |name: &str| node.get(name).filter(|value| value.data != Data::Null);
    let key = match member("from") {
        Some(from) => from.as_str().ok_or_else(|| form("`from` must be a string"))?,
        None => name,
    };
    let default = member("default").cloned().unwrap_or_else(|| super::node(Data::Null));
    let kind = match (member("enum"), member("grain"), member("type")) {
        (Some(members), _, _) => Kind::Ring(Arc::new(ring(members, member("synonyms"))?)),
        (None, Some(grain), _) => Kind::Grain(self::grain(grain)?),
        (None, None, Some(of)) => kind(of.as_str().ok_or_else(|| form("`type` must be a string"))?),
        (None, None, None) => Kind::Text,
    };
    Ok(Fact { name: name.to_owned(), key: key.to_owned(), kind, vocabulary: None, several: None, default })
}

/// The members of the vocabulary that `node` specifies, whatever its other words; none where it is none.
///
/// # Errors
///
/// A [`Fault`] of its form.
pub fn members(node: &Node) -> Result<&[Node], Fault> {
    if node.data != Data::Null && node.as_object().is_none() {
        return Err(form("a specification must be an object"));
    }
    let members = node.get("enum").filter(|value| value.data != Data::Null);
    members.map_or(Ok(&[]), scalars)
}

/// The type that `word` names; what names none is text.
fn kind(word: &str) -> Kind {
    match FactType::WORDS.iter().find(|(known, _)| *known == word) {
        Some((_, FactType::Int)) => Kind::Int,
        Some((_, FactType::Number)) => Kind::Number,
        Some((_, FactType::Bool)) => Kind::Bool,
        Some((_, FactType::Id)) => Kind::Id,
        _ => Kind::Text,
    }
}

fn grain(node: &Node) -> Result<Grain, Fault> {
    let lexeme = if let Data::Number(lexeme) = &node.data { Some(lexeme) } else { None };
    lexeme.and_then(|lexeme| Grain::parse(lexeme)).ok_or_else(|| form("`grain` must be a positive number"))
}

fn ring(members: &Node, synonyms: Option<&Node>) -> Result<Ring, Fault> {
    let members = scalars(members)?;
    let mut aliases = Vec::new();
    let synonyms = synonyms.map(|node| node.as_object().ok_or_else(|| form("`synonyms` must be an object")));
    for member in synonyms.transpose()?.unwrap_or_default() {
        let words = match &member.value.data {
            Data::Null => Vec::new(),
            Data::Array(words) => words.iter().map(alias).collect::<Result<_, _>>()?,
            _ => return Err(form("the synonyms of a member must be an array")),
        };
        aliases.push((&*member.name, words));
    }
    Ring::new(members.to_vec(), aliases).map_err(Fault::Clash)
}

fn scalars(members: &Node) -> Result<&[Node], Fault> {
    let members = members.as_array().ok_or_else(|| form("`enum` must be an array"))?;
    match members.iter().all(|member| text::of(member).is_some()) {
        true => Ok(members),
        false => Err(form("a member must be a string, a number or a boolean")),
    }
}

/// A word for a member. That `null` stands for the empty text makes no null a hit: it is never looked up.
fn alias(word: &Node) -> Result<String, Fault> {
    match &word.data {
        Data::Null => Ok(String::new()),
        _ => text::of(word)
            .map(Cow::into_owned)
            .ok_or_else(|| form("a synonym must be a string, a number or a boolean")),
    }
}

fn form(message: &str) -> Fault {
    Fault::Form(message.to_owned())
}
