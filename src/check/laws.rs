//! The laws: what the compiler refuses though every word of it makes sense. One file a law.
//!
//! A law is named by the fault. Each is decided over the [model](crate::ir::model), or by what a guard
//! implies, and points at both parties of the fault.

mod bound;
mod critical_pair;
mod dead;
mod invented_value;
mod lossy;
mod missing_unique;
mod open_names;
mod required_omitted;
mod ring_clash;
mod unreviewed;

use std::collections::BTreeMap;

use super::Checked;
use super::convention::Convention;
use super::profile::Profile;
use crate::diagnostic::Diagnostic;
use crate::ir;
use crate::ir::model::{Point, Reach};
use crate::syntax::ast::Word;

/// A law by its name, and how it is checked.
#[derive(Clone, Copy)]
pub struct Law {
    /// The fault: `critical-pair`, say. Its code is `rules::` and this.
    pub name: &'static str,
    check: fn(&Subject<'_>, &mut Vec<Diagnostic>),
}

/// All laws.
pub const LAWS: &[Law] = &[
    Law { name: "invented-value", check: invented_value::check },
    Law { name: "lossy", check: lossy::check },
    Law { name: "missing-unique", check: missing_unique::check },
    Law { name: "required-omitted", check: required_omitted::check },
    Law { name: "dead", check: dead::check },
    Law { name: "critical-pair", check: critical_pair::check },
    Law { name: "open-names", check: open_names::check },
    Law { name: "ring-clash", check: ring_clash::check },
    Law { name: "unreviewed", check: unreviewed::check },
    Law { name: "bound", check: bound::check },
];

/// What laws look at.
struct Subject<'c> {
    program: &'c Checked,
    points: Vec<Point>,
    reaches: BTreeMap<&'c str, Reach>,
}

/// Checks every law.
pub(super) fn check(program: &Checked, report: &mut Vec<Diagnostic>) {
    let points = Point::all();
    let lowered = program.conventions.iter().filter_map(|convention| convention.ir.as_ref());
    let reaches = lowered.map(|ir| (ir.name.as_str(), Reach::of(ir, &points))).collect();
    let subject = Subject { program, points, reaches };
    for law in LAWS {
        (law.check)(&subject, report);
    }
}

impl<'c> Subject<'c> {
    /// The conventions that could be lowered.
    fn conventions(&self) -> impl Iterator<Item = (&'c Convention, &'c ir::Convention)> {
        self.program.conventions.iter().filter_map(|convention| Some((convention, convention.ir.as_ref()?)))
    }

    /// All conventions that could be lowered, each with the word that names it.
    fn all_members(&self) -> Vec<(&'c Word, &'c Convention, &'c ir::Convention)> {
        let conventions = self.program.conventions.iter();
        conventions
            .filter_map(|convention| Some((&convention.name, convention, convention.ir.as_ref()?)))
            .collect()
    }

    /// The conventions of a profile that could be lowered, each with the word that names it there.
    fn members(&self, profile: &'c Profile) -> Vec<(&'c Word, &'c Convention, &'c ir::Convention)> {
        let member = |word: &'c Word| {
            let convention = self.program.convention(&word.value)?;
            Some((word, convention, convention.ir.as_ref()?))
        };
        profile.conventions.iter().filter_map(member).collect()
    }
}
