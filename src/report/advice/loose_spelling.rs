//! Rules that hold under a profile's spelling, and would not under the program's stricter one.

use super::{Found, Subject, list, named, note};
use crate::diagnostic::Diagnostic;
use crate::ir::{Lookup, Spelling};
use crate::plan::Rule;
use crate::schema::Position;
use crate::spelling::{Forms, form};

pub(super) const CODE: &str = "check::loose-spelling";

/// The stricter spelling, where the program has it: nothing hangs on a separator, and no single character is
/// a word.
const STRICTER: &str = "word-form";

pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let ir = subject.profile.program().ir();
    let Some(stricter) = ir.spelling(STRICTER) else { return Box::new(std::iter::empty()) };
    Box::new(subject.rules().iter().filter_map(move |rule| {
        let position = subject.positions.iter().find(|position| Subject::is_at(rule, position))?;
        let site = subject.site(position);
        match ir.convention(&rule.kind)?.action.looks_up()? {
            Lookup::Key(spelling) => {
                let keys = site.keys().iter().map(|member| &*member.name);
                let is_loose = loose(ir.spelling(spelling)?, stricter, keys).contains(&position.key?);
                is_loose.then(|| told(subject, rule, position, &[]))
            }
            Lookup::Member(spelling) => {
                let members = loose(ir.spelling(spelling)?, stricter, site.texts());
                (!members.is_empty()).then(|| told(subject, rule, position, &members))
            }
        }
    }))
}

/// Those of `names` that are found by `spelling`, and have another form or none under the stricter one.
///
/// A name with the same form under both has the same rivals under both.
fn loose<'n>(spelling: &Spelling, stricter: &Spelling, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let names: Vec<&str> = names.collect();
    let forms = Forms::of(spelling, names.iter().copied());
    let is_loose =
        |name: &&str| forms.unique(spelling, name).is_some() && form(spelling, name) != form(stricter, name);
    names.into_iter().filter(is_loose).collect()
}

/// `members` are those of the rule's enum; none where the rule is about its key.
fn told(subject: &Subject<'_>, rule: &Rule, position: &Position<'_>, members: &[&str]) -> Diagnostic {
    let of = match members {
        [] => String::new(),
        _ => format!(" {} of", list(members.iter().copied())),
    };
    let message = format!(
        "`{}` holds for{of} {} of {}, and under `{STRICTER}` would not",
        rule.kind,
        named(rule.place()),
        subject.tool()
    );
    let span = position.name_span;
    note(CODE, message).label(0, span, subject.at(span)).help(
        "one character, a separator at the end, or one between digits: such a name is near to others, as \
         the grade `A-` is to `A`; where a separator means something, choose names that are further apart",
    )
}
