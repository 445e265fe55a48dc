//! The places from which two names can still come out as a witness.

use std::collections::{HashMap, HashSet};

use super::super::{STATES, TooLarge};
use super::place::{Place, Rule};

/// How many ways from one place to another are looked at.
const WAYS: usize = STATES << 4;

/// The places that lead to a pair that may be a witness, each settled: what `outside` compares the names by
/// is left out, of which there could be infinitely much.
pub(super) struct Places(HashSet<Place>);

impl Places {
    pub(super) fn of(rule: &Rule<'_>, letters: &[char]) -> Result<Self, TooLarge> {
        let mut known: HashMap<Place, usize> = HashMap::new();
        let mut open = vec![rule.settled(rule.start())];
        known.extend(open.iter().cloned().map(|place| (place, 0)));
        // For each place those that lead there.
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut ways = 0;
        let mut ends = Vec::new();
        let mut index = 0;
        while let Some(place) = open.get(index).cloned() {
            if rule.is_candidate(&place) {
                ends.push(index);
            }
            let next: HashSet<Place> =
                rule.steps(&place, letters).into_iter().map(|(_, next)| rule.settled(next)).collect();
            ways += next.len();
            for next in next {
                let at = *known.entry(next.clone()).or_insert(open.len());
                if at == open.len() {
                    open.push(next);
                    before.push(Vec::new());
                }
                if let Some(before) = before.get_mut(at) {
                    before.push(index);
                }
            }
            if open.len() > STATES || ways > WAYS {
                return Err(TooLarge);
            }
            index += 1;
        }
        let mut leads: Vec<bool> = vec![false; open.len()];
        while let Some(index) = ends.pop() {
            if leads.get(index) == Some(&false) {
                ends.extend(before.get(index).into_iter().flatten());
                if let Some(leads) = leads.get_mut(index) {
                    *leads = true;
                }
            }
        }
        Ok(Self(open.into_iter().zip(leads).filter(|(_, leads)| *leads).map(|(place, _)| place).collect()))
    }

    /// Whether two names that have come to `place` can come out as a witness.
    pub(super) fn lead_on(&self, rule: &Rule<'_>, place: &Place) -> bool {
        self.0.contains(&rule.settled(place.clone()))
    }
}
