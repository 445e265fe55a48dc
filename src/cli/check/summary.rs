//! `check --summary`: a line of numbers for each surface, and one for all together.

use super::emit::Also;
use super::{Checked, emit, together};
use crate::cli::paint::Look;
use crate::cli::table::{Column, coverage_lines, table};
use crate::diagnostic::visible::written_out as visible;
use crate::report::Counts;

pub(super) fn render(checked: &[Checked], also: Also<'_>, look: Look) -> String {
    let columns = [
        Column::Name("surface"),
        Column::Number("actions"),
        Column::Number("plans"),
        Column::Number("rules"),
        Column::Number("errors"),
        Column::Number("warnings"),
    ];
    let folder = folder(checked);
    let name = |one: &Checked| visible(one.source.name.get(folder..).unwrap_or_default());
    let mut rows: Vec<Vec<String>> = checked.iter().map(|one| row(name(one), &one.report.counts)).collect();
    if checked.len() > 1 {
        rows.push(row("all".to_owned(), &emit::total(checked, Also::NOTHING)));
    }
    let mut out = table(&columns, &rows, look);
    out.extend(also.searched.map(|searched| searched.numbers(look)));
    out.extend(also.judged.map(|judged| judged.numbers(look)));
    out.push('\n');
    out.push_str(&coverage_lines(&together::row(checked, also), look));
    out
}

/// How long the name of the folder is that all surfaces stand in: in a column of names it says nothing.
fn folder(checked: &[Checked]) -> usize {
    let mut names = checked.iter().map(|one| one.source.name.as_str());
    let Some(first) = names.next().filter(|_| checked.len() > 1) else { return 0 };
    let shared = names.fold(first.len(), |shared, name| {
        let same = first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        shared.min(same)
    });
    first.get(..shared).and_then(|shared| shared.rfind('/')).map_or(0, |end| end + 1)
}

fn row(name: String, counts: &Counts) -> Vec<String> {
    let numbers = [counts.actions, counts.planned, counts.rules, counts.errors, counts.warnings];
    [name].into_iter().chain(numbers.map(|number| number.to_string())).collect()
}
