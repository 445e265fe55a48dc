//! What applying looks up, worked out once for a proven plan.

use std::collections::BTreeMap;

use crate::decode::Reader;
use crate::ir::{Convention, Spelling};
use crate::prove::ProvenPlan;
use crate::spelling::Forms;

/// The plan's rules, by what a call asks for.
pub(super) struct Ready {
    /// Index of each declared key among the properties of the schema.
    pub(super) declared: BTreeMap<Box<str>, usize>,
    /// The key conventions that have rules.
    pub(super) renames: Vec<Rename>,
    /// The value rules of each property, in plan order.
    pub(super) values: Vec<Vec<ValueRule>>,
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

/// A value rule.
pub(super) struct ValueRule {
    /// Its index in the plan.
    pub(super) rule: usize,
    pub(super) convention: Convention,
    /// What reads the value, where the convention does not leave it out.
    pub(super) reader: Option<Reader>,
}

impl Ready {
    pub(super) fn of(proven: &ProvenPlan) -> Self {
        let properties = proven.schema().properties();
        let declared: BTreeMap<Box<str>, usize> =
            properties.iter().enumerate().map(|(index, member)| (member.name.clone(), index)).collect();
        let mut ready = Self { declared, renames: Vec::new(), values: Vec::new() };
        ready.values.resize_with(properties.len(), Vec::new);
        for (index, rule) in proven.plan().rules().iter().enumerate() {
            let named = proven.profile().conventions().find(|convention| convention.name == rule.kind);
            if let Some(convention) = named {
                ready.add(proven, index, &rule.key, convention);
            }
        }
        ready
    }

    /// The value rules of the property `key`.
    pub(super) fn rules_of(&self, key: &str) -> &[ValueRule] {
        let rules = self.declared.get(key).and_then(|property| self.values.get(*property));
        rules.map(Vec::as_slice).unwrap_or_default()
    }

    fn add(&mut self, proven: &ProvenPlan, rule: usize, key: &str, convention: &Convention) {
        let ir = proven.profile().program().ir();
        if let Some(spelling) = convention.action.renames_by() {
            let Some(spelling) = ir.spelling(spelling) else { return };
            let known = self.renames.iter_mut().find(|rename| rename.convention.name == convention.name);
            if let Some(rename) = known {
                rename.rules.insert(key.to_owned(), rule);
            } else {
                let keys = Forms::of(spelling, self.declared.keys().map(|key| key.to_string()));
                let rules = BTreeMap::from([(key.to_owned(), rule)]);
                let (convention, spelling) = (convention.clone(), spelling.clone());
                self.renames.push(Rename { convention, spelling, keys, rules });
            }
            return;
        }
        let (schema, index) = (proven.schema(), self.declared.get(key).copied());
        let Some(property) = index.and_then(|index| schema.properties().get(index)) else { return };
        let decoding = convention.action.decoding();
        let reader = decoding.map(|decoding| Reader::new(decoding, ir, schema, &property.value));
        if let Some(rules) = index.and_then(|index| self.values.get_mut(index)) {
            rules.push(ValueRule { rule, convention: convention.clone(), reader });
        }
    }
}
