//! From a tree to a program: names, types, provenance, laws.
//!
//! 1. `names`: every item by its kind and name;
//! 2. `shape`, `spelling`, `vocabulary`, `convention` (with its `guard` and `flow`), `profile`, `facts`, `search`:
//!    an item each, its words resolved and its sets closed, lowered to the [`ir`];
//! 3. `laws`: what a program whose words make sense must still not say.
//!
//! All faults are reported, not the first one only. What could not be lowered is left out of what
//! comes after, so that one fault is one error.

mod after;
mod clauses;
mod convention;
mod facts;
mod flow;
mod guard;
mod laws;
mod literal;
mod names;
mod profile;
mod search;
mod shape;
mod spelling;
mod vocabulary;

use crate::diagnostic::{Diagnostic, Severity};
use crate::ir;
use crate::syntax::ast::{Body, Item};

use clauses::Clauses;
pub use laws::LAWS;

/// A program whose items are lowered one by one, with the places that laws point at.
#[derive(Default)]
struct Checked {
    shapes: Vec<shape::Shape>,
    spellings: Vec<ir::Spelling>,
    conventions: Vec<convention::Convention>,
    profiles: Vec<profile::Profile>,
    vocabularies: Vec<vocabulary::Vocabulary>,
    facts: Vec<ir::Facts>,
    searches: Vec<ir::Search>,
}

/// Checks the items of a program and lowers them.
///
/// There is a program only where there is no error, here; a fault of an item that could not be read
/// is for the caller to count.
pub fn check(items: &[Item]) -> (Option<ir::Program>, Vec<Diagnostic>) {
    let mut report = Vec::new();
    let names = names::Names::of(items, &mut report);
    let mut checked = Checked::default();
    for item in items {
        match &item.body {
            Body::Shape(clauses) => checked.shapes.extend(shape::lower(item, clauses, &mut report)),
            Body::Spelling(clauses) => {
                checked.spellings.extend(spelling::lower(&Clauses { item, clauses }, &mut report));
            }
            Body::Convention(on, clauses) => {
                let clauses = Clauses { item, clauses };
                checked.conventions.push(convention::lower(&clauses, on.as_ref(), &names, &mut report));
            }
            Body::Profile(clauses) => {
                checked.profiles.extend(profile::lower(&Clauses { item, clauses }, &names, &mut report));
            }
            Body::Vocabulary(members) => {
                checked.vocabularies.extend(vocabulary::lower(item, members, &mut report));
            }
            Body::Facts(_) => {}
            Body::Search(clauses) => {
                checked.searches.extend(search::lower(&Clauses { item, clauses }, &mut report));
            }
        }
    }
    // A default is a member of a vocabulary, which may stand behind it.
    let around = facts::Around::new(&names, &checked.vocabularies);
    for item in items {
        if let Body::Facts(clauses) = &item.body {
            checked.facts.extend(facts::lower(item, clauses, &around, &mut report));
        }
    }
    after::check(&checked, &mut report);
    laws::check(&checked, &mut report);
    let clean = report.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
    // INVARIANT (nothing is lost): what is not lowered is reported.
    let whole = checked.conventions.iter().all(|convention| convention.ir.is_some());
    ((clean && whole).then(|| checked.program()), report)
}

impl Checked {
    fn convention(&self, name: &str) -> Option<&convention::Convention> {
        self.conventions.iter().find(|item| item.name.value == name)
    }

    fn shape(&self, name: &str) -> Option<&shape::Shape> {
        self.shapes.iter().find(|item| item.ir.name == name)
    }

    /// The program, everything in it sorted by name.
    fn program(self) -> ir::Program {
        let mut program = ir::Program {
            shapes: self.shapes.into_iter().map(|item| item.ir).collect(),
            spellings: self.spellings,
            conventions: self.conventions.into_iter().filter_map(|item| item.ir).collect(),
            profiles: self.profiles.into_iter().map(|item| item.ir).collect(),
            vocabularies: self.vocabularies.into_iter().map(|item| item.ir).collect(),
            facts: self.facts,
            searches: self.searches,
        };
        program.facts.sort_by(|a, b| a.name.cmp(&b.name));
        program.searches.sort_by(|a, b| a.name.cmp(&b.name));
        program.vocabularies.sort_by(|a, b| a.name.cmp(&b.name));
        program.shapes.sort_by(|a, b| a.name.cmp(&b.name));
        program.spellings.sort_by(|a, b| a.name.cmp(&b.name));
        program.conventions.sort_by(|a, b| a.name.cmp(&b.name));
        program.profiles.sort_by(|a, b| a.name.cmp(&b.name));
        program
    }
}
