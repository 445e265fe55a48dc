//! Texts that are not quoted: all that are not plainly a file of ours.
//!
//! What people and programs said to each other does not belong into the log of a build, and any file
//! may be given where another is meant: a recorded session, whole, unfinished or in lines of events. So a text
//! is quoted only where its kind can be recognised, up to where it breaks off: a list of tools, a file
//! of plans, rules, their cases, or a `fabric-rules.toml`. A diagnostic about anything else names the place
//! and shows nothing of it.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Members by which what is declared or compiled is known.
const OF_OURS: [&str; 7] =
    ["actions", "baseSchemaDigest", "gate", "metricVersion", "normalizations", "plans", "tools"];
/// Members by which an entry of a bare list of tools is known.
const OF_TOOLS: [&str; 4] = ["function", "inputSchema", "input_schema", "parameters"];
/// Members of what was said or called, which rule out that the text is one of ours.
const OF_SESSIONS: [&str; 10] = [
    "args",
    "content",
    "details",
    "message",
    "messages",
    "payload",
    "resourceSpans",
    "role",
    "sessionId",
    "timestamp",
];

/// Whether nothing of the `text` of the source of this name is shown.
pub(crate) fn is_private(name: &str, text: &str) -> bool {
    if is_config(name) {
        return false;
    }
    let text = text.trim_start_matches('\u{feff}');
    if is_cases(name, text) {
        return false;
    }
    if text.trim_start().starts_with(['{', '[']) {
        return !is_ours(text);
    }
    !is_rules(name, text)
}

/// Whether this is what a project asks of us, which is known by the name of the file alone.
fn is_config(name: &str) -> bool {
    std::path::Path::new(name).file_name().is_some_and(|name| name == "fabric-rules.toml")
}

/// Whether these are the cases of a convention, by the name of the file and what its lines hold.
fn is_cases(name: &str, text: &str) -> bool {
    if !name.ends_with(".cases.jsonl") {
        return false;
    }
    let names = text.lines().map(|line| {
        let mut seen = Seen::default();
        // A line that breaks off holds what was seen of it.
        let _ = (Members { seen: &mut seen, is_top: true })
            .deserialize(&mut serde_json::Deserializer::from_str(line));
        seen.names
    });
    let mut is_one = false;
    for names in names {
        if OF_SESSIONS.iter().any(|name| names.contains(*name)) {
            return false;
        }
        is_one |= names.contains("schema") && names.contains("given");
    }
    is_one
}

/// Whether this is rules, by the name of the file or by the word that they begin with.
fn is_rules(name: &str, text: &str) -> bool {
    let extension = std::path::Path::new(name).extension();
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"));
    extension.is_some_and(|extension| extension == "rules")
        || first.is_some_and(|line| line.starts_with("language "))
}

/// Whether this is one document with the members of one of ours, as far as it can be read.
fn is_ours(text: &str) -> bool {
    let mut seen = Seen::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    let is_one = match (Members { seen: &mut seen, is_top: true }).deserialize(&mut reader) {
        Ok(()) => reader.end().is_ok(),
        Err(error) => !error.is_data(),
    };
    let has = |names: &[&str]| names.iter().any(|name| seen.names.contains(*name));
    let marks = if seen.is_list { &OF_TOOLS[..] } else { &OF_OURS };
    is_one && has(marks) && !has(&OF_SESSIONS)
}

/// What was seen before the text ended or broke off.
#[derive(Default)]
struct Seen {
    names: BTreeSet<String>,
    is_list: bool,
}

/// Reads the names of a document's members, of the result in a message, or of a list's entries.
struct Members<'s> {
    seen: &'s mut Seen,
    is_top: bool,
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            if self.is_top && name == "result" {
                map.next_value_seed(Members { seen: self.seen, is_top: false })?;
            } else {
                self.seen.names.insert(name);
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.seen.is_list = true;
        while list.next_element_seed(Members { seen: self.seen, is_top: false })?.is_some() {}
        Ok(())
    }
}
