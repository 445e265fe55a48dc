//! The places that a search reads, against the schema of the results.

use super::Fit;
use super::arguments::words;
use super::reach::{Reached, Step, reach, steps};
use crate::coverage::value::of_literal;
use crate::diagnostic::nearest::nearest;
use crate::facets::kind_of;
use crate::ir::Kinds;
use crate::ir::search::ReadAt;
use crate::json::pointer::push;
use crate::schema::Schema;
use crate::span::Span;
use crate::syntax::ast::SearchClause;

/// How many names are told where none is near.
const TOLD: usize = 12;

impl Fit<'_> {
    pub(super) fn results(&mut self, schema: &Schema) {
        let reads = &self.search.result;
        if let Some((at, by)) = &reads.rows {
            self.rows(schema, at, by.as_deref());
        }
        let one = |spans: Vec<Span>| spans.into_iter().next().unwrap_or_default();
        let places = self.places;
        if let Some(next) = &reads.next {
            let at = one(places.words(|it| if let SearchClause::Next(at, _) = it { Some(at) } else { None }));
            let wanted = Kinds::STRING | Kinds::NUMBER;
            if let Some(reached) =
                self.place(schema, &next.at, at, wanted, "a next page is asked by a text or a number")
            {
                self.flag(next, &reached, at, "every result would have a next page");
            }
        }
        if let Some(more) = &reads.has_more {
            let at =
                one(places.words(|it| if let SearchClause::HasMore(at, _) = it { Some(at) } else { None }));
            if let Some(reached) = self.place(schema, &more.at, at, Kinds::ALL, "") {
                self.flag(more, &reached, at, "every result would have more");
            }
        }
        if let Some(total) = &reads.total {
            let at = one(places.words(|it| if let SearchClause::Total(at) = it { Some(at) } else { None }));
            self.place(schema, total, at, Kinds::INTEGER, "a total is a whole number");
        }
        let spans = places.words(|it| if let SearchClause::Partial(at, _) = it { Some(at) } else { None });
        for (partial, at) in reads.partial.iter().zip(spans) {
            if let Some(reached) = self.place(schema, &partial.at, at, Kinds::ALL, "") {
                self.flag(partial, &reached, at, "every result would be partial");
            }
        }
        if let Some((from, to)) = &reads.queried {
            let spans = [
                places.words(|it| if let SearchClause::Queried(from, _) = it { Some(from) } else { None }),
                places.words(|it| if let SearchClause::Queried(_, to) = it { Some(to) } else { None }),
            ];
            for (place, at) in [from, to].into_iter().zip(spans.map(one)) {
                self.place(schema, place, at, Kinds::STRING, "a moment is a text");
            }
        }
    }

    /// Rows are a list, in which keys tell them apart, or a number, in which nothing can.
    fn rows(&mut self, schema: &Schema, at: &str, by: Option<&str>) {
        let spans = |pick: fn(&SearchClause) -> Option<&crate::syntax::ast::Word>| {
            self.places.words(pick).into_iter().next().unwrap_or_default()
        };
        let (rows, key) = (
            spans(|it| if let SearchClause::Rows { at, .. } = it { Some(at) } else { None }),
            spans(|it| if let SearchClause::Rows { by, .. } = it { by.as_ref() } else { None }),
        );
        let wanted = Kinds::ARRAY | Kinds::INTEGER;
        let Some(reached) = self.place(schema, at, rows, wanted, "rows are a list, or how many there are")
        else {
            return;
        };
        let Some(by) = by else { return };
        if !reached.kinds.meets(Kinds::ARRAY) {
            let message =
                format!("`{at}` of the results of `{}` is a number, which has no keys", self.search.name);
            let help = format!("take `by \"{by}\"` out, or read the rows where they are listed");
            self.error(
                "search::keyless-rows",
                message,
                (key, "nothing to read it from"),
                (reached.at, "a number"),
                help,
            );
            return;
        }
        let way: Vec<Step> = steps(at).into_iter().chain([Step::Element]).chain(steps(by)).collect();
        let wanted = Kinds::STRING | Kinds::NUMBER;
        self.way(schema, (by, &way), key, wanted, "a key is a text or a number");
    }

    /// Where a pointer leads, if it leads to something of the kinds wanted; what is wrong is reported.
    fn place(
        &mut self,
        schema: &Schema,
        pointer: &str,
        at: Span,
        wanted: Kinds,
        label: &str,
    ) -> Option<Reached> {
        self.way(schema, (pointer, &steps(pointer)), at, wanted, label)
    }

    fn way(
        &mut self,
        schema: &Schema,
        (pointer, way): (&str, &[Step]),
        at: Span,
        wanted: Kinds,
        label: &str,
    ) -> Option<Reached> {
        let reached = reach(schema, way);
        let of = format!("the results of `{}`", self.search.name);
        if reached.is_out() {
            let (live, help) = missed(&reached, way, pointer);
            let message = format!("{of} have no `{pointer}`");
            self.error(
                "search::unreachable",
                message,
                (at, "the schema does not lead there"),
                (reached.at, live),
                help,
            );
            return None;
        }
        if !reached.kinds.meets(wanted) {
            let is = words(reached.kinds);
            let message = format!("`{pointer}` of {of} is {is}");
            let help = "name the place where it stands; where there is none, leave the line out";
            self.error(
                "search::wrong-result",
                message,
                (at, label),
                (reached.at, &format!("always {is}")),
                help,
            );
            return None;
        }
        Some(reached)
    }

    /// A flag must have a value that says no.
    fn flag(&mut self, read: &ReadAt, reached: &Reached, at: Span, always: &str) {
        let may_be = |value| kind_of(&of_literal(value)).within(reached.kinds);
        if read.unless_absent || read.unless.iter().any(may_be) {
            return;
        }
        let is = words(reached.kinds);
        let message =
            format!("`{}` of the results of `{}` is {is}, and never says no", read.at, self.search.name);
        let help = "say behind `unless` which value means no: `unless 0`, `unless \"eq\"`, `unless absent`";
        self.error(
            "search::wrong-result",
            message,
            (at, always),
            (reached.at, &format!("always {is}")),
            help,
        );
    }
}

/// What is said of a place that cannot be reached: at the schema, and as help.
fn missed(reached: &Reached, way: &[Step], pointer: &str) -> (&'static str, String) {
    // Of a key, only the steps inside a row stand in its pointer.
    let own = way.iter().rposition(|step| *step == Step::Element).map_or(0, |element| element + 1);
    let gone = way.get(own..reached.gone.max(own)).unwrap_or_default();
    let prefix = gone.iter().fold(String::new(), |prefix, step| match step {
        Step::Name(name) => push(&prefix, name),
        Step::Element => prefix,
    });
    let mut names: Vec<&str> = reached.names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        let help = match prefix == pointer || prefix.is_empty() {
            true => "name a place that the results have; where there is none, leave the line out".to_owned(),
            false => format!("`{prefix}` is the last place on the way that the results have"),
        };
        return ("nothing stands inside", help);
    }
    let missing = match way.get(reached.gone) {
        Some(Step::Name(name)) => name.as_str(),
        _ => "",
    };
    let named = |name: &str| format!("`{}`", push(&prefix, name));
    let help = match nearest(missing, names.iter().copied()) {
        Some(near) => format!("did you mean {}?", named(near)),
        None if names.len() <= TOLD => {
            let all: Vec<String> = names.iter().map(|name| named(name)).collect();
            format!("there is {}", all.join(", "))
        }
        None => "name a place that the results have; where there is none, leave the line out".to_owned(),
    };
    ("it is none of these members", help)
}
