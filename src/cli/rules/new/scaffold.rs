//! The texts that a convention starts with. They are files beside this one, in which the name stands as
//! `NAME`.

use super::Level;

/// A rule file and its cases.
pub(super) struct Scaffold {
    pub(super) rules: String,
    pub(super) cases: String,
}

impl Scaffold {
    pub(super) fn of(name: &str, on: Level) -> Self {
        let (rules, cases) = match on {
            Level::Key => (include_str!("key.rules"), include_str!("key.cases.jsonl")),
            Level::Call => (include_str!("call.rules"), include_str!("call.cases.jsonl")),
            Level::Value => (include_str!("value.rules"), include_str!("value.cases.jsonl")),
        };
        Self { rules: rules.replace("NAME", name), cases: cases.to_owned() }
    }
}
