//! The intermediate representation of a rule program: what the text says, without its places.
//!
//! `check` lowers a checked program to this, [`derive`](crate::derive) interprets it, and
//! [`prove`](crate::prove) reads it a second time by itself. It is plain data: a host or a test may
//! build one by hand, without a text and without the laws that a text must pass.
//!
//! What is to be known of a part without running it (the values that it takes, the rule text of it, the
//! spelling that it goes by) are methods here, so that nobody else tells the sorts of parts apart but who
//! runs them. The [`model`] is what laws are decided in.
//!
//! *Architecture invariant:* this module imports neither `span` nor `syntax`, so that layout,
//! comments and doc strings cannot change a digest.

mod action;
mod canonical;
mod decoder;
mod facts;
mod guard;
mod kinds;
pub(crate) mod model;
pub mod search;
mod text;
mod vocabulary;

pub(crate) use action::Outcome;
pub use action::{Action, Level, Lookup, Omitted, Provenance};
pub use decoder::{Called, Decoder, Decoding, Unless};
pub use facts::{Fact, FactType, Facts, Several};
pub use guard::{Condition, Guard};
pub use kinds::Kinds;
pub use search::Search;
pub use vocabulary::{Term, Vocabulary};

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
    /// Vocabularies, sorted by name.
    pub vocabularies: Vec<Vocabulary>,
    /// Facts, sorted by name.
    pub facts: Vec<Facts>,
    /// Searches, sorted by name.
    pub searches: Vec<Search>,
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
    /// How far into a schema its rules go.
    pub reach: Reach,
    /// Conventions, in the order of the rules within a key.
    pub conventions: Vec<String>,
    /// Conventions that are not used for some actions.
    pub except: Vec<Except>,
    /// What it is limited to.
    pub bounds: Bounds,
}

/// How far into a schema the rules of a profile go, beyond the properties of its top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Reach {
    /// Whether there are rules for the properties of objects inside.
    pub properties: bool,
    /// Whether there are rules for the items of lists.
    pub items: bool,
}

impl Reach {
    /// Whether there are rules below the top at all.
    pub fn is_below_top(self) -> bool {
        self.properties || self.items
    }
}

/// Conventions that are not used for one action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Except {
    /// The conventions, sorted.
    pub conventions: Vec<String>,
    /// The action's ref.
    pub reference: String,
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
    /// How many steps into a schema, and into arguments, a rule may stand.
    pub depth: u32,
    /// How many conventions with `planned again` may read one inside another.
    pub decodings: u32,
    /// How many values of one call are validated by themselves.
    pub steps: u32,
}

impl Bounds {
    /// What a plan may have on the wire.
    pub const WIRE: Self = Self {
        reference: 1024,
        key: 128,
        properties: 128,
        rules: 128,
        plans: 1000,
        depth: 8,
        decodings: 2,
        steps: 10_000,
    };
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

    /// The vocabulary called `name`.
    pub fn vocabulary(&self, name: &str) -> Option<&Vocabulary> {
        self.vocabularies.iter().find(|item| item.name == name)
    }

    /// The facts called `name`.
    pub fn facts(&self, name: &str) -> Option<&Facts> {
        self.facts.iter().find(|item| item.name == name)
    }

    /// The search of the tool called `name`.
    pub fn search(&self, name: &str) -> Option<&Search> {
        self.searches.iter().find(|item| item.name == name)
    }

    /// The profile called `name`.
    pub fn profile(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|item| item.name == name)
    }
}

impl Convention {
    /// The spellings that it goes by.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        let asked = self.guard.conditions().into_iter().filter_map(|condition| condition.asks.spelling());
        self.action.spelling().into_iter().chain(asked)
    }

    /// The vocabularies that it goes by.
    pub fn vocabularies(&self) -> impl Iterator<Item = &str> {
        let asked = self.guard.conditions().into_iter().filter_map(|condition| condition.asks.vocabulary());
        self.action.decoder().and_then(Decoder::vocabulary).into_iter().chain(asked)
    }
}

impl Profile {
    /// Whether `convention` is not used for the action called `reference`.
    pub fn excepts(&self, convention: &str, reference: &str) -> bool {
        let is_meant = |except: &Except| {
            except.reference == reference && except.conventions.iter().any(|name| name == convention)
        };
        self.except.iter().any(is_meant)
    }
}
