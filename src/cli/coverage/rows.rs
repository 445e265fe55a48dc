//! Files of rows and of claims, a line each.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::judge::Asked;
use crate::cli::exit::Fault;
use crate::cli::input;
use crate::coverage::row::Row;
use crate::diagnostic::Diagnostic;

/// The most that is read of a file of rows.
const MOST: usize = 256 << 20;

/// The rows of a file, in their order.
pub(super) fn read(path: &Path) -> Result<Vec<Row>, Fault> {
    lines(path, || {
        Diagnostic::error("coverage::no-row", "this line is no row of coverage")
            .help("rows are what `coverage compose` and `coverage chain` print, a line each")
    })
}

/// The claims of a file, in their order.
pub(super) fn claims(path: &Path) -> Result<Vec<Asked>, Fault> {
    lines(path, || {
        Diagnostic::error("coverage::no-claim", "this line is no claim about a row")
            .help("a line is `{\"row\", \"claim\"}`, as `coverage judge` reads them")
    })
}

fn lines<T: DeserializeOwned>(path: &Path, fault: impl Fn() -> Diagnostic) -> Result<Vec<T>, Fault> {
    let source = input::file(path)?.read(MOST)?;
    let mut rows = Vec::new();
    let (mut at, mut faults) = (0, Vec::new());
    for line in source.text.split_inclusive('\n') {
        let span = crate::span::Span::new(at, at + line.trim_end().len());
        at += line.len();
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_str(line) {
            Ok(row) => rows.push(row),
            Err(_) => faults.push(fault().label(0, span, "this one")),
        }
    }
    if faults.is_empty() { Ok(rows) } else { Err(Fault::Wrong(faults, vec![source])) }
}
