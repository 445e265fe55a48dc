//! Every code of a diagnostic about rule files, in one place. Codes are stable.

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: &str = $code;)+

        /// All of them, in the order of the stages that report them.
        pub const ALL: &[&str] = &[$($name),+];
    };
}

codes! {
    /// A file, a program, a guard or a nesting is larger than what is read.
    TOO_LARGE = "rules::too-large";
    /// A file does not start with `language 1`.
    LANGUAGE = "rules::language";
    /// The text does not follow the grammar.
    SYNTAX = "rules::syntax";
    /// No item starts with this word.
    UNKNOWN_ITEM = "rules::unknown-item";
    /// No clause of this item starts with this word.
    UNKNOWN_CLAUSE = "rules::unknown-clause";
    /// An item without a doc string.
    MISSING_DOC = "rules::missing-doc";
    /// The name of an item is not kebab-case, or is a word that has a place of its own in clauses.
    ITEM_NAME = "rules::item-name";
    /// Two items of one kind have the same name.
    DUPLICATE_NAME = "rules::duplicate-name";
    /// A clause that an item must have is not there.
    MISSING_CLAUSE = "rules::missing-clause";
    /// A clause that an item may have once is there again.
    REPEATED_CLAUSE = "rules::repeated-clause";
    /// A list names the same thing twice.
    REPEATED = "rules::repeated";
    /// A convention on something that conventions do not work on.
    UNKNOWN_LEVEL = "rules::unknown-level";
    /// A status that there is not, or not here.
    UNKNOWN_STATUS = "rules::unknown-status";
    /// No shape of this name.
    UNKNOWN_SHAPE = "rules::unknown-shape";
    /// No spelling of this name.
    UNKNOWN_SPELLING = "rules::unknown-spelling";
    /// No vocabulary of this name.
    UNKNOWN_VOCABULARY = "rules::unknown-vocabulary";
    /// No convention of this name.
    UNKNOWN_CONVENTION = "rules::unknown-convention";
    /// No guard reads like this.
    UNKNOWN_GUARD = "rules::unknown-guard";
    /// No kind of JSON value has this name.
    UNKNOWN_KIND = "rules::unknown-kind";
    /// No decoder of this name, or not with such a `by`.
    UNKNOWN_DECODER = "rules::unknown-decoder";
    /// No alphabet of this name.
    UNKNOWN_ALPHABET = "rules::unknown-alphabet";
    /// No bound of this name.
    UNKNOWN_BOUND = "rules::unknown-bound";
    /// Nothing of this name that rules could reach into.
    UNKNOWN_REACH = "rules::unknown-reach";
    /// No type of facts of this name.
    UNKNOWN_TYPE = "rules::unknown-type";
    /// No plan of this version.
    UNKNOWN_PLAN = "rules::unknown-plan";
    /// A word where a literal is expected.
    NOT_A_LITERAL = "rules::not-a-literal";
    /// A number that is none, or not one that fits here.
    BAD_NUMBER = "rules::bad-number";
    /// What stands behind the type of a fact, and has no place there.
    WRONG_PART = "rules::wrong-part";
    /// A default that its fact would never give.
    WRONG_DEFAULT = "rules::wrong-default";
    /// A gap on something that a search does not speak of.
    UNKNOWN_FACET = "rules::unknown-facet";
    /// A word that is none of the few that may stand here.
    UNKNOWN_CHOICE = "rules::unknown-choice";
    /// An argument of a search that two clauses speak of.
    CLASSIFIED_TWICE = "rules::classified-twice";
    /// A credential that would be told as something that was searched.
    COMPOSED_CREDENTIAL = "rules::composed-credential";
    /// A part of a search that has no place where it stands.
    MISPLACED_PART = "rules::misplaced-part";
    /// A text that is no JSON Pointer.
    BAD_POINTER = "rules::bad-pointer";
    /// A text that is no number of days, hours or the like.
    BAD_DURATION = "rules::bad-duration";
    /// Something that goes by the most rows of a page, where nobody says how many that are.
    NO_CAP = "rules::no-cap";
    /// Numbered pages whose first number nobody says.
    NO_FIRST_PAGE = "rules::no-first-page";
    /// A next page that nothing ends.
    NEVER_ENDS = "rules::never-ends";
    /// Numbered pages that are said to keep what the first one read.
    NUMBERED_SNAPSHOT = "rules::numbered-snapshot";
    /// A string of some other length where one character is expected.
    NOT_A_CHARACTER = "rules::not-a-character";
    /// A spelling that no name can have.
    NO_FORM = "rules::no-form";
    /// A bound wider than what the wire allows.
    WIDE_BOUND = "rules::wide-bound";
    /// A match or rewrite that belongs to conventions on something else, or an `after` between the two.
    WRONG_LEVEL = "rules::wrong-level";
    /// The two sides of a match go by different spellings.
    TWO_SPELLINGS = "rules::two-spellings";
    /// What is read has no name.
    MISSING_BINDER = "rules::missing-binder";
    /// A name for what is read that is a word of the language.
    RESERVED_BINDER = "rules::reserved-binder";
    /// A rewrite to a name that the match does not bind.
    UNBOUND_NAME = "rules::unbound-name";
    /// A name is bound and not written.
    UNWRITTEN_NAME = "rules::unwritten-name";
    /// Conventions that wait for each other.
    AFTER_CYCLE = "rules::after-cycle";
    /// Law: a rewrite gives only what is declared, decoded or left out.
    INVENTED_VALUE = "rules::invented-value";
    /// Law: text is read by a decoder that gives it back.
    LOSSY = "rules::lossy";
    /// Law: what is looked up by a spelling is unique by it.
    MISSING_UNIQUE = "rules::missing-unique";
    /// Law: a convention can have an outcome somewhere.
    DEAD = "rules::dead";
    /// Law: in an open object an undeclared name is legal.
    OPEN_NAMES = "rules::open-names";
    /// Law: no two conventions can take one value at one property.
    CRITICAL_PAIR = "rules::critical-pair";
    /// Law: a word of a vocabulary stands for one member.
    RING_CLASH = "rules::ring-clash";
    /// Law: only an optional member is left out.
    REQUIRED_OMITTED = "rules::required-omitted";
    /// Law: what an active profile names is reviewed.
    UNREVIEWED = "rules::unreviewed";
    /// Law, a note: the worst case of rules against the profile's bound.
    BOUND = "rules::bound";
}
