//! The formats that results are written in.

use clap::ValueEnum;
use serde::Serialize;

use super::console::Console;
use super::exit::Fault;
use crate::diagnostic::{Diagnostic, Source, github, json, sarif};

/// For a result that is one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ResultFormat {
    /// For people
    Human,
    /// JSON
    Json,
}

/// For findings with places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FindingsFormat {
    /// For people
    Human,
    /// JSON, with everything
    Json,
    /// The findings as a SARIF 2.1.0 log
    Sarif,
    /// The findings as GitHub annotations
    Github,
}

/// What ends with code 1, beside errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// Warnings too
    Warnings,
}

/// A document that standard output holds however a command ends: a program that reads it never finds
/// it empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// A JSON object.
    Json,
    /// A JSON array of diagnostics.
    Diagnostics,
    /// A SARIF log.
    Sarif,
    /// GitHub annotations.
    Github,
}

impl From<ResultFormat> for Option<Promise> {
    fn from(format: ResultFormat) -> Self {
        (format == ResultFormat::Json).then_some(Promise::Json)
    }
}

impl From<FindingsFormat> for Option<Promise> {
    fn from(format: FindingsFormat) -> Self {
        match format {
            FindingsFormat::Human => None,
            FindingsFormat::Json => Some(Promise::Json),
            FindingsFormat::Sarif => Some(Promise::Sarif),
            FindingsFormat::Github => Some(Promise::Github),
        }
    }
}

/// A document of a command that has nothing to report but what it could not read.
#[derive(Serialize)]
struct OnlyUnread<D> {
    unread: Vec<D>,
}

/// `value` as indented JSON.
pub(super) fn json_text(value: &impl Serialize) -> String {
    // What is printed has texts for the keys of its maps, so it cannot fail to serialise.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

impl Console {
    /// Prints `value` as indented JSON.
    pub(super) fn print_json(&mut self, value: &impl Serialize) -> Result<(), Fault> {
        self.document(&json_text(value))
    }

    /// Writes the document that was promised and not written yet, with what could not be read.
    pub(super) fn keep_promise(&mut self, unread: &[Diagnostic], sources: &[Source]) -> Result<(), Fault> {
        match self.promised() {
            None => Ok(()),
            Some(Promise::Json) => self.print_json(&OnlyUnread { unread: json::values(unread, sources) }),
            Some(Promise::Diagnostics) => self.document(&json::render(unread, sources)),
            Some(Promise::Sarif) => self.document(&sarif::log(&[], unread, sources)),
            Some(Promise::Github) => self.document(&github::render(unread, sources)),
        }
    }
}
