//! `check --summary`: a line of numbers for each surface, and one for all together.

use super::artifact::Judged;
use super::{Checked, emit};
use crate::cli::paint::Look;
use crate::cli::table::{Column, table};
use crate::diagnostic::visible::written_out as visible;
use crate::report::Counts;

pub(super) fn render(checked: &[Checked], judged: Option<&Judged>, look: Look) -> String {
    let columns = [
        Column::Name("surface"),
        Column::Number("actions"),
        Column::Number("plans"),
        Column::Number("rules"),
        Column::Number("errors"),
        Column::Number("warnings"),
    ];
    let mut rows: Vec<Vec<String>> =
        checked.iter().map(|one| row(visible(&one.source.name), &one.report.counts)).collect();
    if checked.len() > 1 {
        rows.push(row("all".to_owned(), &emit::total(checked, None)));
    }
    let mut out = table(&columns, &rows, look);
    out.extend(judged.map(|judged| judged.numbers(look)));
    out
}

fn row(name: String, counts: &Counts) -> Vec<String> {
    let numbers = [counts.actions, counts.planned, counts.rules, counts.errors, counts.warnings];
    [name].into_iter().chain(numbers.map(|number| number.to_string())).collect()
}
