//! What a row is known by: its id, and digests of what must not be read.

use super::super::call::{Call, Turn};
use super::super::value::json;
use super::Draft;
use crate::digest::Digest;
use crate::ir::search::{Limit, PageBy};
use crate::json::Node;
use crate::json::canonical::{string, text};

/// The digest of a value of this sort, with the namespace and the run, so that it tells nothing elsewhere.
pub(super) fn digest(call: &Call, sort: &str, value: &Node) -> String {
    let turn = &call.turn;
    // Numbers are compared by their value, and beyond what a double holds by their text.
    let value = match value.as_natural() {
        Some(number) => number.to_string(),
        None => json(value),
    };
    let said = [&turn.namespace, &turn.run_id, sort, &value].map(string).join(",");
    Digest::of_text(&said).to_string()
}

/// `claim-result/<namespace>/<runId>/<ordinal>`
pub(super) fn result_id(turn: &Turn) -> String {
    format!("claim-result/{}/{}/{}", encoded(&turn.namespace), encoded(&turn.run_id), turn.ordinal)
}

fn encoded(part: &str) -> String {
    let mut out = String::new();
    for byte in part.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

impl Draft<'_> {
    /// The digest of what was asked, apart from which page; none where that has no one reading.
    pub(super) fn asked(&self) -> Option<String> {
        if !self.document.flaws.is_empty() {
            return None;
        }
        let page = self.search.page.as_ref();
        let limit = match (&self.search.limit, page.map(|page| page.by)) {
            (Limit::Rows { argument, .. }, Some(PageBy::Offset(_))) => argument.as_deref(),
            _ => None,
        };
        let is_left_out = |name: &str| page.is_some_and(|page| page.argument == name) || limit == Some(name);
        let members = self.document.root.as_object().unwrap_or_default();
        let mut said: Vec<String> = members
            .iter()
            .filter(|member| !is_left_out(&member.name))
            // Two texts of one number may be one value, two numbers never have one text.
            .map(|member| format!("{}:{}:{}", string(&member.name), text(&member.value), json(&member.value)))
            .collect();
        said.sort_unstable();
        for (argument, filled) in self.call.filled.iter().flatten() {
            let part = |it: &Option<String>| string(it.as_deref().unwrap_or(""));
            said.push(format!(
                "{}:{}:{}",
                string(argument),
                part(&filled.identity),
                part(&filled.credential)
            ));
        }
        let turn = &self.call.turn;
        let head = [&turn.namespace, &turn.run_id, &self.search.name].map(|part| string(part)).join(",");
        let clauses = self.search.clauses().join("\n");
        Some(Digest::of_text(&format!("{head}\n{clauses}\n{}", said.join("\n"))).to_string())
    }
}
