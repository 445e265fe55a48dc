//! What went wrong, as data: a code, a message, places and help. Rendered in one place, the emitters.
//!
//! [`json`], [`sarif`] and [`github`] are for machines; [`place`] finds their lines and columns, and
//! [`pages`] has what the manual says of each code.

pub mod github;
#[cfg(feature = "cli")]
pub mod human;
pub mod json;
pub mod nearest;
pub mod pages;
pub mod place;
pub(crate) mod private;
pub mod rules;
pub mod sarif;
pub mod visible;

use crate::span::Span;

/// A text that places point into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name that a person knows it by: a path, or `<stdin>`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A source of this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// How much a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; never changes an exit code.
    Note,
    /// Changes the exit code only where warnings are denied.
    Warning,
    /// A fault.
    Error,
}

impl Severity {
    /// The word for it: `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place with a word on it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// Which source, by its index in the list of sources that was compiled or checked.
    pub source: usize,
    /// Where in it.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// One thing to tell a person.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// A stable code such as `rules::unknown-spelling`.
    pub code: &'static str,
    /// How much it weighs.
    pub severity: Severity,
    /// What is wrong, in plain English: lower case, no full stop, names in backticks.
    pub message: String,
    /// Where; the first label is the main one.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic of this weight, without places or help yet.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self { code, severity, message: message.into(), labels: Vec::new(), help: None }
    }

    /// An error, without places or help yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// The same with one more label.
    #[must_use]
    pub fn label(mut self, source: usize, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { source, span, text: text.into() });
        self
    }

    /// The same with help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
