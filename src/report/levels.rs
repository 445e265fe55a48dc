//! How much each kind of finding weighs: what its owner silences, and what they make an error.

use std::collections::BTreeMap;

use super::advice;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, Severity};

/// The findings beside [advice](advice::codes) whose weight may be changed.
const WEIGHED: [&str; 20] = [
    "artifact::action-lost",
    "artifact::legacy",
    "artifact::new",
    "artifact::rules-changed",
    "artifact::unfounded",
    "check::colliding-keys",
    "check::colliding-members",
    "check::cut-rules",
    "check::more-pages",
    "check::no-schema",
    "check::unusable-output-schema",
    "search::absent",
    "search::keyless-rows",
    "search::listed-word",
    "search::other-default",
    "search::unclassified",
    "search::undeclared",
    "search::unreachable",
    "search::wrong-argument",
    "search::wrong-result",
];
/// Faults: they are errors, whatever is asked for.
const FAULTS: [&str; 6] = [
    "artifact::drift",
    "artifact::forged",
    "artifact::malformed",
    "check::unproved",
    "check::unusable-schema",
    "search::more",
];
/// All warnings, by the word for them.
const WARNINGS: &str = "warnings";

/// What is asked of a kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It is not told.
    Allow,
    /// It is an error.
    Deny,
}

impl Level {
    /// The word for it: `allow` or `deny`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
        }
    }
}

/// How much each kind of finding weighs. By default as much as it says itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    denies_warnings: bool,
    by_code: BTreeMap<&'static str, Level>,
}

impl Levels {
    /// Asks `level` of `what`: of the findings of a code, or, to deny them, of all `warnings`.
    ///
    /// # Errors
    ///
    /// A diagnostic without a place: no finding has that code, it is a fault, or the other level was asked.
    pub fn set(&mut self, what: &str, level: Level) -> Result<(), Diagnostic> {
        if what == WARNINGS && level == Level::Deny {
            self.denies_warnings = true;
            return Ok(());
        }
        if FAULTS.contains(&what) {
            return match level {
                Level::Deny => Ok(()),
                Level::Allow => {
                    let message = format!("`{what}` is a fault, and no fault can be allowed");
                    Err(Diagnostic::error("levels::not-allowed", message)
                        .help("advice and warnings can be; mend what the fault says"))
                }
            };
        }
        let codes = advice::codes().chain(WEIGHED);
        let Some(code) = codes.clone().find(|code| *code == what) else {
            let faults: &[&str] = if level == Level::Deny { &FAULTS } else { &[] };
            let words = (level == Level::Deny).then_some(WARNINGS);
            let names = codes.chain(faults.iter().copied()).chain(words);
            return Err(Diagnostic::error(
                "levels::unknown-code",
                format!("no finding has the code `{what}`"),
            )
            .help(suggest(what, names)));
        };
        match self.by_code.insert(code, level) {
            Some(other) if other != level => {
                let message = format!("`{what}` is both allowed and denied");
                Err(Diagnostic::error("levels::both", message).help("leave one of the two out"))
            }
            _ => Ok(()),
        }
    }

    /// These levels, and where they ask nothing those of `others`.
    #[must_use]
    pub fn or(mut self, others: Self) -> Self {
        self.denies_warnings |= others.denies_warnings;
        for (code, level) in others.by_code {
            self.by_code.entry(code).or_insert(level);
        }
        self
    }

    /// Leaves out the findings that are allowed, and makes errors of those that are denied.
    pub fn apply(&self, findings: &mut Vec<Diagnostic>) {
        findings.retain_mut(|finding| match self.by_code.get(finding.code) {
            Some(Level::Allow) => false,
            Some(Level::Deny) => {
                finding.severity = Severity::Error;
                true
            }
            None => true,
        });
    }

    /// The codes of the findings that are not told.
    pub fn allowed(&self) -> impl Iterator<Item = &'static str> {
        self.by_code.iter().filter(|(_, level)| **level == Level::Allow).map(|(code, _)| *code)
    }

    /// Whether so many errors and warnings are a failure.
    pub fn fail(&self, errors: usize, warnings: usize) -> bool {
        errors > 0 || (self.denies_warnings && warnings > 0)
    }
}
