//! What became of each plan of a file since it was written.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{Entry, Incoming, PLANS, Premise, Retracted};
use crate::json::compare;
use crate::plan::{Plan, Rule};
use crate::toolset::Toolset;

/// How one plan stands.
#[derive(Debug, Clone, PartialEq)]
pub enum PlanStatus<'a> {
    /// It is proved.
    Held(&'a Entry),
    /// It does not hold any more, or never did.
    Retracted {
        /// What stands in the file.
        entry: &'a Entry,
        /// Why it does not hold.
        retracted: Retracted,
        /// What the rules yield today, beside what it says; where both can be told.
        difference: Option<Difference>,
    },
    /// The surface yields it, and the file has no plan for its ref.
    New(&'a Plan),
}

/// How the plans of `file` stand, in the order of the file, where `retracted` judges its entries, each by
/// its number; and which of the plans that the surface yields, `derived`, are new: of those that an artifact
/// would hold, the first ones by ref.
pub fn plan_statuses<'a>(
    file: &'a Incoming,
    derived: &[&'a Plan],
    retracted: impl Fn(usize, &Entry) -> Option<Retracted>,
) -> Vec<PlanStatus<'a>> {
    let known: HashSet<&str> = file.entries.iter().filter_map(|entry| entry.reference.as_deref()).collect();
    let today: HashMap<&str, &Plan> = derived.iter().map(|plan| (plan.reference(), *plan)).collect();
    let judged = file.entries.iter().enumerate().map(|(index, entry)| match retracted(index, entry) {
        None => PlanStatus::Held(entry),
        Some(retracted) => {
            let difference = difference(entry, retracted.premise, &today);
            PlanStatus::Retracted { entry, retracted, difference }
        }
    });
    let mut writable = derived.to_vec();
    writable.sort_by(|a, b| compare(a.reference(), b.reference()));
    writable.truncate(PLANS);
    let new = writable.into_iter().filter(|plan| !known.contains(plan.reference())).map(PlanStatus::New);
    judged.chain(new).collect()
}

/// The members of a file of version 2 that are not what its plans make them, where all plans are proved:
/// it was altered by hand, or the surface changed without changing a plan.
pub fn unfounded(file: &Incoming, live: &Toolset) -> Vec<&'static str> {
    let plans: Option<Vec<Plan>> = file.entries.iter().map(|entry| entry.plan.clone().ok()).collect();
    match (&file.said, plans) {
        (Some(said), Some(plans)) => said.unfounded(&plans, live.digest().ok()),
        _ => Vec::new(),
    }
}

fn difference(entry: &Entry, premise: Premise, today: &HashMap<&str, &Plan>) -> Option<Difference> {
    let plan = entry.plan.as_ref().ok()?;
    if premise == Premise::ActionLost {
        return None;
    }
    let today = today.get(plan.reference());
    Some(Difference::new(plan.rules(), today.map(|plan| plan.rules())))
}

/// The rules of a plan beside those that its action yields today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Whether the action yields a plan at all.
    pub is_planned: bool,
    /// Rules that the action does not yield.
    pub gone: Vec<Rule>,
    /// Rules that the plan does not have.
    pub new: Vec<Rule>,
    /// Whether only the order differs.
    pub is_reordered: bool,
}

/// How many rules are named.
const NAMED: usize = 3;

impl Difference {
    fn new(plan: &[Rule], today: Option<&[Rule]>) -> Self {
        let yields = today.unwrap_or_default();
        let without = |rules: &[Rule], others: &[Rule]| -> Vec<Rule> {
            rules.iter().filter(|rule| !others.contains(rule)).cloned().collect()
        };
        let (gone, new) = (without(plan, yields), without(yields, plan));
        let is_reordered = gone.is_empty() && new.is_empty() && plan != yields;
        Self { is_planned: today.is_some(), gone, new, is_reordered }
    }

    /// The key of the first rule that differs, those that are new first.
    pub fn key(&self) -> Option<&str> {
        self.new.iter().chain(&self.gone).map(|rule| &*rule.key).next()
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_planned {
            return f.write_str("the action yields no plan today");
        }
        match (self.gone.is_empty(), self.new.is_empty()) {
            (true, true) if self.is_reordered => f.write_str("today the same rules stand in another order"),
            (true, true) => f.write_str("today the rules are the same"),
            (false, true) => write!(f, "not yielded today: {}", Names(&self.gone)),
            (true, false) => write!(f, "yielded today and not in the plan: {}", Names(&self.new)),
            (false, false) => write!(
                f,
                "not yielded today: {}; yielded and not in the plan: {}",
                Names(&self.gone),
                Names(&self.new)
            ),
        }
    }
}

struct Names<'r>(&'r [Rule]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, rule) in self.0.iter().take(NAMED).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}`{}` of `{}`", rule.kind, rule.place())?;
        }
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
