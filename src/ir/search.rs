//! Searches: what the arguments of a tool mean for what a call of it covers.

mod text;

use super::Literal;

/// A search, declared once for a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// The tool's ref.
    pub name: String,
    /// What is searched.
    pub source: String,
    /// What else that is called.
    pub said: Vec<String>,
    /// Subjects, populations and filters, in the order written.
    pub arguments: Vec<Argument>,
    /// Windows of time, in the order written.
    pub periods: Vec<Period>,
    /// Qualifiers that hold unless a call says otherwise.
    pub fixed: Vec<Fixed>,
    /// How one page follows another, where there are pages.
    pub page: Option<Page>,
    /// What bounds the rows of a page.
    pub limit: Limit,
    /// Arguments that the host fills in.
    pub hosts: Vec<Host>,
    /// Arguments that a credential fills in.
    pub credentials: Vec<String>,
    /// How rows are chosen.
    pub ranking: Option<Ranking>,
    /// `complete within arguments`: all that fits the arguments comes out.
    pub is_complete: bool,
    /// Arguments that do not matter for what is covered.
    pub ignored: Vec<String>,
    /// What is never searched.
    pub gaps: Vec<Gap>,
    /// What a result says of itself.
    pub result: Reads,
}

/// An argument that narrows the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// What it narrows.
    pub facet: Facet,
    /// Its name.
    pub name: String,
    /// Whether an element of its list is an alternative by itself.
    pub is_one_of: bool,
    /// What is searched where it is not sent.
    pub omitted: Omission,
    /// Words for its values.
    pub said: Vec<Said>,
}

/// Words that people say for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The words.
    pub words: Vec<String>,
    /// The value.
    pub value: Literal,
}

/// What is searched where an argument is not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Omission {
    /// Nobody says.
    Unknown,
    /// `any when omitted, VALUE, …`: all, as where one of these values is sent.
    Any(Vec<Literal>),
    /// `when omitted VALUE`: as where this is sent.
    Value(Literal),
}

/// What a part of a row speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facet {
    /// Where it was looked.
    Source,
    /// What was looked for.
    Subject,
    /// Among whom or what.
    Population,
    /// Which of them.
    Filter,
    /// Of which time.
    Period,
    /// Names that were resolved.
    Names,
}

/// A window of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The argument with its start.
    pub from: String,
    /// The argument with its end; where there is none, or it is not sent, it ends when it is read.
    pub to: Option<String>,
    /// What is searched where no start is sent.
    pub omitted: Omission,
}

/// A qualifier that holds unless the argument of its name is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Literal,
    /// Words for it.
    pub said: Vec<String>,
}

/// How pages follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The argument that says which page.
    pub argument: String,
    /// What its values are.
    pub by: PageBy,
    /// The values that ask for the first page.
    pub first: Vec<Literal>,
    /// Whether leaving it out asks for the first page.
    pub is_first_omitted: bool,
    /// Whether a page below its cap is the last.
    pub ends_short: bool,
    /// Whether the cursor keeps what its first page read.
    pub is_snapshot: bool,
}

/// What says which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageBy {
    /// A value that the page before gives.
    Cursor,
    /// The number of the page; that of the first one.
    Number(u64),
    /// The number of rows before it, counted from this.
    Offset(u64),
}

/// What bounds the rows of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Limit {
    /// Nobody says.
    #[default]
    Unknown,
    /// `limit none`: nothing does.
    None,
    /// An argument, the server, or both.
    Rows {
        /// The argument.
        argument: Option<String>,
        /// Its value where it is not sent.
        omitted: Option<Literal>,
        /// What the server gives at most.
        server: Option<u64>,
        /// What all pages together give at most.
        window: Option<u64>,
    },
}

/// An argument that the host fills in from the identity of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// The argument.
    pub argument: String,
    /// The field of the identity.
    pub identity: String,
}

/// How rows are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// All that fit.
    Exact,
    /// The nearest ones, not all that fit.
    Approximate,
}

/// What is never searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// What.
    pub what: String,
    /// Why.
    pub because: Option<String>,
    /// What it takes away from.
    pub bears: Bears,
    /// `before "2y"`: the bound of a gap that is in the past only.
    pub before: Option<String>,
}

/// What a gap takes away from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bears {
    /// All that is said.
    Everything,
    /// That all of it was found.
    Completeness,
    /// One facet; of it one argument, or some of its values.
    Facet(Facet, Option<String>, Vec<Literal>),
}

/// What a result says of itself, and where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reads {
    /// The rows: where they are, and what tells one from another within it.
    pub rows: Option<(String, Option<String>)>,
    /// The value that the next page is asked by.
    pub next: Option<ReadAt>,
    /// Whether there is more.
    pub has_more: Option<ReadAt>,
    /// How many there are on all pages.
    pub total: Option<String>,
    /// Whether something is missing.
    pub partial: Vec<ReadAt>,
    /// The window that was read: where its start and its end are.
    pub queried: Option<(String, String)>,
}

/// A place in a result, and the values there that say no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAt {
    /// A JSON Pointer.
    pub at: String,
    /// The values.
    pub unless: Vec<Literal>,
    /// Whether it says no where there is no such place.
    pub unless_absent: bool,
}

impl Facet {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::Source, Self::Subject, Self::Population, Self::Filter, Self::Period, Self::Names];

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Subject => "subject",
            Self::Population => "population",
            Self::Filter => "filter",
            Self::Period => "period",
            Self::Names => "names",
        }
    }

    /// The facet of this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|facet| facet.name() == word)
    }
}

impl Search {
    /// Every argument that a clause speaks of.
    pub fn classified(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.arguments.iter().map(|it| &*it.name).collect();
        names.extend(self.periods.iter().flat_map(|it| std::iter::once(&*it.from).chain(it.to.as_deref())));
        names.extend(self.fixed.iter().map(|it| &*it.name));
        names.extend(self.page.iter().map(|it| &*it.argument));
        if let Limit::Rows { argument: Some(argument), .. } = &self.limit {
            names.push(argument);
        }
        names.extend(self.hosts.iter().map(|it| &*it.argument));
        names.extend(self.credentials.iter().chain(&self.ignored).map(|it| &**it));
        names
    }
}
