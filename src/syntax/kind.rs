//! The kinds of items, and what sets their texts apart.

/// A kind of item, by the word that it starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `shape`
    Shape,
    /// `spelling`
    Spelling,
    /// `convention`
    Convention,
    /// `profile`
    Profile,
    /// `vocabulary`
    Vocabulary,
    /// `facts`
    Facts,
    /// `search`
    Search,
}

impl Kind {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Shape,
        Self::Spelling,
        Self::Convention,
        Self::Profile,
        Self::Vocabulary,
        Self::Facts,
        Self::Search,
    ];

    /// The kind of item that starts with `word`.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.word() == word)
    }

    /// The word that such an item starts with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::Spelling => "spelling",
            Self::Convention => "convention",
            Self::Profile => "profile",
            Self::Vocabulary => "vocabulary",
            Self::Facts => "facts",
            Self::Search => "search",
        }
    }

    /// What several of them are called.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Shape => "shapes",
            Self::Spelling => "spellings",
            Self::Convention => "conventions",
            Self::Profile => "profiles",
            Self::Vocabulary => "vocabularies",
            Self::Facts => "items of facts",
            Self::Search => "searches",
        }
    }

    /// The words that its clauses start with.
    ///
    /// A clause of a shape may start with any schema keyword as well. A member of a vocabulary and a
    /// fact start with names of their own.
    pub fn clauses(self) -> &'static [&'static str] {
        match self {
            Self::Shape => &["without", "no"],
            Self::Spelling => &["first", "then", "last", "fold", "drop", "apart", "at"],
            Self::Convention => &["status", "derive", "after", "match", "rewrite"],
            Self::Profile => &["status", "plan", "over", "reach", "conventions", "except", "bounds"],
            Self::Vocabulary | Self::Facts => &[],
            Self::Search => &[
                "source",
                "subject",
                "population",
                "filter",
                "period",
                "fixed",
                "page",
                "limit",
                "host",
                "credential",
                "ranking",
                "complete",
                "ignore",
                "gap",
                "rows",
                "next",
                "has",
                "total",
                "partial",
                "queried",
            ],
        }
    }

    /// What one of its clauses is called.
    pub(super) fn clause(self) -> &'static str {
        match self {
            Self::Shape => "clause of a shape",
            Self::Spelling => "clause of a spelling",
            Self::Convention => "clause of a convention",
            Self::Profile => "clause of a profile",
            Self::Vocabulary => "member of a vocabulary",
            Self::Facts => "fact",
            Self::Search => "clause of a search",
        }
    }

    /// How its clauses read, where no word says so.
    pub(super) fn pattern(self) -> Option<&'static str> {
        match self {
            Self::Shape => Some(
                "a clause of a shape is `KEYWORD is LITERAL`, `KEYWORD is not LITERAL`, \
                 `properties is an object`, `without KEYWORD, …` or `no key is \"a\" | \"b\"`",
            ),
            Self::Vocabulary => {
                Some("a member is `NAME` or `NAME = \"alias\" | …`; a name that is no word stands in quotes")
            }
            Self::Facts => Some(
                "a fact is `NAME : TYPE`; a name that is no word, or that is `default`, `from` or `at`, \
                 stands in quotes",
            ),
            Self::Spelling | Self::Convention | Self::Profile | Self::Search => None,
        }
    }
}
