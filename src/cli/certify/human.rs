//! A certification for people: the verdict, each check with its evidence, the trial, and what was not
//! looked at.

use crate::certify::{CertifyReport, Row, Verdict};
use crate::cli::paint::{Look, wrap};
use crate::cli::table::coverage_lines;
use crate::cli::trial::summary;
use crate::coverage::count;
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::Reading;

pub(super) fn render(report: &CertifyReport, look: Look) -> String {
    let (passed, failed) = (report.counts.passed, report.counts.failed);
    let mut out = match report.verdict {
        Verdict::Passed => format!("{}: all {} held\n\n", look.green("certified"), count(passed, "promise")),
        Verdict::Untried => untried(report, look),
        Verdict::Failed => {
            format!(
                "{}: {} of {} promises broken\n\n",
                look.red("not certified"),
                failed,
                report.counts.checks
            )
        }
    };
    for row in &report.checks {
        out.push_str(&check(row, look));
    }
    if let Some(trial) = &report.trial {
        out.push('\n');
        out.push_str(&summary(trial, look));
    }
    out.push('\n');
    out.push_str(&coverage_lines(&report.coverage, look));
    out
}

/// The verdict where nothing of what was given could be tried: that first, then what is built in.
fn untried(report: &CertifyReport, look: Look) -> String {
    let is_understood = report.reading.as_ref().is_some_and(Reading::is_understood);
    let why = if is_understood { "no call was found in" } else { "nothing was understood of" };
    let built_in = count(report.counts.passed, "promise");
    let first = format!("{}: {why} what was given", look.red("not tried"));
    format!("{first}\nOn what is built in all {built_in} held.\n\n")
}

/// A check: the promise that held with its evidence, or the fault that broke it and where.
fn check(row: &Row, look: Look) -> String {
    let (mark, title) = match row.verdict {
        Verdict::Passed | Verdict::Untried => (look.green("held"), row.promise.to_owned()),
        Verdict::Failed => (look.red("broken"), format!("{} ({})", row.promise, row.name)),
    };
    let mut out = wrap(&format!("{mark}  "), "        ", &title, look);
    for line in row.evidence.iter().chain(&row.fault) {
        out.push_str(&wrap("      ", "        ", &visible(line), look));
    }
    out
}
