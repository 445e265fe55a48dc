//! The intermediate representation of a rule program: what the text says, without its places.
//!
//! `check` lowers a checked program to this, [`derive`](crate::derive) interprets it, and
//! [`prove`](crate::prove) reads it a second time by itself. It is plain data: a host or a test may
//! build one by hand, without a text and without the laws that a text must pass.
//!
//! *Architecture invariant:* this module imports neither `span` nor `syntax`, so that layout,
//! comments and doc strings cannot change a digest.

mod canonical;
mod kinds;

pub use kinds::Kinds;

/// A rule program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// Shapes, sorted by name.
    pub shapes: Vec<Shape>,
    /// Spellings, sorted by name.
    pub spellings: Vec<Spelling>,
    /// Conventions, sorted by name.
    pub conventions: Vec<Convention>,
    /// Profiles, sorted by name.
    pub profiles: Vec<Profile>,
}

/// What a schema must look like, at its top, for plans to be derived from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// All of these must hold.
    pub clauses: Vec<ShapeClause>,
}

/// One line of a [`Shape`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeClause {
    /// `KEYWORD is LITERAL`: the schema has the keyword, with this value.
    Is {
        /// The schema keyword.
        keyword: String,
        /// The value that it must have.
        literal: Literal,
    },
    /// `KEYWORD is not LITERAL`: the keyword is absent or has another value.
    IsNot {
        /// The schema keyword.
        keyword: String,
        /// The value that it must not have.
        literal: Literal,
    },
    /// `properties is an object`
    PropertiesIsAnObject,
    /// `without KEYWORD, …`: the schema has none of these keywords, whatever their values.
    Without(Vec<String>),
    /// `no key is "a" | "b"`: no declared key is one of these.
    NoKey(Vec<String>),
}

/// A JSON scalar in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, in its ECMAScript form.
    Number(String),
    /// A string.
    String(String),
}

/// A partial function from names to forms: two names with one form are spellings of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// Its name.
    pub name: String,
    /// What the first character must be.
    pub first: Alphabet,
    /// What every other character must be. `None`: a name of one character only.
    pub then: Option<Alphabet>,
    /// What the last character must be as well.
    pub last: Option<Alphabet>,
    /// Whether `A` to `Z` are folded to lower case.
    pub fold_case: bool,
    /// Characters that the form leaves out.
    pub drop: Vec<char>,
    /// Whether a dropped character stays where a digit stands right before and right after it.
    pub except_between_digits: bool,
    /// What a name without a form is compared by: the characters of these alphabets alone.
    /// `None`: a name without a form is nobody's rival.
    pub apart_by: Option<Alphabet>,
    /// How many characters a name must have.
    pub at_least: u32,
}

/// A set of characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alphabet {
    /// `letter`: `A` to `Z` and `a` to `z`.
    pub letter: bool,
    /// `digit`: `0` to `9`.
    pub digit: bool,
    /// Single characters, sorted.
    pub characters: Vec<char>,
}

/// A rule about one representation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Convention {
    /// Its name, which is the `kind` of the rules in a plan.
    pub name: String,
    /// How far its review has come.
    pub status: Status,
    /// For which properties a rule is derived.
    pub guard: Guard,
    /// Conventions that go first: this one is asked only where none of them has an outcome. Sorted.
    pub after: Vec<String>,
    /// What it takes and makes.
    pub action: Action,
}

/// The life of a convention or profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Being written.
    Draft,
    /// Being reviewed.
    Review,
    /// In force.
    Active,
}

/// What a convention takes and what it makes of it: its `match` and its `rewrite`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// `on key`: an undeclared name moves to the declared key that has the same form.
    Rename {
        /// The spelling that both forms are of.
        spelling: String,
    },
    /// `on value`: the member is left out.
    Omit(Omitted),
    /// `on value`: the value is read by a decoder and replaced by what that gives.
    Decode(Decoder),
}

/// The values that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omitted {
    /// `null`
    Null,
    /// The empty string.
    EmptyString,
}

/// How a value is read. A decoder moves quotes or respells to something declared; it computes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoder {
    /// `string read as number`: text that is `String(n)` of a finite double becomes that number.
    Number,
    /// `string read as enum by S`: text becomes the one member that has its form.
    EnumBy(String),
}

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
}

/// An ordered set of conventions, with the schemas and bounds that they work in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// `Active` or `Review`; one under review is used only when it is named.
    pub status: Status,
    /// The plan version asked for: 1 or 2.
    pub plan: u32,
    /// Shapes, sorted: a schema must have one of them.
    pub over: Vec<String>,
    /// Conventions, in the order of the rules within a key.
    pub conventions: Vec<String>,
    /// What it is limited to.
    pub bounds: Bounds,
}

/// The limits of a profile. None may be wider than [`Bounds::WIRE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// UTF-16 code units of a ref; beyond, no plan.
    pub reference: u32,
    /// UTF-16 code units of a key; beyond, no plan.
    pub key: u32,
    /// Declared properties; beyond, no plan.
    pub properties: u32,
    /// Rules of a plan; version 1 is cut there, version 2 gives no plan beyond.
    pub rules: u32,
    /// Plans of an artifact.
    pub plans: u32,
}

impl Bounds {
    /// What a plan may have on the wire.
    pub const WIRE: Self = Self { reference: 1024, key: 128, properties: 128, rules: 128, plans: 1000 };
}

impl Program {
    /// The shape called `name`.
    pub fn shape(&self, name: &str) -> Option<&Shape> {
        self.shapes.iter().find(|item| item.name == name)
    }

    /// The spelling called `name`.
    pub fn spelling(&self, name: &str) -> Option<&Spelling> {
        self.spellings.iter().find(|item| item.name == name)
    }

    /// The convention called `name`.
    pub fn convention(&self, name: &str) -> Option<&Convention> {
        self.conventions.iter().find(|item| item.name == name)
    }

    /// The profile called `name`.
    pub fn profile(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|item| item.name == name)
    }
}
