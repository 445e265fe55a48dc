//! What became of cases, for a person.

use super::Ran;
use crate::cases::{Became, Case};
use crate::cli::paint::{Look, wrap};
use crate::coverage::count;
use crate::diagnostic::visible::written_out as visible;

/// A line for each case, and what went otherwise.
pub(super) fn render(ran: &[Ran], look: Look) -> String {
    let mut out = String::new();
    for ran in ran {
        let head = format!("{}, profile {}", visible(&ran.file), visible(&ran.profile));
        out.push_str(&wrap("", "  ", &look.bold(&head), look));
        for case in &ran.report.cases {
            out.push_str(&of_case(case, look));
        }
        out.push('\n');
    }
    let cases = || ran.iter().flat_map(|ran| &ran.report.cases);
    let failed = cases().filter(|case| !case.passed).count();
    let total = cases().count();
    out.push_str(&format!("{}: {} passed, {failed} failed\n", count(total, "case"), total - failed));
    out
}

fn of_case(case: &Case, look: Look) -> String {
    let name = if case.name.is_empty() { format!("line {}", case.line) } else { visible(&case.name) };
    if case.passed {
        return wrap(&format!("  {}    ", look.green("ok")), "        ", &name, look);
    }
    let name = if case.name.is_empty() { name } else { format!("{name}, line {}", case.line) };
    let mut out = wrap(&format!("  {}  ", look.red("FAIL")), "        ", &name, look);
    out.push_str(&wrap("        wanted ", "               ", &told(&case.wanted), look));
    out.push_str(&wrap("        became ", "               ", &told(&case.became), look));
    out
}

fn told(became: &Became) -> String {
    match became {
        Became::Arguments(args) => visible(args),
        Became::Refusal(code, why) if why.is_empty() => format!("refused {}", code.name()),
        Became::Refusal(code, why) => format!("refused {}, {}", code.name(), visible(why)),
    }
}
