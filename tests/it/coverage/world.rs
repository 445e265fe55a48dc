//! A world of records, tools and agents, in which every claim is true or false: no false one may be supported.
//!
//! Records come, change and go while pages are read. Tools do as they declare, and as they please where their
//! declaration is silent. Agents page well and badly, and say what is near the truth and far from it. What a
//! claim means is written here once more, and nothing here reads how a row is composed, chained or judged.
//!
//! `COVERAGE_WORLD_CLAIMS` is how many claims are judged, `COVERAGE_WORLD_SEED` the one world that is looked at,
//! `COVERAGE_WORLD_WHY` asks which true claims found no support, and which world missed a rule.

mod agent;
mod clock;
mod declare;
mod draw;
mod knock;
mod play;
mod record;
mod result;
mod speak;
mod tool;
mod trouble;
mod truth;
mod under;
mod weaken;

use fabric_rules::internal::coverage::judge::judge;
use fabric_rules::internal::coverage::row::Row;
use fastrand::Rng;

use knock::{REDUNDANT, RULES};
use play::{World, world, world_with};
use speak::{careful, near};
use trouble::{ALL, Trouble};
use truth::{Claim, Read, is_true};
use weaken::{Seen, units};

/// How many claims were judged, and what became of the careful ones that were true.
#[derive(Debug, Default)]
struct Count {
    claims: u64,
    supported: u64,
    /// Supported, and all, of single rows.
    single: (u64, u64),
    /// The same of chains.
    chains: (u64, u64),
}

/// Judges what may be said of all rows of a world, and of what is taken for lists in it.
fn judged(seed: u64, world: &World, each: u8, count: &mut Count) {
    let rows = world.rows();
    let mut rng = Rng::with_seed(seed);
    for (list, row) in units(world, &rows) {
        let Some(row) = row else {
            if world.is_good() {
                count.chains.1 += 1;
            }
            continue;
        };
        let reads: Vec<Read<'_>> = list
            .iter()
            .map(|at| Read { call: &world.pages[*at].call, answer: &world.pages[*at].answer })
            .collect();
        let keeps = world.tool.declared.page.as_ref().is_some_and(|page| page.snapshot);
        for turn in 0..each {
            let claim = if turn < 2 { careful(&mut rng, &row) } else { near(&mut rng, &row, turn % 4) };
            let claimed = serde_json::from_value(claim.json()).unwrap();
            let because = judge(&row, &claimed);
            count.claims += 1;
            let is_supported = because.is_empty();
            let is_whole = list.len() == world.pages.len();
            let is_careful = turn < 2 && world.is_good() && is_whole;
            if !is_supported && !is_careful {
                continue;
            }
            let holds = is_true(&world.tool, &claim, &reads, keeps);
            assert!(holds || !is_supported, "{}", told(seed, world, &list, &row, &claim));
            count.supported += u64::from(is_supported);
            if is_careful && holds {
                let share = if list.len() > 1 { &mut count.chains } else { &mut count.single };
                share.0 += u64::from(is_supported);
                share.1 += 1;
                if !is_supported && list.len() > 1 && std::env::var_os("COVERAGE_WORLD_WHY").is_some() {
                    println!("{because:?}\n{}", told(seed, world, &list, &row, &claim));
                }
            }
        }
    }
}

/// A case as somebody reads it.
fn told(seed: u64, world: &World, list: &[usize], row: &Row, claim: &Claim) -> String {
    let mut out = format!("COVERAGE_WORLD_SEED={seed}\n{}", world.tool.declared.text());
    for at in list {
        let page = &world.pages[*at];
        out += &format!(
            "args {:?}\n{}\nread {} clock {} free {} rows {:?}\n",
            page.input.args,
            page.input.rest,
            page.call.read,
            page.call.clock,
            page.answer.free,
            page.answer.rows
        );
    }
    for record in &world.tool.records {
        out += &format!("{record:?}\n");
    }
    out + &format!("{}\n{}\n", row.to_json(), claim.json())
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn no_false_claim_is_supported() {
    let mut count = Count::default();
    if let Some(seed) = number("COVERAGE_WORLD_SEED") {
        return judged(seed, &world(seed), 60, &mut count);
    }
    let wanted = number("COVERAGE_WORLD_CLAIMS").unwrap_or(200_000);
    let mut seed = 0;
    while count.claims < wanted {
        judged(seed, &world(seed), 60, &mut count);
        seed += 1;
    }
    let share = |(some, all): (u64, u64)| some as f64 * 100.0 / all as f64;
    println!(
        "{count:?} in {seed} worlds; single rows {:.1} %, chains {:.1} %",
        share(count.single),
        share(count.chains)
    );
    assert!(share(count.single) >= 70.0 && share(count.chains) >= 50.0, "{count:?}");
}

#[test]
fn every_rule_is_needed() {
    let most = number("COVERAGE_WORLD_KNOCKS").unwrap_or(1_500);
    let mut unneeded = Vec::new();
    let mut needed = Vec::new();
    for of in ALL {
        let mut standing: Vec<_> = RULES.iter().filter(|rule| rule.1 == of).collect();
        let mut redundant: Vec<_> = REDUNDANT.iter().filter(|rule| rule.1 == of).collect();
        for seed in 0..most {
            if standing.is_empty() && (redundant.is_empty() || seed > 300) {
                break;
            }
            let world = world_with(Rng::with_seed(seed), Trouble::only(of));
            let rows = world.rows();
            let units = units(&world, &rows);
            let seen = Seen { world: &world, rows: &rows, units: &units };
            let mut rng = Rng::with_seed(seed);
            standing.retain(|(name, _, knock)| {
                let found = seen.falls(*knock, &mut rng);
                if found.is_some() && std::env::var_os("COVERAGE_WORLD_WHY").is_some() {
                    println!("{name}: world {seed} of {of:?}");
                }
                found.is_none()
            });
            redundant.retain(|(name, _, knock, by)| {
                let found = seen.falls(*knock, &mut rng);
                needed.extend(found.iter().map(|found| format!("{name} ({by}): {seed} {found}")));
                found.is_none()
            });
        }
        unneeded.extend(standing.iter().map(|(name, ..)| *name));
    }
    assert!(
        unneeded.is_empty() && needed.is_empty(),
        "without these nothing false is supported: {unneeded:#?}\nand without these there is: {needed:#?}"
    );
}
