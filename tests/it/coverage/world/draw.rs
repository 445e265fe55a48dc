//! Tools and their declarations, drawn by a seed.

use fastrand::Rng;
use serde_json::{Value, json};

use super::agent::pick;
use super::declare::{Argument, By, Declared, Limit, Omitted, Page, Period, Unless, Unsearched};
use super::record::{history, teams};
use super::tool::{Tool, schema};
use super::trouble::{Of, Trouble};

fn omitted(rng: &mut Rng, value: Value) -> Omitted {
    match rng.u8(..8) {
        0 => Omitted::Silent,
        1 => Omitted::As(value),
        2 => Omitted::Any(vec![json!("all"), json!(null)]),
        3 => Omitted::Any(vec![json!("all")]),
        _ => Omitted::Any(Vec::new()),
    }
}

/// A facet, a name, a value and words for values.
type Drawn = (&'static str, &'static str, Value, Vec<(&'static str, Value)>);

fn arguments(rng: &mut Rng, trouble: Trouble) -> Vec<Argument> {
    let mut arguments = Vec::new();
    let all: [Drawn; 6] = [
        ("subject", "query", json!("net"), vec![]),
        ("subject", "title", json!("fan"), vec![]),
        ("population", "team", json!("core"), vec![("the core people", json!("core"))]),
        ("population", "repo", json!("r"), vec![]),
        ("filter", "severity", json!("high"), vec![("serious", json!("high"))]),
        ("filter", "state", json!("open"), vec![("unfinished", json!("open"))]),
    ];
    for (facet, name, value, said) in all {
        let is_wanted = (trouble.has(Of::Name) && ["team", "severity"].contains(&name))
            || (trouble.has(Of::Type) && rng.bool() && ["team", "severity", "state"].contains(&name));
        let often = if is_wanted {
            1
        } else if name == "title" {
            8
        } else if trouble.narrows() {
            3
        } else {
            12
        };
        if rng.u8(..often) == 0 {
            let one_of = rng.u8(..3) == 0 || (trouble.has(Of::Type) && name == "team");
            let said = if is_wanted || rng.bool() { said } else { Vec::new() };
            arguments.push(Argument { facet, name, one_of, omitted: omitted(rng, value), said });
        }
    }
    arguments
}

fn period(rng: &mut Rng, trouble: Trouble) -> Option<Period> {
    let is_wanted = trouble.has_any(&[Of::Time, Of::Clock, Of::Window, Of::Moving]);
    (is_wanted || rng.u8(..if trouble.pages() { 8 } else { 3 }) == 0).then(|| Period {
        has_end: rng.bool(),
        omitted: match rng.u8(..4) {
            0 => Omitted::Any(if rng.bool() { vec![json!("ever")] } else { Vec::new() }),
            1 => Omitted::Silent,
            _ => Omitted::As(json!("2h")),
        },
    })
}

fn limit(rng: &mut Rng, trouble: Trouble) -> Limit {
    let small = rng.u64(1..4);
    match if trouble.has(Of::Size) {
        rng.u8(2..7)
    } else {
        rng.u8(if trouble.has(Of::Walk) { 1 } else { 0 }..4)
    } {
        0 => Limit::None,
        1 => Limit::Is { argument: false, omitted: None, server: Some(small), window: None },
        2 | 3 => Limit::Is {
            argument: true,
            omitted: Some(small),
            server: Some(small + rng.u64(..3)),
            window: None,
        },
        4 => Limit::Silent,
        5 => Limit::Is {
            argument: true,
            omitted: rng.bool().then_some(small),
            server: rng.bool().then_some(small),
            window: None,
        },
        _ => Limit::Is { argument: true, omitted: Some(2), server: Some(3), window: Some(rng.u64(1..5)) },
    }
}

fn page(rng: &mut Rng, trouble: Trouble, limit: Limit) -> Option<Page> {
    let is_wanted = trouble.pages();
    if trouble.has(Of::Size) && !is_wanted && rng.bool() {
        return None;
    }
    let by = match rng.u8(if is_wanted { 2 } else { 0 }..7) {
        0 | 1 => return None,
        2 => By::Number(rng.u64(..2)),
        3 => By::Offset(rng.u64(..2)),
        _ => By::Cursor,
    };
    let first = match by {
        By::Cursor => {
            if rng.u8(..3) == 0 {
                vec![json!("")]
            } else {
                Vec::new()
            }
        }
        By::Number(first) | By::Offset(first) => vec![json!(first)],
    };
    let snapshot = by == By::Cursor && !trouble.has(Of::Moving) && rng.bool();
    let is_capped = matches!(limit, Limit::Is { server: Some(_), .. });
    Some(Page {
        by,
        first,
        may_omit: by == By::Cursor || rng.bool(),
        ends_short: is_capped && rng.u8(..3) == 0,
        snapshot,
    })
}

fn unless(rng: &mut Rng) -> Unless {
    pick(
        rng,
        &[
            vec![None],
            vec![Some(json!(null))],
            vec![None, Some(json!("")), Some(json!(null))],
            vec![Some(json!(""))],
        ],
    )
}

fn unsearched(rng: &mut Rng, period: bool, arguments: &[Argument], trouble: Trouble) -> Vec<Unsearched> {
    let mut all = Vec::new();
    if rng.u8(..8) == 0 {
        all.push(Unsearched::Some(pick(rng, &["completeness", "population", "everything", "filter"])));
    }
    if let Some(argument) = arguments.iter().find(|it| it.name == "severity").filter(|_| rng.u8(..4) == 0) {
        all.push(Unsearched::With(argument.facet, argument.name, vec![json!("low"), json!(1)]));
    }
    if period && rng.u8(..if trouble.has(Of::Clock) { 2 } else { 5 }) == 0 {
        all.push(if trouble.has(Of::Clock) || rng.bool() {
            Unsearched::Before("2h", 7200)
        } else {
            Unsearched::Before("90m", 5400)
        });
    }
    all
}

fn declared(rng: &mut Rng, trouble: Trouble) -> Declared {
    let rare = |rng: &mut Rng, of: u8| trouble.strikes(Of::Silent, rng, of);
    let arguments = arguments(rng, trouble);
    let period = period(rng, trouble);
    let limit = limit(rng, trouble);
    let page = page(rng, trouble, limit);
    let unsearched =
        if trouble.pages() { Vec::new() } else { unsearched(rng, period.is_some(), &arguments, trouble) };
    let rows = !rare(rng, 3);
    let mut declared = Declared {
        arguments,
        fixed: trouble.has(Of::Fixed) || rng.u8(..8) == 0,
        host: trouble.has(Of::Host) || rng.u8(..8) == 0,
        credential: trouble.has(Of::Credential) || rng.u8(..8) == 0,
        period,
        limit,
        exact: if rare(rng, 3) {
            Some(false)
        } else if rare(rng, 4) {
            None
        } else {
            Some(true)
        },
        complete: !rare(rng, 3),
        unsearched,
        rows,
        keyed: rows && !trouble.has(Of::Keyless) && !trouble.strikes(Of::Order, rng, 3),
        next: None,
        has_more: None,
        total: rng.u8(..3) == 0,
        partial: (trouble.has(Of::Partial) || rng.u8(..6) == 0).then(|| {
            pick(rng, &[vec![Some(json!(false))], vec![None, Some(json!(0))], vec![Some(json!("eq"))]])
        }),
        queried: rng.u8(..if trouble.has(Of::Window) { 2 } else { 8 }) == 0,
        page,
    };
    ends(rng, &mut declared, trouble);
    declared
}

/// What says that pages end.
fn ends(rng: &mut Rng, declared: &mut Declared, trouble: Trouble) {
    let good = !trouble.has_any(&[Of::Silent, Of::Order]);
    let is_cursor = declared.page.as_ref().is_some_and(|page| page.by == By::Cursor);
    let ends_short = declared.page.as_ref().is_some_and(|page| page.ends_short);
    let is_paged = declared.page.is_some();
    if is_cursor || rng.u8(..5) == 0 {
        declared.next = (good || rng.u8(..6) > 0).then(|| unless(rng));
    }
    if rng.u8(..4) == 0 || (good && is_paged && declared.next.is_none() && !ends_short) {
        declared.has_more = Some(pick(
            rng,
            &[vec![Some(json!(false))], vec![Some(json!(true))], vec![None, Some(json!(false))]],
        ));
    }
}

/// A tool and its records. A good one is declared well.
pub fn tool(rng: &mut Rng, trouble: Trouble, busy: bool) -> Tool {
    let declared = declared(rng, trouble);
    let teams = teams(rng, trouble.has(Of::Name));
    let most = if trouble.has(Of::Clock) {
        0..3
    } else if trouble.pages()
        || trouble.has(Of::Size)
        || (trouble == Trouble::NONE && declared.page.is_some())
    {
        3..9
    } else {
        0..[3, 9][rng.usize(..2)]
    };
    let records = history(rng, teams.len(), busy, most);
    let ends_short = declared.page.as_ref().is_some_and(|page| page.ends_short);
    let says_more = declared.next.is_some() || declared.has_more.is_some();
    let is_offset = declared.page.as_ref().is_some_and(|page| matches!(page.by, By::Offset(_)));
    let scans = trouble.has(Of::Order)
        && says_more
        && declared.page.is_some()
        && !ends_short
        && !is_offset
        && rng.bool();
    let mut defaults: Vec<(&str, Value)> = Vec::new();
    let mut enums: Vec<(&str, Vec<Value>)> = Vec::new();
    let is_live = trouble.has(Of::Default) || rng.u8(..if trouble.has(Of::Name) { 2 } else { 5 }) == 0;
    if trouble.has(Of::Default) {
        let some = [
            ("severity", json!("low")),
            ("severity", json!("high")),
            ("state", json!("closed")),
            ("team", json!("edge")),
            ("team", json!("all")),
            ("since", json!("1h")),
            ("since", json!("2h")),
            ("archived", json!(true)),
            ("archived", json!("false")),
            ("size", json!(1)),
            ("size", json!(1)),
            ("page", json!(1)),
            ("page", json!("x")),
            ("query", json!("net")),
            ("until", json!("30m")),
            ("repo", json!("s")),
        ];
        let mut some = some.to_vec();
        some.retain(|(name, _)| declared.knows(name));
        for _ in 0..rng.u8(1..3).min(some.len() as u8) {
            defaults.push(pick(rng, &some));
        }
    }
    if is_live && (trouble.has(Of::Name) || rng.bool()) {
        enums.push((
            "severity",
            vec![json!("high"), json!("low"), json!("serious"), json!(1), json!("1"), json!(true)],
        ));
        enums.push(("team", vec![json!("core"), json!("edge"), json!("Core")]));
    }
    Tool {
        shuffles: !scans && trouble.has(Of::Order) && rng.bool(),
        scans,
        cuts: trouble.has(Of::Order) && says_more && rng.bool(),
        whim: rng.u64(..),
        size: rng.u64(1..5),
        schema: is_live.then(|| schema(&defaults, &enums)),
        teams,
        records,
        declared,
        cursors: Default::default(),
    }
}
