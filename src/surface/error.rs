//! What makes a document unreadable as a surface.

use crate::diagnostic::Diagnostic;
use crate::json::{FlawKind, JsonError};
use crate::span::Span;

/// The first fault of a document, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SurfaceError {
    /// The text is no JSON, or too much of it.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// No format that we know looks like this.
    #[error("no list of tools is recognised in this document")]
    Unrecognised {
        /// Where the document's value starts.
        at: Span,
    },
    /// A reply that carries an error instead of a list.
    #[error("this is an error reply of a server, not a list of tools: {message}")]
    ErrorReply {
        /// Where the `error` member's value starts.
        at: Span,
        /// What the server said, in backticks, or what stands in its place.
        message: String,
    },
    /// A compiled artifact where a surface is meant.
    #[error("this is a compiled artifact, not a surface")]
    Artifact {
        /// The member that tells.
        at: Span,
    },
    /// A surface of another version.
    #[error("`version` is {found}, and only version 1 of a surface is known")]
    OtherVersion {
        /// What is there: a number as written, or a kind of value.
        found: String,
        /// Where.
        at: Span,
    },
    /// An object lacks a member.
    #[error("{what} lacks `{member}`")]
    MissingMember {
        /// The object, in words.
        what: &'static str,
        /// The member.
        member: &'static str,
        /// Where the object starts.
        at: Span,
    },
    /// A value of another kind.
    #[error("{what} must be {expected}, and is {found}")]
    WrongKind {
        /// The value, in words.
        what: &'static str,
        /// The kind that it must have.
        expected: &'static str,
        /// The kind that it has.
        found: &'static str,
        /// Where.
        at: Span,
    },
    /// A tool whose name is the empty text.
    #[error("a tool has an empty name")]
    EmptyName {
        /// The name.
        at: Span,
    },
    /// An object gives one of the members that are read twice.
    #[error("`{member}` is given twice")]
    DuplicateMember {
        /// The member.
        member: &'static str,
        /// The name of the second one.
        at: Span,
        /// The name of the first one.
        first: Span,
    },
    /// Two actions of one ref.
    #[error("`{reference}` is declared twice")]
    DuplicateRef {
        /// The ref.
        reference: String,
        /// The second one.
        at: Span,
        /// The first one.
        first: Span,
    },
    /// A part that must have a canonical form has none.
    #[error("{kind}, so this has no canonical form")]
    Flawed {
        /// Why.
        kind: FlawKind,
        /// Where.
        at: Span,
    },
}

impl SurfaceError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Json(JsonError::TooDeep { .. }) => "surface::too-deep",
            Self::Json(JsonError::TooLarge { .. } | JsonError::TooMany { .. }) => "surface::too-large",
            Self::Json(_) => "surface::not-json",
            Self::Unrecognised { .. } => "surface::unrecognised",
            Self::ErrorReply { .. } => "surface::error-reply",
            Self::Artifact { .. } => "surface::artifact",
            Self::OtherVersion { .. } => "surface::other-version",
            Self::MissingMember { .. } => "surface::missing-member",
            Self::WrongKind { .. } => "surface::wrong-kind",
            Self::EmptyName { .. } => "surface::empty-name",
            Self::DuplicateMember { .. } => "surface::duplicate-member",
            Self::DuplicateRef { .. } => "surface::duplicate-ref",
            Self::Flawed { .. } => "surface::not-canonical",
        }
    }

    /// Where the fault is.
    pub fn span(&self) -> Span {
        match self {
            Self::Json(error) => error.span(),
            Self::Unrecognised { at }
            | Self::ErrorReply { at, .. }
            | Self::Artifact { at }
            | Self::OtherVersion { at, .. }
            | Self::MissingMember { at, .. }
            | Self::WrongKind { at, .. }
            | Self::EmptyName { at }
            | Self::DuplicateMember { at, .. }
            | Self::DuplicateRef { at, .. }
            | Self::Flawed { at, .. } => *at,
        }
    }

    /// The error for people, with its places in source number `source`.
    pub fn diagnostic(&self, source: usize) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.code(), self.to_string());
        let diagnostic = match self {
            // These two are about the text as a whole.
            Self::Json(JsonError::Empty | JsonError::TooLarge { .. }) => return diagnostic,
            Self::DuplicateMember { first, .. } | Self::DuplicateRef { first, .. } => {
                diagnostic.label(source, self.span(), "again here").label(source, *first, "first here")
            }
            _ => diagnostic.label(source, self.span(), "here"),
        };
        match self.advice() {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    fn advice(&self) -> Option<String> {
        match self {
            Self::Unrecognised { .. } => {
                let accepted: Vec<&str> =
                    super::import::IMPORTERS.iter().map(|importer| importer.looks_like).collect();
                Some(format!("what is accepted: {}", accepted.join("; ")))
            }
            Self::ErrorReply { .. } => Some("ask the server for `tools/list` again".to_owned()),
            Self::Artifact { .. } => {
                Some("give the surface; `fabric-rules check --artifact` takes this file".to_owned())
            }
            Self::DuplicateRef { .. } => {
                Some("a ref names one action; rename or remove one of them".to_owned())
            }
            _ => None,
        }
    }
}
