//! How often each fact was missed, and on which words: for the person who curates a vocabulary.

use std::collections::HashMap;

use super::names;
use crate::cli::paint::{Look, width, wrap};
use crate::diagnostic::visible::written_out as visible;
use crate::facts::{Canonical, Schema};

/// How many different words are counted; of those that come later it is only known how many they are.
const WORDS: usize = 1_000;
/// How many words of a fact are shown.
const SHOWN: usize = 5;

/// What was missed so far.
#[derive(Debug, Default)]
pub(in crate::cli) struct Tally {
    replies: u64,
    with_misses: u64,
    synonyms: u64,
    /// How often each fact was missed, in declared order.
    missed: Vec<(String, u64)>,
    words: HashMap<(String, String), u64>,
    /// How often something was missed on a word that is not counted.
    uncounted: u64,
}

impl Tally {
    /// Counts one reply.
    pub(in crate::cli) fn add(&mut self, schema: &Schema, canonical: &Canonical) {
        if self.missed.is_empty() {
            self.missed = names(schema).map(|name| (name.to_owned(), 0)).collect();
        }
        self.replies += 1;
        self.with_misses += u64::from(!canonical.misses.is_empty());
        self.synonyms += canonical.synonyms.len() as u64;
        // Both are in declared order.
        let mut misses = canonical.misses.iter().peekable();
        for (name, count) in &mut self.missed {
            if misses.next_if(|missed| *missed == name).is_some() {
                *count += 1;
            }
        }
        for unknown in &canonical.unknown {
            let has_room = self.words.len() < WORDS;
            match self.words.get_mut(unknown) {
                Some(count) => *count += 1,
                None if has_room => drop(self.words.insert(unknown.clone(), 1)),
                None => self.uncounted += 1,
            }
        }
    }

    /// What there is to say, where `unread` lines were no reply.
    pub(in crate::cli) fn page(&self, unread: u64, look: Look) -> String {
        let replies = if self.replies == 1 { "reply" } else { "replies" };
        let synonyms = if self.synonyms == 1 { "member" } else { "members" };
        let unread = match unread {
            0 => String::new(),
            1 => "; 1 line was no reply".to_owned(),
            lines => format!("; {lines} lines were no replies"),
        };
        let mut page = format!(
            "{} {replies}, {} with misses; {} {synonyms} by another word{unread}\n",
            self.replies, self.with_misses, self.synonyms
        );
        let missed: Vec<&(String, u64)> = self.missed.iter().filter(|(_, count)| *count > 0).collect();
        if missed.is_empty() {
            return page;
        }
        let widest = missed.iter().map(|(name, _)| width(&visible(name))).max().unwrap_or(0);
        for (name, count) in missed {
            let words = self.frequent(name).into_iter().map(|(word, count)| match word {
                "" => format!("the empty text {count}"),
                word => format!("`{}` {count}", visible(word)),
            });
            let words = words.collect::<Vec<_>>().join(", ");
            let of = if words.is_empty() { "" } else { ": " };
            let name = visible(name);
            let pad = " ".repeat(widest.saturating_sub(width(&name)));
            page.push_str(&wrap(
                &format!("  {name}{pad}  "),
                "    ",
                &format!("{count} missed{of}{words}"),
                look,
            ));
        }
        if self.uncounted > 0 {
            let misses = if self.uncounted == 1 { "miss" } else { "misses" };
            page.push_str(&wrap(
                "  ",
                "  ",
                &format!(
                    "{} {misses} on other words: only the first {WORDS} different ones are counted",
                    self.uncounted
                ),
                look,
            ));
        }
        page
    }

    /// The most frequent words of a fact, each with how often it was missed.
    fn frequent(&self, fact: &str) -> Vec<(&str, u64)> {
        let words = self.words.iter().filter(|((of, _), _)| of == fact);
        let mut words: Vec<(&str, u64)> = words.map(|((_, word), count)| (&**word, *count)).collect();
        words.sort_by(|(a, one), (b, other)| other.cmp(one).then(a.cmp(b)));
        words.truncate(SHOWN);
        words
    }
}
