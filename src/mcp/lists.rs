//! The tools of a server, as its lists tell them, page by page.
//!
//! 1. [`Asked`]: a request for a list, ours or the client's;
//! 2. [`Lists::page`]: an answer, which tells tools, and with the pages before it that there are no others;
//! 3. [`Lists::find`]: what is on hand for a call.
//!
//! What a list says holds from when it was asked for. After `list_changed` nothing that was asked for before
//! counts as fresh; it still tells valid calls from others, and is never a reason to change one.

mod sweep;
mod tool;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use sweep::Sweep;
pub(super) use tool::Found;
use tool::Tool;

use super::fields::{Fields, Name, objects};
use super::ruled::Ruled;
use crate::program::Profile;

/// How many tools are kept.
const MOST_TOOLS: usize = 20_000;
/// How many bytes of schemas are kept.
const MOST_BYTES: usize = 64 << 20;
/// How much compiled schemas may take together, in bytes.
const MOST_COMPILED: usize = 64 << 20;
/// How long a name or a cursor may be.
const MOST_NAME: usize = 4 << 10;
/// A list is fresh for so long, whatever else is said of it.
const LEAST_FRESH: Duration = Duration::from_secs(1);
/// How long one without `ttlMs` is in the legacy era.
const LEGACY_FRESH: Duration = Duration::from_secs(600);
/// The longest that a server can ask for.
const MOST_FRESH: Duration = Duration::from_secs(24 * 3600);

/// A request for a list.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// From which page on; nothing for the first.
    pub(super) cursor: Option<String>,
    /// Whether it was asked in the legacy era.
    pub(super) is_legacy: bool,
    /// Whether it is one of ours.
    pub(super) is_ours: bool,
    stamp: Stamp,
}

/// When a list was asked for. What was asked for later is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stamp {
    /// How often the tools had changed by then.
    changes: u64,
    at: Duration,
}

/// How old the list is that a verdict is by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Age {
    /// Since it was asked for.
    pub age: Duration,
    /// Whether it is fresh.
    pub fresh: bool,
}

/// Until when a list counts as fresh.
#[derive(Debug, Clone, Copy)]
struct Life {
    stamp: Stamp,
    fresh_for: Duration,
}

/// What an answer was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Page {
    /// The cursor of the page after it.
    pub(super) next: Option<String>,
    /// Whether everything in it is kept.
    pub(super) is_whole: bool,
}

/// All that the lists told.
#[derive(Debug, Default)]
pub(super) struct Lists {
    tools: HashMap<Arc<str>, Tool>,
    bytes: usize,
    compiled: usize,
    changes: u64,
    /// The sweeps under way: the client's and ours.
    sweeps: [Option<Sweep>; 2],
    complete: Option<Life>,
}

impl Lists {
    /// A request for a list that is sent `now`.
    pub(super) fn asked(
        &self,
        now: Duration,
        cursor: Option<String>,
        is_legacy: bool,
        is_ours: bool,
    ) -> Asked {
        Asked { cursor, is_legacy, is_ours, stamp: Stamp { at: now, changes: self.changes } }
    }

    /// The tools have changed, or are not what was told: no list that was asked for counts as fresh any more.
    pub(super) fn change(&mut self) {
        self.changes += 1;
    }

    /// Whether the answer to `asked` can be fresh.
    pub(super) fn counts(&self, asked: &Asked) -> bool {
        asked.stamp.changes == self.changes
    }

    /// Whether it is worth to wait for the answer to `asked`: a request that was lost is never answered.
    pub(super) fn is_awaited(&self, now: Duration, asked: &Asked) -> bool {
        self.counts(asked) && now.saturating_sub(asked.stamp.at) < LEAST_FRESH
    }

    /// Whether there is a list that is complete.
    pub(super) fn is_complete(&self) -> bool {
        self.complete.is_some()
    }

    /// The names and schemas of all tools.
    pub(super) fn all(&self) -> Vec<(Arc<str>, Option<Arc<str>>)> {
        let mut all: Vec<_> = self.tools.iter().map(|(name, tool)| (name.clone(), tool.text())).collect();
        all.sort();
        all
    }

    /// Reads the answer to `asked`. `None` where it is no list.
    pub(super) fn page(&mut self, asked: &Asked, result: &Fields<'_>) -> Option<Page> {
        let (entries, is_all) = objects(result.raw(Name::Tools)?, MOST_TOOLS)?;
        let fresh_for = match result.whole(Name::TtlMs).and_then(|ms| u64::try_from(ms).ok()) {
            Some(ms) => Duration::from_millis(ms).clamp(LEAST_FRESH, MOST_FRESH),
            None if asked.is_legacy => LEGACY_FRESH,
            None => LEAST_FRESH,
        };
        let life = Life { stamp: asked.stamp, fresh_for };
        let slot = usize::from(asked.is_ours);
        let mut sweep = Sweep::go_on(self.sweeps.get_mut(slot)?.take(), asked, life);
        let mut is_whole = is_all;
        for entry in entries.iter().flatten() {
            let Some(name) = entry.text(Name::Called).filter(|name| name.len() <= MOST_NAME) else {
                continue;
            };
            let schema = entry.given(Name::InputSchema);
            let is_twice = !sweep.names.insert(name.as_str().into());
            is_whole &= self.put(&name, schema, life, is_twice);
        }
        let next = result.text(Name::NextCursor);
        sweep.is_whole &= is_whole;
        sweep.next.clone_from(&next);
        match (&next, sweep.is_complete()) {
            (Some(next), _) if next.len() <= MOST_NAME => {
                if let Some(slot) = self.sweeps.get_mut(slot) {
                    *slot = Some(sweep);
                }
            }
            (None, true) if self.complete.is_none_or(|life| life.stamp <= sweep.life.stamp) => {
                self.keep(&sweep);
                self.complete = Some(sweep.life);
            }
            _ => {}
        }
        Some(Page { next, is_whole })
    }

    /// What is on hand for calls of `name`.
    pub(super) fn find(&mut self, now: Duration, name: &str, profile: &Profile, reference: &str) -> Found {
        let changes = self.changes;
        let Some(tool) = self.tools.get_mut(name) else {
            return match self.complete.map(|life| life.age(now, changes)) {
                Some(age) if age.fresh => Found::Absent(age),
                _ => Found::NotOnHand,
            };
        };
        let age = tool.life.age(now, changes);
        if tool.is_twice {
            return Found::Twice(age);
        }
        let Some(text) = tool.text() else { return Found::NoSchema(age) };
        if let Some(ruled) = &tool.ruled {
            return ruled.clone().map_or(Found::Unusable(age), |ruled| Found::Ruled(ruled, age));
        }
        let ruled = Ruled::new(profile, reference, &text).map(Arc::new);
        let cost = ruled.as_ref().map_or(0, |ruled| ruled.cost());
        if self.compiled + cost > MOST_COMPILED {
            self.tools.values_mut().for_each(|tool| tool.ruled = None);
            self.compiled = 0;
        }
        if let Some(tool) = self.tools.get_mut(name) {
            tool.ruled = Some(ruled.clone());
            self.compiled += cost;
        }
        ruled.map_or(Found::Unusable(age), |ruled| Found::Ruled(ruled, age))
    }

    /// Puts in a tool. `false` where there is no room for it.
    fn put(&mut self, name: &str, schema: Option<&str>, life: Life, is_twice: bool) -> bool {
        if let Some(known) = self.tools.get_mut(name) {
            // An answer may be overtaken by one that was asked for later.
            if known.life.stamp > life.stamp {
                return true;
            }
            known.life = life;
            known.is_twice = is_twice;
            if known.schema.as_deref() == schema {
                return true;
            }
        }
        self.remove(name);
        let bytes = name.len() + schema.map_or(0, str::len);
        if self.tools.len() >= MOST_TOOLS || self.bytes + bytes > MOST_BYTES {
            return false;
        }
        self.bytes += bytes;
        self.tools.insert(name.into(), Tool::new(schema, life, is_twice));
        true
    }

    fn remove(&mut self, name: &str) {
        if let Some((name, tool)) = self.tools.remove_entry(name) {
            self.bytes -= name.len() + tool.schema.as_deref().map_or(0, str::len);
            let cost = tool.ruled.iter().flatten().map(|ruled| ruled.cost()).sum();
            self.compiled = self.compiled.saturating_sub(cost);
        }
    }

    /// Keeps the tools of a complete list, and no others.
    fn keep(&mut self, sweep: &Sweep) {
        let since = sweep.life.stamp;
        let gone =
            self.tools.iter().filter(|(name, tool)| !sweep.names.contains(*name) && tool.life.stamp <= since);
        for name in gone.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
            self.remove(&name);
        }
    }
}

impl Life {
    fn age(&self, now: Duration, changes: u64) -> Age {
        let age = now.saturating_sub(self.stamp.at);
        Age { age, fresh: self.stamp.changes == changes && age < self.fresh_for }
    }
}
