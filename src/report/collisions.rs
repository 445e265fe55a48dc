//! Declared names that a spelling cannot tell apart: keys of one object, members of one enum.
//!
//! Nothing is broken by them: each works as declared, and the conventions leave both alone. But a
//! model that mixes them up gets no help, and often one of them is a mistake.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::facets::{keyword, reach};
use crate::ir::{Lookup, Spelling};
use crate::json::Node;
use crate::program::Profile;
use crate::schema::{Position, Reach, Schema};
use crate::span::Span;
use crate::spelling::Forms;

/// How many pairs of one object or enum are reported one by one.
const MOST: usize = 16;
/// How many of one tool are under one spelling.
const MOST_IN_ALL: usize = 256;

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

/// The collisions in `schema`, as far as the profile goes, under every spelling that its conventions use.
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
    let positions = schema.positions(profile.ir().map_or(Reach::TOP, reach));
    let mut found = Vec::new();
    for spelling in for_keys.into_iter().filter_map(|name| ir.spelling(name)) {
        let objects = objects(schema, &positions);
        found.extend(objects.iter().flat_map(|names| pairs(spelling, names)).take(MOST_IN_ALL));
    }
    for spelling in for_members.into_iter().filter_map(|name| ir.spelling(name)) {
        let enums = positions.iter().filter_map(|position| members(schema, position));
        found.extend(enums.flat_map(|names| pairs(spelling, &names)).take(MOST_IN_ALL));
    }
    found
}

/// The keys of each object that declares a position, once.
fn objects<'s>(schema: &'s Schema, positions: &[Position<'s>]) -> Vec<Names<'s>> {
    let mut seen = HashSet::new();
    let declare = positions.iter().filter_map(|position| Some((position, position.object?)));
    let new = declare.filter(|(_, object)| seen.insert(std::ptr::from_ref::<Node>(object)));
    new.map(|(position, object)| {
        let properties = keyword(schema, object, "properties").and_then(Node::as_object);
        let keys = properties.unwrap_or_default().iter();
        let of = match position.depth {
            0 => String::new(),
            // Its last two steps are `properties` and the key.
            _ => format!(" of `{}`", position.pointer.rsplitn(3, '/').nth(2).unwrap_or_default()),
        };
        let places = keys.map(|member| (&*member.name, member.name_span)).collect();
        Names { what: "keys", of, code: "check::colliding-keys", places }
    })
    .collect()
}

/// The members of an enum of texts.
fn members<'s>(schema: &Schema, position: &Position<'s>) -> Option<Names<'s>> {
    let members = keyword(schema, position.node, "enum")?.as_array()?;
    let places = members.iter().map(|member| Some((member.as_str()?, member.span))).collect::<Option<_>>()?;
    let place = position.key.filter(|_| position.depth == 0).unwrap_or(&position.pointer);
    Some(Names { what: "members", of: format!(" of `{place}`"), code: "check::colliding-members", places })
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
