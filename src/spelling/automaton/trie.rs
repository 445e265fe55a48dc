//! A set of texts that others are compared with, character by character.

use std::collections::BTreeMap;

/// Texts as a tree of their characters, each with what belongs to it.
#[derive(Debug)]
pub(super) struct Trie<T> {
    nodes: Vec<Node<T>>,
}

#[derive(Debug)]
struct Node<T> {
    next: BTreeMap<char, u32>,
    here: Vec<T>,
}

/// A place in a trie; `None` once no text of it begins like that.
pub(super) type Place = Option<u32>;

impl<T> Trie<T> {
    /// Where every text begins.
    pub(super) const ROOT: Place = Some(0);

    pub(super) fn of(texts: impl IntoIterator<Item = (String, T)>) -> Self {
        let mut trie = Self { nodes: vec![Node::new()] };
        for (text, what) in texts {
            let mut at = 0;
            for character in text.chars() {
                at = trie.child(at, character);
            }
            if let Some(node) = trie.nodes.get_mut(at as usize) {
                node.here.push(what);
            }
        }
        trie
    }

    fn child(&mut self, at: u32, character: char) -> u32 {
        // A program or surface of this size is not read.
        let new = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let Some(node) = self.nodes.get_mut(at as usize) else { return at };
        let found = *node.next.entry(character).or_insert(new);
        if found == new {
            self.nodes.push(Node::new());
        }
        found
    }

    /// One character on.
    pub(super) fn step(&self, at: Place, character: char) -> Place {
        self.nodes.get(at? as usize)?.next.get(&character).copied()
    }

    /// What belongs to the text that ends here.
    pub(super) fn here(&self, at: Place) -> &[T] {
        at.and_then(|at| self.nodes.get(at as usize)).map(|node| node.here.as_slice()).unwrap_or_default()
    }
}

impl<T> Node<T> {
    fn new() -> Self {
        Self { next: BTreeMap::new(), here: Vec::new() }
    }
}
