//! Where a value stands: in the text given, and on the way of the walk.
//!
//! A place is made for each value that is gone to, so it holds no text of its own: a name may be megabytes
//! long, and be around a hundred thousand values. Pointers are made where something is noted.

use std::rc::Rc;

use super::obstacle::Given;
use super::ready::ValueRule;
use crate::json::{Node, pointer};

/// A value that was given, and where.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) node: &'a Node,
    /// The text that it stands in.
    pub(super) source: &'a [u8],
    /// The number of that text: the arguments are 0, what was decoded is counted.
    pub(super) text: usize,
    /// How many steps into properties and items.
    pub(super) depth: u32,
    /// How many values around it were decoded.
    pub(super) decodings: u32,
    /// Whether a list was put around a value on the way.
    pub(super) is_wrapped: bool,
    /// Whether the value itself was read out of another one.
    pub(super) is_read: bool,
    /// How it was come to; not at all for the arguments.
    pub(super) way: Option<Way>,
    /// The value that it is in, and the step from there.
    around: Option<(&'a Place<'a>, Step<'a>)>,
    /// The pointer to the arguments in what was given: there may be something around them.
    outside: &'a str,
    /// Whether somebody is told of the call: else no pointer is asked for, and none is made.
    pub(super) is_told: bool,
}

/// How inside a value is gone to another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// The index of the value's position.
    pub(super) position: usize,
    pub(super) part: Part,
}

/// What describes the inside of a value: an object schema, or the position of items.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    Object(usize),
    Items(usize),
}

/// A step into a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'a> {
    /// To the member of a name, which it keeps.
    Member(&'a str),
    /// To one that is moved to a key.
    Moved {
        name: Option<&'a Rc<str>>,
        key: &'a str,
    },
    Item(usize),
}

/// The pointers to a value.
#[derive(Debug, Clone, Default)]
pub(super) struct Path {
    outside: String,
    /// By the names in the result.
    pub(super) result: String,
    /// Which of them were given otherwise, by their number.
    moved: Vec<(usize, Rc<str>)>,
}

impl<'a> Place<'a> {
    /// The arguments, which in what was given stand at the pointer `outside`.
    pub(super) fn arguments(node: &'a Node, source: &'a [u8], outside: &'a str, is_told: bool) -> Self {
        let (text, depth, decodings) = (0, 0, 0);
        let (is_wrapped, is_read) = (false, false);
        let (way, around) = (None, None);
        Self { node, source, text, depth, decodings, is_wrapped, is_read, way, around, outside, is_told }
    }

    /// The value `node` inside this one.
    pub(super) fn inside<'s>(&'s self, step: Step<'s>, node: &'s Node, way: Option<Way>) -> Place<'s> {
        Place { node, depth: self.depth + 1, is_read: false, way, around: Some((self, step)), ..*self }
    }

    /// The value that a rule read here, which is the `root` of the text `source`.
    pub(super) fn decoded<'s>(
        &self,
        rule: &ValueRule,
        root: &'s Node,
        source: &'s [u8],
        text: usize,
    ) -> Place<'s>
    where
        'a: 's,
    {
        Place {
            node: root,
            source,
            text,
            decodings: self.decodings + 1,
            is_wrapped: self.is_wrapped || rule.wraps(),
            is_read: true,
            ..*self
        }
    }

    /// The pointers to the value, which are empty where nobody is told.
    pub(super) fn path(&self) -> Path {
        if !self.is_told {
            return Path::default();
        }
        let mut steps = Vec::new();
        let mut here = self;
        while let Some((around, step)) = here.around {
            steps.push(step);
            here = around;
        }
        let mut path = Path { outside: self.outside.to_owned(), ..Path::default() };
        for (number, step) in steps.into_iter().rev().enumerate() {
            path.result = match step {
                Step::Member(name) => pointer::push(&path.result, name),
                Step::Moved { key, .. } => pointer::push(&path.result, key),
                Step::Item(index) => format!("{}/{index}", path.result),
            };
            if let Step::Moved { name: Some(name), .. } = step {
                path.moved.push((number, Rc::clone(name)));
            }
        }
        path
    }

    /// A JSON Pointer into what was given.
    pub(super) fn given(&self) -> String {
        self.path().given()
    }

    /// The member `name` of the object here.
    pub(super) fn member(&self, name: &str) -> Given {
        Given { at: pointer::push(&self.given(), name), name: name.to_owned() }
    }

    pub(super) fn itself(&self) -> Given {
        let at = self.given();
        Given { name: pointer::last(&at).unwrap_or_default(), at }
    }
}

impl Path {
    /// A JSON Pointer into what was given.
    pub(super) fn given(&self) -> String {
        let mut given = self.outside.clone();
        let mut moved = self.moved.iter().peekable();
        for (number, token) in self.result.split('/').skip(1).enumerate() {
            match moved.next_if(|(at, _)| *at == number) {
                Some((_, name)) => given = pointer::push(&given, name),
                // It is escaped already.
                None => {
                    given.push('/');
                    given.push_str(token);
                }
            }
        }
        given
    }
}
