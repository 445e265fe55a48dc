//! Guards.

use super::{At, Literal, Word};

/// A condition on a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// `not G`
    Not(Box<At<Guard>>),
    /// `G and G …`
    And(Vec<At<Guard>>),
    /// `G or G …`
    Or(Vec<At<Guard>>),
    /// `KEYWORD is LITERAL`
    Is(Word, At<Literal>),
    /// `KEYWORD is not LITERAL`, which is a clause of shapes only.
    IsNot(Word, At<Literal>),
    /// `KEYWORD is absent`
    Absent(Word),
    /// `required`
    Required,
    /// `accepts LITERAL`
    Accepts(At<Literal>),
    /// `every enum is a string`
    EveryEnumIsString,
    /// `some enum has a unique S`
    SomeEnumUnique(Word),
    /// `S of key is unique among keys`
    KeyUnique(Word),
    /// `names are closed`
    NamesClosed,
    /// `enum is the members of V`
    EnumMembers(Word),
    /// `may be K, …`
    MayBe(Vec<Word>),
    /// `never K, …`
    Never(Vec<Word>),
    /// `no key is "a" | "b"`
    NoKey(Vec<Word>),
    /// Something else: its words, a space between them.
    Unknown(String),
}
