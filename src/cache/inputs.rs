//! What a derivation may read.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value};

/// The inputs of a derivation: the facts, options and bounds that its key covers, and nothing else.
///
/// A derivation gets them by [`get`](Self::get) alone, which notes the places read: so a test can change each
/// and see the key change, and change any other and see the answer stay.
#[derive(Debug, Default)]
pub struct Inputs {
    given: Value,
    read: Mutex<BTreeSet<String>>,
}

impl Inputs {
    /// Those of `facts` that are called one of `names`. One that is not there is not the same as `null`.
    pub fn of(facts: &Map<String, Value>, names: &[&str]) -> Self {
        let named = facts.iter().filter(|(name, _)| names.contains(&name.as_str()));
        Self::new(named.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// These inputs.
    pub fn new(inputs: Map<String, Value>) -> Self {
        Self { given: Value::Object(inputs), read: Mutex::default() }
    }

    /// The value at a JSON Pointer, if there is one. That it was asked for is noted either way.
    pub fn get(&self, pointer: &str) -> Option<&Value> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(pointer.to_owned());
        self.given.pointer(pointer)
    }

    /// The places read so far, as JSON Pointers in their order.
    pub fn read(&self) -> Vec<String> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The inputs as one text: members in order, numbers as they are.
    pub(super) fn text(&self) -> String {
        self.given.to_string()
    }
}
