//! The guard of a witness that is read from outside, beside the operation it explains.

use serde::Serialize;

use crate::digest::Digest;
use crate::json::{Node, units};

/// The kinds that a witness of version 1 may name.
const KINDS: [&str; 4] = ["key-form", "optional-null", "numeric-string", "enum-form"];
/// How many rules a witness may name.
const RULES: usize = 128;
/// How many code units a key may have.
const KEY: usize = 128;
/// Names with a meaning of their own to JavaScript hosts.
const UNSAFE: [&str; 3] = ["__proto__", "prototype", "constructor"];

/// A record that a representation changed before a call; not that the call succeeded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Witness {
    version: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<Box<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules_digest: Option<Digest>,
    base_schema_digest: Digest,
    before_shape: Digest,
    after_shape: Digest,
    rules: Vec<WitnessRule>,
}

/// One rule that was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WitnessRule {
    /// The kind of the rule.
    pub kind: Box<str>,
    /// The declared key that it was applied for.
    pub key: Box<str>,
}

impl Witness {
    /// Reads a witness; `None` unless it has exactly the members of its version, digests of 64
    /// lower-case hexadecimal digits, and 1 to 128 rules with known kinds and safe keys.
    pub fn read(node: &Node) -> Option<Self> {
        let version = match whole(node.get("version")?)? {
            1 => 1,
            2 => 2,
            _ => return None,
        };
        let members = if version == 1 { 5 } else { 7 };
        if node.as_object()?.len() != members {
            return None;
        }
        let digest = |name| Digest::parse(node.get(name)?.as_str()?);
        let (profile, rules_digest) = match version {
            1 => (None, None),
            _ => (Some(name(node.get("profile")?.as_str()?)?), Some(digest("rulesDigest")?)),
        };
        let rules = node.get("rules")?.as_array()?;
        if !(1..=RULES).contains(&rules.len()) {
            return None;
        }
        Some(Self {
            version,
            profile,
            rules_digest,
            base_schema_digest: digest("baseSchemaDigest")?,
            before_shape: digest("beforeShape")?,
            after_shape: digest("afterShape")?,
            rules: rules.iter().map(|rule| WitnessRule::read(rule, version)).collect::<Option<_>>()?,
        })
    }

    /// The rules in the order applied.
    pub fn rules(&self) -> &[WitnessRule] {
        &self.rules
    }
}

impl WitnessRule {
    fn read(node: &Node, version: u8) -> Option<Self> {
        let kind = node.get("kind")?.as_str()?;
        let key = node.get("key")?.as_str()?;
        let known = if version == 1 { KINDS.contains(&kind) } else { name(kind).is_some() };
        let safe = units(key) <= KEY && !UNSAFE.contains(&key);
        let exact = node.as_object()?.len() == 2;
        (known && safe && exact).then(|| Self { kind: kind.into(), key: key.into() })
    }
}

/// An item name of the rule language, in kebab-case.
fn name(text: &str) -> Option<Box<str>> {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let starts = text.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
    (starts && text.split('-').all(word)).then(|| text.into())
}

/// The value of a node that is a safe integer from 0 in ECMAScript: `1`, `1.0` and `1e0` are equal.
pub(crate) fn whole(node: &Node) -> Option<u64> {
    const MAX_SAFE: f64 = 9_007_199_254_740_991.0;
    let crate::json::Data::Number(lexeme) = &node.data else { return None };
    let n = crate::json::number::double(lexeme);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, from 0 to 2^53 - 1")]
    (n.fract() == 0.0 && (0.0..=MAX_SAFE).contains(&n)).then_some(n as u64)
}
