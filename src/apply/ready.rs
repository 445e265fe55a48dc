//! What applying looks up, worked out once for a proven plan.

use std::collections::BTreeMap;

use crate::facets::enum_texts;
use crate::ir::{Action, Convention, Decoder, Spelling};
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
    /// The members of the property's enum, where the convention asks for their forms.
    pub(super) members: Option<(Spelling, Forms<String>)>,
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
        if let Action::Rename { spelling } = &convention.action {
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
        let Some(property) = self.declared.get(key).copied() else { return };
        let members = match &convention.action {
            Action::Decode(Decoder::EnumBy(name)) => ir.spelling(name).and_then(|spelling| {
                let schema = proven.schema();
                let texts = enum_texts(schema, &schema.properties().get(property)?.value);
                Some((spelling.clone(), Forms::of(spelling, texts.map(str::to_owned))))
            }),
            _ => None,
        };
        if let Some(rules) = self.values.get_mut(property) {
            rules.push(ValueRule { rule, convention: convention.clone(), members });
        }
    }
}
