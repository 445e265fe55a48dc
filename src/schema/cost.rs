//! What a pattern costs: the size of its compiled program, and the work of a match.
//!
//! Both are told from the text, in time in proportion to its length, before anything is compiled:
//! `^\p{L}{1,200}0$` is fifteen bytes, and a program of ten megabytes. A sum over the atoms, in which a
//! repetition multiplies; for classes, the sequences of UTF-8 bytes that they stand for. The constants
//! were measured, and are on the side of too much.

use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::str::Chars;

use regex_syntax::hir::{Class, HirKind};
use regex_syntax::utf8::Utf8Sequences;

use crate::json::{Data, Node};
use crate::span::Span;

/// The largest sum of compiled programs that a schema may have, in bytes.
pub(super) const MOST_PROGRAMS: usize = 64 << 20;

/// The most that a schema may take in all, in bytes.
pub(super) const MOST: usize = 256 << 20;

/// What a schema takes however small.
const SCHEMA: usize = 16 << 10;
/// What a byte of its text takes, in all the copies of it.
const BYTE: usize = 8;
/// What a value takes, in the same way.
const VALUE: usize = 192;
/// What an object takes, which may be a subschema.
const OBJECT: usize = 4 << 10;
/// What a subschema takes in the validator of a property.
const REACHED: usize = 1 << 10;
/// What the engine of a pattern takes however short that is.
const ENGINE: usize = 16 << 10;
/// What an atom takes.
const ATOM: usize = 384;
/// What a sequence of UTF-8 bytes takes.
const SEQUENCE: usize = 96;
/// The sequences of a range that reaches beyond ASCII, and of what a negation adds.
const WIDE: usize = 12;
/// The sequences of a class that is not known.
const UNKNOWN: usize = 1_000;

/// What one pattern costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Cost {
    /// How large its compiled program is at most, in bytes.
    pub(super) bytes: usize,
    /// How many atoms it has, repetitions multiplied: what a match may cost a character.
    pub(super) atoms: usize,
    /// How many look-arounds, back references and atomic groups it has that may be tried at every
    /// character, and then look at all that follow.
    pub(super) looks: usize,
    /// How deep they stand inside each other.
    pub(super) depth: usize,
}

/// The costs of patterns, and what was found out about classes on the way.
#[derive(Debug, Default)]
pub(super) struct Costs(HashMap<String, usize>);

impl Costs {
    /// What `pattern`, in the syntax of ECMA-262, costs. A broken one costs what its text suggests.
    pub(super) fn of(&mut self, pattern: &str) -> Cost {
        let mut scan = Scan {
            rest: pattern.chars().peekable(),
            classes: &mut self.0,
            looks: 0,
            depth: 0,
            nested: 0,
            factor: 1,
            start: pattern.starts_with('^'),
        };
        let (sequences, atoms) = scan.size();
        let program = atoms.saturating_mul(ATOM).saturating_add(sequences.saturating_mul(SEQUENCE));
        Cost {
            bytes: program.saturating_mul(scan.factor).saturating_add(ENGINE),
            atoms: atoms.saturating_add(1),
            looks: scan.looks,
            depth: scan.depth,
        }
    }
}

/// UTF-8 sequences and atoms.
type Size = (usize, usize);

struct Scan<'p, 'c> {
    rest: Peekable<Chars<'p>>,
    classes: &'c mut HashMap<String, usize>,
    looks: usize,
    depth: usize,
    /// How many look-arounds are open.
    nested: usize,
    /// Two where case is ignored, which adds to each class.
    factor: usize,
    /// Whether all so far is tried once: an anchor, and look-arounds that follow it.
    start: bool,
}

/// A group that is open, or the whole: the sum of what was closed, and the last atom.
#[derive(Default)]
struct Group {
    sum: Size,
    last: Size,
    /// Whether it is a look-around.
    looks: bool,
    /// Whether it is tried once.
    once: bool,
}

impl Group {
    fn push(&mut self, atom: Size) {
        self.sum = add(self.sum, self.last);
        self.last = atom;
    }

    fn size(&self) -> Size {
        add(self.sum, self.last)
    }
}

fn repeat(size: Size, times: usize) -> Size {
    (size.0.saturating_mul(times), size.1.saturating_mul(times))
}

fn add(a: Size, b: Size) -> Size {
    (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
}

impl Scan<'_, '_> {
    fn size(&mut self) -> Size {
        let mut whole = Group::default();
        let mut open: Vec<Group> = Vec::new();
        while let Some(next) = self.rest.next() {
            let group = open.last_mut().unwrap_or(&mut whole);
            match next {
                '(' => {
                    let group = self.head();
                    self.start = false;
                    open.push(group);
                }
                ')' => {
                    let group = open.pop().unwrap_or_default();
                    self.close(&group);
                    // A group is an atom, with the places where it begins and ends.
                    open.last_mut().unwrap_or(&mut whole).push(add(group.size(), (0, 1)));
                }
                '^' => group.push((0, 1)),
                '*' | '+' | '?' => self.possessive(),
                '{' => match self.times() {
                    Some(times) => {
                        group.last = repeat(group.last, times);
                        self.possessive();
                    }
                    None => group.push((0, 1)),
                },
                other => {
                    self.start = false;
                    group.push((self.atom(other), 1));
                }
            }
        }
        open.iter().fold(whole.size(), |sum, group| add(sum, group.size()))
    }

    /// The sequences of the atom that begins with `first`.
    fn atom(&mut self, first: char) -> usize {
        match first {
            '[' => self.class(),
            '.' => WIDE,
            '\\' => self.escape(),
            ascii if ascii.is_ascii() => 0,
            _ => 1,
        }
    }

    /// What follows a parenthesis: all but names, flags and `:` needs the engine that goes back.
    fn head(&mut self) -> Group {
        if self.rest.next_if_eq(&'?').is_none() {
            return Group::default();
        }
        let looks = match self.rest.peek() {
            Some('<') => {
                self.rest.next();
                matches!(self.rest.peek(), Some('=' | '!'))
            }
            Some(':' | 'P') => false,
            Some('a'..='z' | '-') => {
                while let Some(flag) = self.rest.next_if(|flag| flag.is_ascii_alphabetic() || *flag == '-') {
                    self.factor = if flag == 'i' { 2 } else { self.factor };
                }
                false
            }
            _ => true,
        };
        let once = looks && self.start;
        if looks && !once {
            self.look();
            self.nested += 1;
        }
        Group { looks, once, ..Group::default() }
    }

    fn close(&mut self, group: &Group) {
        self.start = group.once;
        if group.looks && !group.once {
            self.nested -= 1;
        }
    }

    /// Counts something that may look at all that follows.
    fn look(&mut self) {
        self.looks += 1;
        self.depth = self.depth.max(self.nested + 1);
    }

    /// A `+` behind a repetition keeps it from going back.
    fn possessive(&mut self) {
        if self.rest.next_if_eq(&'?').is_none() && self.rest.next_if_eq(&'+').is_some() {
            self.look();
        }
    }

    /// How often `{n}`, `{n,}` or `{n,m}` repeats at most; `None` where the brace is a character.
    fn times(&mut self) -> Option<usize> {
        let mut ahead = self.rest.clone();
        let mut numbers = [None::<usize>; 2];
        let mut at = 0;
        loop {
            match ahead.next()? {
                digit @ '0'..='9' => {
                    let digit = digit.to_digit(10)? as usize;
                    let number = numbers.get_mut(at)?;
                    *number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                }
                ',' if at == 0 => at = 1,
                '}' => break,
                _ => return None,
            }
        }
        self.rest = ahead;
        let [least, most] = numbers;
        let open = usize::from(at == 1 && most.is_none());
        Some(most.or(least)?.saturating_add(open))
    }

    /// The sequences of the class whose bracket was taken.
    fn class(&mut self) -> usize {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut sequences = usize::from(negated) * WIDE;
        while let Some(next) = self.rest.next() {
            sequences = sequences.saturating_add(match next {
                ']' => break,
                '\\' => self.escape().max(1),
                ascii if ascii.is_ascii() => 1,
                _ => WIDE,
            });
        }
        sequences
    }

    /// The sequences of the escape whose backslash was taken.
    fn escape(&mut self) -> usize {
        match self.rest.next() {
            Some(kind @ ('p' | 'P')) => self.property(kind),
            Some('D' | 'W') => WIDE,
            Some('s') => WIDE,
            Some('S') => 2 * WIDE,
            Some('1'..='9' | 'k' | 'g' | 'G' | 'K') => {
                self.look();
                0
            }
            Some('u' | 'x') => {
                if self.rest.next_if_eq(&'{').is_some() {
                    self.braced();
                }
                WIDE
            }
            _ => 1,
        }
    }

    fn braced(&mut self) -> String {
        self.rest.by_ref().take_while(|next| *next != '}').collect()
    }

    fn property(&mut self, kind: char) -> usize {
        let name = match self.rest.next() {
            Some('{') => self.braced(),
            Some(letter) => letter.to_string(),
            None => return UNKNOWN,
        };
        let text = format!("\\{kind}{{{name}}}");
        *self.classes.entry(text).or_insert_with_key(|text| sequences(text).unwrap_or(UNKNOWN))
    }
}

/// The sequences of UTF-8 bytes that a class stands for.
fn sequences(class: &str) -> Option<usize> {
    match regex_syntax::parse(class).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => {
            Some(class.iter().map(|range| Utf8Sequences::new(range.start(), range.end()).count()).sum())
        }
        _ => None,
    }
}

/// What the schema takes with the validators of all its properties, of which each compiles what it
/// reaches.
pub(super) fn of(schema: &Node, unfolded: usize, programs: usize) -> usize {
    let (mut values, mut objects) = (0_usize, 0_usize);
    let mut rest = vec![schema];
    while let Some(node) = rest.pop() {
        values += 1;
        objects += usize::from(node.as_object().is_some());
        rest.extend(node.as_array().unwrap_or_default());
        rest.extend(node.as_object().unwrap_or_default().iter().map(|member| &member.value));
    }
    let properties = schema.get("properties").and_then(Node::as_object).map_or(0, <[_]>::len);
    let reached = unfolded.min(properties.saturating_mul(objects));
    let parts = [(schema.span.len(), BYTE), (values, VALUE), (objects, OBJECT), (reached, REACHED)];
    let sum = parts.iter().map(|(count, each)| count.saturating_mul(*each));
    sum.fold(programs.saturating_add(SCHEMA), usize::saturating_add)
}

/// What the validators of all positions below the top take, which unfold to so much: each by itself, and
/// all in one.
pub(super) fn below(unfolded: usize) -> usize {
    unfolded.saturating_mul(2 * REACHED)
}

/// The size of the programs of all patterns in `schema`, each once; the place of the pattern with which
/// they are over [`MOST_PROGRAMS`] otherwise.
///
/// Wherever something looks like a pattern it counts: a reference may lead to it.
pub(super) fn programs(schema: &Node) -> Result<usize, Span> {
    let mut costs = Costs::default();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut sum = 0_usize;
    let mut rest = vec![schema];
    let mut count = |pattern, place| {
        if seen.insert(pattern) {
            sum = sum.saturating_add(costs.of(pattern).bytes);
        }
        if sum > MOST_PROGRAMS { Err(place) } else { Ok(()) }
    };
    while let Some(node) = rest.pop() {
        rest.extend(node.as_array().unwrap_or_default());
        for member in node.as_object().unwrap_or_default() {
            match (&*member.name, &member.value.data) {
                ("pattern", Data::String(pattern)) => count(pattern, member.value.span)?,
                ("patternProperties", Data::Object(patterns)) => {
                    patterns.iter().try_for_each(|named| count(&named.name, named.name_span))?;
                }
                _ => {}
            }
            rest.push(&member.value);
        }
    }
    Ok(sum)
}
