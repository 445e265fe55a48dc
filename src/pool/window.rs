//! One session's observations, ready to be merged.

use crate::digest::Digest;
use crate::evidence::{Observation, Value};
use crate::json::{canonical, compare};

/// How many digits of its digest a stream is called by.
const STREAM_DIGITS: usize = 12;

/// Counts by [`Identity`], in order of first observation.
pub type Counts = Vec<(Identity, u64)>;

/// What is observed: a ref, a key and a typed value.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    /// The ref of the action.
    pub action: Box<str>,
    /// The argument.
    pub key: Box<str>,
    /// Its value.
    pub value: Value,
}

impl Identity {
    /// The identity as text: `ref NUL key NUL type:value`.
    pub fn text(&self) -> String {
        format!("{}\0{}\0{}", self.action, self.key, self.value.key())
    }

    /// Reads an identity from its text.
    pub fn parse(text: &str) -> Option<Self> {
        let (action, rest) = text.split_once('\0')?;
        let (key, value) = rest.split_once('\0')?;
        Some(Self { action: action.into(), key: key.into(), value: Value::from_key(value)? })
    }
}

/// The observations of one session.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    /// The name of the session's file.
    pub file: Box<str>,
    /// The digest of the content: of the sorted list of identities, one element an observation
    /// whatever its count.
    pub digest: Box<str>,
    /// The identities and how often each was observed.
    pub counts: Counts,
}

impl Window {
    /// The window of a session.
    ///
    /// An observation whose ref or key holds a NUL character has no identity of its own and is left
    /// out.
    pub fn new(file: impl Into<Box<str>>, observations: impl IntoIterator<Item = Observation>) -> Self {
        let mut identities: Vec<String> = Vec::new();
        let mut places = std::collections::HashMap::new();
        let mut counts: Counts = Vec::new();
        for Observation { action, key, value, count } in observations {
            if action.contains('\0') || key.contains('\0') {
                continue;
            }
            let identity = Identity { action, key, value };
            let text = identity.text();
            let place = *places.entry(text.clone()).or_insert(counts.len());
            match counts.get_mut(place) {
                Some((_, counted)) => *counted = counted.saturating_add(count).min(super::wire::MAX_COUNT),
                None => counts.push((identity, count.min(super::wire::MAX_COUNT))),
            }
            identities.push(text);
        }
        identities.sort_by(|a, b| compare(a, b));
        let list: Vec<String> = identities.iter().map(|identity| canonical::string(identity)).collect();
        let digest = Digest::of_text(&format!("[{}]", list.join(",")));
        Self { file: file.into(), digest: digest.as_str().into(), counts }
    }

    /// The window of a stream, which is no file that could change: it goes by its content, as
    /// `<stdin>#0123456789ab`, so that another stream does not take back what it gave.
    pub fn of_stream(name: &str, observations: impl IntoIterator<Item = Observation>) -> Self {
        let window = Self::new("", observations);
        let digits: String = window.digest.chars().take(STREAM_DIGITS).collect();
        Self { file: format!("{name}#{digits}").into(), ..window }
    }
}
