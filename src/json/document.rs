//! Text to tree: [`hifijson`] finds the tokens, this module keeps what others throw away.

use std::collections::HashSet;
use std::sync::Arc;

use hifijson::SliceLexer;
use hifijson::num::LexWrite as _;
use hifijson::str::{Lex as _, LexAlloc as _};
use hifijson::token::Lex as _;
use serde::de::IgnoredAny;

use super::Lexeme;
use super::node::{Data, Member, Node};
use super::surrogate;
use crate::span::Span;

/// A parsed text: its tree, and what in it has no canonical form.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Document {
    /// The tree.
    pub root: Node,
    /// The flaws, in the order of their places.
    pub flaws: Vec<Flaw>,
}

/// Something that is JSON by its grammar, but that parsers disagree about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Flaw {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: FlawKind,
}

/// The kinds of [`Flaw`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FlawKind {
    /// An object names a member twice.
    #[error("a member name is given twice")]
    DuplicateName,
    /// A string holds half of a surrogate pair.
    #[error("a string holds a lone surrogate")]
    LoneSurrogate,
    /// A number is too large for a double.
    #[error("a number is too large for a double")]
    NumberOverflow,
    /// A value nests deeper than is read, and `null` stands in its place in the tree.
    #[error("arrays and objects nest deeper than is read")]
    TooDeep,
}

/// How much to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many arrays and objects may stand inside each other.
    pub depth: usize,
    /// How many bytes a text may have.
    pub bytes: usize,
    /// How many values may stand in it, those inside others counted too.
    pub values: usize,
}

impl Limits {
    /// For the arguments of a call.
    pub const ARGUMENTS: Self = Self { depth: 128, bytes: 16 << 20, values: VALUES };
    /// For a file of tool schemas. A value takes up to a hundred bytes and more however short its text
    /// is, so both are bounded: what is read, and what is made of it, stays below two gigabytes.
    pub const SURFACE: Self = Self { depth: 256, bytes: 128 << 20, values: VALUES };
    /// For files that are ours.
    pub const FILE: Self = Self { depth: 256, bytes: 256 << 20, values: usize::MAX };

    /// The same, for texts of this many bytes.
    #[must_use]
    pub const fn with_bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    /// The same, for arrays and objects that nest so deep.
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// The same, for this many values.
    #[must_use]
    pub const fn with_values(self, values: usize) -> Self {
        Self { values, ..self }
    }
}

/// How many values are read of what others wrote.
const VALUES: usize = 8_000_000;

/// A text that is no JSON, or more of it than the limits allow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// The text is not UTF-8.
    #[error("the text is not valid UTF-8")]
    NotUtf8 {
        /// Offset of the first byte that does not fit.
        at: usize,
    },
    /// Nothing but white space.
    #[error("the text is empty where JSON is expected")]
    Empty,
    /// The text breaks the grammar of JSON.
    #[error("this is not JSON: {expected}")]
    Syntax {
        /// Offset of the first byte that does not fit.
        at: usize,
        /// What was expected there.
        expected: String,
    },
    /// Too many arrays and objects inside each other.
    #[error("arrays and objects nest deeper than {limit} levels")]
    TooDeep {
        /// Offset of the bracket that is one too many.
        at: usize,
        /// The limit.
        limit: usize,
    },
    /// Too many values.
    #[error("the text has more than the {limit} values that are read")]
    TooMany {
        /// Offset of the value that is one too many.
        at: usize,
        /// The limit.
        limit: usize,
    },
    /// Too many bytes.
    #[error("the text has {bytes} bytes, more than the {limit} that are read")]
    TooLarge {
        /// The size.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
}

impl JsonError {
    /// Where the fault is.
    pub fn span(&self) -> Span {
        match self {
            Self::NotUtf8 { at }
            | Self::Syntax { at, .. }
            | Self::TooDeep { at, .. }
            | Self::TooMany { at, .. } => Span::new(*at, at + 1),
            Self::Empty | Self::TooLarge { .. } => Span::default(),
        }
    }
}

impl Document {
    /// Parses `text` as one JSON value.
    ///
    /// # Errors
    ///
    /// See [`JsonError`]: the first fault, with its place. Bounded by `limits`, so a hostile text
    /// costs at most time and memory in proportion to its size.
    pub fn parse(text: &[u8], limits: Limits) -> Result<Self, JsonError> {
        Self::read(text, limits, false)
    }

    /// The same, but a value that nests too deep is passed over, and is a [flaw](FlawKind::TooDeep):
    /// for files of many values, of which one may be hostile.
    ///
    /// # Errors
    ///
    /// See [`JsonError`].
    pub fn parse_past_deep(text: &[u8], limits: Limits) -> Result<Self, JsonError> {
        Self::read(text, limits, true)
    }

    fn read(text: &[u8], limits: Limits, is_past_deep: bool) -> Result<Self, JsonError> {
        if text.len() > limits.bytes {
            return Err(JsonError::TooLarge { bytes: text.len(), limit: limits.bytes });
        }
        std::str::from_utf8(text).map_err(|error| JsonError::NotUtf8 { at: error.valid_up_to() })?;
        let mut reader =
            Reader { lexer: SliceLexer::new(text), text, limits, is_past_deep, values: 0, flaws: Vec::new() };
        let Some(next) = reader.lexer.ws_peek() else { return Err(JsonError::Empty) };
        let root = reader.value(next, 0)?;
        match reader.lexer.ws_peek() {
            None => {
                let mut flaws = reader.flaws;
                flaws.sort_by_key(|flaw| flaw.span);
                Ok(Self { root, flaws })
            }
            Some(_) => Err(reader.expected("nothing may follow the value")),
        }
    }

    /// The value at `node` as a document of its own, which shares its tree and keeps its places.
    #[must_use]
    pub fn part(&self, node: &Node) -> Self {
        let from = self.flaws.partition_point(|flaw| flaw.span.start < node.span.start);
        let flaws = self.flaws.iter().skip(from).take_while(|flaw| node.span.contains(flaw.span));
        Self { root: node.clone(), flaws: flaws.copied().collect() }
    }

    /// The first flaw within `span`, if there is one.
    pub fn flaw_in(&self, span: Span) -> Option<&Flaw> {
        let from = self.flaws.partition_point(|flaw| flaw.span.start < span.start);
        self.flaws.get(from).filter(|flaw| span.contains(flaw.span))
    }
}

struct Reader<'t> {
    lexer: SliceLexer<'t>,
    text: &'t [u8],
    limits: Limits,
    is_past_deep: bool,
    values: usize,
    flaws: Vec<Flaw>,
}

impl Reader<'_> {
    fn at(&self) -> usize {
        self.text.len() - self.lexer.as_slice().len()
    }

    fn expected(&self, expected: &str) -> JsonError {
        JsonError::Syntax { at: self.at(), expected: expected.to_owned() }
    }

    fn value(&mut self, next: u8, depth: usize) -> Result<Node, JsonError> {
        let start = self.at();
        self.values += 1;
        if self.values > self.limits.values {
            return Err(JsonError::TooMany { at: start, limit: self.limits.values });
        }
        let data = match next {
            b'a'..=b'z' => match self.lexer.null_or_bool() {
                Some(None) => Data::Null,
                Some(Some(value)) => Data::Bool(value),
                None => {
                    return Err(JsonError::Syntax {
                        at: start,
                        expected: "a value must stand here".to_owned(),
                    });
                }
            },
            b'-' | b'0'..=b'9' => self.number(start)?,
            b'"' => {
                self.lexer.discarded();
                Data::String(self.string(start)?)
            }
            b'[' | b'{' if self.is_past_deep && depth >= self.limits.depth => {
                self.pass_over(start)?;
                Data::Null
            }
            b'[' => {
                self.descend(depth)?;
                Data::Array(Arc::new(self.array(depth + 1)?))
            }
            b'{' => {
                self.descend(depth)?;
                Data::Object(Arc::new(self.object(depth + 1)?))
            }
            _ => return Err(self.expected("a value must stand here")),
        };
        Ok(Node { span: Span::new(start, self.at()), data })
    }

    fn descend(&mut self, depth: usize) -> Result<(), JsonError> {
        if depth >= self.limits.depth {
            return Err(JsonError::TooDeep { at: self.at(), limit: self.limits.depth });
        }
        self.lexer.discarded();
        Ok(())
    }

    /// Passes over a value without building it, which takes no stack however deep it nests.
    fn pass_over(&mut self, start: usize) -> Result<(), JsonError> {
        let rest = self.text.get(start..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
        if !matches!(values.next(), Some(Ok(_))) {
            let expected = "a value that nests this deep is broken".to_owned();
            return Err(JsonError::Syntax { at: start, expected });
        }
        let end = start + values.byte_offset();
        self.lexer = SliceLexer::new(self.text.get(end..).unwrap_or_default());
        self.flaws.push(Flaw { span: Span::new(start, end), kind: FlawKind::TooDeep });
        Ok(())
    }

    fn number(&mut self, start: usize) -> Result<Data, JsonError> {
        let lexeme = match self.lexer.num_string().validated() {
            Ok((lexeme, _)) => lexeme,
            Err(_) => return Err(self.expected("a digit must stand here")),
        };
        // `007` is three numbers to the lexer.
        if self.lexer.as_slice().first().is_some_and(u8::is_ascii_digit) {
            return Err(self.expected("a number does not start with a zero and another digit"));
        }
        // Only an exponent or some three hundred digits can carry a number beyond a double.
        let suspect = lexeme.len() > 300 || lexeme.contains(['e', 'E']);
        if suspect && lexeme.parse().is_ok_and(f64::is_infinite) {
            self.flaws.push(Flaw { span: Span::new(start, self.at()), kind: FlawKind::NumberOverflow });
        }
        Ok(Data::Number(Lexeme::from(lexeme)))
    }

    /// Reads a string whose opening quote, at `start`, was taken.
    fn string(&mut self, start: usize) -> Result<Box<str>, JsonError> {
        let mut again = SliceLexer::new(self.lexer.as_slice());
        match self.lexer.str_string() {
            Ok(text) => Ok(text.as_ref().into()),
            Err(error) if error.is_unicode_error() => {
                // The bytes are UTF-8, so it is a lone surrogate: the grammar allows it, a text cannot hold it.
                let begin = self.text.len() - again.as_slice().len();
                if let Err(error) = again.str_ignore() {
                    return Err(JsonError::Syntax { at: self.at(), expected: error.to_string() });
                }
                self.lexer = again;
                self.flaws.push(Flaw { span: Span::new(start, self.at()), kind: FlawKind::LoneSurrogate });
                let raw = self.text.get(begin..self.at().saturating_sub(1)).unwrap_or_default();
                Ok(surrogate::decode(&String::from_utf8_lossy(raw)).into())
            }
            Err(error) => {
                let at = self.at();
                let at = if at == self.text.len() { at } else { at.saturating_sub(1) };
                Err(JsonError::Syntax { at, expected: error.to_string() })
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node>, JsonError> {
        let mut items = Vec::new();
        let mut next = self.lexer.ws_peek();
        if next == Some(b']') {
            self.lexer.discarded();
            return Ok(items);
        }
        loop {
            let Some(first) = next else { return Err(self.expected("a value or `]` must stand here")) };
            items.push(self.value(first, depth)?);
            match self.lexer.ws_peek() {
                Some(b',') => next = self.lexer.discarded().ws_peek(),
                Some(b']') => {
                    self.lexer.discarded();
                    items.shrink_to_fit();
                    return Ok(items);
                }
                _ => return Err(self.expected("a comma or `]` must stand here")),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Vec<Member>, JsonError> {
        let mut members = Vec::new();
        let mut next = self.lexer.ws_peek();
        if next == Some(b'}') {
            self.lexer.discarded();
            return Ok(members);
        }
        loop {
            if next != Some(b'"') {
                return Err(self.expected("a member name in quotes must stand here"));
            }
            let start = self.at();
            self.lexer.discarded();
            let name = self.string(start)?;
            let name_span = Span::new(start, self.at());
            if self.lexer.expect(|lexer| lexer.ws_peek(), b':').is_none() {
                return Err(self.expected("a colon must stand here"));
            }
            let Some(first) = self.lexer.ws_peek() else {
                return Err(self.expected("a value must stand here"));
            };
            let value = self.value(first, depth)?;
            members.push(Member { name, name_span, value });
            match self.lexer.ws_peek() {
                Some(b',') => next = self.lexer.discarded().ws_peek(),
                Some(b'}') => {
                    self.lexer.discarded();
                    self.note_duplicates(&members);
                    members.shrink_to_fit();
                    return Ok(members);
                }
                _ => return Err(self.expected("a comma or `}` must stand here")),
            }
        }
    }

    fn note_duplicates(&mut self, members: &[Member]) {
        // Most objects are small: comparing each pair beats hashing them.
        let mut seen = HashSet::new();
        for (index, member) in members.iter().enumerate() {
            let again = if members.len() <= 8 {
                members.iter().take(index).any(|earlier| earlier.name == member.name)
            } else {
                !seen.insert(&member.name)
            };
            if again {
                self.flaws.push(Flaw { span: member.name_span, kind: FlawKind::DuplicateName });
            }
        }
    }
}
