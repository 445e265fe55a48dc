//! When a rule is derived; and all that is to be known of a guard without a schema, in one place.
//!
//! What it says of a schema the deriver reads in [`facets`](crate::facets), and the checker in
//! [`prove`](crate::prove), each by itself.

use serde_json::{Value, json};

use super::model::{Point, Truth};
use super::{Kinds, Literal, ShapeClause, canonical};

/// When a rule is derived for a declared key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// No `derive` clause.
    Always,
    /// `not G`
    Not(Box<Guard>),
    /// `G and G …`
    And(Vec<Guard>),
    /// `G or G …`
    Or(Vec<Guard>),
    /// `KEYWORD is LITERAL`: the property's schema has the keyword, with this value.
    Is {
        /// The schema keyword.
        keyword: String,
        /// The value that it must have.
        literal: Literal,
    },
    /// `KEYWORD is absent`
    Absent {
        /// The schema keyword.
        keyword: String,
    },
    /// `required`
    Required,
    /// `accepts null`, by the validator.
    AcceptsNull,
    /// `accepts ""`, by the validator.
    AcceptsEmptyString,
    /// `every enum is a string`: false without an `enum` array.
    EveryEnumIsString,
    /// `some enum has a unique S`
    SomeEnumUnique(String),
    /// `S of key is unique among keys`
    KeyUnique(String),
    /// `names are closed`: the object's `additionalProperties` is `false`, and it has no
    /// `patternProperties`, which admit names all the same.
    NamesClosed,
    /// `may be K, K`: the property may accept a value of one of these kinds, over-approximated.
    MayBe(Kinds),
    /// `never K, K`: it accepts no value of these kinds, whatever the unions and references.
    Never(Kinds),
    /// `enum is the members of V`: the texts of its `enum` are those, as a set.
    EnumIsMembersOf(String),
    /// `no key is "a" | "b"`, on call: no declared key is one of these.
    NoKey(Vec<String>),
}

/// One condition of a guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition<'g> {
    /// As it is written, with a `not` that stands right before it.
    pub written: &'g Guard,
    /// What it asks, which is neither `not` nor `and` nor `or`.
    pub asks: &'g Guard,
}

impl Guard {
    /// Whether it asks nothing.
    pub fn is_always(&self) -> bool {
        matches!(self, Self::Always)
    }

    /// Its conditions, from left to right.
    pub fn conditions(&self) -> Vec<Condition<'_>> {
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().flat_map(Self::conditions).collect(),
            Self::Not(inner) if inner.is_joined() || matches!(**inner, Self::Not(_)) => inner.conditions(),
            Self::Not(inner) => vec![Condition { written: self, asks: inner }],
            other => vec![Condition { written: other, asks: other }],
        }
    }

    /// Whether it holds where `asked` says so of what its conditions ask. No more is asked than needed.
    ///
    /// # Errors
    ///
    /// The first one of `asked`.
    pub(crate) fn decide<E>(&self, asked: &mut impl FnMut(&Self) -> Result<bool, E>) -> Result<bool, E> {
        let (parts, settles) = match self {
            Self::Always => return Ok(true),
            Self::Not(inner) => return inner.decide(asked).map(|holds| !holds),
            Self::And(parts) => (parts, false),
            Self::Or(parts) => (parts, true),
            other => return asked(other),
        };
        for part in parts {
            if part.decide(asked)? == settles {
                return Ok(settles);
            }
        }
        Ok(!settles)
    }

    /// Whether it cannot hold where none of the `wanted` conditions does, whatever the property.
    ///
    /// Each is one that a guard may ask for, and whether it is to hold (`true`) or not.
    pub(crate) fn implies(&self, wanted: &[(&Self, bool)]) -> bool {
        self.implies_as(true, wanted)
    }

    /// The same for the guard where `sign` holds, and for its negation where it does not.
    fn implies_as(&self, sign: bool, wanted: &[(&Self, bool)]) -> bool {
        if wanted.iter().any(|(condition, holds)| *holds == sign && **condition == *self) {
            return true;
        }
        let part = |part: &Self| part.implies_as(sign, wanted);
        match (self, sign) {
            (Self::Not(inner), _) => inner.implies_as(!sign, wanted),
            (Self::And(parts), true) | (Self::Or(parts), false) => parts.iter().any(part),
            (Self::Or(parts), true) | (Self::And(parts), false) => parts.iter().all(part),
            _ => false,
        }
    }

    /// The keyword of the property that it asks for by name, and the value that is named with it.
    pub fn keyword(&self) -> Option<(&str, Option<&Literal>)> {
        match self {
            Self::Is { keyword, literal } => Some((keyword, Some(literal))),
            Self::Absent { keyword } => Some((keyword, None)),
            _ => None,
        }
    }

    /// The spelling that it goes by itself, if any.
    pub fn spelling(&self) -> Option<&str> {
        match self {
            Self::SomeEnumUnique(spelling) | Self::KeyUnique(spelling) => Some(spelling),
            _ => None,
        }
    }

    /// The vocabulary that it goes by itself, if any.
    pub fn vocabulary(&self) -> Option<&str> {
        match self {
            Self::EnumIsMembersOf(vocabulary) => Some(vocabulary),
            _ => None,
        }
    }

    /// What it says at a point of the model.
    pub(crate) fn truth(&self, point: &Point) -> Truth {
        match self {
            Self::Always => Truth::Yes,
            Self::Not(inner) => !inner.truth(point),
            Self::And(parts) => parts.iter().map(|part| part.truth(point)).min().unwrap_or(Truth::Yes),
            Self::Or(parts) => parts.iter().map(|part| part.truth(point)).max().unwrap_or(Truth::No),
            // A point rules some keywords out and settles none.
            Self::Is { keyword, literal } => Truth::possible(match (keyword.as_str(), literal) {
                ("type", Literal::String(name)) => {
                    Kinds::of(name).is_some_and(|kinds| point.kinds.within(kinds))
                }
                ("default", literal) => point.default_is_plain() == (*literal == Literal::Null),
                _ => true,
            }),
            Self::Absent { keyword } => Truth::possible(keyword != "default" || point.default_is_plain()),
            Self::Required => point.required().into(),
            Self::AcceptsNull => point.accepts_null().into(),
            Self::AcceptsEmptyString => point.accepts_empty_string().into(),
            Self::EveryEnumIsString => point.every_enum_is_string().into(),
            Self::NamesClosed => point.closed().into(),
            Self::MayBe(kinds) => point.kinds.meets(*kinds).into(),
            Self::Never(kinds) => (!point.kinds.meets(*kinds)).into(),
            // A point does not say of which vocabulary.
            Self::EnumIsMembersOf(_) => Truth::possible(point.is_vocabulary()),
            Self::NoKey(_) => Truth::Open,
            Self::SomeEnumUnique(_) | Self::KeyUnique(_) => Truth::Open,
        }
    }

    /// As rule text, as behind `derive when`. One that always holds has none; it reads `always`.
    pub fn text(&self) -> String {
        let joined = |parts: &[Self], word: &str, parenthesized: fn(&Self) -> bool| {
            let part = |part: &Self| {
                if parenthesized(part) { format!("({})", part.text()) } else { part.text() }
            };
            parts.iter().map(part).collect::<Vec<_>>().join(word)
        };
        match self {
            Self::Always => "always".to_owned(),
            // `not is …` would be about the schema keyword `not`.
            Self::Not(inner)
                if inner.is_joined() || inner.keyword().is_some_and(|(word, _)| word == "is") =>
            {
                format!("not ({})", inner.text())
            }
            Self::Not(inner) => format!("not {}", inner.text()),
            Self::And(parts) => joined(parts, " and ", Self::is_joined),
            Self::Or(parts) => joined(parts, " or ", |part| matches!(part, Self::Or(_))),
            Self::Is { keyword, literal } => format!("{keyword} is {}", literal.text()),
            Self::Absent { keyword } => format!("{keyword} is absent"),
            Self::Required => "required".to_owned(),
            Self::AcceptsNull => "accepts null".to_owned(),
            Self::AcceptsEmptyString => "accepts \"\"".to_owned(),
            Self::EveryEnumIsString => "every enum is a string".to_owned(),
            Self::SomeEnumUnique(spelling) => format!("some enum has a unique {spelling}"),
            Self::KeyUnique(spelling) => format!("{spelling} of key is unique among keys"),
            Self::NamesClosed => "names are closed".to_owned(),
            Self::MayBe(kinds) => format!("may be {}", kinds.names().join(", ")),
            Self::Never(kinds) => format!("never {}", kinds.names().join(", ")),
            Self::EnumIsMembersOf(vocabulary) => format!("enum is the members of {vocabulary}"),
            Self::NoKey(keys) => ShapeClause::NoKey(keys.clone()).text(),
        }
    }

    fn is_joined(&self) -> bool {
        matches!(self, Self::And(_) | Self::Or(_))
    }

    pub(super) fn canonical(&self) -> Value {
        let all = |parts: &[Self]| parts.iter().map(Self::canonical).collect::<Vec<_>>();
        match self {
            Self::Always => json!("always"),
            Self::Not(inner) => json!({"not": inner.canonical()}),
            Self::And(parts) => json!({"and": all(parts)}),
            Self::Or(parts) => json!({"or": all(parts)}),
            Self::Is { keyword, literal } => json!({"is": [keyword, canonical::literal(literal)]}),
            Self::Absent { keyword } => json!({"absent": keyword}),
            Self::Required => json!("required"),
            Self::AcceptsNull => json!("accepts-null"),
            Self::AcceptsEmptyString => json!("accepts-empty-string"),
            Self::EveryEnumIsString => json!("every-enum-is-a-string"),
            Self::SomeEnumUnique(spelling) => json!({"some-enum-has-a-unique": spelling}),
            Self::KeyUnique(spelling) => json!({"key-is-unique-by": spelling}),
            Self::NamesClosed => json!("names-are-closed"),
            Self::MayBe(kinds) => json!({"may-be": kinds.names()}),
            Self::Never(kinds) => json!({"never": kinds.names()}),
            Self::EnumIsMembersOf(vocabulary) => json!({"enum-is-the-members-of": vocabulary}),
            Self::NoKey(keys) => json!({"no-key": keys}),
        }
    }
}
