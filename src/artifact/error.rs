//! What makes a file no artifact.

use crate::diagnostic::Diagnostic;
use crate::json::JsonError;
use crate::span::Span;

/// The first fault of a file, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArtifactError {
    /// The text is no JSON, or too much of it.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A surface where an artifact is meant.
    #[error("this is a surface ({format})")]
    Surface {
        /// Its format, in words.
        format: &'static str,
        /// Where it begins.
        at: Span,
    },
    /// JSON, but not an artifact.
    #[error("{}{why}", place(.at))]
    Damaged {
        /// A JSON Pointer to the value that is wrong, or that lacks a member.
        at: String,
        /// What is wrong with it.
        why: String,
        /// Where it stands in the text.
        span: Span,
    },
}

fn place(at: &str) -> String {
    if at.is_empty() { String::new() } else { format!("at `{at}`, ") }
}

impl ArtifactError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Json(JsonError::TooDeep { .. }) => "artifact::too-deep",
            Self::Json(JsonError::TooLarge { .. }) => "artifact::too-large",
            Self::Json(_) => "artifact::not-json",
            Self::Surface { .. } => "artifact::surface",
            Self::Damaged { .. } => "artifact::damaged",
        }
    }

    /// Where the fault is.
    pub fn span(&self) -> Span {
        match self {
            Self::Json(error) => error.span(),
            Self::Surface { at: span, .. } | Self::Damaged { span, .. } => *span,
        }
    }

    /// The error for people, with its place in source number `source`.
    pub fn diagnostic(&self, name: &str, source: usize) -> Diagnostic {
        let diagnostic =
            Diagnostic::error(self.code(), format!("`{name}` is not a compiled artifact: {self}"));
        match self {
            // These two are about the text as a whole.
            Self::Json(JsonError::Empty | JsonError::TooLarge { .. }) => diagnostic,
            Self::Surface { .. } => diagnostic
                .label(source, self.span(), "here")
                .help("an artifact is what `fabric-rules compile` makes of a surface"),
            _ => diagnostic.label(source, self.span(), "here"),
        }
    }
}
