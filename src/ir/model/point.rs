//! What a property may be, as far as guards tell properties apart.

use crate::ir::Kinds;

/// A kind of property: the kinds of values that it may accept, and seven flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) kinds: Kinds,
    flags: u8,
}

/// The bit of each flag.
const REQUIRED: u8 = 1;
const ACCEPTS_NULL: u8 = 1 << 1;
const ACCEPTS_EMPTY: u8 = 1 << 2;
const STRING_ENUM: u8 = 1 << 3;
const VOCABULARY: u8 = 1 << 4;
const NO_PLAIN_DEFAULT: u8 = 1 << 5;
const OPEN: u8 = 1 << 6;

impl Point {
    /// All consistent points.
    pub(crate) fn all() -> Vec<Self> {
        let points =
            Kinds::all().into_iter().flat_map(|kinds| (0..128).map(move |flags| Self { kinds, flags }));
        points.filter(Self::is_consistent).collect()
    }

    /// How much there is to say about it: the fewer kinds and marks, the plainer a witness.
    pub(crate) fn complexity(&self) -> usize {
        self.kinds.len() + self.flags.count_ones() as usize
    }

    fn is_consistent(&self) -> bool {
        let string = Kinds::STRING.within(self.kinds);
        let needs_string = self.accepts_empty_string() || self.every_enum_is_string();
        (string || !needs_string) && (!self.has(VOCABULARY) || self.every_enum_is_string())
    }

    /// Whether null counts as accepted though it is no kind of the property: `nullable` beside a `type`.
    pub(crate) fn is_nullable(&self) -> bool {
        self.accepts_null() && !Kinds::NULL.within(self.kinds)
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(crate) fn required(&self) -> bool {
        self.has(REQUIRED)
    }

    pub(crate) fn accepts_null(&self) -> bool {
        self.has(ACCEPTS_NULL)
    }

    pub(crate) fn accepts_empty_string(&self) -> bool {
        self.has(ACCEPTS_EMPTY)
    }

    pub(crate) fn every_enum_is_string(&self) -> bool {
        self.has(STRING_ENUM)
    }

    /// Whether the enum may be the members of a vocabulary.
    pub(crate) fn is_vocabulary(&self) -> bool {
        self.has(VOCABULARY)
    }

    /// Whether the default is absent or null, so that leaving the member out brings in nothing else.
    pub(crate) fn default_is_plain(&self) -> bool {
        !self.has(NO_PLAIN_DEFAULT)
    }

    /// Whether the object takes no undeclared names.
    pub(crate) fn closed(&self) -> bool {
        !self.has(OPEN)
    }

    /// The point in words, behind `at`.
    pub(crate) fn words(&self) -> String {
        let which = if self.required() { "a required" } else { "an optional" };
        let flags = [
            (ACCEPTS_NULL, " that accepts null"),
            (ACCEPTS_EMPTY, " that accepts the empty string"),
            (STRING_ENUM, " whose enum has strings only"),
            (VOCABULARY, " whose enum is a vocabulary"),
            (NO_PLAIN_DEFAULT, " with a default"),
            (OPEN, " of an open object"),
        ];
        let said: String =
            flags.iter().filter(|(flag, _)| self.has(*flag)).map(|(_, words)| *words).collect();
        format!("{which} {}{said}", self.kinds.names().join(" or "))
    }
}
