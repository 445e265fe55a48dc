//! Whether a false claim is supported where a rule is left out.

use std::collections::BTreeSet;

use fabric_rules::internal::coverage::chain::{chain, chains};
use fabric_rules::internal::coverage::judge::judge;
use fabric_rules::internal::coverage::row::Row;
use fastrand::Rng;

use super::knock::{Knock, whole};
use super::play::{World, program};
use super::speak::{careful, near};
use super::truth::{Claim, Read, is_true};

/// A world with its rows.
pub struct Seen<'w> {
    pub world: &'w World,
    pub rows: &'w [Row],
    /// What may be judged: single rows and lists, with what is made of them.
    pub units: &'w [(Vec<usize>, Option<Row>)],
}

/// The rows, and what is made of them.
pub fn units(world: &World, rows: &[Row]) -> Vec<(Vec<usize>, Option<Row>)> {
    let singles = (0..rows.len()).map(|at| (vec![at], Some(rows[at].clone())));
    let lists = world.lists.iter().map(|list| (list.clone(), chained(rows, list, None)));
    let mut units: Vec<(Vec<usize>, Option<Row>)> = singles.chain(lists).collect();
    // What is found by itself in all rows. A page stands at the place that its number says.
    for row in chains(rows) {
        let ordinals = row.handle.trim_start_matches('r').split('+');
        let list: Vec<usize> = ordinals.map(|it| it.parse::<usize>().unwrap() - 1).collect();
        if !units.iter().any(|(known, _)| *known == list) {
            units.push((list, Some(row)));
        }
    }
    units
}

fn chained(rows: &[Row], list: &[usize], change: Option<fn(&mut [Row])>) -> Option<Row> {
    let mut pages: Vec<Row> = list.iter().map(|at| rows[*at].clone()).collect();
    if let Some(change) = change {
        change(&mut pages);
    }
    chain(&pages).ok()
}

impl Seen<'_> {
    /// A false claim that is supported without the rule, where there is one.
    pub fn falls(&self, knock: Knock, rng: &mut Rng) -> Option<String> {
        let rows = match knock {
            Knock::Call(change) => self.composed(change, None)?,
            Knock::Declared(change) => {
                let mut declared = self.world.tool.declared.clone();
                change(&mut declared);
                if declared.text() == self.world.tool.declared.text() {
                    return None;
                }
                self.composed(|_| (), Some(&program(&declared)))?
            }
            _ => self.rows.to_vec(),
        };
        let changed: BTreeSet<usize> = (0..rows.len()).filter(|at| rows[*at] != self.rows[*at]).collect();
        for (list, was) in self.units {
            let row = match (knock, list.as_slice()) {
                (Knock::Call(_) | Knock::Declared(_), list)
                    if !list.iter().any(|at| changed.contains(at)) =>
                {
                    continue;
                }
                (Knock::Call(_) | Knock::Declared(_), [at]) => Some(rows[*at].clone()),
                (Knock::Call(_) | Knock::Declared(_), list) => chained(&rows, list, None),
                (Knock::Pages(_), [_]) => continue,
                (Knock::Pages(change), list) => chained(&rows, list, Some(change)),
                _ => was.clone(),
            };
            let Some(mut row) = row else { continue };
            match knock {
                Knock::OnRow(change) => change(&mut row),
                Knock::NoGap(kind) => {
                    row.gaps.retain(|gap| gap.kind != kind);
                    if Some(&row) != was.as_ref() {
                        whole(&mut row, self.world.tool.declared.complete);
                    }
                }
                _ => {}
            }
            let is_same = Some(&row) == was.as_ref();
            if is_same && !matches!(knock, Knock::Said(_) | Knock::Because(_)) {
                continue;
            }
            let found = self.false_one(knock, list, &row, rng);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn composed(
        &self,
        change: impl Fn(&mut super::play::Input),
        other: Option<&fabric_rules::internal::ir::Program>,
    ) -> Option<Vec<Row>> {
        let mut own = None;
        let mut is_other = other.is_some();
        let mut rows = Vec::new();
        for (page, row) in self.world.pages.iter().zip(self.rows) {
            let mut input = page.input.clone();
            change(&mut input);
            let is_changed = input.args != page.input.args || input.rest != page.input.rest;
            rows.push(match other {
                Some(program) => input.row(program),
                None if is_changed => {
                    is_other = true;
                    input.row(own.get_or_insert_with(|| program(&self.world.tool.declared)))
                }
                None => row.clone(),
            });
        }
        is_other.then_some(rows)
    }

    fn false_one(&self, knock: Knock, list: &[usize], row: &Row, rng: &mut Rng) -> Option<String> {
        let pages = &self.world.pages;
        let reads: Vec<Read<'_>> =
            list.iter().map(|at| Read { call: &pages[*at].call, answer: &pages[*at].answer }).collect();
        let keeps = self.world.tool.declared.page.as_ref().is_some_and(|page| page.snapshot);
        for turn in 0..10 {
            let claim = if turn < 3 { careful(rng, row) } else { near(rng, row, turn % 4) };
            if supported(knock, row, &claim) && !is_true(&self.world.tool, &claim, &reads, keeps) {
                return Some(format!("{}\n{}", row.to_json(), claim.json()));
            }
        }
        None
    }
}

fn supported(knock: Knock, row: &Row, claim: &Claim) -> bool {
    let read = |claim: &Claim| serde_json::from_value(claim.json()).unwrap();
    match knock {
        Knock::Because(code) => judge(row, &read(claim)).iter().all(|it| it.code == code),
        Knock::Said(change) => {
            let (mut row, mut claim) = (row.clone(), claim.clone());
            change(&mut row, &mut claim);
            judge(&row, &read(&claim)).is_empty()
        }
        _ => judge(row, &read(claim)).is_empty(),
    }
}
