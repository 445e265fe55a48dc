//! Searches.

use super::{At, Literal, Word};

/// A clause of a search. Values are literals, or the words `absent` and `omitted`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchClause {
    /// `source "the tracker" said "tracker", …`
    Source {
        /// What is searched.
        name: Word,
        /// What else it is called.
        said: Vec<Word>,
    },
    /// `subject ARGUMENT …`
    Subject(Argument),
    /// `population ARGUMENT …`
    Population(Argument),
    /// `filter ARGUMENT …`
    Filter(Argument),
    /// `period ARGUMENT to ARGUMENT …`
    Period {
        /// The argument with its start.
        from: Word,
        /// The argument with its end.
        to: Option<Word>,
        /// How their values are read.
        parts: Vec<At<ArgumentPart>>,
    },
    /// `fixed NAME VALUE said "…"`
    Fixed {
        /// The qualifier, or the argument.
        name: Word,
        /// Its value.
        value: At<Literal>,
        /// What it is called.
        said: Vec<Word>,
    },
    /// `page ARGUMENT …`
    Page(Word, Vec<At<PagePart>>),
    /// `limit none`
    NoLimit,
    /// `limit ARGUMENT …`, or `limit server N` without an argument
    Limit(Option<Word>, Vec<At<LimitPart>>),
    /// `host ARGUMENT identity FIELD`
    Host {
        /// What the host fills in.
        argument: Word,
        /// The field of the run's identity that it fills in.
        identity: Word,
    },
    /// `credential ARGUMENT`
    Credential(Word),
    /// `ranking WORD`
    Ranking(Word),
    /// `complete within WORD`
    Complete(Word),
    /// `ignore NAME, …`
    Ignore(Vec<Word>),
    /// `gap "what" because "why" bears on …`
    Gap {
        /// What is not searched.
        what: Word,
        /// Why.
        because: Option<Word>,
        /// What it bears on.
        bears: Bears,
    },
    /// `rows at POINTER by POINTER`
    Rows {
        /// Where the rows are.
        at: Word,
        /// What tells one from another, within it.
        by: Option<Word>,
    },
    /// `next at POINTER unless VALUE, …`
    Next(Word, Vec<At<Literal>>),
    /// `has more at POINTER unless VALUE, …`
    HasMore(Word, Vec<At<Literal>>),
    /// `total at POINTER`
    Total(Word),
    /// `partial at POINTER unless VALUE, …`
    Partial(Word, Vec<At<Literal>>),
    /// `queried from POINTER to POINTER`
    Queried(Word, Word),
}

impl SearchClause {
    /// The word of the clause and the arguments that it speaks of; none of clauses that speak of none.
    pub fn arguments(&self) -> (&'static str, Vec<&Word>) {
        match self {
            Self::Subject(argument) => ("subject", vec![&argument.name]),
            Self::Population(argument) => ("population", vec![&argument.name]),
            Self::Filter(argument) => ("filter", vec![&argument.name]),
            Self::Period { from, to, .. } => ("period", std::iter::once(from).chain(to).collect()),
            Self::Fixed { name, .. } => ("fixed", vec![name]),
            Self::Page(argument, _) => ("page", vec![argument]),
            Self::Limit(argument, _) => ("limit", argument.iter().collect()),
            Self::Host { argument, .. } => ("host", vec![argument]),
            Self::Credential(argument) => ("credential", vec![argument]),
            Self::Ignore(names) => ("ignore", names.iter().collect()),
            _ => ("", Vec::new()),
        }
    }
}

/// An argument that is classified, and how its values are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: Word,
    /// In the order in which they stand.
    pub parts: Vec<At<ArgumentPart>>,
}

/// How the values of an argument are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentPart {
    /// `one of`: an item an element of its list.
    OneOf,
    /// `any when omitted, VALUE, …`
    Any(Vec<At<Literal>>),
    /// `when omitted VALUE`
    WhenOmitted(At<Literal>),
    /// `said "…", … for VALUE`
    Said {
        /// The words.
        said: Vec<Word>,
        /// The value that they stand for.
        of: Option<At<Literal>>,
    },
}

/// How pages follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PagePart {
    /// `by number`, `by offset`
    By(Word),
    /// `first VALUE, …`
    First(Vec<At<Literal>>),
    /// `ends short`
    EndsShort,
    /// `snapshot`
    Snapshot,
}

/// What bounds the rows of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LimitPart {
    /// `when omitted VALUE`
    WhenOmitted(At<Literal>),
    /// `server N`
    Server(Word),
    /// `window N`
    Window(Word),
}

/// What a gap bears on: `bears on FACET ARGUMENT one of VALUE, … before "2y"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bears {
    /// A facet, `completeness` or `everything`.
    pub facet: Word,
    /// The argument, of a facet that has several.
    pub argument: Option<Word>,
    /// Its values, where it bears on some of them only.
    pub values: Vec<At<Literal>>,
    /// The bound behind `before`.
    pub before: Option<Word>,
}
