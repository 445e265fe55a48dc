//! What applying looks up, worked out once for a proven plan.

use std::collections::{BTreeMap, HashMap};

use super::place::{Part, Way};
use crate::decode::Reader;
use crate::facets::{Site, is_closed, keyword, kind_of, reach};
use crate::ir::{Action, Bounds, Convention, Level, Spelling};
use crate::json::{Data, Node, pointer};
use crate::plan::Rule;
use crate::prove::ProvenPlan;
use crate::schema::{Position, Reach, Schema};
use crate::spelling::{Forms, Near};

/// The plan's rules, by the places of the schema that they stand at.
pub(super) struct Ready {
    /// The object schemas that members are looked up in. The root is the first one.
    objects: Vec<Object>,
    /// The positions, those of the root first, in the order declared.
    positions: Vec<PositionRules>,
    /// The rules on call, in plan order.
    pub(super) calls: Vec<ValueRule>,
    pub(super) bounds: Bounds,
}

/// An object schema that declares keys.
pub(super) struct Object {
    pub(super) pointer: Box<str>,
    /// The position of each declared key; none where it is beyond the reach.
    pub(super) declared: BTreeMap<Box<str>, Option<usize>>,
    /// Whether it takes no other names.
    pub(super) is_closed: bool,
    /// The key conventions that have rules for it.
    pub(super) renames: Vec<Rename>,
    /// The conventions by which names that are nobody's are left out.
    pub(super) surplus: Vec<Surplus>,
}

/// A position of the schema.
pub(super) struct PositionRules {
    /// The index among the properties of the root, at the top.
    pub(super) top: Option<usize>,
    pub(super) pointer: String,
    pub(super) is_required: bool,
    /// The value rules, in plan order.
    pub(super) rules: Vec<ValueRule>,
    /// The object schemas that apply to the very value here.
    pub(super) objects: Vec<usize>,
    /// The positions of the items of a list here.
    pub(super) items: Vec<usize>,
}

/// A key convention with its rules.
pub(super) struct Rename {
    pub(super) convention: Convention,
    pub(super) spelling: Spelling,
    /// The declared keys, by their forms.
    pub(super) keys: Forms<String>,
    /// Index of each rule in the plan, by its key.
    pub(super) rules: BTreeMap<String, usize>,
}

/// A rule by which undeclared names are left out.
pub(super) struct Surplus {
    /// Its index in the plan.
    pub(super) rule: usize,
    pub(super) convention: Convention,
    pub(super) spelling: Spelling,
    /// The declared keys.
    pub(super) keys: Near,
}

/// A rule for a value, or for the arguments as a whole.
pub(super) struct ValueRule {
    /// Its index in the plan.
    pub(super) index: usize,
    pub(super) rule: Rule,
    pub(super) convention: Convention,
    /// What reads the value, where the convention neither leaves it out nor puts something in its place.
    pub(super) reader: Option<Reader>,
}

impl ValueRule {
    /// Whether what it reads is planned again.
    pub(super) fn is_again(&self) -> bool {
        self.convention.action.decoding().is_some_and(|decoding| decoding.again)
    }

    /// Whether it puts something around what it reads.
    pub(super) fn wraps(&self) -> bool {
        self.convention.action.decoder().is_some_and(crate::ir::Decoder::wraps)
    }
}

impl Ready {
    pub(super) fn of(proven: &ProvenPlan) -> Self {
        let (schema, profile) = (proven.schema(), proven.profile());
        let bounds = profile.ir().map_or(Bounds::WIRE, |profile| profile.bounds);
        let reach = profile.ir().map_or(Reach::TOP, reach);
        let described = schema.positions(reach);
        let by_pointer: HashMap<&str, usize> =
            described.iter().enumerate().map(|(position, one)| (&*one.pointer, position)).collect();
        let mut objects =
            Objects { schema, by_pointer: &by_pointer, found: Vec::new(), known: HashMap::new() };
        objects.of("", schema.root());
        let mut positions = Vec::with_capacity(described.len());
        for (index, one) in described.iter().enumerate() {
            let mut position = PositionRules {
                top: Some(index).filter(|_| one.depth == 0),
                pointer: one.pointer.clone(),
                is_required: one.is_required(),
                rules: Vec::new(),
                objects: Vec::new(),
                items: Vec::new(),
            };
            if reach.properties || reach.items {
                for (at, part) in schema.in_place(&one.pointer, one.node) {
                    let is_object = keyword(schema, part, "properties").and_then(Node::as_object).is_some();
                    if reach.properties && is_object {
                        position.objects.push(objects.of(&at, part));
                    }
                    // Beside `prefixItems` it is not said of all items.
                    let is_of_all = reach.items && keyword(schema, part, "prefixItems").is_none();
                    position.items.extend(by_pointer.get(&*format!("{at}/items")).filter(|_| is_of_all));
                }
            }
            positions.push(position);
        }
        let Objects { found, known, .. } = objects;
        let mut ready = Self { objects: found, positions, calls: Vec::new(), bounds };
        for (index, rule) in proven.plan().rules().iter().enumerate() {
            let named = profile.conventions().find(|convention| convention.name == rule.kind);
            let action = named.map(|convention| &convention.action);
            if let (Some(convention), Some(Level::Call)) = (named, action.map(Action::level)) {
                ready.add_call(proven, (index, rule), convention);
                continue;
            }
            if let (Some(convention), Some(by)) = (named, action.and_then(Action::omits_surplus_by)) {
                let object = known.get(rule.at.as_deref().unwrap_or_default());
                let object = object.and_then(|object| ready.objects.get_mut(*object));
                if let (Some(object), Some(spelling)) = (object, profile.program().ir().spelling(by)) {
                    let (convention, spelling) = (convention.clone(), spelling.clone());
                    let keys = Near::of(&spelling, object.declared.keys().map(|key| &**key));
                    object.surplus.push(Surplus { rule: index, convention, spelling, keys });
                }
                continue;
            }
            let position = match &rule.at {
                Some(at) => by_pointer.get(&**at).copied(),
                None => by_pointer.get(&*pointer::push("/properties", &rule.key)).copied(),
            };
            let position = position.and_then(|position| Some((position, described.get(position)?)));
            if let (Some(convention), Some(position)) = (named, position) {
                ready.add(proven, (index, rule), convention, position);
            }
        }
        ready
    }

    /// What the arguments are an object of.
    pub(super) fn root(&self) -> Option<&Object> {
        self.objects.first()
    }

    pub(super) fn object(&self, index: usize) -> Option<&Object> {
        self.objects.get(index)
    }

    pub(super) fn position(&self, index: usize) -> Option<&PositionRules> {
        self.positions.get(index)
    }

    /// The pointers of the position and of the part of the schema there that lead inside.
    pub(super) fn way(&self, way: Way) -> Option<(&str, &str)> {
        let position = &*self.position(way.position)?.pointer;
        Some((
            position,
            match way.part {
                Part::Object(object) => &*self.object(object)?.pointer,
                Part::Items(items) => self.position(items)?.pointer.strip_suffix("/items")?,
            },
        ))
    }

    /// Whether a rule on call is for such arguments, which are no object.
    pub(super) fn takes(&self, given: Option<&Node>) -> bool {
        let takes = |rule: &ValueRule| match (rule.convention.action.decoding(), given) {
            (Some(decoding), Some(given)) => kind_of(given).meets(decoding.kinds),
            (Some(_), None) => false,
            (None, given) => given.is_none_or(|given| given.data == Data::Null),
        };
        self.calls.iter().any(takes)
    }

    fn add_call(&mut self, proven: &ProvenPlan, (index, rule): (usize, &Rule), convention: &Convention) {
        let (schema, profile) = (proven.schema(), proven.profile());
        let spelling = |convention: &Convention| {
            profile.program().ir().spelling(convention.action.renames_by()?).cloned()
        };
        let keys = schema.properties().iter().map(|member| &*member.name);
        let of_call = |decoding| Reader::of_call(decoding, keys, profile.conventions().filter_map(spelling));
        let reader = convention.action.decoding().map(of_call);
        self.calls.push(ValueRule { index, rule: rule.clone(), convention: convention.clone(), reader });
    }

    fn add(
        &mut self,
        proven: &ProvenPlan,
        (index, rule): (usize, &Rule),
        convention: &Convention,
        (position, one): (usize, &Position<'_>),
    ) {
        let ir = proven.profile().program().ir();
        if let Some(spelling) = convention.action.renames_by() {
            let Some(spelling) = ir.spelling(spelling) else { return };
            let is_here =
                |object: &&mut Object| object.declared.values().any(|known| *known == Some(position));
            let Some(object) = self.objects.iter_mut().find(is_here) else { return };
            let Some(key) = object
                .declared
                .iter()
                .find_map(|(key, known)| (*known == Some(position)).then(|| key.to_string()))
            else {
                return;
            };
            let known = object.renames.iter_mut().find(|rename| rename.convention.name == convention.name);
            if let Some(rename) = known {
                rename.rules.insert(key, index);
            } else {
                let keys = Forms::of(spelling, object.declared.keys().map(|key| key.to_string()));
                let rules = BTreeMap::from([(key, index)]);
                let (convention, spelling) = (convention.clone(), spelling.clone());
                object.renames.push(Rename { convention, spelling, keys, rules });
            }
            return;
        }
        let reach = proven.profile().ir().map(|profile| profile.reach).unwrap_or_default();
        let site = Site { program: ir, reach, schema: proven.schema(), position: one };
        let reader = convention.action.decoding().map(|decoding| Reader::new(decoding, site));
        if let Some(position) = self.positions.get_mut(position) {
            position.rules.push(ValueRule {
                index,
                rule: rule.clone(),
                convention: convention.clone(),
                reader,
            });
        }
    }
}

/// The object schemas, as they are met.
struct Objects<'s> {
    schema: &'s Schema,
    by_pointer: &'s HashMap<&'s str, usize>,
    found: Vec<Object>,
    known: HashMap<String, usize>,
}

impl Objects<'_> {
    /// The index of the object schema `part`, which stands at `at`.
    fn of(&mut self, at: &str, part: &Node) -> usize {
        if let Some(known) = self.known.get(at) {
            return *known;
        }
        let properties =
            keyword(self.schema, part, "properties").and_then(Node::as_object).unwrap_or_default();
        let place = format!("{at}/properties");
        let position = |name: &str| self.by_pointer.get(&*pointer::push(&place, name)).copied();
        let declared =
            properties.iter().map(|member| (member.name.clone(), position(&member.name))).collect();
        let is_closed = is_closed(self.schema, part);
        let index = self.found.len();
        self.found.push(Object {
            pointer: at.into(),
            declared,
            is_closed,
            renames: Vec::new(),
            surplus: Vec::new(),
        });
        self.known.insert(at.to_owned(), index);
        index
    }
}
