//! Classes of given values: disjoint, and together all there are.

use crate::ir::Kinds;

/// A class of values that no match tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// `null`
    Null,
    /// `true` and `false`
    Boolean,
    /// A number that is written as ECMAScript prints it, an integer that a double holds.
    StableNumber,
    /// Any other number.
    Number,
    /// An array.
    Array,
    /// An object.
    Object,
    /// The empty text.
    EmptyText,
    /// Text that is a number.
    NumberText,
    /// Text that is `true` or `false`.
    BooleanText,
    /// Text that is `null`.
    NullText,
    /// Text that is a JSON array or object.
    ContainerText,
    /// Text that is a JSON string.
    StringText,
    /// Text that is one word.
    WordText,
    /// Any other text.
    OtherText,
}

/// A set of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Classes(pub(super) u16);

impl Class {
    /// All of them, with an example of each as JSON.
    pub(crate) const ALL: [(Self, &'static str); 14] = [
        (Self::Null, "null"),
        (Self::Boolean, "true"),
        (Self::StableNumber, "42"),
        (Self::Number, "1.50"),
        (Self::Array, "[]"),
        (Self::Object, "{}"),
        (Self::EmptyText, r#""""#),
        (Self::NumberText, r#""42""#),
        (Self::BooleanText, r#""true""#),
        (Self::NullText, r#""null""#),
        (Self::ContainerText, r#""[1]""#),
        (Self::StringText, r#""\"a\"""#),
        (Self::WordText, r#""north""#),
        (Self::OtherText, r#""a, b""#),
    ];
}

impl Class {
    /// The kinds that its values are of.
    pub(crate) fn kinds(self) -> Kinds {
        match self {
            Self::Null => Kinds::NULL,
            Self::Boolean => Kinds::BOOLEAN,
            Self::StableNumber | Self::Number => Kinds::NUMBER,
            Self::Array => Kinds::ARRAY,
            Self::Object => Kinds::OBJECT,
            _ => Kinds::STRING,
        }
    }
}

impl Classes {
    pub(crate) const NONE: Self = Self(0);

    /// The set of these.
    pub(crate) fn of(classes: &[Class]) -> Self {
        Self(classes.iter().fold(0, |set, class| set | 1 << *class as u16))
    }

    /// The classes in both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The classes that are not in `other`.
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// An example of each class, as JSON.
    pub(crate) fn examples(self) -> Vec<&'static str> {
        let has = |class: &Class| self.0 & 1 << *class as u16 != 0;
        Class::ALL.iter().filter(|(class, _)| has(class)).map(|(_, example)| *example).collect()
    }

    /// The classes of either.
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without `class`, if `without` holds.
    pub(crate) fn without_if(self, without: bool, class: Class) -> Self {
        if without { Self(self.0 & !(1 << class as u16)) } else { self }
    }

    /// Its first class in words: the value where that is the only one, or else what it is like.
    pub(crate) fn words(self) -> Option<String> {
        let (class, example) = Class::ALL.iter().find(|(class, _)| self.0 & 1 << *class as u16 != 0)?;
        let only = matches!(class, Class::Null | Class::EmptyText);
        Some(if only { format!("`{example}`") } else { format!("values like `{example}`") })
    }
}
