//! Where steps into a value lead in the schema of it, and what kinds of values may stand there.
//!
//! Kinds are never too few. A place counts as out of reach only where every branch denies it: by its kind,
//! by `additionalProperties: false`, or by a list of properties in which it is not. What another keyword
//! says, and a reference that cannot be told, denies nothing. A hostile schema costs bounded time: beyond
//! the bounds everything is possible.

use crate::facets::{keyword, kind_of, kinds};
use crate::ir::Kinds;
use crate::json::{Data, Node};
use crate::schema::Schema;
use crate::span::Span;

/// How many schemas are read for one answer.
const MOST_STEPS: usize = 5_000;
/// As how many one counts in which the steps end: its kinds are read for themselves.
const END: usize = 50;
/// How many schemas are read inside and behind each other.
const MOST_DEEP: usize = 200;
/// How many names are kept of those that lead on where the steps do not.
const MOST_NAMES: usize = 50;

/// The steps of a JSON Pointer.
pub fn steps(pointer: &str) -> Vec<Step> {
    let name = |token: &str| Step::Name(token.replace("~1", "/").replace("~0", "~"));
    pointer.split('/').skip(1).map(name).collect()
}

/// A step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The member of this name, or the element of this number.
    Name(String),
    /// Some element of a list.
    Element,
}

/// How a schema speaks of a place, what says less before what says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// No value has it.
    Denied,
    /// Members are listed, and it is none of them.
    Unlisted,
    /// It says nothing.
    Silent,
    /// It says that there may be anything.
    Open,
    /// It describes it.
    Described,
}

/// Where steps lead.
#[derive(Debug, Clone)]
pub struct Reached {
    pub way: Way,
    /// The kinds of values that may stand there.
    pub kinds: Kinds,
    /// Where the schema speaks of it, or of what it would have to stand in.
    pub at: Span,
    /// How many steps could be gone, where it is out of reach.
    pub gone: usize,
    /// The names that lead on from there.
    pub names: Vec<String>,
}

impl Reached {
    /// Whether it cannot be reached.
    pub fn is_out(&self) -> bool {
        matches!(self.way, Way::Denied | Way::Unlisted)
    }
}

/// Where `steps` lead from the values that `schema` describes.
pub fn reach(schema: &Schema, steps: &[Step]) -> Reached {
    let root = schema.root();
    let mut walk =
        Walk { schema, left: MOST_STEPS, all: steps.len(), gone: 0, names: Vec::new(), at: opening(root) };
    if schema.is_compound() {
        return Reached {
            way: Way::Silent,
            kinds: Kinds::ALL,
            at: opening(root),
            gone: 0,
            names: Vec::new(),
        };
    }
    let (way, kinds) = walk.read(root, steps, MOST_DEEP);
    let Walk { at, gone, names, .. } = walk;
    Reached { way, kinds, at, gone, names }
}

struct Walk<'s> {
    schema: &'s Schema,
    left: usize,
    all: usize,
    /// The most steps that led somewhere.
    gone: usize,
    names: Vec<String>,
    at: Span,
}

/// How a place is spoken of, and the kinds that may stand there.
type Told = (Way, Kinds);

const ANYTHING: Told = (Way::Silent, Kinds::ALL);

/// What two that both hold say together.
fn both(one: Told, other: Told) -> Told {
    let kinds = one.1 & other.1;
    // A list in one of them is no list where the other one describes the place.
    let way = match (one.0.max(other.0), one.0.min(other.0)) {
        _ if kinds.is_empty() => Way::Denied,
        (Way::Silent, least) => least,
        (most, _) => most,
    };
    (way, kinds)
}

/// What those say together of which one holds.
fn any(told: impl Iterator<Item = Told>) -> Told {
    told.fold((Way::Denied, Kinds::NONE), |all, one| (all.0.max(one.0), all.1 | one.1))
}

impl<'s> Walk<'s> {
    fn read(&mut self, part: &'s Node, steps: &[Step], deep: usize) -> Told {
        let left = self.left.checked_sub(if steps.is_empty() { END } else { 1 });
        self.left = left.unwrap_or(0);
        match &part.data {
            Data::Bool(false) => (Way::Denied, Kinds::NONE),
            Data::Bool(true) => (Way::Open, Kinds::ALL),
            Data::Object(_) if deep > 0 && left.is_some() => self.object(part, steps, deep - 1),
            _ => ANYTHING,
        }
    }

    fn object(&mut self, part: &'s Node, steps: &[Step], deep: usize) -> Told {
        let own = |name| keyword(self.schema, part, name);
        let Some((step, rest)) = steps.split_first() else {
            self.seen(0, opening(part), &[]);
            let kinds = kinds(self.schema, part);
            return (if kinds.is_empty() { Way::Denied } else { Way::Described }, kinds);
        };
        let own_kinds = own("type").map_or(Kinds::ALL, named);
        let (has_members, has_elements) = match step {
            Step::Name(name) => {
                (own_kinds.meets(Kinds::OBJECT), is_index(name) && own_kinds.meets(Kinds::ARRAY))
            }
            Step::Element => (false, own_kinds.meets(Kinds::ARRAY)),
        };
        let schema = self.schema;
        let in_place = |name| keyword(schema, part, name).and_then(Node::as_array);
        let mut told = ANYTHING;
        if let Some(reference) = own("$ref").and_then(Node::as_str) {
            told = both(
                told,
                schema.target(reference).map_or((Way::Open, Kinds::ALL), |to| self.read(to, steps, deep)),
            );
        }
        for part in in_place("allOf").unwrap_or_default() {
            told = both(told, self.read(part, steps, deep));
        }
        for union in ["anyOf", "oneOf"] {
            if let Some(branches) = in_place(union) {
                told = both(told, any(branches.iter().map(|branch| self.read(branch, steps, deep))));
            }
        }
        let listed = keyword(schema, part, "enum").and_then(Node::as_array);
        let listed = listed.or_else(|| {
            keyword(schema, part, "const").filter(|_| schema.has_const()).map(std::slice::from_ref)
        });
        if let Some(values) = listed {
            told = both(told, any(values.iter().map(|value| in_value(value, steps))));
        }
        let mut inside = Vec::new();
        if has_members && let Step::Name(name) = step {
            inside.push(self.member(part, name, rest, deep));
        }
        if has_elements {
            inside.push(self.element(part, step, rest, deep));
        }
        if inside.is_empty() {
            self.seen(steps.len(), opening(part), &[]);
        }
        both(told, any(inside.into_iter()))
    }

    fn member(&mut self, part: &'s Node, name: &str, rest: &[Step], deep: usize) -> Told {
        let schema = self.schema;
        let own = |name| keyword(schema, part, name);
        let properties = own("properties").and_then(Node::as_object);
        if let Some(property) = properties.and_then(|all| all.iter().find(|member| &*member.name == name)) {
            return described(self.read(&property.value, rest, deep));
        }
        if own("patternProperties").is_some() {
            return (Way::Open, Kinds::ALL);
        }
        let names = properties.unwrap_or_default();
        match own("additionalProperties").map(|node| (node, &node.data)) {
            Some((_, Data::Bool(false))) => {
                self.seen(rest.len() + 1, opening(part), names);
                (Way::Denied, Kinds::NONE)
            }
            Some((_, Data::Bool(true))) => (Way::Open, Kinds::ALL),
            Some((node, Data::Object(_))) => described(self.read(node, rest, deep)),
            _ if names.is_empty() => ANYTHING,
            _ => {
                self.seen(rest.len() + 1, opening(part), names);
                (Way::Unlisted, Kinds::ALL)
            }
        }
    }

    fn element(&mut self, part: &'s Node, step: &Step, rest: &[Step], deep: usize) -> Told {
        let schema = self.schema;
        let own = |name| keyword(schema, part, name);
        let index: Option<usize> = if let Step::Name(name) = step { name.parse().ok() } else { None };
        let items = own("items");
        let listed = own("prefixItems").and_then(Node::as_array).or_else(|| items.and_then(Node::as_array));
        let listed = listed.unwrap_or_default();
        let others = match items.map(|items| &items.data) {
            Some(Data::Array(_)) => own("additionalItems"),
            _ => items,
        };
        if let Some(item) = index.and_then(|index| listed.get(index)) {
            return described(self.read(item, rest, deep));
        }
        let others = others.map_or(ANYTHING, |items| described(self.read(items, rest, deep)));
        if index.is_some() {
            return others;
        }
        let listed: Vec<Told> =
            listed.iter().map(|item| self.read(item, rest, deep)).map(described).collect();
        any(listed.into_iter().chain([others]))
    }

    /// Notes how far the steps led, of which `left` are left, and what leads on.
    fn seen(&mut self, left: usize, at: Span, names: &[crate::json::Member]) {
        let gone = self.all.saturating_sub(left);
        if gone > self.gone {
            self.gone = gone;
            self.names.clear();
        }
        if gone == self.gone {
            self.at = if self.names.is_empty() { at } else { self.at };
            let room = MOST_NAMES.saturating_sub(self.names.len());
            self.names.extend(names.iter().take(room).map(|member| member.name.to_string()));
        }
    }
}

/// The first byte of a schema, enough to point at one that may be long.
pub fn opening(schema: &Node) -> Span {
    Span::new(schema.span.start, schema.span.start + 1)
}

/// What stands in a described place may still say nothing of itself.
fn described((way, kinds): Told) -> Told {
    (if way == Way::Silent { Way::Described } else { way }, kinds)
}

/// What the steps lead to in one value.
fn in_value(value: &Node, steps: &[Step]) -> Told {
    let Some((step, rest)) = steps.split_first() else { return (Way::Described, kind_of(value)) };
    let next: Vec<&Node> = match (&value.data, step) {
        (Data::Object(_), Step::Name(name)) => value.get(name).into_iter().collect(),
        (Data::Array(items), Step::Name(name)) if is_index(name) => {
            name.parse().ok().and_then(|at: usize| items.get(at)).into_iter().collect()
        }
        (Data::Array(items), Step::Element) => items.iter().collect(),
        _ => Vec::new(),
    };
    any(next.into_iter().map(|value| in_value(value, rest)))
}

fn is_index(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
        && (name == "0" || !name.starts_with('0'))
        && !name.is_empty()
}

/// The kinds that a `type` names.
fn named(name: &Node) -> Kinds {
    let kinds = |name: &Node| name.as_str().and_then(Kinds::of).unwrap_or(Kinds::ALL);
    match name.as_array() {
        Some(names) => names.iter().map(kinds).collect(),
        None => kinds(name),
    }
}
