//! What a claim means, and whether it is true of the records.
//!
//! Nothing here knows how a row is composed or judged.

use serde_json::{Value, json};

use super::clock::{meant, moment};
use super::declare::{Omitted, SOURCE, SOURCE_WORD};
use super::record::Record;
use super::tool::{Answer, Call, Tool, identity};

#[derive(Debug, Clone, Default)]
pub struct Entry {
    pub facet: &'static str,
    pub argument: Option<String>,
    pub value: Option<Value>,
    pub identity: Option<String>,
    pub from: Option<i64>,
    pub to: Option<i64>,
}

#[derive(Debug, Clone)]
pub struct Claim {
    pub kind: &'static str,
    pub subject: Option<Value>,
    pub count: Option<u64>,
    pub scope: Vec<Entry>,
    pub within: Vec<&'static str>,
}

impl Claim {
    pub fn json(&self) -> Value {
        let mut claim = json!({"kind": self.kind, "within": self.within, "scope": []});
        if let Some(subject) = &self.subject {
            claim["subject"] = subject.clone();
        }
        if let Some(count) = self.count {
            claim["count"] = json!(count);
        }
        claim["scope"] = self.scope.iter().map(Entry::json).collect();
        claim
    }
}

impl Entry {
    fn json(&self) -> Value {
        let mut entry = json!({"facet": self.facet});
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                entry[name] = value;
            }
        };
        put("argument", self.argument.as_ref().map(|it| json!(it)));
        put("value", self.value.clone());
        put("identity", self.identity.as_ref().map(|it| json!(it)));
        put("from", self.from.map(|it| json!(moment(it))));
        put("to", self.to.map(|it| json!(moment(it))));
        entry
    }

    fn restricts(&self) -> bool {
        self.value.is_some() || self.identity.is_some() || self.from.is_some() || self.to.is_some()
    }
}

/// One read of the records.
pub struct Read<'a> {
    pub call: &'a Call,
    pub answer: &'a Answer,
}

/// Whether a claim is true, of pages that were read one by one, or of what the first of them kept.
pub fn is_true(tool: &Tool, claim: &Claim, reads: &[Read<'_>], keeps: bool) -> bool {
    // Another source may hold anything: nothing is true of it.
    if claim.scope.iter().any(|entry| entry.facet == "source" && !is_source(entry)) {
        return false;
    }
    let said_unstable = claim.within.contains(&"unstable");
    let reads_at = if keeps { &reads[..1] } else { reads };
    if said_unstable && reads_at.len() > 1 && !stood_still(tool, reads) {
        return true;
    }
    let shown: Vec<u64> = reads.iter().flat_map(|read| read.answer.rows.iter().copied()).collect();
    // A word that may mean several things is not true of one only.
    reads_at.iter().all(|read| (0..8).all(|reading| is_true_at(tool, claim, reads, read, &shown, reading)))
}

fn stood_still(tool: &Tool, reads: &[Read<'_>]) -> bool {
    let (from, to) = reads
        .iter()
        .fold((i64::MAX, i64::MIN), |(from, to), read| (from.min(read.call.read), to.max(read.call.read)));
    let within = |second: i64| from < second && second <= to;
    let hidden = |record: &Record| reads.iter().filter(|read| tool.hides(record, read.call.clock)).count();
    tool.records.iter().all(|record| {
        !within(record.from) && !within(record.to) && [0, reads.len()].contains(&hidden(record))
    })
}

fn is_true_at(
    tool: &Tool,
    claim: &Claim,
    reads: &[Read<'_>],
    read: &Read<'_>,
    shown: &[u64],
    reading: usize,
) -> bool {
    let now = read.call.read;
    let meant: Vec<u64> = tool
        .records
        .iter()
        .filter(|record| {
            record.from <= now && now < record.to && means(tool, claim, reads, read, record, reading)
        })
        .map(|record| record.key)
        .collect();
    let is_count = claim.count.is_none_or(|count| count == meant.len() as u64);
    match claim.kind {
        "exactly" => is_count,
        "full-list" => {
            let mut shown = shown.to_vec();
            shown.sort_unstable();
            is_count && shown == meant
        }
        _ => meant.is_empty(),
    }
}

/// Whether a claim speaks of a record.
fn means(
    tool: &Tool,
    claim: &Claim,
    reads: &[Read<'_>],
    read: &Read<'_>,
    record: &Record,
    reading: usize,
) -> bool {
    let subject =
        claim.subject.clone().map(|value| Entry { facet: "subject", value: Some(value), ..Entry::default() });
    let entries: Vec<&Entry> = claim.scope.iter().chain(&subject).collect();
    let of = |entry: &Entry| -> Vec<String> {
        match &entry.argument {
            Some(argument) => vec![argument.clone()],
            None if entry.facet == "period" => vec!["since".to_owned()],
            None => {
                let named = tool.declared.arguments.iter().filter(|it| it.facet == entry.facet);
                named.map(|it| it.name.to_owned()).collect()
            }
        }
    };
    // Entries of one argument are alternatives.
    let mut groups: Vec<((&str, String), bool)> = Vec::new();
    for entry in entries {
        let (argument, holds) = match entry.facet {
            "source" => (String::new(), true),
            _ => {
                let named = of(entry);
                let argument = named.get(reading % named.len().max(1)).cloned().unwrap_or_default();
                let holds = !entry.restricts() || says(tool, entry, &argument, reads, read, record, reading);
                (argument, holds)
            }
        };
        let group = (entry.facet, argument);
        match groups.iter_mut().find(|(it, _)| *it == group) {
            Some((_, any)) => *any |= holds,
            None => groups.push((group, holds)),
        }
    }
    let is_limited = claim.within.contains(&"credential-limited") && tool.declared.credential;
    groups.iter().all(|(_, holds)| *holds)
        && (!is_limited || record.visible)
        && (!claim.within.contains(&"scope") || !tool.hides(record, read.call.clock))
}

fn is_source(entry: &Entry) -> bool {
    entry.value.as_ref().is_none_or(|value| *value == json!(SOURCE) || *value == json!(SOURCE_WORD))
}

fn says(
    tool: &Tool,
    entry: &Entry,
    argument: &str,
    reads: &[Read<'_>],
    read: &Read<'_>,
    record: &Record,
    reading: usize,
) -> bool {
    if entry.facet == "period" {
        return says_when(entry, read, record);
    }
    if let Some(field) = &entry.identity {
        return record.attributes.get(argument) == Some(&identity(field));
    }
    let Some(value) = &entry.value else { return true };
    let meanings = meanings(tool, argument, value, reads);
    let (raw, meant) = &meanings[(reading / 2) % meanings.len()];
    match raw {
        Some(team) => record.attributes["team"] == json!(team),
        None => tool.fits(argument, meant, record),
    }
}

/// What a value of an argument may mean: a team, or a value that the tool takes.
fn meanings(tool: &Tool, argument: &str, value: &Value, reads: &[Read<'_>]) -> Vec<(Option<usize>, Value)> {
    let raw = vec![(None, value.clone())];
    let was_sent = reads.iter().any(|read| {
        read.call
            .sent(argument)
            .iter()
            .any(|it| *it == value || it.as_array().is_some_and(|list| list.contains(value)))
    });
    let declared = tool.declared.argument(argument);
    let is_default = declared.is_some_and(|it| it.omitted == Omitted::As(value.clone()));
    if was_sent || is_default {
        return raw;
    }
    let is_live = |value: &Value| {
        let values = tool.schema.as_ref().and_then(|it| it["properties"][argument]["enum"].as_array());
        values.is_some_and(|values| values.contains(value))
    };
    let mut all = if is_live(value) { raw.clone() } else { Vec::new() };
    if argument == "archived" && *value == json!("not archived") {
        all.push((None, json!(false)));
    }
    let said = declared.into_iter().flat_map(|it| &it.said).filter(|(word, _)| *value == json!(word));
    all.extend(said.map(|(_, value)| (None, value.clone())));
    if argument == "team" {
        let named = tool
            .teams
            .iter()
            .enumerate()
            .filter(|(_, it)| *value == json!(it.id) || *value == json!(it.name));
        all.extend(named.map(|(team, _)| (Some(team), Value::Null)));
    }
    if all.is_empty() { raw } else { all }
}

fn says_when(entry: &Entry, read: &Read<'_>, record: &Record) -> bool {
    let clock = read.call.clock;
    let window = match &entry.value {
        None => (entry.from.unwrap_or(i64::MIN), entry.to.unwrap_or(i64::MAX)),
        Some(value) => {
            let (from, to) = match value.as_array().map(Vec::as_slice) {
                Some([from, to]) => (meant(from, clock), meant(to, clock)),
                _ => (meant(value, clock), Some(clock)),
            };
            match (from, to, read.answer.window) {
                (Some(from), Some(to), _) => (from, to),
                (_, _, Some(window)) => window,
                _ => return true,
            }
        }
    };
    (window.0..window.1).contains(&record.time)
}
