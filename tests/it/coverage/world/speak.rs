//! Claims that somebody makes of a row: what it says, and what is near it, and what is far.

use fabric_rules::internal::coverage::row::{Item, Row};
use fastrand::Rng;
use serde_json::{Value, json};

use super::agent::{known, pick};
use super::clock::second;
use super::declare::{SOURCE, SOURCE_WORD};
use super::truth::{Claim, Entry};

fn value_of(item: &Item) -> Option<Value> {
    item.value_json().and_then(|text| serde_json::from_str(&text).ok())
}

fn moment(text: Option<Value>) -> Option<i64> {
    second(text?.as_str()?)
}

fn span(item: &Item) -> Option<(i64, i64)> {
    let span = serde_json::to_value(item.span?).ok()?;
    Some((moment(span.get("from").cloned())?, moment(span.get("to").cloned())?))
}

/// An entry that says what this item does; of a time that hangs on the clock, as it was sent.
fn entry(rng: &mut Rng, item: &Item, is_exact: bool) -> Entry {
    let facet = ["source", "subject", "population", "filter", "period", "names"]
        .into_iter()
        .find(|it| *it == item.facet);
    let mut entry =
        Entry { facet: facet.unwrap_or("filter"), argument: item.argument.clone(), ..Entry::default() };
    let value = value_of(item);
    if item.from == "host" {
        entry.identity = value.and_then(|it| it.get("identity")?.as_str().map(str::to_owned));
        return entry;
    }
    if let Some((from, to)) = span(item)
        .filter(|_| value.is_none() || !is_exact || ((!item.floating || item.reach.is_none()) && rng.bool()))
    {
        (entry.from, entry.to) = (Some(from), Some(to));
        return entry;
    }
    let mut names: Vec<Value> = value.into_iter().collect();
    names.extend(item.said.iter().map(|word| json!(word)));
    let resolved = item.resolved.as_ref();
    names.extend(resolved.and_then(|it| it.id.as_ref()).map(|id| id.0.to_value()));
    names.extend(resolved.and_then(|it| it.name.as_ref()).map(|name| json!(name)));
    entry.value = (!names.is_empty()).then(|| pick(rng, &names));
    entry
}

/// What a careful speaker says: as much as the row does.
pub fn careful(rng: &mut Rng, row: &Row) -> Claim {
    let rows = row.rows.unwrap_or(0);
    let kind = match rows {
        0 => pick(rng, &["not-found", "none", "exactly"]),
        _ => pick(rng, &["full-list", "exactly"]),
    };
    let is_exact = kind == "exactly" || kind == "full-list";
    let mut scope: Vec<Entry> = Vec::new();
    for item in row.checked.iter().filter(|item| item.narrows()) {
        scope.push(entry(rng, item, is_exact));
    }
    let end = row.gaps.iter().find_map(|gap| moment(serde_json::to_value(gap.before?).ok()));
    let period = scope.iter_mut().find(|entry| entry.from.is_some()).filter(|_| !is_exact && rng.bool());
    if let (Some(end), Some(entry)) = (end, period) {
        // Where the source keeps less than was asked for, a careful speaker begins there.
        entry.from = entry.from.max(Some(end));
    }
    let within = ["credential-limited", "scope", "unstable"].into_iter();
    let within = within.filter(|kind| row.gaps.iter().any(|gap| gap.kind == *kind)).collect();
    Claim { kind, subject: None, count: (kind == "exactly").then_some(rows), scope, within }
}

/// The same with this much of it changed.
pub fn near(rng: &mut Rng, row: &Row, mut changes: u8) -> Claim {
    let mut claim = careful(rng, row);
    while changes > 0 {
        changes -= 1;
        change(rng, row, &mut claim);
    }
    claim
}

fn change(rng: &mut Rng, row: &Row, claim: &mut Claim) {
    let some = (!claim.scope.is_empty()).then(|| rng.usize(..claim.scope.len().max(1)));
    match rng.u8(..16) {
        0 => claim.kind = pick(rng, &["not-found", "none", "full-list", "exactly"]),
        1 => claim.count = Some(rng.u64(..4)),
        2 => claim.count = None,
        3 => drop(some.map(|at| claim.scope.remove(at))),
        4 | 5 => claim.scope.push(stranger(rng)),
        6 => {
            claim.within = ["credential-limited", "scope", "unstable", "match", "paged"]
                .into_iter()
                .filter(|_| rng.bool())
                .collect()
        }
        7 => claim.subject = Some(pick(rng, &known("query"))),
        8 => {
            if let Some(at) = claim.scope.iter().position(|entry| entry.facet == "subject") {
                claim.subject = claim.scope.remove(at).value;
            }
        }
        9 | 10 => {
            if let Some(entry) = some.map(|at| &mut claim.scope[at]) {
                value(rng, entry);
            }
        }
        11 => {
            if let Some(entry) = some.map(|at| &mut claim.scope[at]) {
                entry.argument = None;
            }
        }
        12 | 13 => time(rng, row, claim),
        14 => {
            let wider = row.checked.iter().filter(|item| item.any);
            claim.scope.extend(wider.filter_map(|item| {
                let mut entry = entry(rng, item, false);
                entry.value =
                    rng.bool().then(|| item.argument.as_deref().map(|it| pick(rng, &some_known(it))))?;
                Some(entry)
            }));
        }
        _ => {
            let word = pick(rng, &[SOURCE, SOURCE_WORD, "the wiki"]);
            claim.scope.push(Entry { facet: "source", value: Some(json!(word)), ..Entry::default() });
        }
    }
}

fn some_known(name: &str) -> Vec<Value> {
    let mut known = known(name);
    known.push(json!("nobody"));
    known
}

/// An entry of whatever argument.
fn stranger(rng: &mut Rng) -> Entry {
    let (facet, name) = pick(
        rng,
        &[
            ("population", "team"),
            ("population", "repo"),
            ("filter", "severity"),
            ("filter", "state"),
            ("subject", "query"),
            ("subject", "title"),
            ("filter", "archived"),
            ("population", "tenant"),
            ("filter", "colour"),
            ("filter", "team"),
        ],
    );
    let mut entry = Entry { facet, argument: Some(name.to_owned()), ..Entry::default() };
    match rng.u8(..8) {
        0 => {}
        1 => entry.identity = Some(pick(rng, &["org", "user"]).to_owned()),
        _ => entry.value = Some(pick(rng, &some_known(name))),
    }
    entry
}

fn value(rng: &mut Rng, entry: &mut Entry) {
    let name = entry.argument.clone().unwrap_or_default();
    entry.value = match entry.value.take() {
        // A number that a double takes for the same.
        Some(Value::Number(number)) if number.as_u64().is_some_and(|it| it > 1 << 53) && rng.bool() => {
            number.as_u64().map(|it| json!(it ^ 1))
        }
        // Another type of the same look.
        Some(Value::Number(number)) if rng.bool() => Some(json!(number.to_string())),
        Some(Value::String(text)) if rng.u8(..3) == 0 => {
            Some(text.parse::<u64>().map_or(json!([text]), |it| json!(it)))
        }
        Some(Value::Array(list)) if rng.bool() => list.into_iter().next(),
        Some(_) if entry.facet == "period" => {
            Some(pick(rng, &[json!("1h"), json!("2h"), json!("1d"), json!(["1h", "10m"])]))
        }
        Some(_) => Some(pick(rng, &words(&name))),
        None => None,
    };
    if let Some(field) = &mut entry.identity {
        *field = pick(rng, &["org", "user"]).to_owned();
    }
}

/// Values, and words for values.
fn words(name: &str) -> Vec<Value> {
    let mut words = some_known(name);
    words.extend(
        ["serious", "unfinished", "the core people", "not archived", "t-3", "Core"].map(|it| json!(it)),
    );
    words
}

/// Another time: a little more, a little less, or one of its own.
fn time(rng: &mut Rng, row: &Row, claim: &mut Claim) {
    let item = row.checked.iter().find(|item| item.facet == "period");
    let widest = item.and_then(|item| {
        let reach = serde_json::to_value(item.reach?).ok()?;
        Some((moment(reach.get("from").cloned())?, moment(reach.get("to").cloned())?))
    });
    let found = claim.scope.iter_mut().find(|entry| entry.facet == "period");
    let some = item.and_then(span).unwrap_or((-3600, 0));
    match found {
        Some(entry) => {
            let by = pick(rng, &[-3600, -60, -1, 0, 0, 1, 60, 3600]);
            let ends: Vec<i64> =
                row.gaps.iter().filter_map(|gap| moment(serde_json::to_value(gap.before?).ok())).collect();
            if !ends.is_empty() && rng.bool() {
                // It begins where a gap ends, or a little earlier.
                (entry.value, entry.from, entry.to) =
                    (None, Some(pick(rng, &ends) + by.min(0)), Some(some.1));
                return;
            }
            let (from, to) = widest.filter(|_| rng.u8(..3) == 0).unwrap_or(some);
            (entry.value, entry.from, entry.to) = (
                None,
                Some(from + if rng.bool() { by } else { 0 }),
                Some(to + if rng.bool() { by } else { 0 }),
            );
            if rng.u8(..12) == 0 {
                entry.to = None;
            }
        }
        None => {
            let argument = rng.bool().then(|| "since".to_owned());
            let (from, to) = (Some(some.0 + rng.i64(-60..60)), Some(some.1));
            claim.scope.push(Entry { facet: "period", argument, from, to, ..Entry::default() });
        }
    }
}
