//! Agents that search and page, well and badly.

use fastrand::Rng;
use serde_json::{Value, json};

use super::clock::{moment, zoned};
use super::declare::{Argument, By, Declared, Limit, Omitted};
use super::record::{WORDS, values};
use super::tool::Call;
use super::trouble::{Of, Trouble};

/// Values that an agent knows of.
pub fn known(name: &str) -> Vec<Value> {
    match name {
        "query" | "title" => WORDS.iter().map(|word| json!(word)).collect(),
        "team" => ["core", "edge", "t-1", "Core", "Edge", "t-2"].map(|it| json!(it)).to_vec(),
        name => values(name),
    }
}

pub fn pick<T: Clone>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.usize(..of.len())].clone()
}

fn odd(rng: &mut Rng, name: &str, empty: bool) -> Value {
    let known = known(name);
    match if empty { rng.u8(..6) } else { rng.u8(4..8) } {
        0 => json!(null),
        1 => json!(""),
        2 => json!([]),
        3 => json!({}),
        4 => json!([known[0], known[known.len() - 1]]),
        5 => json!([known[0], ""]),
        6 => pick(rng, &[json!("nobody"), json!(7), json!("unfinished"), json!("all")]),
        _ => json!({"identity": "org"}),
    }
}

fn argument(rng: &mut Rng, argument: &Argument, trouble: Trouble) -> Option<Value> {
    let known = known(argument.name);
    let is_empty = trouble.strikes(Of::Empty, rng, 2);
    if is_empty || trouble.strikes(Of::Value, rng, 3) {
        return Some(odd(rng, argument.name, is_empty));
    }
    match &argument.omitted {
        Omitted::Silent if trouble.strikes(Of::Value, rng, 3) => return None,
        Omitted::Silent => {}
        Omitted::Any(values) if rng.u8(..8) == 0 && !values.is_empty() => return Some(pick(rng, values)),
        _ if rng.u8(..5) < if trouble.has(Of::Type) { 1 } else { 3 } => return None,
        _ => {}
    }
    let one = if !trouble.has(Of::Type) && rng.bool() { known[0].clone() } else { pick(rng, &known) };
    Some(if argument.one_of && rng.bool() { json!([one, pick(rng, &known)]) } else { one })
}

fn start(rng: &mut Rng, trouble: Trouble) -> Value {
    if trouble.strikes(Of::Time, rng, 2) {
        return pick(
            rng,
            &[
                json!("yesterday"),
                json!("2026-03-01T10:00:00"),
                json!(3600),
                json!(""),
                json!("0h"),
                json!("-1h"),
            ],
        );
    }
    if trouble.strikes(Of::Clock, rng, 2) {
        return json!("1d");
    }
    match rng.u8(..4) {
        0 => json!(moment(pick(rng, &[-3600, -7200, -9000, -90_000]))),
        1 => json!(zoned(pick(rng, &[-3600, -7200]))),
        _ => json!(pick(rng, &["1h", "2h", "7200s", "1d", "90m"])),
    }
}

/// The members of a call but those of its page.
pub fn args(rng: &mut Rng, declared: &Declared, trouble: Trouble) -> Vec<(String, Value)> {
    let mut args: Vec<(String, Value)> = Vec::new();
    for it in &declared.arguments {
        args.extend(argument(rng, it, trouble).map(|value| (it.name.to_owned(), value)));
    }
    if let Some(period) = &declared.period {
        // Who reads several pages of a list says in moments which time is meant.
        let is_moving = (trouble == Trouble::NONE || (!trouble.has(Of::Moving) && rng.bool()))
            && declared.page.as_ref().is_some_and(|page| !page.snapshot);
        if is_moving {
            args.push(("since".to_owned(), json!(moment(pick(rng, &[-3600, -7200, -90_000])))));
        } else if period.omitted == Omitted::Silent || trouble.has(Of::Clock) || rng.bool() {
            args.push(("since".to_owned(), start(rng, trouble)));
        }
        if period.has_end && (is_moving || rng.u8(..3) == 0) {
            let end = pick(
                rng,
                &[json!(moment(-1800)), json!(moment(-60)), json!("10m"), json!("30m")]
                    [..if is_moving { 2 } else { 4 }],
            );
            args.push((
                "until".to_owned(),
                if trouble.strikes(Of::Time, rng, 3) { start(rng, trouble) } else { end },
            ));
        }
    }
    if let Limit::Is { argument: true, omitted, .. } = declared.limit {
        if omitted.is_none() || rng.bool() {
            args.push(("size".to_owned(), json!(rng.u8(1..6))));
        }
        if trouble.strikes(Of::Size, rng, 3) {
            args.retain(|(name, _)| name != "size");
            let odd = pick(rng, &[json!(0), json!(-1), json!("5"), json!(null), json!(2.5), json!(1e300)]);
            args.push(("size".to_owned(), odd));
        }
    }
    if rng.u8(..6) == 0 {
        args.push(("sort".to_owned(), json!("newest")));
    }
    worse(rng, declared, trouble, &mut args);
    args
}

fn worse(rng: &mut Rng, declared: &Declared, trouble: Trouble, args: &mut Vec<(String, Value)>) {
    if trouble.strikes(Of::Stranger, rng, 2) {
        args.push(("colour".to_owned(), json!("red")));
    }
    if declared.fixed && trouble.strikes(Of::Fixed, rng, 2) {
        args.push((
            "archived".to_owned(),
            pick(rng, &[json!(false), json!(true), json!("false"), json!(null)]),
        ));
    }
    if declared.host && trouble.strikes(Of::Host, rng, 3) {
        args.push(("tenant".to_owned(), json!("globex-5ecret")));
    }
    if declared.credential && trouble.strikes(Of::Credential, rng, 3) {
        args.push(("account".to_owned(), json!("pa55word")));
    }
    if !args.is_empty() && trouble.strikes(Of::Twice, rng, 2) {
        let again = rng.usize(..args.len());
        let (name, _) = args[again].clone();
        let value = if name == "since" { json!("1d") } else { pick(rng, &known_or(&name)) };
        args.push((name, value));
    }
}

fn known_or(name: &str) -> Vec<Value> {
    let mut known = known(name);
    known.push(json!(5));
    known
}

/// What asks for the first page.
pub fn first(rng: &mut Rng, declared: &Declared, trouble: Trouble) -> Option<Value> {
    let page = declared.page.as_ref()?;
    if trouble.strikes(Of::First, rng, 3) {
        return Some(pick(
            rng,
            &[json!(null), json!("1"), json!(0), json!(""), json!(1), json!("cur5or-0"), json!("cur5or-1")],
        ));
    }
    if page.may_omit && (page.first.is_empty() || rng.bool()) {
        return None;
    }
    if trouble.strikes(Of::First, rng, 3) {
        return None;
    }
    (!page.first.is_empty()).then(|| pick(rng, &page.first))
}

/// What asks for the page behind one with `rows` rows, as an agent takes it.
pub fn behind(declared: &Declared, call: &Call, rows: usize, next: &Value) -> Option<Value> {
    let page = declared.page.as_ref()?;
    let asked = call.sent("page").first().and_then(|it| it.as_u64());
    Some(match page.by {
        By::Cursor => next.clone(),
        By::Number(first) => json!(asked.unwrap_or(first) + 1),
        By::Offset(first) => json!(asked.unwrap_or(first) + rows as u64),
    })
}
