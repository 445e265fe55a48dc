//! The formats that results are written in.

use clap::ValueEnum;

use super::console::Console;
use super::exit::Fault;

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

/// `value` as indented JSON.
pub(super) fn json_text(value: &impl serde::Serialize) -> String {
    // What is printed has texts for the keys of its maps, so it cannot fail to serialise.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

impl Console {
    /// Prints `value` as indented JSON.
    pub(super) fn print_json(&mut self, value: &impl serde::Serialize) -> Result<(), Fault> {
        self.document(&json_text(value))
    }
}
