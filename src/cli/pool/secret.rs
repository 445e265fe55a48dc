//! Names under which secrets are kept, and a pool without what stands under them.
//!
//! A name is looked at in its form, without case and separators, as people spell one name in many ways.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::evidence::Value;
use crate::pool::{Entry, Pool, Tracked};

/// What a secret's name has in it.
const PARTS: [&str; 20] = [
    "accesskey",
    "apikey",
    "authorization",
    "bearer",
    "clientkey",
    "connectionstring",
    "cookie",
    "credential",
    "encryptionkey",
    "licensekey",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "secret",
    "signingkey",
    "sshkey",
    "token",
    "webhook",
];
/// Words that say so alone, or beside others, but not within a longer word.
const WORDS: [&str; 10] = ["auth", "creds", "cvc", "cvv", "jwt", "mypass", "otp", "pin", "pwd", "pw"];
/// Words that only look as if they said so.
const HARMLESS: [&str; 5] = ["secretaries", "secretary", "tokenization", "tokenize", "tokenizer"];
/// Words beside which tokens are pieces of a text, which are counted.
const COUNTS: [&str; 8] = ["budget", "count", "limit", "max", "min", "num", "total", "usage"];

/// Whether values under this name are likely secrets.
pub(super) fn is_secret(name: &str) -> bool {
    let mut words = words(name);
    words.retain(|word| !HARMLESS.contains(&&**word));
    let form = words.concat();
    let is_count = words.iter().any(|word| COUNTS.contains(&&**word));
    let has = |part: &&str| form.contains(part) && !(is_count && *part == "token");
    PARTS.iter().any(has) || words.iter().any(|word| WORDS.contains(&&**word))
}

/// A character of the full width as the plain one that it stands for.
fn plain(character: char) -> char {
    match u32::from(character) {
        wide @ 0xff01..=0xff5e => char::from_u32(wide - 0xfee0).unwrap_or(character),
        _ => character,
    }
}

/// The words of a name, in lower case: apart by what is no letter and by a capital behind a small one.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for character in name.chars().map(plain) {
        if !character.is_alphanumeric() || (character.is_uppercase() && was_small) {
            words.push(String::new());
        }
        was_small = character.is_lowercase();
        if let (true, Some(word)) = (character.is_alphanumeric(), words.last_mut()) {
            word.extend(character.to_lowercase());
        }
    }
    words
}

/// A pool as it is told: without the values of secrets, which are counted all the same.
#[derive(Serialize)]
pub(super) struct Told<'p> {
    version: u8,
    entries: Vec<ToldEntry<'p>>,
    tracked: Vec<ToldSession<'p>>,
    baked: &'p [Box<str>],
}

#[derive(Serialize)]
struct ToldEntry<'p> {
    #[serde(rename = "ref")]
    action: &'p str,
    key: &'p str,
    values: Vec<ToldValue<'p>>,
    total: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ToldValue<'p> {
    Shown { value: &'p Value, count: u64 },
    Hidden { hidden: bool, count: u64 },
}

#[derive(Serialize)]
struct ToldSession<'p> {
    file: &'p str,
    digest: &'p str,
    counts: BTreeMap<String, u64>,
}

impl<'p> Told<'p> {
    pub(super) fn new(pool: &'p Pool) -> Self {
        Self {
            version: 1,
            entries: pool.entries().iter().map(entry).collect(),
            tracked: pool.tracked().iter().map(session).collect(),
            baked: pool.baked(),
        }
    }
}

fn entry(entry: &Entry) -> ToldEntry<'_> {
    let is_hidden = is_secret(&entry.key);
    let values = entry.values.iter().map(|counted| match is_hidden {
        true => ToldValue::Hidden { hidden: true, count: counted.count },
        false => ToldValue::Shown { value: &counted.value, count: counted.count },
    });
    ToldEntry { action: &entry.action, key: &entry.key, values: values.collect(), total: entry.total }
}

fn session(tracked: &Tracked) -> ToldSession<'_> {
    let mut counts = BTreeMap::new();
    for (identity, count) in &tracked.counts {
        let name = match is_secret(&identity.key) {
            true => format!("{}\0{}\0hidden", identity.action, identity.key),
            false => identity.text(),
        };
        *counts.entry(name).or_default() += count;
    }
    ToldSession { file: &tracked.file, digest: &tracked.digest, counts }
}
