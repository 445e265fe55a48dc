//! What was searched, when it was read, and what came.

use super::listed;
use crate::coverage::moment::Window;
use crate::coverage::quote;
use crate::coverage::row::{Composed, Item, Read, Row};
use crate::json::Node;

/// What was searched.
pub(super) fn items(row: &Row) -> String {
    let is_foreign = row.composed == Composed::Remote;
    let told = listed(&row.checked, |of| item(of, is_foreign), "that narrow it");
    format!("Checked: {told}; read {}.", read(row.read))
}

/// The moments between which something was read.
pub(super) fn read(read: Option<Read>) -> String {
    match read {
        Some(Read { from, to: Some(to) }) => format!("between {from} and {to}"),
        Some(Read { from, to: None }) => format!("at {from}"),
        None => "at a time that is not told".to_owned(),
    }
}

/// A window, whose end is outside.
pub(super) fn window(window: Window) -> String {
    format!("from {} until before {}", window.from, window.to)
}

fn item(item: &Item, is_foreign: bool) -> String {
    let Some(argument) = &item.argument else { return unnamed(item, is_foreign) };
    let name = quote::named(argument, is_foreign);
    if item.from == "host" {
        return match item.value.as_ref().and_then(|value| value.0.get("identity")).and_then(Node::as_str) {
            Some(field) => format!("{name}: the run's own {}", quote::named(field, is_foreign)),
            None => format!("{name}: as the host filled it in"),
        };
    }
    if item.any {
        return format!("{name}: any");
    }
    let mut told = match (&item.value, item.span) {
        (Some(value), _) => format!("{name}: {}", quote::value(&value.0)),
        // Of the pages of a floating time only what all of them searched is told.
        (None, Some(_)) => format!("{name}:"),
        (None, None) => quote::words(&item.what),
    };
    if let Some(resolved) = &item.resolved {
        let known = resolved.name.as_deref().map(quote::words);
        let known = known.or_else(|| resolved.id.as_ref().map(|id| quote::value(&id.0)));
        told.extend(known.map(|known| format!(", which is {known}")));
    }
    if let Some(span) = item.span {
        told.push_str(&format!(" {}", window(span)));
        told.push_str(if item.reach.is_some() { " for sure" } else { "" });
    }
    told
}

/// The source, names that were counted, and a window that no argument set.
fn unnamed(item: &Item, is_foreign: bool) -> String {
    match (item.facet.as_str(), item.count, item.span) {
        ("names", Some(count), _) => {
            let mut told = format!("{count} names");
            told.extend(item.source.iter().map(|source| format!(" of {}", quote::words(source))));
            told.extend(item.measured_at.iter().map(|at| format!(", counted at {}", quote::words(at))));
            told
        }
        (_, _, Some(span)) => window(span),
        _ => quote::said(&item.what, is_foreign || item.quote),
    }
}

/// How many rows came, and whether more may fit.
pub(super) fn rows(row: &Row) -> String {
    let Some(rows) = row.rows else { return "It is not known how many rows came.".to_owned() };
    let came = format!("{rows} row{} came", if rows == 1 { "" } else { "s" });
    if row.composed == Composed::Remote {
        return format!("{came}; more may fit.");
    }
    match (row.complete, row.complete_if_still) {
        (true, _) if row.gaps.is_empty() => format!("{came}, and no other fits."),
        (true, _) => format!("{came}, and no other fits, apart from what follows."),
        (false, true) => format!("{came}; more may fit, if the source changed while it was read."),
        (false, false) => format!("{came}; more may fit."),
    }
}
