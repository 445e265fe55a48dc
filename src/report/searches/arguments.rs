//! What a search says of arguments, against the live schema.

use super::Fit;
use super::reach::{Reached, Step, opening, reach};
use crate::coverage::schema::Live;
use crate::coverage::value::{is_one_of, json, text};
use crate::diagnostic::nearest::{nearest, suggest};
use crate::ir::Kinds;
use crate::ir::Literal;
use crate::ir::search::{Limit, Omission, PageBy};
use crate::json::{Data, Member};
use crate::schema::Schema;

impl Fit<'_> {
    pub(super) fn arguments(&mut self, schema: &Schema) {
        let live = Live(Some(schema.root()));
        let properties = live.properties();
        self.unclassified(&properties);
        self.undeclared(schema, &properties);
        self.defaults(live);
        self.words(live);
        self.kinds(schema);
    }

    /// Properties that no clause speaks of.
    fn unclassified(&mut self, properties: &[&Member]) {
        let known = self.search.classified();
        let strangers: Vec<&str> =
            known.iter().copied().filter(|name| !properties.iter().any(|it| &*it.name == *name)).collect();
        for property in properties.iter().filter(|property| !known.contains(&&*property.name)) {
            let name = &*property.name;
            let help = match nearest(name, strangers.iter().copied()) {
                Some(near) => format!("the search speaks of `{near}`, which the tool does not have"),
                None => format!(
                    "say what it narrows, as in `filter {name}`, or `ignore {name}` if rows do not depend on it"
                ),
            };
            let message =
                format!("`{}` takes `{name}`, which no clause of its search speaks of", self.search.name);
            let at = (self.places.item.name.span, "not in this search");
            self.error("search::unclassified", message, at, (property.name_span, "declared here"), help);
        }
    }

    /// Arguments that the tool does not have. What the host fills in need not be declared, nor a qualifier.
    fn undeclared(&mut self, schema: &Schema, properties: &[&Member]) {
        let search = self.search;
        let mut names: Vec<&str> = search.arguments.iter().map(|it| &*it.name).collect();
        names.extend(search.periods.iter().flat_map(|it| std::iter::once(&*it.from).chain(it.to.as_deref())));
        names.extend(search.page.iter().map(|page| &*page.argument));
        names.extend(limit_argument(&search.limit));
        for name in names {
            if !properties.iter().any(|it| &*it.name == name) && reached(schema, name).is_out() {
                let message = format!("`{}` takes no `{name}`", search.name);
                let at = (self.places.argument(name), "no such argument");
                let help = suggest(name, properties.iter().map(|it| &*it.name));
                self.error("search::undeclared", message, at, (opening(schema.root()), "its schema"), help);
            }
        }
    }

    /// What stands in for an argument that is not sent.
    fn defaults(&mut self, live: Live<'_>) {
        let search = self.search;
        let omitted = search.arguments.iter().map(|it| (&*it.name, &it.omitted));
        let omitted = omitted.chain(search.periods.iter().map(|it| (&*it.from, &it.omitted)));
        for (name, omitted) in omitted {
            match omitted {
                Omission::Unknown => {}
                Omission::Any(values) => self.default(live, name, values),
                Omission::Value(value) => self.default(live, name, std::slice::from_ref(value)),
            }
        }
        for to in search.periods.iter().filter_map(|period| period.to.as_deref()) {
            self.default(live, to, &[]);
        }
        for fixed in &search.fixed {
            self.default(live, &fixed.name, std::slice::from_ref(&fixed.value));
        }
        if let Limit::Rows { argument: Some(argument), omitted: Some(value), .. } = &search.limit {
            self.default(live, argument, std::slice::from_ref(value));
        }
        if let Some(page) = search.page.as_ref().filter(|page| page.is_first_omitted) {
            self.default(live, &page.argument, &page.first);
        }
    }

    fn default(&mut self, live: Live<'_>, name: &str, values: &[Literal]) {
        let is_one = |default: &&_| !is_one_of(default, values);
        let defaults = live.defaults(name).unwrap_or_default();
        for default in defaults.into_iter().filter(|it| it.data != Data::Null).filter(is_one) {
            let message =
                format!("where `{name}` is not sent, `{}` takes it as {}", self.search.name, json(default));
            let at = (self.places.omitted(name), "the search says otherwise");
            let help = "say what the schema says: until then nothing counts as searched where it is not sent";
            self.error("search::other-default", message, at, (default.span, "by this default"), help);
        }
    }

    /// Words for a value that are values themselves.
    fn words(&mut self, live: Live<'_>) {
        let search = self.search;
        let behind = search.arguments.iter().flat_map(|argument| {
            let said = argument.said.iter();
            said.flat_map(move |said| {
                said.words.iter().map(move |word| (&*argument.name, word, Some(&said.value)))
            })
        });
        let fixed =
            search.fixed.iter().flat_map(|it| it.said.iter().map(move |word| (&*it.name, word, None)));
        for (name, word, of) in behind.chain(fixed) {
            let own = of.map(|value| text(&crate::coverage::value::of_literal(value)));
            let members = live.members(name).unwrap_or_default();
            let listed = members.into_iter().find(|member| member.as_str() == Some(word));
            if let Some(listed) = listed.filter(|_| own.as_ref() != Some(word)) {
                let message = format!("`{word}` is said for a value of `{name}`, and is one itself");
                let at = (self.places.said(name, word), "a word for another value");
                let help = "take it out: it stands for the value that the schema lists";
                self.error("search::listed-word", message, at, (listed.span, "a value of its own"), help);
            }
        }
    }

    /// Arguments that never have a value of the kind that their clause reads.
    fn kinds(&mut self, schema: &Schema) {
        let search = self.search;
        for argument in search.arguments.iter().filter(|argument| argument.is_one_of) {
            let at = self.places.one_of(&argument.name);
            self.kind(schema, &argument.name, Kinds::ARRAY, (at, "`one of` reads a list"));
        }
        for period in &search.periods {
            for name in std::iter::once(&period.from).chain(&period.to) {
                let at = self.places.argument(name);
                self.kind(schema, name, Kinds::STRING, (at, "a time is a text, such as \"24h\""));
            }
        }
        if let Some(page) = &search.page {
            let at = self.places.argument(&page.argument);
            let (wanted, label) = match page.by {
                PageBy::Cursor => (Kinds::STRING | Kinds::NUMBER, "a cursor is a text or a number"),
                PageBy::Number(_) | PageBy::Offset(_) => {
                    (Kinds::INTEGER, "pages that are counted have whole numbers")
                }
            };
            self.kind(schema, &page.argument, wanted, (at, label));
        }
        if let Some(argument) = limit_argument(&search.limit) {
            let at = self.places.argument(argument);
            self.kind(schema, argument, Kinds::INTEGER, (at, "a limit is a whole number"));
        }
    }

    fn kind(&mut self, schema: &Schema, name: &str, wanted: Kinds, at: (crate::span::Span, &str)) {
        let reached = reached(schema, name);
        if reached.is_out() || reached.kinds.meets(wanted) {
            return;
        }
        let message = format!("`{name}` of `{}` is never {}", self.search.name, words(wanted));
        let is = format!("always {}", words(reached.kinds));
        let help = "classify it by what the schema takes";
        self.error("search::wrong-argument", message, at, (reached.at, &is), help);
    }
}

fn limit_argument(limit: &Limit) -> Option<&str> {
    if let Limit::Rows { argument, .. } = limit { argument.as_deref() } else { None }
}

fn reached(schema: &Schema, argument: &str) -> Reached {
    reach(schema, &[Step::Name(argument.to_owned())])
}

/// Kinds in words: `a text or a number`.
pub(super) fn words(kinds: Kinds) -> String {
    let word = |name: &str| match name {
        "null" => "null",
        "boolean" => "a boolean",
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a text",
        "array" => "a list",
        _ => "an object",
    };
    let words: Vec<&str> = kinds.names().into_iter().map(word).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, first)) => format!("{} or {last}", first.join(", ")),
    }
}
