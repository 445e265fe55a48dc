//! The facts that matches, decoders and rewrites declare: what they take, what they may give.

use super::class::{Class, Classes};
use crate::ir::{Action, Decoder, Kinds, Omitted};

/// What an action may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A value of one of these kinds.
    Value(Kinds),
    /// The member is left out.
    Omitted,
    /// Another name.
    Name,
}

/// The classes of values that an action takes, over-approximated. An action on keys takes none.
pub(crate) fn takes(action: &Action) -> Classes {
    match action {
        Action::Rename { .. } => Classes::NONE,
        Action::Omit(Omitted::Null) => Classes::of(&[Class::Null]),
        Action::Omit(Omitted::EmptyString) => Classes::of(&[Class::EmptyText]),
        Action::Decode(Decoder::Number) => Classes::of(&[Class::NumberText]),
        // A spelling has a first character, so the empty text has no form; any other text may have one.
        Action::Decode(Decoder::EnumBy(_)) => Classes::of(&[
            Class::NumberText,
            Class::BooleanText,
            Class::NullText,
            Class::ContainerText,
            Class::StringText,
            Class::WordText,
            Class::OtherText,
        ]),
    }
}

/// What an action may give, over-approximated.
pub(crate) fn outcome(action: &Action) -> Outcome {
    match action {
        Action::Rename { .. } => Outcome::Name,
        Action::Omit(_) => Outcome::Omitted,
        Action::Decode(Decoder::Number) => Outcome::Value(Kinds::NUMBER),
        Action::Decode(Decoder::EnumBy(_)) => Outcome::Value(Kinds::STRING),
    }
}

/// The kinds of value that a decoder takes.
pub(crate) fn decodes(decoder: &Decoder) -> &'static [&'static str] {
    match decoder {
        Decoder::Number | Decoder::EnumBy(_) => &["string"],
    }
}
