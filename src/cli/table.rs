//! Tables, bars and coverage rows for people.

use std::collections::BTreeSet;

use ::console::{Alignment, pad_str};

use super::paint::{Look, shorten, width, wrap};
use crate::coverage::report::parts;
use crate::coverage::row::Row;
use crate::diagnostic::visible::written_out as visible;
use crate::metric::Figure;

/// The widest name that a table shows.
const NAME: usize = 44;
/// The least that is left of a name, however narrow the page is.
const LEAST_NAME: usize = 9;
/// The widest bar in a table.
pub(super) const BAR: usize = 16;
/// How many sources and how many gaps a person is shown.
const PARTS: usize = 20;
/// Between two columns.
const GAP: usize = 2;

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub(super) enum Column {
    /// Texts, from the left; where a text is long, its two ends are shown.
    Name(&'static str),
    /// Numbers, from the right.
    Number(&'static str),
    /// Bars, which take up to [`BAR`] columns.
    Bar,
}

impl Column {
    fn title(self) -> &'static str {
        match self {
            Self::Name(title) | Self::Number(title) => title,
            Self::Bar => "",
        }
    }
}

/// A table with a line for each row.
pub(super) fn table(columns: &[Column], rows: &[Vec<String>], look: Look) -> String {
    let widest = |index: usize, title: &str| {
        let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| width(cell));
        cells.chain([width(title)]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> =
        columns.iter().enumerate().map(|(index, column)| widest(index, column.title())).collect();
    let total = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    // The names take what the others leave, the longest giving way first; then bars have to go.
    for (width, column) in widths.iter_mut().zip(columns) {
        if matches!(column, Column::Name(_)) {
            *width = NAME.min(*width);
        }
    }
    while total(&widths) > look.width {
        let names = widths.iter_mut().zip(columns).filter(|(_, column)| matches!(column, Column::Name(_)));
        match names.map(|(width, _)| width).max().filter(|width| **width > LEAST_NAME) {
            Some(widest) => *widest -= 1,
            None => break,
        }
    }
    let has_bars = total(&widths) <= look.width;
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<String> = cells
            .zip(columns.iter().zip(&widths))
            .map(|(cell, (column, width))| match column {
                Column::Name(_) => {
                    pad_str(&shorten(cell, *width), *width, Alignment::Left, None).into_owned()
                }
                Column::Number(_) => pad_str(cell, *width, Alignment::Right, None).into_owned(),
                Column::Bar => {
                    if has_bars {
                        cell.to_owned()
                    } else {
                        String::new()
                    }
                }
            })
            .collect();
        format!("{}\n", cells.join(&" ".repeat(GAP)).trim_end())
    };
    let is_cut = |index: usize| is_ambiguous(rows, index, widths.get(index).copied().unwrap_or_default());
    let above: Vec<bool> = columns
        .iter()
        .enumerate()
        .map(|(index, column)| matches!(column, Column::Name(_)) && is_cut(index))
        .collect();
    let mut out = look.bold(line(&mut columns.iter().map(|column| column.title())).trim_end());
    out.push('\n');
    for row in rows {
        // A name that the room would make the same as another has a line of its own.
        for (name, _) in row.iter().zip(&above).filter(|(_, above)| **above) {
            out.push_str(&wrap("", "  ", name, look));
        }
        let cell = |(cell, above)| if above { "" } else { cell };
        out.push_str(&line(&mut row.iter().map(String::as_str).zip(above.iter().copied()).map(cell)));
    }
    out
}

/// Whether two names of a column are different, and the same in `width` columns.
fn is_ambiguous(rows: &[Vec<String>], index: usize, width: usize) -> bool {
    let names: BTreeSet<&String> = rows.iter().filter_map(|row| row.get(index)).collect();
    let shown: BTreeSet<String> = names.iter().map(|name| shorten(name, width)).collect();
    shown.len() < names.len()
}

/// Lines of a word and a figure, one below the other.
pub(super) fn figures<F: std::fmt::Display>(rows: &[(&str, F)]) -> String {
    // Together with the indent 50 columns, which every terminal has.
    rows.iter().map(|(what, figure)| format!("  {what:<37}{figure:>11}\n")).collect()
}

/// A bar for a figure from 0 to 1, in eighths of a character.
pub(super) fn bar(figure: Figure, most: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a small number from 0"
    )]
    let eighths = (figure.get().clamp(0.0, 1.0) * (most * 8) as f64).round() as usize;
    let rest = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
    format!("{}{rest}", "█".repeat(eighths / 8))
}

/// A rate in percent.
pub(super) fn percent(rate: Figure) -> String {
    if rate.is_absent() {
        return rate.to_string();
    }
    let text = format!("{:.2}", rate.get() * 100.0);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// What was looked at, a line for each facet, and what was not.
pub(super) fn coverage_lines(row: &Row, look: Look) -> String {
    let item = |text: &str| wrap("  ", "    ", &visible(text), look);
    let mut out = "looked at\n".to_owned();
    let parts = parts(&row.checked);
    let sources = row.checked.iter().filter(|item| item.facet == "source").count();
    let (sources, others) = parts.split_at_checked(sources).unwrap_or((&parts, &[]));
    let gaps: Vec<String> = row.gaps.iter().map(|gap| format!("{}: {}", gap.what, gap.why)).collect();
    let list = |texts: &[String]| {
        let shown = look.shown(texts.len(), PARTS);
        let more = (texts.len() > shown).then(|| item(&format!("and {} more", texts.len() - shown)));
        texts.iter().take(shown).map(|text| item(text)).chain(more).collect::<String>()
    };
    out.push_str(&list(sources));
    out.push_str(&list(others));
    if !gaps.is_empty() {
        out.push_str("not looked at\n");
        out.push_str(&list(&gaps));
    }
    out
}
