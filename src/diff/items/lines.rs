//! Items as the lines of their rule text, and which of these differ.

use super::Clause;
use crate::ir::{Convention, Facts, Profile, Search, Shape, Spelling, Vocabulary};

/// An item that can be told as lines of rule text, one a clause.
pub(super) trait Lines {
    fn name(&self) -> &str;
    fn lines(&self) -> Vec<String>;
}

impl Lines for Shape {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        self.clauses.iter().map(|clause| clause.text()).collect()
    }
}

impl Lines for Spelling {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        self.clauses()
    }
}

impl Lines for Vocabulary {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        self.clauses()
    }
}

impl Lines for Convention {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        let mut lines =
            vec![format!("status {}", self.status.name()), format!("derive when {}", self.guard.text())];
        if !self.after.is_empty() {
            lines.push(format!("after {}", self.after.join(", ")));
        }
        lines.push(format!("match {}", self.action.matching()));
        lines.push(format!("rewrite {}", self.action.rewrite()));
        lines
    }
}

impl Lines for Facts {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        self.clauses()
    }
}

impl Lines for Search {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        self.clauses()
    }
}

impl Lines for Profile {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        self.clauses()
    }
}

/// The lines that are new, gone, or read otherwise: those that begin with the same word are one clause.
pub(super) fn differing(old: &[String], new: &[String]) -> Vec<Clause> {
    let word = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
    let mut added: Vec<&String> = new.iter().filter(|line| !old.contains(line)).collect();
    let mut clauses = Vec::new();
    for line in old.iter().filter(|line| !new.contains(line)) {
        let same = added.iter().position(|other| word(other) == word(line));
        let new = same.map(|index| added.remove(index).clone());
        clauses.push(Clause { old: Some(line.clone()), new });
    }
    clauses.extend(added.into_iter().map(|line| Clause { old: None, new: Some(line.clone()) }));
    clauses
}
