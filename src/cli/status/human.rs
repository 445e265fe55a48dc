//! The state of a store, for people.

use std::fmt::Write as _;

use super::{AgainstSurface, OfPlans, Told, Written};
use crate::cli::paint::{Look, wrap};
use crate::cli::table::coverage_lines;
use crate::coverage::count;
use crate::diagnostic::visible::written_out as visible;
use crate::diagnostic::{Diagnostic, Source, human};

/// How many findings are shown where not all are.
const FINDINGS: usize = 20;

/// The page.
pub(super) fn render<F>(told: &Told<F>, findings: &[Diagnostic], sources: &[Source], look: Look) -> String {
    let state = if told.active { look.green("on") } else { look.yellow("off: no plan is applied") };
    let mut out = format!("store {}\nnormalization is {state}\n", look.bold(&visible(&told.store)));
    let artifact = told.artifact.as_ref().map_or_else(|| "no artifact yet".to_owned(), artifact);
    out.push_str(&wrap("", "  ", &artifact, look));
    let rules = format!("rules in force: profile {}, {}", told.rules.profile, told.rules.rules_digest);
    out.push_str(&wrap("", "  ", &rules, look));
    for row in &told.rules.of_plans {
        out.push_str(&wrap("  ", "    ", &of_plans(row), look));
    }
    if let Some(standing) = &told.standing {
        out.push_str(&wrap("", "  ", &numbers(standing), look));
        let shown = look.shown(findings.len(), FINDINGS);
        if shown > 0 {
            out.push('\n');
        }
        let first = findings.get(..shown).unwrap_or(findings);
        out.push_str(&human::render(first, sources, look.width, look.colour));
        let more = findings.len() - shown;
        if more > 0 {
            let _ = writeln!(out, "    … and {more} more findings; `--verbose` shows them");
        }
    }
    out.push_str(&coverage_lines(&told.coverage, look));
    out
}

fn artifact(artifact: &Written) -> String {
    let written = artifact.age_seconds.map(|age| format!(", written {}", ago(age))).unwrap_or_default();
    let plans = count(artifact.plans, "plan");
    format!("artifact {}, version {}; {plans}{written}", visible(&artifact.file), artifact.version)
}

fn of_plans(row: &OfPlans) -> String {
    let plans = count(row.plans, "plan");
    match row.in_force {
        true => format!("{plans} of profile {}, whose rules are in force", row.profile),
        false => format!(
            "{plans} of profile {}, {}: these rules are not in force, so the plans do nothing",
            row.profile, row.rules_digest
        ),
    }
}

fn numbers<F>(standing: &AgainstSurface<F>) -> String {
    let counts = &standing.counts;
    let retracted = counts.plans - counts.held;
    let new = match counts.new {
        0 => String::new(),
        new => format!("; {} without a stored plan", count(new, "action")),
    };
    format!(
        "against the surface {} of {} {}, {retracted} {}{new}",
        counts.held,
        count(counts.plans, "plan"),
        if counts.held == 1 { "holds" } else { "hold" },
        if retracted == 1 { "does not" } else { "do not" },
    )
}

/// A time that has passed, in the largest unit that it fills.
fn ago(seconds: u64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    match unit {
        None => "less than a minute ago".to_owned(),
        Some((length, name)) => {
            let number = usize::try_from(seconds / length).unwrap_or(usize::MAX);
            format!("{} ago", count(number, name))
        }
    }
}
