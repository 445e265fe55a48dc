//! Strict reading of plans and witnesses: exactly these members, or malformed.

use super::{Plan, Rule, Stamp, UNSAFE_KEYS, Witness};
use crate::digest::Digest;
use crate::ir::Bounds;
use crate::json::{Data, Document, Node, number, units};
use crate::span::Span;

/// The kinds that a version 1 plan or witness may name. This is the wire format, not the meaning of
/// the kinds, which stands in the rule files.
const VERSION_1_KINDS: [&str; 4] = ["key-form", "optional-null", "numeric-string", "enum-form"];

/// How many bytes the pointer of a rule may have.
const MOST_POINTER: usize = 1024;

/// Not a well-formed plan or witness.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Malformed {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
}

fn malformed<T>(node: &Node, message: impl Into<String>) -> Result<T, Malformed> {
    Err(Malformed { message: message.into(), span: node.span })
}

impl Plan {
    /// Reads a plan that stands at `node` in `document`.
    ///
    /// # Errors
    ///
    /// [`Malformed`] for anything but exactly the members of a plan, of the right types and within
    /// the bounds of the wire. Well-formed says nothing about authority: that takes a proof.
    pub fn read(document: &Document, node: &Node) -> Result<Self, Malformed> {
        flawless(document, node)?;
        let version = version(node)?;
        members(node, version, &["version", "ref", "baseSchemaDigest", "rules"])?;
        let reference = text(node, "ref")?;
        if reference.is_empty() || units(reference) > Bounds::WIRE.reference as usize {
            return malformed(node, "`ref` must have 1 to 1024 characters");
        }
        let digest = digest(node, "baseSchemaDigest")?;
        Ok(Self::new(reference, digest, rules(node, version)?, stamp(node, version)?))
    }
}

impl Witness {
    /// Reads a witness that stands at `node` in `document`.
    ///
    /// # Errors
    ///
    /// [`Malformed`] for anything but exactly the members of a witness.
    pub fn read(document: &Document, node: &Node) -> Result<Self, Malformed> {
        flawless(document, node)?;
        let version = version(node)?;
        members(node, version, &["version", "baseSchemaDigest", "beforeShape", "afterShape", "rules"])?;
        Ok(Self::new(
            digest(node, "baseSchemaDigest")?,
            digest(node, "beforeShape")?,
            digest(node, "afterShape")?,
            rules(node, version)?,
            stamp(node, version)?,
        ))
    }
}

fn flawless(document: &Document, node: &Node) -> Result<(), Malformed> {
    match document.flaw_in(node.span) {
        Some(flaw) => Err(Malformed { message: flaw.kind.to_string(), span: flaw.span }),
        None => Ok(()),
    }
}

fn version(node: &Node) -> Result<u32, Malformed> {
    if node.as_object().is_none() {
        return malformed(node, format!("an object must stand here, not {}", node.kind()));
    }
    match node.get("version").map(|version| &version.data) {
        Some(Data::Number(lexeme)) if number::double(lexeme) == 1.0 => Ok(1),
        Some(Data::Number(lexeme)) if number::double(lexeme) == 2.0 => Ok(2),
        _ => malformed(node.get("version").unwrap_or(node), "`version` must be 1 or 2"),
    }
}

/// Exactly `names` must be there, and for version 2 the stamp as well.
fn members(node: &Node, version: u32, names: &[&str]) -> Result<(), Malformed> {
    let stamp: &[&str] = if version == 2 { &["profile", "rulesDigest"] } else { &[] };
    let known = |name: &str| names.contains(&name) || stamp.contains(&name);
    let present = node.as_object().unwrap_or_default();
    if let Some(surplus) = present.iter().find(|member| !known(&member.name)) {
        let message = format!("the member `{}` does not belong here", surplus.name);
        return Err(Malformed { message, span: surplus.name_span });
    }
    match names.iter().chain(stamp).find(|name| node.get(name).is_none()) {
        Some(missing) => malformed(node, format!("the member `{missing}` is missing")),
        None => Ok(()),
    }
}

fn text<'n>(node: &'n Node, name: &str) -> Result<&'n str, Malformed> {
    let value = node.get(name).unwrap_or(node);
    value.as_str().map_or_else(|| malformed(value, format!("`{name}` must be a string")), Ok)
}

fn digest(node: &Node, name: &str) -> Result<Digest, Malformed> {
    let message = || format!("`{name}` must be 64 lower-case hexadecimal digits");
    let read = Digest::parse(text(node, name)?);
    read.map_or_else(|| malformed(node.get(name).unwrap_or(node), message()), Ok)
}

fn stamp(node: &Node, version: u32) -> Result<Option<Stamp>, Malformed> {
    if version == 1 {
        return Ok(None);
    }
    let profile = text(node, "profile")?;
    if !is_kebab_case(profile) {
        return malformed(node.get("profile").unwrap_or(node), "`profile` must be a kebab-case name");
    }
    Ok(Some(Stamp { profile: profile.to_owned(), rules_digest: digest(node, "rulesDigest")? }))
}

fn rules(node: &Node, version: u32) -> Result<Vec<Rule>, Malformed> {
    let list = node.get("rules").unwrap_or(node);
    let items = list.as_array().map_or_else(|| malformed(list, "`rules` must be an array"), Ok)?;
    if items.is_empty() || items.len() > Bounds::WIRE.rules as usize {
        return malformed(list, format!("`rules` must hold 1 to {} rules", Bounds::WIRE.rules));
    }
    items.iter().map(|item| rule(item, version)).collect()
}

fn rule(node: &Node, version: u32) -> Result<Rule, Malformed> {
    let members = node.as_object().unwrap_or_default();
    let place = if version > 1 && node.get("at").is_some() { "at" } else { "key" };
    if members.len() != 2 || node.get("kind").is_none() || node.get(place).is_none() {
        return malformed(
            node,
            "a rule has exactly the members `kind` and `key`, or in version 2 `kind` and `at`",
        );
    }
    let kind = text(node, "kind")?;
    let known = if version == 1 { VERSION_1_KINDS.contains(&kind) } else { is_kebab_case(kind) };
    if !known {
        return malformed(node.get("kind").unwrap_or(node), format!("`{kind}` is no kind of rule"));
    }
    if place == "at" {
        let pointer = text(node, "at")?;
        if !is_safe_place(pointer) {
            return malformed(node.get("at").unwrap_or(node), "this place can have no rule");
        }
        return Ok(Rule::below(kind, pointer));
    }
    let key = text(node, "key")?;
    if !is_safe_key(key) {
        return malformed(node.get("key").unwrap_or(node), "this key can have no rule");
    }
    Ok(Rule::top(kind, key))
}

/// Whether a rule below the top may stand there: a pointer that is not too long, of tokens that may name a
/// member.
pub(crate) fn is_safe_place(pointer: &str) -> bool {
    let mut tokens = pointer.split('/');
    let is_pointer = tokens.next() == Some("") && pointer.len() > 1 && pointer.len() <= MOST_POINTER;
    is_pointer && tokens.all(|token| !UNSAFE_KEYS.contains(&token))
}

/// Whether a rule may have this key at all, whatever the profile.
pub(crate) fn is_safe_key(key: &str) -> bool {
    units(key) <= Bounds::WIRE.key as usize && !UNSAFE_KEYS.contains(&key)
}

/// Words of lower-case letters and digits, joined by single hyphens, starting with a letter.
fn is_kebab_case(name: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.split('-').all(word)
}
