//! A row says less than a call covered, and never more: over the declarations, calls and results of the world.

use fabric_rules::internal::coverage::chain::chain;
use fabric_rules::internal::coverage::judge::{judge, verdict};
use fabric_rules::internal::coverage::row::{Item, Row};
use fabric_rules::internal::coverage::sentence::sentences;
use fabric_rules::internal::ir::Program;
use fastrand::Rng;
use serde_json::{Value, json};

use super::clock::moment;
use super::declare::{Declared, Omitted};
use super::play::{Input, Page, World, program, world};
use super::speak::near;

const WORLDS: u64 = 300;

fn value(item: &Item) -> Option<Value> {
    serde_json::from_str(&item.value_json()?).ok()
}

/// Why an item may stand among those that are checked.
fn is_earned(item: &Item, declared: &Declared, page: &Page) -> bool {
    let name = item.argument.as_deref().unwrap_or_default();
    let sent = page.call.sent(name);
    let value = value(item);
    let omitted = match (declared.argument(name), &declared.period) {
        (Some(argument), _) => Some(&argument.omitted),
        (None, Some(period)) if name == "since" => Some(&period.omitted),
        _ => None,
    };
    match &*item.from {
        "tool" => item.facet == "source",
        "call" => match &value {
            // With its end, a start is one value; one that means any has none.
            Some(Value::Array(both)) if name == "since" => {
                let is_start = sent.contains(&&both[0]) || omitted == Some(&Omitted::As(both[0].clone()));
                is_start && page.call.sent("until").contains(&&both[1])
            }
            Some(value) => {
                sent.iter().any(|it| *it == value || it.as_array().is_some_and(|list| list.contains(value)))
            }
            None => !sent.is_empty() || (name == "since" && !page.call.sent("until").is_empty()),
        },
        "default" => {
            sent.is_empty()
                && match omitted {
                    Some(Omitted::Any(_)) => item.any,
                    Some(Omitted::As(default)) => {
                        let start = value.as_ref().map(|it| it.get(0).unwrap_or(it));
                        start == Some(default)
                    }
                    _ => false,
                }
        }
        "fixed" => declared.fixed && name == "archived" && sent.iter().all(|it| **it == json!(false)),
        "host" => declared.host && name == "tenant" && sent.is_empty() && page.call.identity == Some("org"),
        "result" => item.facet == "period",
        _ => false,
    }
}

/// The arguments that the declaration says something about, and those that were sent.
fn arguments(declared: &Declared, page: &Page) -> Vec<String> {
    let mut names: Vec<String> = declared.arguments.iter().map(|it| it.name.to_owned()).collect();
    names.extend(declared.fixed.then(|| "archived".to_owned()));
    names.extend(declared.host.then(|| "tenant".to_owned()));
    names.extend(declared.period.is_some().then(|| "since".to_owned()));
    names.extend(page.call.args.iter().map(|(name, _)| name.clone()));
    // What asks for a page, or for how many rows, narrows nothing.
    names.retain(|name| !["page", "size", "sort"].contains(&&**name));
    names
}

#[test]
fn what_is_checked_is_earned_and_all_else_is_a_gap() {
    for seed in 0..WORLDS {
        let world = world(seed);
        for (page, row) in world.pages.iter().zip(world.rows()) {
            let declared = &world.tool.declared;
            let told = || format!("world {seed}\n{}\n{:?}\n{}", declared.text(), page.input, row.to_json());
            for item in &row.checked {
                assert!(is_earned(item, declared, page), "{item:?}\n{}", told());
            }
            for name in arguments(declared, page) {
                let is_end = |item: &Item| {
                    name == "until" && item.argument.as_deref() == Some("since") && item.facet == "period"
                };
                let is_checked =
                    row.checked.iter().any(|item| item.argument.as_ref() == Some(&name) || is_end(item));
                let is_open = row.gaps.iter().any(|gap| gap.what == format!("argument {name}"))
                    || (name == "account" && row.gaps.iter().any(|gap| gap.kind == "credential-limited"));
                assert!(is_checked || is_open, "{name}\n{}", told());
            }
            let again: Row = serde_json::from_str(&row.to_json()).unwrap();
            assert_eq!(again, row);
        }
    }
}

/// A change of what is told of a call; whether it does anything.
type Change = fn(&mut Input, &Declared, &mut Rng) -> bool;

/// What a row needs, left out.
const LESS: &[(&str, Change)] = &[
    (
        "rows",
        |it, declared, _| {
            if declared.rows { without(it, "items") } else { remove(&mut it.rest["result"], "rows") }
        },
    ),
    ("next", |it, declared, _| {
        // Where its absence is an end, leaving it out says so.
        let may = |values: &Option<Vec<Option<Value>>>| values.as_ref().is_some_and(|it| !it.contains(&None));
        may(&declared.next) && without(it, "next")
    }),
    ("has more", |it, declared, _| {
        declared.has_more.as_ref().is_some_and(|it| !it.contains(&None)) && without(it, "more")
    }),
    ("paging", |it, declared, _| {
        declared.next.is_none() && declared.has_more.is_none() && remove(&mut it.rest["result"], "paging")
    }),
    ("outcome", |it, _, _| {
        it.rest["result"].get("mcp").is_none() && remove(&mut it.rest["result"], "outcome")
    }),
    ("within", |it, _, _| remove(&mut it.rest["turn"], "within")),
    ("identity", |it, _, _| remove(&mut it.rest["filled"], "tenant")),
    ("credential", |it, _, _| remove(&mut it.rest["filled"], "account")),
    ("result", |it, _, _| remove(&mut it.rest, "result")),
];

/// Evidence beside it.
const MORE: &[(&str, Change)] = &[
    ("partial", |it, declared, rng| {
        let flag = [json!(true), json!(null), json!("eq?"), json!(1)][rng.usize(..4)].clone();
        declared.partial.as_ref().is_some_and(|it| !it.contains(&Some(flag.clone())))
            && with(it, "partial", flag)
    }),
    ("verdict", |it, _, rng| {
        if it.rest["result"].get("period").is_some_and(|it| it.get("verdict").is_some()) {
            return false;
        }
        it.rest["result"]["period"]["verdict"] = json!(["covered", "cut"][rng.usize(..2)]);
        true
    }),
    ("prose", |it, _, _| {
        it.rest["result"]["notChecked"] = json!(["the attic"]);
        true
    }),
    ("names", |it, _, _| {
        it.rest["result"]["names"] = json!({"count": 4, "source": "the directory"});
        true
    }),
    ("stranger", |it, _, _| {
        it.args.push(("another".to_owned(), json!(1)));
        true
    }),
];

fn remove(from: &mut Value, name: &str) -> bool {
    from.as_object_mut().is_some_and(|it| it.remove(name).is_some())
}

fn without(it: &mut Input, name: &str) -> bool {
    let mut did = false;
    super::knock::in_body(it, |body| did = remove(body, name));
    did
}

fn with(it: &mut Input, name: &str, value: Value) -> bool {
    let mut did = false;
    super::knock::in_body(it, |body| {
        if let Some(body) = body.as_object_mut() {
            did = true;
            body.insert(name.to_owned(), value);
        }
    });
    did
}

fn changed(
    world: &World,
    page: &Page,
    program: &Program,
    change: Change,
    rng: &mut Rng,
) -> Option<(Input, Row)> {
    let mut input = page.input.clone();
    let did = change(&mut input, &world.tool.declared, rng);
    did.then(|| {
        let row = input.row(program);
        (input, row)
    })
}

#[test]
fn less_is_never_complete_and_more_evidence_neither() {
    let mut tried = std::collections::BTreeMap::new();
    for seed in 0..WORLDS {
        let world = world(seed);
        let declared = &world.tool.declared;
        let program = program(declared);
        let mut rng = Rng::with_seed(seed);
        for (page, row) in world.pages.iter().zip(world.rows()) {
            for (name, change) in LESS.iter().chain(MORE) {
                let Some((input, other)) = changed(&world, page, &program, *change, &mut rng) else {
                    continue;
                };
                *tried.entry(*name).or_insert(0) += 1;
                let is_more =
                    (other.complete && !row.complete) || (other.complete_if_still && !row.complete_if_still);
                assert!(
                    !is_more,
                    "{name} in world {seed}\n{}\n{input:?}\n{}\n{}",
                    declared.text(),
                    row.to_json(),
                    other.to_json()
                );
                // A row that is told less does not stay complete without what it needs.
                let needs = ["outcome", "result", "partial", "prose", "stranger"].contains(name);
                assert!(!(needs && other.complete), "{name} in world {seed}\n{input:?}\n{}", other.to_json());
            }
            total(page, &row, declared, &program, &mut rng);
            queried(page, &row, declared, &program, &mut rng);
        }
    }
    let names = LESS.iter().chain(MORE).map(|(name, _)| name);
    for name in names {
        assert!(tried.get(name).is_some_and(|count| *count > 20), "{name}: {tried:?}");
    }
}

/// A count completes a row only where it is that of the rows that came.
fn total(page: &Page, row: &Row, declared: &Declared, program: &Program, rng: &mut Rng) {
    let count = rng.u64(..5);
    let mut input = page.input.clone();
    let was = match declared.total {
        true => !with(&mut input, "total", json!(count)),
        false => input.rest["result"].get("total").is_some(),
    };
    if was {
        return;
    }
    if !declared.total {
        input.rest["result"]["total"] = json!(count);
    }
    let other = input.row(program);
    let may = other.rows == Some(count) && other.total == Some(count);
    assert!(may || !other.complete, "{input:?}\n{}\n{}", row.to_json(), other.to_json());
}

/// A window completes a row only where it is the one that was searched.
fn queried(page: &Page, row: &Row, declared: &Declared, program: &Program, rng: &mut Rng) {
    let mut input = page.input.clone();
    if declared.queried || input.rest["result"]["period"].get("queried").is_some() {
        return;
    }
    let end = page.call.now + rng.i64(-3..30);
    let start = end - [3600, 7200, 86_400][rng.usize(..3)];
    let window = json!({"from": moment(start), "to": moment(end)});
    input.rest["result"]["period"] = json!({"queried": window, "verdict": "covered"});
    let other = input.row(program);
    let item = other.checked.iter().find(|item| item.facet == "period");
    let span = item.and_then(|item| serde_json::to_value(item.span).ok());
    let may = row.complete || span == Some(window);
    assert!(may || !other.complete, "{input:?}\n{}\n{}", row.to_json(), other.to_json());
}

#[test]
fn a_page_that_is_left_out_is_missed() {
    let mut left_out = 0;
    for seed in 0..3 * WORLDS {
        let world = world(seed);
        let rows = world.rows();
        for list in &world.lists {
            let pages: Vec<Row> = list.iter().map(|at| rows[*at].clone()).collect();
            let Ok(whole) = chain(&pages) else { continue };
            for at in 0..pages.len() {
                let mut some = pages.clone();
                some.remove(at);
                let Ok(less) = chain(&some) else { continue };
                left_out += 1;
                // Only the last one may be too many: where the one before it is the last as well.
                let ends = at == some.len()
                    && some.last().and_then(|it| it.page.as_ref()).is_some_and(|page| {
                        page.ended == Some(true) || page.ends_short || less.total == less.rows
                    });
                let is_more = less.complete_if_still && !whole.complete_if_still;
                assert!(
                    ends || !is_more,
                    "world {seed}, without {at}\n{}\n{}",
                    whole.to_json(),
                    less.to_json()
                );
                assert!(at > 0 || !less.complete_if_still, "world {seed}\n{}", less.to_json());
            }
        }
    }
    assert!(left_out > 100, "{left_out}");
}

#[test]
fn a_claim_that_says_less_is_supported_by_no_more() {
    let mut refused = 0;
    for seed in 0..WORLDS {
        let world = world(seed);
        let mut rng = Rng::with_seed(seed);
        for row in world.rows() {
            let claim = near(&mut rng, &row, 1);
            let judged = |claim: &super::truth::Claim, row: &Row| {
                judge(row, &serde_json::from_value(claim.json()).unwrap())
            };
            let had = judged(&claim, &row);
            let mut less = claim.clone();
            less.within.clear();
            let must_be_said = |kind: &str| row.gaps.iter().any(|gap| gap.kind == kind);
            if must_be_said("credential-limited") || must_be_said("unstable") {
                assert!(!judged(&less, &row).is_empty(), "world {seed} {}", less.json());
            }
            assert!(had.is_empty() || !judged(&less, &row).is_empty(), "world {seed} {}", claim.json());
            let mut later = serde_json::to_value(&row).unwrap();
            later["gaps"].as_array_mut().unwrap().push(json!({"kind": "weather", "bears": "sky"}));
            let later: Row = serde_json::from_value(later).unwrap();
            assert!(
                judged(&claim, &later).iter().any(|it| it.gap.as_deref() == Some("weather")),
                "world {seed}"
            );
            refused += usize::from(!had.is_empty());
        }
    }
    assert!(refused > 100);
}

#[test]
fn no_secret_is_in_any_output() {
    const SECRETS: [&str; 6] = ["cred-5ecret", "acme-5ecret", "globex-5ecret", "pa55word", "cur5or", "key5-"];
    let mut held = [false; 6];
    for seed in 0..WORLDS {
        let world = world(seed);
        let mut rng = Rng::with_seed(seed);
        let rows = world.rows();
        let mut outputs: Vec<Row> = rows.clone();
        for list in &world.lists {
            let pages: Vec<Row> = list.iter().map(|at| rows[*at].clone()).collect();
            outputs.extend(chain(&pages));
        }
        for page in &world.pages {
            let told = format!("{:?} {}", page.input.args, page.input.rest);
            held.iter_mut().zip(SECRETS).for_each(|(held, secret)| *held |= told.contains(secret));
        }
        for row in &outputs {
            let claim = serde_json::from_value(near(&mut rng, row, 2).json()).unwrap();
            let said = sentences(row, Some(&claim)).join("\n");
            let out = format!("{}\n{}\n{said}", row.to_json(), verdict(&judge(row, &claim)));
            for secret in SECRETS {
                assert!(!out.contains(secret), "{secret} in world {seed}: {out}");
            }
        }
    }
    // The identity's value is what the world has in its records; no call tells it but one that sends it.
    let told = held.iter().zip(SECRETS).filter(|(held, secret)| !**held && *secret != "acme-5ecret");
    assert_eq!(told.count(), 0, "{held:?}");
}
