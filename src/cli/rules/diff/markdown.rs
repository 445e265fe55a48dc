//! The report as Markdown, for a pull request.
//!
//! Foreign text stands in code only, where nothing in it is a mark, a link or a mention.

use super::page::{Line, Part};
use crate::diagnostic::visible::written_out as visible;

pub(super) fn render(lines: &[Line]) -> String {
    let mut out = String::new();
    let mut rest = lines;
    while let [line, behind @ ..] = rest {
        rest = behind;
        match line {
            Line::Title(parts) => {
                let (blank, mark) = if out.is_empty() { ("", "##") } else { ("\n", "###") };
                out.push_str(&format!("{blank}{mark} {}\n", said(parts)));
                if matches!(behind, [Line::Say(..) | Line::Old(..) | Line::New(..), ..]) {
                    out.push('\n');
                }
            }
            Line::Say(depth, parts) => out.push_str(&format!("{}- {}\n", indent(*depth), said(parts))),
            Line::Old(depth, _) | Line::New(depth, _) => {
                let changes = lines_of(line, &mut rest);
                out.push_str(&block(*depth, &changes));
                if *depth <= 1 && matches!(rest, [Line::Say(..), ..]) {
                    out.push('\n');
                }
            }
        }
    }
    out
}

/// The lines of rule text from `first` on that stand together, without which `rest` goes on.
fn lines_of(first: &Line, rest: &mut &[Line]) -> Vec<String> {
    let change = |line: &Line| match line {
        Line::Old(_, text) => Some(format!("- {}", visible(text))),
        Line::New(_, text) => Some(format!("+ {}", visible(text))),
        Line::Title(_) | Line::Say(..) => None,
    };
    let mut changes: Vec<String> = change(first).into_iter().collect();
    while let [line, behind @ ..] = *rest {
        let Some(change) = change(line) else { break };
        changes.push(change);
        *rest = behind;
    }
    changes
}

/// A block that shows what is gone and what is new, behind the point that it belongs to.
fn block(depth: usize, changes: &[String]) -> String {
    let indent = indent(depth);
    let fence = "`".repeat(changes.iter().map(|line| run(line)).max().unwrap_or(0).max(2) + 1);
    let mut out = format!("{indent}{fence}diff\n");
    for line in changes {
        out.push_str(&format!("{indent}{line}\n"));
    }
    out.push_str(&format!("{indent}{fence}\n"));
    out
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth.saturating_sub(1))
}

fn said(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Code(code) => span(&visible(code)),
    };
    parts.iter().map(part).collect()
}

/// A text in code, whatever back quotes it holds.
fn span(text: &str) -> String {
    let fence = "`".repeat(run(text) + 1);
    let needs_room = text.is_empty() || text.starts_with('`') || text.ends_with('`') || text.trim() != text;
    if needs_room { format!("{fence} {text} {fence}") } else { format!("{fence}{text}{fence}") }
}

/// The length of the longest run of back quotes.
fn run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}
