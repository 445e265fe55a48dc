//! What is never searched.

use super::Reader;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::rules;
use crate::ir::search::{Bears, Facet, Gap, Search};
use crate::syntax::ast::{self, Word};

pub(super) fn lower(
    reader: &mut Reader<'_>,
    search: &Search,
    what: &Word,
    because: Option<&Word>,
    bears: &ast::Bears,
) -> Option<Gap> {
    let values: Vec<_> = bears.values.iter().filter_map(|value| reader.value(value)).collect();
    let on = match bears.facet.value.as_str() {
        "everything" => Bears::Everything,
        "completeness" => Bears::Completeness,
        word => {
            let Some(facet) = Facet::of(word) else {
                let known = Facet::ALL.iter().map(|facet| facet.name()).chain(["completeness", "everything"]);
                let message = format!("a gap bears on no `{word}`");
                let help = suggest(word, known);
                reader.error(rules::UNKNOWN_FACET, message, bears.facet.span, "unknown facet", help);
                return None;
            };
            Bears::Facet(facet, bears.argument.as_ref().map(|name| name.value.clone()), values)
        }
    };
    if let Some(argument) = &bears.argument {
        let facet = if let Bears::Facet(facet, ..) = on { Some(facet) } else { None };
        if !facet.is_some_and(|facet| arguments(search, facet).any(|name| name == argument.value)) {
            let message = format!("this search has no {} `{}`", bears.facet.value, argument.value);
            let known: Vec<&str> = facet.into_iter().flat_map(|facet| arguments(search, facet)).collect();
            let help = suggest(&argument.value, known);
            reader.error(rules::MISPLACED_PART, message, argument.span, "not classified so", help);
        }
    }
    if let Some(bound) = &bears.before {
        if !matches!(on, Bears::Facet(Facet::Period, ..)) {
            let message = "only a gap on a period has a bound in time".to_owned();
            let help = "write `bears on period before \"2y\"`, or take the bound out";
            reader.error(rules::MISPLACED_PART, message, bound.span, "not on a period", help);
        }
        if !is_duration(&bound.value) {
            let message = format!("`{}` is no length of time", bound.value);
            let help = "a whole number and `s`, `m`, `h`, `d`, `w` or `y`: `\"2y\"`";
            reader.error(rules::BAD_DURATION, message, bound.span, "no length of time", help);
        }
    }
    Some(Gap {
        what: what.value.clone(),
        because: because.map(|why| why.value.clone()),
        bears: on,
        before: bears.before.as_ref().map(|bound| bound.value.clone()),
    })
}

/// The arguments of a facet.
fn arguments(search: &Search, facet: Facet) -> impl Iterator<Item = &str> {
    let own = search.arguments.iter().filter(move |it| it.facet == facet).map(|it| &*it.name);
    let is = move |other: Facet| other == facet;
    let periods = search.periods.iter().filter(move |_| is(Facet::Period)).map(|it| &*it.from);
    let hosts = search.hosts.iter().filter(move |_| is(Facet::Population)).map(|it| &*it.argument);
    let fixed = search.fixed.iter().filter(move |_| is(Facet::Filter)).map(|it| &*it.name);
    own.chain(periods).chain(hosts).chain(fixed)
}

/// A whole number and a unit. Times are read where calls are; here only what can be read at all is told.
fn is_duration(text: &str) -> bool {
    let digits = text.trim_end_matches(['s', 'm', 'h', 'd', 'w', 'y']);
    digits.len() + 1 == text.len() && digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
}
