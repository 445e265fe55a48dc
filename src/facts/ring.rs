//! A vocabulary as it is looked up: every word by its normal form, with the one member that it stands for.

use std::collections::HashMap;

use super::{node, text};
use crate::decode::normal_form;
use crate::ir::Vocabulary;
use crate::json::{Data, Node, number};

/// A closed list of members and the words that stand for them.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// The members, in the order written, repeated ones too.
    members: Vec<Node>,
    /// The index of a member by the normal form of a word for it, and whether that is another word.
    words: HashMap<String, (usize, bool)>,
}

/// Why some words make no ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clash {
    /// Two different members have one normal form.
    TwoMembers,
    /// An alias has the normal form of another member, or of an alias of one.
    Alias,
    /// An alias stands for something that is no member as it is written.
    UnknownMember,
}

impl Clash {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::TwoMembers => "two-members-collide",
            Self::Alias => "alias-collides",
            Self::UnknownMember => "unknown-member",
        }
    }
}

impl Ring {
    /// The ring of `members`, which are scalars, and of `aliases`, lists of words for a member.
    ///
    /// What is repeated for the same member is harmless, and the member goes before an alias of it.
    ///
    /// # Errors
    ///
    /// The first [`Clash`], of the members before that of the aliases.
    pub fn new<'a>(
        members: Vec<Node>,
        aliases: impl IntoIterator<Item = (&'a str, Vec<String>)>,
    ) -> Result<Self, Clash> {
        let mut words: HashMap<String, (usize, bool)> = HashMap::new();
        let mut written: HashMap<String, usize> = HashMap::new();
        for (index, member) in members.iter().enumerate() {
            let word = text::of(member).unwrap_or_default();
            let first = *written.entry(word.clone().into_owned()).or_insert(index);
            let (known, _) = *words.entry(normal_form(&word)).or_insert((first, false));
            let is_same = members.get(known).is_some_and(|known| are_same(known, member));
            if !is_same {
                return Err(Clash::TwoMembers);
            }
        }
        for (member, aliases) in aliases {
            let index = *written.get(member).ok_or(Clash::UnknownMember)?;
            for alias in aliases {
                let (known, _) = *words.entry(normal_form(&alias)).or_insert((index, true));
                if known != index {
                    return Err(Clash::Alias);
                }
            }
        }
        Ok(Self { members, words })
    }

    /// The ring of a vocabulary.
    ///
    /// # Errors
    ///
    /// A [`Clash`], which a program that the laws allow has not.
    pub fn of(vocabulary: &Vocabulary) -> Result<Self, Clash> {
        let members = vocabulary.members().map(|member| node(Data::String(member.into()))).collect();
        let aliases = vocabulary.terms.iter().map(|term| (&*term.member, term.aliases.clone()));
        Self::new(members, aliases)
    }

    /// The members, as they are written.
    pub fn members(&self) -> &[Node] {
        &self.members
    }

    /// The member that `word` stands for, and whether `word` is another word for it.
    pub fn look_up(&self, word: &str) -> Option<(&Node, bool)> {
        let (index, is_other) = *self.words.get(&normal_form(word))?;
        Some((self.members.get(index)?, is_other))
    }

    /// Where the member that `word` stands for is among the members.
    pub(super) fn rank(&self, word: &str) -> usize {
        self.words.get(&normal_form(word)).map_or(usize::MAX, |(index, _)| *index)
    }
}

/// Whether two members are one value: numbers are, however they are written.
fn are_same(one: &Node, other: &Node) -> bool {
    match (&one.data, &other.data) {
        (Data::Number(one), Data::Number(other)) => {
            one == other || number::double(one) == number::double(other)
        }
        (one, other) => one == other,
    }
}
