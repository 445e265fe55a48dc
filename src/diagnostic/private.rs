//! Texts that are not quoted: a recorded session that was given where another file is meant.
//!
//! What people and programs said to each other does not belong into the log of a build. A diagnostic
//! about such a file names the place and shows nothing of it.

use std::collections::BTreeSet;

use serde::de::{IgnoredAny, MapAccess, Visitor};

/// Members of a record, or of a document, of recorded sessions.
const OF_SESSIONS: [&str; 7] =
    ["details", "message", "messages", "payload", "resourceSpans", "sessionId", "timestamp"];
/// Members of what is declared or compiled, which is always quoted.
const OF_OTHERS: [&str; 4] = ["actions", "plans", "result", "tools"];

/// Whether `text` looks like a recorded session: records, one a line, or a document of them.
pub(super) fn is_session(text: &str) -> bool {
    if text.lines().filter(|line| line.starts_with("{\"")).nth(1).is_some() {
        return true;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Members>();
    let Some(Ok(Members(members))) = values.next() else { return false };
    let has = |names: &[&str]| names.iter().any(|name| members.contains(*name));
    has(&OF_SESSIONS) && !has(&OF_OTHERS)
}

/// The names of an object's members.
struct Members(BTreeSet<String>);

impl<'de> serde::Deserialize<'de> for Members {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Names)
    }
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Members;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut names = BTreeSet::new();
        while let Some((name, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
            names.insert(name);
        }
        Ok(Members(names))
    }
}
