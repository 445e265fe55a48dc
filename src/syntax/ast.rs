//! What a rule file says, with its places: words are not resolved, sets are not closed.

use crate::span::Span;

/// A value and the place that it was read from. Equality ignores the place.
#[derive(Debug, Clone)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> At<T> {
    /// `value` at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for At<T> {}

/// A word of the text, or the text of a string.
pub type Word = At<String>;

/// A rule file.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// Where it says `extends built-in`.
    pub extends: Option<Span>,
    /// The items that have a name, in their order; broken ones too.
    pub items: Vec<Item>,
}

/// A named item.
#[derive(Debug, Clone)]
pub struct Item {
    /// The source that it is in, by its index.
    pub source: usize,
    /// `convention`, say.
    pub word: Word,
    /// Its name.
    pub name: Word,
    /// What stands behind `on`.
    pub on: Option<Word>,
    /// Its doc string.
    pub doc: Option<Word>,
    /// The clauses that could be read.
    pub clauses: Vec<At<Clause>>,
    /// Whether an error was reported within it, so that what seems to be missing may not be.
    pub broken: bool,
}

/// A clause of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// `KEYWORD is LITERAL`
    Is(Word, At<Literal>),
    /// `KEYWORD is not LITERAL`
    IsNot(Word, At<Literal>),
    /// `KEYWORD is an WORD`
    IsAn(Word, Word),
    /// `without KEYWORD, …`
    Without(Vec<Word>),
    /// `no key is "a" | "b"`
    NoKey(Vec<Word>),
    /// `first ALPHABET`
    First(Alphabet),
    /// `then ALPHABET`
    Then(Alphabet),
    /// `last ALPHABET`
    Last(Alphabet),
    /// `fold case`
    FoldCase,
    /// `drop "a", "b"`
    Drop {
        /// The strings.
        characters: Vec<Word>,
        /// `except between digits`
        except_between_digits: bool,
    },
    /// `apart by ALPHABET`
    ApartBy(Alphabet),
    /// `at least N characters`
    AtLeast(Word),
    /// `status WORD`
    Status(Word),
    /// `derive when GUARD`
    Derive(At<Guard>),
    /// `after NAME, …`
    After(Vec<Word>),
    /// `match …`
    Match(Match),
    /// `rewrite …`
    Rewrite(Rewrite),
    /// `plan N`
    Plan(Word),
    /// `over NAME, …`
    Over(Vec<Word>),
    /// `conventions NAME, …`
    Conventions(Vec<Word>),
    /// `bounds WORD N, …`
    Bounds(Vec<(Word, Word)>),
    /// `reach WORD, …`
    Reach,
    /// `except NAME, … for REF`
    Except,
}

/// A scalar, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// A string, unescaped.
    String(String),
    /// What looks like a number.
    Number(String),
    /// `null`, `true`, `false`, or some other word.
    Word(String),
}

/// Words and strings between bars.
pub type Alphabet = Vec<At<Sort>>;

/// One alternative of an alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sort {
    /// `letter`, say.
    Word(String),
    /// A string.
    String(String),
}

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
    /// Something else.
    Unknown(String),
}

/// What a convention takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// `undeclared name where S of name is S of key`
    Undeclared {
        /// The spelling of the name.
        of_name: Word,
        /// The spelling of the key.
        of_key: Word,
    },
    /// `empty string`
    EmptyString,
    /// `KIND, … read as DECODER BINDER`
    Read {
        /// The kinds of value.
        kinds: Vec<Word>,
        /// Whether there is an `unless`, and where.
        unless: Option<Span>,
        /// The decoder.
        decoder: Word,
        /// What stands behind `by`.
        by: Option<Word>,
        /// The name of what was read.
        binder: Option<Word>,
    },
    /// `KIND, …` alone, or with a name
    Taken {
        /// The kinds of value.
        kinds: Vec<Word>,
        /// The name of the value.
        binder: Option<Word>,
    },
    /// `the only member "a" | "b" as x`
    OnlyMember,
}

/// What a convention makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rewrite {
    /// `name to TARGET`
    Rename(At<Literal>),
    /// `to TARGET`
    To {
        /// What is written.
        target: At<Literal>,
        /// Whether it says `planned again`, and where.
        planned: Option<Span>,
    },
    /// `to empty object`
    ToEmptyObject,
}
