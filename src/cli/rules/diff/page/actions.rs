//! What differs for the actions of a surface, in words.

use super::{Line, Part, code, left_off, shown, text};
use crate::coverage::count;
use crate::diff::actions::{Actions, Changed, Planned};
use crate::diff::names::{Declared, What};
use crate::plan::Rule;

/// How many actions are shown where not all are.
const ACTIONS: usize = 12;
/// How many names of one action are shown where not all are.
const NAMES: usize = 6;

pub(super) fn lines(file: &str, actions: &Actions, verbose: bool, lines: &mut Vec<Line>) {
    let differing = actions.differing.len();
    let planned = format!(
        ": {} of {} differ; {} with a plan before, {} after",
        differing,
        count(actions.actions, "action"),
        actions.planned.old,
        actions.planned.new
    );
    lines.push(Line::Title(vec![text("surface "), code(file), text(planned)]));
    let shown = shown(verbose, differing, ACTIONS);
    for changed in actions.differing.iter().take(shown) {
        action(changed, verbose, lines);
    }
    left_off(differing - shown, lines);
}

fn action(changed: &Changed, verbose: bool, lines: &mut Vec<Line>) {
    lines.push(Line::Say(1, vec![code(&changed.reference)]));
    match (&changed.plans.old, &changed.plans.new) {
        (Planned::NoPlan(_), Planned::Rules(_)) => {
            lines.push(Line::Say(2, vec![text("a plan, and none before")]))
        }
        (Planned::Rules(_), Planned::NoPlan(why)) => {
            lines.push(Line::Say(2, vec![text("no plan any more: "), code(why)]));
        }
        (Planned::NoPlan(_), Planned::NoPlan(why)) => {
            lines.push(Line::Say(2, vec![text("no plan, for another reason: "), code(why)]));
        }
        (Planned::Rules(_), Planned::Rules(_)) if changed.gained.is_empty() && changed.lost.is_empty() => {
            if changed.plans.old != changed.plans.new {
                lines.push(Line::Say(2, vec![text("the same rules in another order")]));
            }
        }
        (Planned::Rules(_), Planned::Rules(_)) => {}
    }
    for (kind, keys) in by_kind(&changed.lost) {
        lines.push(Line::Old(2, format!("{kind}  {}", keys.join(", "))));
    }
    for (kind, keys) in by_kind(&changed.gained) {
        lines.push(Line::New(2, format!("{kind}  {}", keys.join(", "))));
    }
    if !changed.changed.is_empty() {
        let mut parts = vec![text("as before, and otherwise in effect: ")];
        for (index, (kind, keys)) in by_kind(&changed.changed).into_iter().enumerate() {
            parts.extend((index > 0).then(|| text("; ")));
            parts.push(code(format!("{kind} {}", keys.join(", "))));
        }
        lines.push(Line::Say(2, parts));
    }
    let shown = shown(verbose, changed.names.len(), NAMES);
    changed.names.iter().take(shown).for_each(|declared| name(declared, lines));
    if changed.names.len() > shown {
        let left = format!("{} more names; `--verbose` shows all", changed.names.len() - shown);
        lines.push(Line::Say(2, vec![text(left)]));
    }
    for key in &changed.undecided {
        let what = if key.is_empty() { text("keys") } else { code(key) };
        lines.push(Line::Say(2, vec![what, text(": not decided, for it takes too many states")]));
    }
}

/// The keys of rules by their kinds, in the order of the rules.
fn by_kind(rules: &[Rule]) -> Vec<(&str, Vec<&str>)> {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for rule in rules {
        match kinds.iter_mut().find(|(kind, _)| *kind == rule.kind) {
            Some((_, keys)) => keys.push(rule.place()),
            None => kinds.push((&rule.kind, vec![rule.place()])),
        }
    }
    kinds
}

/// What a declared name answers to now.
fn name(declared: &Declared, lines: &mut Vec<Line>) {
    let mut parts = what(&declared.what);
    parts.push(text(format!(
        " answers to {}",
        match declared.extent.name() {
            "wider" => "more",
            "narrower" => "less",
            _ => "others",
        }
    )));
    let mut add = |words: &'static str, name: &Option<String>| {
        if let Some(name) = name {
            parts.extend([text(words), code(name)]);
        }
    };
    add("; newly ", &declared.gained);
    add("; no longer ", &declared.lost);
    add("; refused as ambiguous ", &declared.ambiguous);
    if let Some(moved) = &declared.moved {
        parts.extend([text("; "), code(&moved.given), text(" is now "), code(&moved.to)]);
    }
    lines.push(Line::Say(2, parts));
}

fn what(what: &What) -> Vec<Part> {
    let mut parts = match &what.member {
        Some(member) => vec![code(member), text(" of "), code(&what.key)],
        None => vec![code(&what.key)],
    };
    if what.key.is_empty() && what.at.is_some() {
        parts.pop();
        parts.push(text("the items"));
    }
    if let Some(at) = &what.at {
        parts.extend([text(" at "), code(at)]);
    }
    parts
}
