//! What validating costs: the work of a value, told before it is done.
//!
//! A validation asks each of the schema's subschemas about each value at most: *unfolded size times
//! values*. Where a schema comes back to itself on one way twice or more (`anyOf` of two lists of it, say),
//! that multiplies with every level of the value. Three things cost more than one step each, and are
//! counted as the walk of [`reach`] meets them:
//!
//! - the members of an `enum` or `const`: a value is compared with each;
//! - patterns: each character is looked at once for each atom;
//! - look-around and back references: each character may look at all that follow.
//!
//! Patterns that stand below a property meet only what is given for it.
//!
//! [`reach`]: super::reach

use std::collections::HashMap;

use serde_json::Value;

use super::cost::{Cost, Costs};
use super::keywords::Via;

/// How many characters of a pattern's atoms count as one step.
const CHARACTERS: usize = 4;
/// The same where a look-around runs over them, and the same for the scalars of an `enum`.
const QUICK: usize = 16;
/// How deep look-arounds inside each other are told apart.
const DEEPEST: usize = 3;

/// What a schema makes of a value's work.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// Subschemas, and members to compare with.
    steps: usize,
    /// The patterns that meet every text.
    everywhere: Texts,
    /// The patterns that meet the texts of one property.
    properties: HashMap<String, Texts>,
    /// Whether a property leads back to the root, so that every pattern may meet every text.
    is_circular: bool,
    /// How often a schema comes back to itself on one way, where that is more than once.
    fold: Option<Fold>,
}

/// How a schema comes back to itself.
#[derive(Debug, Clone, Copy)]
struct Fold {
    /// How often on one way, at most.
    times: usize,
    /// How many levels of the value that takes, at least.
    levels: usize,
}

/// What patterns make of the work of a text.
#[derive(Debug, Default, Clone, Copy)]
struct Texts {
    atoms: usize,
    /// Look-arounds, by how deep they stand inside each other.
    looks: [usize; DEEPEST],
}

impl Texts {
    fn add(&mut self, other: &Self) {
        self.atoms = self.atoms.saturating_add(other.atoms);
        for (mine, others) in self.looks.iter_mut().zip(other.looks) {
            *mine = mine.saturating_add(others);
        }
    }

    fn with(mut self, other: &Self) -> Self {
        self.add(other);
        self
    }

    /// The work of a text of this length.
    fn work(&self, length: usize) -> usize {
        let mut work = self.atoms.saturating_mul(length) / CHARACTERS;
        let mut reach = length;
        for looks in self.looks {
            reach = reach.saturating_mul(length);
            work = work.saturating_add(looks.saturating_mul(reach) / QUICK);
        }
        work
    }
}

impl Work {
    /// The work of any arguments of this many bytes, at most.
    pub(super) fn of_bytes(&self, bytes: usize) -> usize {
        if self.fold.is_some() {
            return usize::MAX;
        }
        self.steps.saturating_mul(bytes).saturating_add(self.all().work(bytes))
    }

    /// The work of these arguments.
    pub(super) fn of(&self, arguments: &Value) -> usize {
        let times = self.fold.map_or(1, |Fold { times, levels }| {
            let rounds = depth(arguments).div_ceil(levels.max(1));
            times.saturating_pow(u32::try_from(rounds).unwrap_or(u32::MAX))
        });
        self.once(arguments).saturating_mul(times)
    }

    /// The same where no schema comes back to itself more than once on one way.
    fn once(&self, arguments: &Value) -> usize {
        let values = self.steps.saturating_mul(count(arguments));
        let Value::Object(members) = arguments else {
            return values.saturating_add(texts(arguments, &self.all()));
        };
        let all = self.all();
        let members = members.iter().map(|(name, value)| {
            // An undeclared name may be a spelling of any declared one.
            let own = self.properties.get(name).filter(|_| !self.is_circular);
            let patterns = own.map_or(all, |own| own.with(&self.everywhere));
            patterns.work(name.len()).saturating_add(texts(value, &patterns))
        });
        members.fold(values, usize::saturating_add)
    }

    fn all(&self) -> Texts {
        self.properties.values().fold(self.everywhere, Texts::with)
    }
}

/// How many objects and arrays stand inside each other.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// The number of values in a value, itself included.
fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// The work of all texts in a value, names included.
fn texts(value: &Value, patterns: &Texts) -> usize {
    match value {
        Value::String(text) => patterns.work(text.len()),
        Value::Array(items) => items.iter().map(|item| texts(item, patterns)).fold(0, usize::saturating_add),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| patterns.work(name.len()).saturating_add(texts(value, patterns)))
            .fold(0, usize::saturating_add),
        _ => 0,
    }
}

/// Counts the work while a schema is walked.
#[derive(Default)]
pub(super) struct Counter<'v> {
    work: Work,
    patterns: Costs,
    /// What each schema adds: it is met as often as references lead to it.
    known: HashMap<*const Value, (usize, Texts)>,
    /// The properties met, in `work` at the end.
    properties: HashMap<&'v str, Texts>,
}

impl<'v> Counter<'v> {
    /// Counts `schema`, which stands below the root's property `below`.
    pub(super) fn meet(&mut self, schema: &'v Value, below: Option<&'v str>) {
        let patterns = &mut self.patterns;
        let known = self.known.entry(std::ptr::from_ref(schema));
        let (steps, texts) = *known.or_insert_with(|| (members(schema), own_patterns(schema, patterns)));
        self.work.steps = self.work.steps.saturating_add(1).saturating_add(steps);
        match below {
            Some(name) => self.properties.entry(name).or_default().add(&texts),
            None => self.work.everywhere.add(&texts),
        }
    }

    /// A property leads back to the root.
    pub(super) fn circle(&mut self) {
        self.work.is_circular = true;
    }

    /// The ways on which a schema was met again below itself, and how often.
    pub(super) fn circles(&mut self, circles: &HashMap<Vec<Via<'v>>, usize>) {
        // What stands below names in general may stand below any name as well.
        let is_general = |way: &[Via<'_>]| way.contains(&Via::Names);
        let named = circles.iter().filter(|(way, _)| !is_general(way)).map(|(_, count)| *count).max();
        let general: usize = circles.iter().filter(|(way, _)| is_general(way)).map(|(_, count)| *count).sum();
        let times = named.unwrap_or(0).saturating_add(general);
        let Some(levels) = circles.keys().map(Vec::len).min().filter(|_| times > 1) else { return };
        let fold = self.work.fold.get_or_insert(Fold { times, levels });
        *fold = Fold { times: fold.times.max(times), levels: fold.levels.min(levels) };
    }

    pub(super) fn finish(mut self) -> Work {
        self.work.properties =
            self.properties.into_iter().map(|(name, texts)| (name.to_owned(), texts)).collect();
        self.work
    }
}

/// The steps of comparing a value with what `enum` and `const` list.
fn members(schema: &Value) -> usize {
    let listed = schema.get("enum").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let constant = schema.get("const").into_iter();
    let (scalars, containers) =
        listed.iter().chain(constant).fold((0, 0), |(scalars, containers), member| match member {
            Value::Array(_) | Value::Object(_) => (scalars, containers + count(member)),
            _ => (scalars + 1, containers),
        });
    containers + scalars / QUICK
}

fn own_patterns(schema: &Value, costs: &mut Costs) -> Texts {
    let by_name = schema.get("patternProperties").and_then(Value::as_object);
    let names = by_name.into_iter().flat_map(|patterns| patterns.keys().map(String::as_str));
    let pattern = schema.get("pattern").and_then(Value::as_str);
    let mut texts = Texts::default();
    for Cost { atoms, looks, depth, .. } in names.chain(pattern).map(|pattern| costs.of(pattern)) {
        let mut by_depth = [0; DEEPEST];
        if let Some(place) = by_depth.get_mut(depth.clamp(1, DEEPEST) - 1) {
            *place = looks;
        }
        texts.add(&Texts { atoms, looks: by_depth });
    }
    texts
}
