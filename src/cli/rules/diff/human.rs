//! The report for people.

use super::page::{Line, Part};
use crate::cli::paint::{Look, wrap};
use crate::diagnostic::visible::written_out as visible;

pub(super) fn render(lines: &[Line], look: Look) -> String {
    let mut out = String::new();
    for line in lines {
        match line {
            Line::Title(parts) => {
                out.push_str(if out.is_empty() { "" } else { "\n" });
                out.push_str(&wrap("", "  ", &look.bold(&said(parts)), look));
            }
            Line::Old(depth, text) => out.push_str(&marked(*depth, &look.red("-"), text, look)),
            Line::New(depth, text) => out.push_str(&marked(*depth, &look.green("+"), text, look)),
            Line::Say(depth, parts) => {
                let indent = "  ".repeat(*depth);
                out.push_str(&wrap(&indent, &format!("{indent}  "), &said(parts), look));
            }
        }
    }
    out
}

fn marked(depth: usize, mark: &str, text: &str, look: Look) -> String {
    let indent = "  ".repeat(depth);
    wrap(&format!("{indent}{mark} "), &format!("{indent}  "), &visible(text), look)
}

fn said(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Code(code) => format!("`{}`", visible(code)),
    };
    parts.iter().map(part).collect()
}
