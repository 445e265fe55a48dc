//! One JSON line as an operation takes it: a value, with the bytes that it was written in.
//!
//! Values are looked at in place. A member such as `args` is handed on as the slice of the line that it
//! was, so that big integers, escapes and member names given twice still count.

mod extent;

use crate::json::{Data, Document, JsonError, Limits, Node, canonical};

/// How many bytes a line may have.
pub const LINE_BYTES: usize = 64 << 20;
/// What is read of a line: enough for a surface inside it, and no line is longer.
const LIMITS: Limits = Limits { depth: Limits::SURFACE.depth + 8, bytes: LINE_BYTES, ..Limits::SURFACE };

/// Why a line or a request gets no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// A stable code.
    pub code: &'static str,
    /// In words.
    pub message: String,
    /// The members that tie it to what was asked, each with a comma before it.
    pub tied: String,
}

impl Problem {
    /// A problem of this code, told in these words.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), tied: String::new() }
    }

    /// The same, tied to what was asked by the members `tied`.
    pub fn of(self, tied: &str) -> Self {
        Self { tied: tied.to_owned(), ..self }
    }

    /// The members of the JSON object that tells it, without its braces.
    pub fn members(&self) -> String {
        let code = canonical::string(self.code);
        format!("\"code\":{code},\"message\":{}", canonical::string(&self.message))
    }
}

impl From<JsonError> for Problem {
    fn from(error: JsonError) -> Self {
        let code = match error {
            JsonError::NotUtf8 { .. } => "not-utf8",
            JsonError::Empty | JsonError::Syntax { .. } => "not-json",
            JsonError::TooDeep { .. } => "too-deep",
            JsonError::TooMany { .. } | JsonError::TooLarge { .. } => "too-large",
        };
        let message = match &error {
            JsonError::Empty | JsonError::TooLarge { .. } => error.to_string(),
            _ => format!("{error} (byte {})", error.span().start),
        };
        Self::new(code, message)
    }
}

/// Parses a line.
///
/// # Errors
///
/// A [`Problem`]: no JSON, or more of it than is read.
pub fn parse(line: &str) -> Result<Document, Problem> {
    extent::check(line)?;
    Ok(Document::parse(line.as_bytes(), LIMITS)?)
}

/// The value that an operation is asked about.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The line.
    pub line: &'a str,
    /// The line, parsed.
    pub document: &'a Document,
    /// The value in it.
    pub input: &'a Node,
}

impl<'a> Request<'a> {
    /// The value itself, which must have a canonical form.
    pub fn flawless(&self, node: &'a Node) -> Result<&'a Node, Problem> {
        match self.document.flaw_in(node.span) {
            Some(flaw) => Err(Problem::new("not-canonical", flaw.kind.to_string())),
            None => Ok(node),
        }
    }

    /// The member called `name`, if there is one; `null` is a value here.
    pub fn member(&self, name: &str) -> Result<Option<&'a Node>, Problem> {
        let Some(members) = self.input.as_object() else {
            let message = format!("an object must stand here, not {}", self.input.kind());
            return Err(Problem::new("wrong-kind", message));
        };
        let mut found = members.iter().filter(|member| &*member.name == name);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(Problem::new("duplicate-member", format!("`{name}` is given twice"))),
            (first, None) => Ok(first.map(|member| &member.value)),
        }
    }

    /// The member called `name`, if there is one. Many languages write a member that is absent as `null`.
    pub fn optional(&self, name: &str) -> Result<Option<&'a Node>, Problem> {
        Ok(self.member(name)?.filter(|node| node.data != Data::Null))
    }

    /// The member called `name`, `null` or not.
    pub fn required(&self, name: &str) -> Result<&'a Node, Problem> {
        self.member(name)?.ok_or_else(|| Problem::new("missing-member", format!("`{name}` is missing")))
    }

    /// The text of `node`, which the request calls `name`.
    pub fn text(&self, node: &'a Node, name: &str) -> Result<&'a str, Problem> {
        let found = || Problem::new("wrong-kind", format!("`{name}` must be a string, not {}", node.kind()));
        self.flawless(node)?.as_str().ok_or_else(found)
    }

    /// The bytes that `node` was written in.
    pub fn raw(&self, node: &Node) -> &'a str {
        node.span.of(self.line)
    }
}
