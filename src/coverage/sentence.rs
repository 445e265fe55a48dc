//! A row in short plain sentences, for whoever answers a person on the strength of it.
//!
//! 1. [`quote`](super::quote): how words of others, and our own, stand within a line;
//! 2. [`checked`]: what was searched, and from when to when it was read;
//! 3. [`open`]: what was not, and what no call could;
//! 4. [`claimed`]: a claim that the row supports, with all that it is said to hold within.
//!
//! Each sentence is one line, and bounded, but that a claim is said with all that it speaks of. None says more than the row: of a row that is not complete, none says
//! that there is nothing, or that these are all. Fields of an identity are named, their values, credentials,
//! cursors and keys are not in a row in the first place.

mod checked;
mod claimed;
mod open;

pub use claimed::refused;

use super::claim::Claim;
use super::judge::judge;
use super::row::{Composed, Row};

/// How many parts of one kind are told; more are counted.
const PARTS: usize = 20;

/// The sentences of `row` and, where there is a claim, first whether the row supports it.
pub fn sentences(row: &Row, claim: Option<&Claim>) -> Vec<String> {
    let mut told = Vec::new();
    told.extend(claim.map(|claim| {
        let because = judge(row, claim);
        if because.is_empty() { claimed::supported(row, claim) } else { refused(&because) }
    }));
    told.push(checked::items(row));
    told.push(checked::rows(row));
    if row.composed == Composed::Remote {
        let text = "What was checked is told by a declaration from outside, which supports no claim.";
        told.push(text.to_owned());
    }
    told.extend(open::gaps(row));
    told
}

/// Parts of a sentence, as many as are told, and how many more there are.
fn listed<T>(parts: &[T], tell: impl Fn(&T) -> String, more: &str) -> String {
    let mut told: Vec<String> = parts.iter().take(PARTS).map(tell).collect();
    let left = parts.len().saturating_sub(PARTS);
    if left > 0 {
        told.push(format!("and {left} more {more}"));
    }
    told.join("; ")
}
