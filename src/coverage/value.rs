//! Values, compared exactly: no number is rounded, and no member given twice is taken for one.

use serde::{Deserialize, Deserializer};

use crate::ir::Literal;
use crate::json::{Data, Lexeme, Member, Node, Verbatim, VerbatimRef};
use crate::span::Span;

/// Whether both are of one JSON type and exactly the same value.
pub fn same(one: &Node, other: &Node) -> bool {
    match (&one.data, &other.data) {
        (Data::Number(one), Data::Number(other)) => {
            **one == **other || decimal(one).is_some_and(|it| Some(it) == decimal(other))
        }
        (Data::Array(one), Data::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other.iter()).all(|(one, other)| same(one, other))
        }
        (Data::Object(one), Data::Object(other)) => {
            let (one, other) = (sorted(one), sorted(other));
            let is_twice = |members: &[&Member]| {
                members.windows(2).any(|pair| matches!(pair, [a, b] if a.name == b.name))
            };
            let pairs = || one.iter().zip(&other);
            one.len() == other.len()
                && !is_twice(&one)
                && pairs().all(|(one, other)| one.name == other.name && same(&one.value, &other.value))
        }
        (one, other) => one == other,
    }
}

fn sorted(members: &[Member]) -> Vec<&Member> {
    let mut members: Vec<&Member> = members.iter().collect();
    members.sort_by(|a, b| a.name.cmp(&b.name));
    members
}

/// A number as its sign, its digits without outer zeros and the power of ten of the last one.
fn decimal(lexeme: &str) -> Option<(bool, String, i64)> {
    let (mantissa, power) = lexeme.split_once(['e', 'E']).unwrap_or((lexeme, "0"));
    let power: i64 = power.strip_prefix('+').unwrap_or(power).parse().ok()?;
    let (is_negative, mantissa) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let kept = digits.trim_end_matches('0');
    if kept.is_empty() {
        return Some((false, String::new(), 0));
    }
    let dropped = i64::try_from(digits.len() - kept.len()).ok()?;
    let power = power.checked_sub(i64::try_from(fraction.len()).ok()?)?.checked_add(dropped)?;
    Some((is_negative, kept.trim_start_matches('0').to_owned(), power))
}

/// The value that a literal of a rule stands for.
pub fn of_literal(literal: &Literal) -> Node {
    let data = match literal {
        Literal::Null => Data::Null,
        Literal::Bool(value) => Data::Bool(*value),
        Literal::Number(number) => Data::Number(Lexeme::from(&**number)),
        Literal::String(text) => Data::String(text.as_str().into()),
    };
    Node { span: Span::default(), data }
}

/// Whether `node` is one of the literals.
pub fn is_one_of(node: &Node, literals: &[Literal]) -> bool {
    literals.iter().any(|literal| same(node, &of_literal(literal)))
}

/// Whether it says nothing: `null`, or a text, list or object without anything in it.
pub fn is_empty(node: &Node) -> bool {
    match &node.data {
        Data::Null => true,
        Data::String(text) => text.is_empty(),
        Data::Array(items) => items.is_empty(),
        Data::Object(members) => members.is_empty(),
        Data::Bool(_) | Data::Number(_) => false,
    }
}

/// The value as it stands in a text: a string as it is, all else as JSON.
pub fn text(node: &Node) -> String {
    match node.as_str() {
        Some(text) => text.to_owned(),
        None => json(node),
    }
}

/// The value as JSON.
pub fn json(node: &Node) -> String {
    // What was read can be written.
    serde_json::to_string(&VerbatimRef(node)).unwrap_or_default()
}

/// Reads a member that may be absent, or `null`, which many languages write for that.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads a member that is there, `null` or not.
pub(super) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Verbatim>, D::Error> {
    Verbatim::deserialize(deserializer).map(Some)
}
