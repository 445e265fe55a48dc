//! What differs in the programs, in words.

use super::{Line, Part, code, text};
use crate::diff::facts::{Facts, Place};
use crate::diff::items::{Change, Item, Programs};
use crate::diff::spellings::{Pair, Spellings};
use crate::diff::{Decision, Extent};

pub(super) fn lines(programs: &Programs, lines: &mut Vec<Line>) {
    for item in &programs.items {
        self::item(item, lines);
    }
}

fn item(item: &Item, lines: &mut Vec<Line>) {
    let mut title =
        vec![text(format!("{} ", item.kind)), code(&item.name), text(format!(", {}", item.change.name()))];
    for (index, by) in item.by.iter().enumerate() {
        title.extend([text(if index == 0 { " by " } else { ", " }), code(by)]);
    }
    lines.push(Line::Title(title));
    for clause in &item.clauses {
        lines.extend(clause.old.iter().map(|old| Line::Old(1, old.clone())));
        lines.extend(clause.new.iter().map(|new| Line::New(1, new.clone())));
    }
    if let Some(compared) = &item.spelling {
        if item.kind == "convention" {
            lines.push(Line::Say(1, vec![text("it looks up by another spelling than before:")]));
        }
        spelling(compared, lines);
    }
    if let Some(compared) = &item.facts {
        let is_guard = |line: &Option<String>| line.as_ref().is_some_and(|line| line.starts_with("derive "));
        let guard_differs = item.clauses.iter().any(|clause| is_guard(&clause.old) || is_guard(&clause.new));
        facts(compared, guard_differs, lines);
    }
    if let Some(plans) = &item.plans {
        let mut parts = vec![text("plans under the old rules are dead: compile again")];
        if plans.old.version != plans.new.version {
            parts.push(text(format!("; plan version {} becomes {}", plans.old.version, plans.new.version)));
        }
        lines.push(Line::Say(1, parts));
    }
    if item.change == Change::Removed && item.kind == "profile" {
        lines.push(Line::Say(1, vec![text("plans under it are dead")]));
    }
}

fn spelling(compared: &Spellings, lines: &mut Vec<Line>) {
    if compared.is_same() {
        lines.push(Line::Say(1, vec![text("no difference: it treats every name as before")]));
        return;
    }
    let one = |name: &String| vec![code(name)];
    let two = |between: &'static str| move |(a, b): &Pair| vec![code(a), text(between), code(b)];
    decision("names with a form", &compared.forms, one, lines);
    decision("spellings of each other", &compared.spellings, two(" and "), lines);
    if let Some((one, other)) = &compared.collisions.gained {
        let said = " are told apart before, and refused as ambiguous now";
        lines.push(Line::Say(2, vec![code(one), text(" and "), code(other), text(said)]));
    }
    if let Some((one, other)) = &compared.collisions.lost {
        let said = " are refused as ambiguous before, and told apart now";
        lines.push(Line::Say(2, vec![code(one), text(" and "), code(other), text(said)]));
    }
    decision("rivals, of which the first has no form", &compared.rivals, two(" against "), lines);
}

fn facts(compared: &Facts, guard_differs: bool, lines: &mut Vec<Line>) {
    if compared.are_same() {
        let said = match guard_differs {
            true => {
                "the guard differs in what no kind of property decides; nothing else that it declares does"
            }
            false => "no difference in what it takes and gives, at any kind of property",
        };
        lines.push(Line::Say(1, vec![text(said)]));
        return;
    }
    let list = |examples: &Vec<&'static str>| {
        let mut parts = Vec::new();
        for example in examples {
            parts.extend(if parts.is_empty() { None } else { Some(text(", ")) });
            parts.push(code(*example));
        }
        parts
    };
    let place = |place: &Place| vec![text(format!("{} at {}", place.values, place.property))];
    decision("values taken, an example of each class", &compared.takes, list, lines);
    if !compared.unless.is_same() {
        let listed = |parts: &Vec<String>| vec![code(parts.join(", "))];
        decision("texts that it does not take for all that", &compared.unless, listed, lines);
    }
    if let Some(again) = compared.planned_again {
        let said = if again {
            "what it reads is planned again now"
        } else {
            "what it reads is not planned again any more"
        };
        lines.push(Line::Say(1, vec![text(said)]));
    }
    decision("what it gives", &compared.gives, list, lines);
    decision("where its guard may hold", &compared.guard, |point| vec![text(point)], lines);
    if let Some(settled) = &compared.settled {
        let word = |truth: &str| if truth == "yes" { "holds for sure" } else { "may hold" };
        let said = format!(
            "at {}, the guard {} now, and {} before",
            settled.property,
            word(settled.new),
            word(settled.old)
        );
        lines.push(Line::Say(1, vec![text(said)]));
    }
    decision("where it may have an outcome", &compared.outcomes, place, lines);
}

/// How a set compares, with the least that shows it.
fn decision<W>(what: &str, decision: &Decision<W>, show: impl Fn(&W) -> Vec<Part>, lines: &mut Vec<Line>) {
    let extent = match decision.extent {
        Extent::Same => "the same",
        Extent::Wider => "wider",
        Extent::Narrower => "narrower",
        Extent::Across => "neither wider nor narrower",
        Extent::Undecided => "not decided, for it takes too many states",
    };
    let mut parts = vec![text(format!("{what}: {extent}"))];
    if let Some(gained) = &decision.gained {
        parts.push(text("; new "));
        parts.extend(show(gained));
    }
    if let Some(lost) = &decision.lost {
        parts.push(text("; gone "));
        parts.extend(show(lost));
    }
    lines.push(Line::Say(1, parts));
}
