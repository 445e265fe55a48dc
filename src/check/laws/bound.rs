//! Bounded: the worst case of rules against the profile's bound. A note, since the bound holds anyway.
//!
//! A rule is derived where a guard holds, whether or not it could ever do anything there; so the worst
//! case is counted by what the guards say as they are written: a keyword is absent or has one value,
//! and anything else that they ask holds or does not, for all of them alike.

use std::convert::Infallible;

use super::Subject;
use crate::diagnostic::{Diagnostic, Severity, rules};
use crate::ir::{self, Guard, Level, Literal};

/// Notes a profile whose largest schemas may have more rules than its plans hold.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for profile in &subject.program.profiles {
        let members = subject.members(profile);
        // What is about an object, or the call, has one rule there and none at a key.
        let (of_keys, once): (Vec<&ir::Convention>, Vec<_>) = members
            .iter()
            .map(|(.., ir)| *ir)
            .partition(|ir| ir.action.level() != Level::Call && ir.action.omits_surplus_by().is_none());
        let guards: Vec<&Guard> = of_keys.iter().map(|ir| &ir.guard).collect();
        let a_key = most_at_a_key(&guards);
        let bounds = profile.ir.bounds;
        let worst =
            u64::from(bounds.properties).saturating_mul(a_key as u64).saturating_add(once.len() as u64);
        if worst <= u64::from(bounds.rules) {
            continue;
        }
        let beyond = if profile.ir.plan == 1 { "a plan is cut there" } else { "there is no plan beyond" };
        let message = format!(
            "a schema may yield up to {worst} rules under `{}`, whose bound is {}",
            profile.name.value, bounds.rules
        );
        report.push(
            Diagnostic::new(Severity::Note, rules::BOUND, message)
                .label(
                    profile.source,
                    profile.bounds,
                    format!("{} properties, rules of each: {a_key}; {beyond}", bounds.properties),
                )
                .help("that is allowed; tighten `properties` to rule it out"),
        );
    }
}

/// How many combinations of what the guards ask are tried.
const MOST_CASES: usize = 1 << 12;

/// How many of the guards may hold for one property.
fn most_at_a_key(guards: &[&Guard]) -> usize {
    let mut asked = Asked::default();
    guards.iter().for_each(|guard| asked.collect(guard));
    let choices = asked.choices();
    let cases = choices.iter().try_fold(1_usize, |cases, choices| cases.checked_mul(*choices));
    match cases.filter(|cases| *cases <= MOST_CASES) {
        None => guards.len(),
        Some(cases) => {
            let count = |case| {
                let chosen = chosen(&choices, case);
                guards.iter().filter(|guard| asked.holds(guard, &chosen)).count()
            };
            (0..cases).map(count).max().unwrap_or(0)
        }
    }
}

/// What guards ask of a property, each once.
#[derive(Default)]
struct Asked<'g> {
    /// Keywords, with the values that are named.
    keywords: Vec<(&'g str, Vec<&'g Literal>)>,
    /// Everything else.
    others: Vec<&'g Guard>,
}

impl<'g> Asked<'g> {
    fn collect(&mut self, guard: &'g Guard) {
        for asks in guard.conditions().into_iter().map(|condition| condition.asks) {
            match asks.keyword() {
                Some((keyword, literal)) => self.note(keyword, literal),
                None if *asks == Guard::Always || self.others.contains(&asks) => {}
                None => self.others.push(asks),
            }
        }
    }

    /// Notes that a keyword is asked for, and one of its values, if any.
    fn note(&mut self, keyword: &'g str, literal: Option<&'g Literal>) {
        match self.keywords.iter_mut().find(|(known, _)| *known == keyword) {
            None => self.keywords.push((keyword, literal.into_iter().collect())),
            Some((_, named)) => named.extend(literal.filter(|literal| !named.contains(literal))),
        }
    }

    /// How many choices there are for each thing asked: a keyword is absent, another value, or one of
    /// those named.
    fn choices(&self) -> Vec<usize> {
        let keywords = self.keywords.iter().map(|(_, named)| named.len() + 2);
        keywords.chain(self.others.iter().map(|_| 2)).collect()
    }

    /// Whether the guard holds where this is chosen for each thing asked.
    fn holds(&self, guard: &Guard, chosen: &[usize]) -> bool {
        let is = |index: usize, choice: usize| chosen.get(index) == Some(&choice);
        let keyword = |name: &str| self.keywords.iter().position(|(known, _)| *known == name);
        let holds = |asks: &Guard| match asks.keyword() {
            Some((name, None)) => keyword(name).is_some_and(|index| is(index, 0)),
            Some((name, Some(literal))) => keyword(name).is_some_and(|index| {
                let named = self
                    .keywords
                    .get(index)
                    .and_then(|(_, named)| named.iter().position(|is| *is == literal));
                named.is_some_and(|named| is(index, named + 2))
            }),
            None => {
                let index = self.others.iter().position(|asked| *asked == asks);
                index.is_some_and(|index| is(self.keywords.len() + index, 1))
            }
        };
        guard.decide(&mut |asks| Ok::<bool, Infallible>(holds(asks))).unwrap_or_default()
    }
}

/// What is chosen for each thing, in the case of this number.
fn chosen(choices: &[usize], case: usize) -> Vec<usize> {
    let mut left = case;
    let digit = |choices: &usize| {
        let digit = left % choices;
        left /= choices;
        digit
    };
    choices.iter().map(digit).collect()
}
