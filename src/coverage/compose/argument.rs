//! Arguments that narrow a search, qualifiers, and what the host fills in.

use super::super::row::Item;
use super::super::value::{is_empty, is_one_of, of_literal, same, text};
use super::{Draft, Sent, raw};
use crate::ir::Literal;
use crate::ir::search::{Argument, Facet, Omission};
use crate::json::{Data, Node};
use serde_json::json;

const NOT_SENT: &str = "it was not sent, and nobody says what is searched then";
const SAYS_NOTHING: &str = "what was sent says nothing";
const OTHER_DEFAULT: &str = "the live schema has another default";

impl Draft<'_> {
    pub(super) fn arguments(&mut self) {
        let search = self.search;
        for argument in &search.arguments {
            let first = self.items.len();
            match self.sent(&argument.name) {
                Sent::Flawed => {}
                Sent::Nothing => self.omitted(argument),
                Sent::Value(value) => self.value(argument, value),
            }
            self.name(argument, first);
            let narrows = self.items.iter().skip(first).any(Item::narrows);
            if argument.facet == Facet::Subject && narrows {
                let why = "what matched is by the tool's own rule";
                self.gap("match", format!("what {} does not match", argument.name), why, "population");
            }
        }
    }

    fn omitted(&mut self, argument: &Argument) {
        let facet = argument.facet.name();
        match &argument.omitted {
            Omission::Unknown => self.unsent(&argument.name, NOT_SENT, facet),
            Omission::Any(values) => {
                if self.holds(&argument.name, values) {
                    self.items.push(any(facet, &argument.name, "default"));
                } else {
                    self.unsent(&argument.name, OTHER_DEFAULT, facet);
                }
            }
            Omission::Value(value) => {
                if self.holds(&argument.name, std::slice::from_ref(value)) {
                    self.items.push(item(facet, &argument.name, &of_literal(value), "default"));
                } else {
                    self.unsent(&argument.name, OTHER_DEFAULT, facet);
                }
            }
        }
    }

    /// Whether the live schema has no default for the argument but `null` and these.
    pub(super) fn holds(&self, argument: &str, values: &[Literal]) -> bool {
        let is_one = |default: &&Node| default.data == Data::Null || is_one_of(default, values);
        self.live.defaults(argument).is_some_and(|defaults| defaults.iter().all(is_one))
    }

    fn value(&mut self, argument: &Argument, value: &Node) {
        let facet = argument.facet.name();
        let anything: &[Literal] = if let Omission::Any(values) = &argument.omitted { values } else { &[] };
        if is_one_of(value, anything) {
            self.items.push(Item { quote: true, ..any(facet, &argument.name, "call") });
            return;
        }
        if is_empty(value) {
            self.unsent(&argument.name, SAYS_NOTHING, facet);
            return;
        }
        let elements = value.as_array().filter(|_| argument.is_one_of);
        let values = elements.unwrap_or(std::slice::from_ref(value));
        if elements.is_some() && values.iter().any(|it| is_empty(it) || is_one_of(it, anything)) {
            self.unsent(&argument.name, SAYS_NOTHING, facet);
            return;
        }
        for value in values {
            self.items.push(Item { quote: true, ..item(facet, &argument.name, value, "call") });
        }
    }

    pub(super) fn fixed(&mut self) {
        let search = self.search;
        for fixed in &search.fixed {
            let declared = of_literal(&fixed.value);
            let facet = Facet::Filter.name();
            let may_list = self.live.may_list(&fixed.name);
            let said = fixed.said.iter().filter(|word| !may_list(word)).cloned().collect();
            let plain = Item { said, ..item(facet, &fixed.name, &declared, "fixed") };
            match self.sent(&fixed.name) {
                Sent::Flawed => {}
                Sent::Nothing if self.holds(&fixed.name, std::slice::from_ref(&fixed.value)) => {
                    self.items.push(plain);
                }
                Sent::Nothing => self.unsent(&fixed.name, OTHER_DEFAULT, facet),
                Sent::Value(value) if same(value, &declared) => {
                    self.items.push(Item { from: "call".to_owned(), quote: true, ..plain });
                }
                Sent::Value(value) if is_empty(value) => self.unsent(&fixed.name, SAYS_NOTHING, facet),
                Sent::Value(value) => {
                    self.items.push(Item { quote: true, ..item(facet, &fixed.name, value, "call") });
                    let what = format!("argument {}", fixed.name);
                    self.gap("fixed-overridden", what, "the call sent another value", "everything");
                }
            }
        }
    }

    pub(super) fn hosts(&mut self) {
        let search = self.search;
        for host in &search.hosts {
            let facet = Facet::Population.name();
            let filled = self.call.filled.as_ref().and_then(|filled| filled.get(&host.argument));
            let is_filled = filled.is_some_and(|it| it.identity.as_ref() == Some(&host.identity));
            match self.sent(&host.argument) {
                Sent::Flawed => {}
                Sent::Value(_) => self.unsent(&host.argument, "the call sent what the host fills in", facet),
                Sent::Nothing if !is_filled => {
                    self.unsent(&host.argument, "the host did not fill it in", facet)
                }
                Sent::Nothing => {
                    let value = json!({"identity": host.identity}).to_string();
                    let value = super::super::result::parse(&value);
                    self.items.push(Item {
                        what: format!("{}: the run's own {}", host.argument, host.identity),
                        facet: facet.to_owned(),
                        argument: Some(host.argument.clone()),
                        value: value.as_ref().and_then(raw),
                        from: "host".to_owned(),
                        ..Item::default()
                    });
                }
            }
        }
    }

    pub(super) fn credentials(&mut self) {
        let search = self.search;
        for name in &search.credentials {
            let facet = Facet::Population.name();
            let why = "only what the caller's credential may see";
            self.gap("credential-limited", "what the credential may not see", why, facet);
            let filled = self.call.filled.as_ref().and_then(|filled| filled.get(name));
            match self.sent(name) {
                Sent::Flawed => {}
                Sent::Value(_) => self.unsent(name, "the call sent what a credential fills in", facet),
                Sent::Nothing if filled.is_none_or(|it| it.credential.is_none()) => {
                    self.unsent(name, "no credential filled it in", facet);
                }
                Sent::Nothing => {}
            }
        }
    }
}

pub(super) fn any(facet: &str, argument: &str, from: &str) -> Item {
    Item {
        what: format!("{argument}: any"),
        facet: facet.to_owned(),
        argument: Some(argument.to_owned()),
        any: true,
        from: from.to_owned(),
        ..Item::default()
    }
}

pub(super) fn item(facet: &str, argument: &str, value: &Node, from: &str) -> Item {
    Item {
        what: format!("{argument}: {}", text(value)),
        facet: facet.to_owned(),
        argument: Some(argument.to_owned()),
        value: raw(value),
        from: from.to_owned(),
        ..Item::default()
    }
}
