//! What becomes of the calls, in words.

use serde_json::value::RawValue;

use super::{Line, code, left_off, shown, text};
use crate::coverage::count;
use crate::diff::calls::{Became, Call, Calls, Counts};

/// How many calls are shown where not all are.
const CALLS: usize = 12;

pub(super) fn lines(calls: &Calls, verbose: bool, lines: &mut Vec<Line>) {
    let differing = calls.differing.len();
    let title = format!("calls: {differing} of {} differ", count(calls.calls, "call"));
    lines.push(Line::Title(vec![text(title)]));
    lines.push(Line::Say(1, vec![text(format!("before: {}", counts(&calls.classes.old)))]));
    lines.push(Line::Say(1, vec![text(format!("after: {}", counts(&calls.classes.new)))]));
    if calls.identity_cost > 0 {
        let said =
            format!("identity cost: {} changed though valid as given", count(calls.identity_cost, "call"));
        lines.push(Line::Say(1, vec![text(said)]));
    }
    let shown = shown(verbose, differing, CALLS);
    calls.differing.iter().take(shown).for_each(|one| call(one, lines));
    left_off(differing - shown, lines);
}

fn counts(counts: &Counts) -> String {
    let named = [
        (counts.valid, "valid"),
        (counts.win, "won"),
        (counts.refused, "refused"),
        (counts.unknown, "unknown"),
        (counts.unreadable, "unreadable"),
    ];
    let said: Vec<String> =
        named.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if said.is_empty() { "none".to_owned() } else { said.join(", ") }
}

fn call(call: &Call, lines: &mut Vec<Line>) {
    let mut parts = vec![text(format!("line {}", call.line))];
    if let Some(reference) = &call.reference {
        parts.extend([text(", "), code(reference)]);
    }
    let (old, new) = (call.became.old.class, call.became.new.class);
    parts.push(text(match old == new {
        true => format!(": {} in another way", old.name()),
        false => format!(": {} becomes {}", old.name(), new.name()),
    }));
    lines.push(Line::Say(1, parts));
    lines.push(Line::Old(2, became(&call.became.old)));
    lines.push(Line::New(2, became(&call.became.new)));
}

/// What became of it: the arguments and the witness, or why not.
fn became(became: &Became) -> String {
    let get = |raw: &Option<Box<RawValue>>| raw.as_ref().map(|raw| raw.get().to_owned());
    let witness = get(&became.witness).map(|witness| format!("witness {witness}"));
    let parts = [get(&became.args), witness, get(&became.reason)];
    let said: Vec<String> = parts.into_iter().flatten().collect();
    if said.is_empty() { became.class.name().to_owned() } else { said.join("  ") }
}
