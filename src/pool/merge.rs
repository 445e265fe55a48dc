//! Merging sessions into a pool, each content once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::window::{Counts, Identity};
use super::{BAKED, Counted, Entry, Pool, TRACKED, Tracked, VALUES, Window, wire};
use crate::evidence::Value;
use crate::json::compare;

/// What a merge did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Merged {
    /// Sessions that gave something, or less than before.
    pub merged_sessions: u64,
    /// Sessions whose content was there already.
    pub skipped_sessions: u64,
}

/// Merges windows, in order.
pub fn merge(pool: &mut Pool, windows: impl IntoIterator<Item = Window>) -> Merged {
    let mut merged = Merged::default();
    let mut open = Open::new(std::mem::take(&mut pool.entries));
    for window in windows {
        if pool.knows(&window) {
            merged.skipped_sessions += 1;
        } else {
            merged.merged_sessions += 1;
            pool.take(window, &mut open);
        }
    }
    pool.entries = open.close();
    merged
}

impl Pool {
    /// Whether the content of a window is in the pool, from this file or from another one.
    fn knows(&self, window: &Window) -> bool {
        let tracked = self.tracked.iter().any(|tracked| tracked.digest == window.digest);
        tracked || self.baked.contains(&window.digest)
    }

    /// Adds what a window gives beyond what its file gave before, and takes back what it no longer
    /// gives.
    fn take(&mut self, window: Window, open: &mut Open) {
        let Window { file, digest, counts } = window;
        if let Some(tracked) = self.tracked.iter_mut().find(|tracked| tracked.file == file) {
            tracked.digest = digest;
            let before = std::mem::replace(&mut tracked.counts, counts);
            open.change(&before, &tracked.counts);
        } else {
            open.change(&Counts::new(), &counts);
            self.tracked.push(Tracked { file, digest, counts });
        }
        while self.tracked.len() > TRACKED {
            let oldest = self.tracked.remove(0);
            self.baked.push(oldest.digest);
        }
        while self.baked.len() > BAKED {
            self.baked.remove(0);
        }
    }
}

type Argument = (Box<str>, Box<str>);
type Values = BTreeMap<String, (Value, u64)>;

/// The entries while windows are merged: by ref and key, then by value key.
struct Open {
    entries: BTreeMap<Argument, Values>,
}

impl Open {
    fn new(entries: Vec<Entry>) -> Self {
        let values = |values: Vec<Counted>| -> Values {
            values.into_iter().map(|counted| (counted.value.key(), (counted.value, counted.count))).collect()
        };
        let entries = entries.into_iter().map(|entry| ((entry.action, entry.key), values(entry.values)));
        Self { entries: entries.collect() }
    }

    /// Moves counts by the difference, then brings the entries that were touched back within their
    /// bounds.
    fn change(&mut self, before: &Counts, after: &Counts) {
        let mut gone: HashMap<String, (&Identity, u64)> =
            before.iter().map(|(identity, count)| (identity.text(), (identity, *count))).collect();
        let mut touched = BTreeSet::new();
        for (identity, count) in after {
            let earlier = gone.remove(&identity.text()).map_or(0, |(_, count)| count);
            touched.insert(self.adjust(identity, earlier, *count));
        }
        for (identity, earlier) in gone.into_values() {
            touched.insert(self.adjust(identity, earlier, 0));
        }
        for argument in touched {
            self.evict(&argument);
        }
    }

    /// Moves the count of a value. What was evicted is gone: taking it back takes nothing.
    fn adjust(&mut self, identity: &Identity, before: u64, after: u64) -> Argument {
        let argument = (identity.action.clone(), identity.key.clone());
        let values = self.entries.entry(argument.clone()).or_default();
        let key = identity.value.key();
        if let Some((_, count)) = values.get_mut(&key) {
            *count = count.saturating_add(after).saturating_sub(before).min(wire::MAX_COUNT);
        } else if after > before {
            values.insert(key, (identity.value.clone(), after - before));
        }
        argument
    }

    fn evict(&mut self, argument: &Argument) {
        let Some(values) = self.entries.get_mut(argument) else { return };
        values.retain(|_, (_, count)| *count > 0);
        if values.is_empty() {
            self.entries.remove(argument);
        } else if values.len() > VALUES {
            let kept = ranked(std::mem::take(values)).into_iter().take(VALUES);
            *values = kept.map(|(key, counted)| (key, (counted.value, counted.count))).collect();
        }
    }

    fn close(self) -> Vec<Entry> {
        let entry = |((action, key), values)| {
            let values: Vec<Counted> = ranked(values).into_iter().map(|(_, counted)| counted).collect();
            let total = values.iter().map(|counted| counted.count).sum();
            Entry { action, key, values, total }
        };
        let mut entries: Vec<Entry> = self.entries.into_iter().map(entry).collect();
        entries.sort_by(|a, b| compare(&a.action, &b.action).then_with(|| compare(&a.key, &b.key)));
        entries
    }
}

/// Values by count down, then by value key.
fn ranked(values: Values) -> Vec<(String, Counted)> {
    let mut ranked: Vec<(String, Counted)> =
        values.into_iter().map(|(key, (value, count))| (key, Counted { value, count })).collect();
    ranked.sort_by(|a, b| b.1.count.cmp(&a.1.count).then_with(|| compare(&a.0, &b.0)));
    ranked
}
