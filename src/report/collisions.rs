//! Declared names that a spelling cannot tell apart: keys of one object, members of one enum.
//!
//! Nothing is broken by them: each works as declared, and the conventions leave both alone. But a
//! model that mixes them up gets no help, and often one of them is a mistake.

use std::collections::{BTreeSet, HashMap};

use crate::diagnostic::{Diagnostic, Severity};
use crate::facets::keyword;
use crate::ir::{Lookup, Spelling};
use crate::json::Node;
use crate::program::Profile;
use crate::schema::Schema;
use crate::span::Span;
use crate::spelling::Forms;

/// How many pairs of one object or enum are reported one by one.
const MOST: usize = 16;

/// A set of declared names.
struct Names<'n> {
    /// What they are, for people.
    what: &'static str,
    /// Of what, for people.
    of: String,
    code: &'static str,
    /// Each name and its place, in the order declared. A repeated one is one.
    places: Vec<(&'n str, Span)>,
}

/// The collisions at the top of `schema`, under every spelling that the profile's conventions use.
pub fn find(profile: &Profile, schema: &Schema) -> Vec<Diagnostic> {
    let ir = profile.program().ir();
    let (mut for_keys, mut for_members) = (BTreeSet::new(), BTreeSet::new());
    for convention in profile.conventions() {
        match convention.action.looks_up() {
            Some(Lookup::Key(spelling)) => for_keys.insert(spelling),
            Some(Lookup::Member(spelling)) => for_members.insert(spelling),
            None => false,
        };
    }
    let mut found = Vec::new();
    for spelling in for_keys.into_iter().filter_map(|name| ir.spelling(name)) {
        found.extend(pairs(spelling, &keys(schema)));
    }
    for spelling in for_members.into_iter().filter_map(|name| ir.spelling(name)) {
        for property in schema.properties() {
            if let Some(names) = members(schema, &property.name, &property.value) {
                found.extend(pairs(spelling, &names));
            }
        }
    }
    found
}

fn keys(schema: &Schema) -> Names<'_> {
    Names {
        what: "keys",
        of: String::new(),
        code: "check::colliding-keys",
        places: schema.properties().iter().map(|member| (&*member.name, member.name_span)).collect(),
    }
}

/// The members of an enum of texts.
fn members<'n>(schema: &Schema, key: &str, property: &'n Node) -> Option<Names<'n>> {
    let members = keyword(schema, property, "enum")?.as_array()?;
    let places = members.iter().map(|member| Some((member.as_str()?, member.span))).collect::<Option<_>>()?;
    Some(Names { what: "members", of: format!(" of `{key}`"), code: "check::colliding-members", places })
}

fn pairs(spelling: &Spelling, names: &Names<'_>) -> Vec<Diagnostic> {
    let forms = Forms::of(spelling, names.places.iter().map(|(name, _)| *name));
    let places: HashMap<&str, Span> = names.places.iter().rev().copied().collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for &(name, span) in &names.places {
        let Some(rival) = forms.rival(spelling, name) else { continue };
        if !seen.insert((name.min(rival), name.max(rival))) {
            continue;
        }
        if found.len() == MOST {
            let message =
                format!("more {}{} cannot be told apart by `{}`", names.what, names.of, spelling.name);
            found.push(Diagnostic::new(Severity::Warning, names.code, message).label(
                0,
                span,
                "from here on",
            ));
            break;
        }
        let message = format!(
            "the {} `{name}` and `{rival}`{} cannot be told apart by `{}`",
            names.what, names.of, spelling.name
        );
        let mut diagnostic =
            Diagnostic::new(Severity::Warning, names.code, message).label(0, span, "this one");
        if let Some(place) = places.get(rival) {
            diagnostic = diagnostic.label(0, *place, "and this one");
        }
        found.push(diagnostic.help("both work as declared, but no other spelling of them is understood"));
    }
    found
}
