//! The pool as JSON. Writing is plain; reading is strict, because a damaged pool is an error and not
//! something to be merged into.

use serde::Serializer;

use super::window::{Counts, Identity};
use super::{BAKED, Counted, Entry, Pool, TRACKED, Tracked, VALUES};
use crate::evidence::Value;
use crate::json::{Document, JsonError, Limits, Node, pointer};
use crate::span::Span;

/// The largest count of a value that a merge gives, so that the sum over an entry stays a safe
/// integer of ECMAScript; counts beyond it stay at it.
pub(super) const MAX_COUNT: u64 = ((1 << 53) - 1) / VALUES as u64;

/// A text that is no pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    /// Not JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// JSON, but not of the shape of a pool.
    #[error("the pool is damaged: {expected} must stand at `{at}`")]
    Damaged {
        /// A JSON Pointer to the place.
        at: String,
        /// What was expected there.
        expected: &'static str,
        /// The place in the text.
        span: Span,
    },
}

impl PoolError {
    /// The place in the text.
    pub fn span(&self) -> Span {
        match self {
            Self::Json(error) => error.span(),
            Self::Damaged { span, .. } => *span,
        }
    }
}

/// Writes counts as an object.
pub(super) fn counts<S: Serializer>(counts: &Counts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(identity, count)| (identity.text(), count)))
}

impl Pool {
    /// Reads a pool from the text of its file.
    ///
    /// # Errors
    ///
    /// The first place where the text is not exactly a pool.
    pub fn parse(text: &[u8]) -> Result<Self, PoolError> {
        let document = Document::parse(text, Limits::FILE)?;
        if let Some(flaw) = document.flaws.first() {
            return Err(PoolError::Damaged {
                at: "/".to_owned(),
                expected: "unambiguous JSON",
                span: flaw.span,
            });
        }
        Self::read(&document.root)
    }

    /// Reads a pool from a tree without flaws.
    ///
    /// # Errors
    ///
    /// The first place where the tree is not exactly a pool.
    pub fn read(node: &Node) -> Result<Self, PoolError> {
        let [version, entries, tracked, baked] =
            members(node, "", ["version", "entries", "tracked", "baked"])?;
        require(version.as_natural() == Some(1), version, "/version", "version 1")?;
        let pool = Self {
            version: 1,
            entries: list(entries, "/entries", usize::MAX, entry)?,
            tracked: list(tracked, "/tracked", TRACKED, session)?,
            baked: list(baked, "/baked", BAKED, digest)?,
        };
        let mut seen = std::collections::HashSet::new();
        let unique = pool.entries.iter().all(|entry| seen.insert((&entry.action, &entry.key)));
        require(unique, entries, "/entries", "each ref and key once")?;
        let mut seen = std::collections::HashSet::new();
        let unique = pool.tracked.iter().all(|tracked| seen.insert(&tracked.file));
        require(unique, tracked, "/tracked", "each file once")?;
        Ok(pool)
    }
}

fn entry(node: &Node, at: &str) -> Result<Entry, PoolError> {
    let [action, key, values, total] = members(node, at, ["ref", "key", "values", "total"])?;
    let entry = Entry {
        action: text(action, at, "ref")?,
        key: text(key, at, "key")?,
        values: list(values, &pointer::push(at, "values"), VALUES, counted)?,
        total: count(total, &pointer::push(at, "total"))?,
    };
    let sum = entry.values.iter().fold(0_u64, |sum, counted| sum.saturating_add(counted.count));
    require(sum == entry.total, total, &pointer::push(at, "total"), "the sum of the counts")?;
    let mut seen = std::collections::HashSet::new();
    let unique = entry.values.iter().all(|counted| seen.insert(counted.value.key()));
    require(unique && !entry.values.is_empty(), values, &pointer::push(at, "values"), "values, each once")?;
    Ok(entry)
}

fn counted(node: &Node, at: &str) -> Result<Counted, PoolError> {
    let [value, times] = members(node, at, ["value", "count"])?;
    let at_value = pointer::push(at, "value");
    let value =
        Value::of(value).ok_or_else(|| damaged(value, &at_value, "a string, a number or a boolean"))?;
    Ok(Counted { value, count: count(times, &pointer::push(at, "count"))? })
}

fn session(node: &Node, at: &str) -> Result<Tracked, PoolError> {
    let [file, content, counts] = members(node, at, ["file", "digest", "counts"])?;
    let at = pointer::push(at, "counts");
    let identities = counts.as_object().ok_or_else(|| damaged(counts, &at, "an object"))?;
    let identity = |member: &crate::json::Member| {
        let at = pointer::push(&at, &member.name);
        let identity = Identity::parse(&member.name);
        let identity = identity.ok_or_else(|| damaged(&member.value, &at, "an identity and its count"))?;
        Ok((identity, count(&member.value, &at)?))
    };
    Ok(Tracked {
        file: text(file, &at, "file")?,
        digest: digest(content, &pointer::push(&at, "digest"))?,
        counts: identities.iter().map(identity).collect::<Result<_, PoolError>>()?,
    })
}

/// A digest as it was written. It is only ever compared, so one of another make does no harm.
fn digest(node: &Node, at: &str) -> Result<Box<str>, PoolError> {
    let digest = node.as_str().filter(|digest| !digest.is_empty());
    digest.map(Box::from).ok_or_else(|| damaged(node, at, "a digest"))
}

fn text(node: &Node, at: &str, name: &str) -> Result<Box<str>, PoolError> {
    let text = node.as_str().filter(|text| !text.contains('\0'));
    text.map(Box::from).ok_or_else(|| damaged(node, &pointer::push(at, name), "a string without NUL"))
}

fn count(node: &Node, at: &str) -> Result<u64, PoolError> {
    let count = node.as_natural().filter(|count| *count > 0);
    count.ok_or_else(|| damaged(node, at, "an integer from 1"))
}

fn list<T>(
    node: &Node,
    at: &str,
    most: usize,
    read: impl Fn(&Node, &str) -> Result<T, PoolError>,
) -> Result<Vec<T>, PoolError> {
    let items = node.as_array().ok_or_else(|| damaged(node, at, "an array"))?;
    require(items.len() <= most, node, at, "fewer items")?;
    let item = |(index, item): (usize, &Node)| read(item, &pointer::push(at, &index.to_string()));
    items.iter().enumerate().map(item).collect()
}

/// The values of exactly these members.
fn members<'n, const N: usize>(
    node: &'n Node,
    at: &str,
    names: [&str; N],
) -> Result<[&'n Node; N], PoolError> {
    let exact = node.as_object().is_some_and(|members| members.len() == N);
    require(exact, node, at, "an object with exactly the members of its kind")?;
    let mut found = [node; N];
    for (place, name) in found.iter_mut().zip(names) {
        *place = node.get(name).ok_or_else(|| damaged(node, &pointer::push(at, name), "a member"))?;
    }
    Ok(found)
}

fn require(holds: bool, node: &Node, at: &str, expected: &'static str) -> Result<(), PoolError> {
    if holds { Ok(()) } else { Err(damaged(node, at, expected)) }
}

fn damaged(node: &Node, at: &str, expected: &'static str) -> PoolError {
    let at = if at.is_empty() { "/".to_owned() } else { at.to_owned() };
    PoolError::Damaged { at, expected, span: node.span }
}
