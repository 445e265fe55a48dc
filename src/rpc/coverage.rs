//! `compose chain judge say`: what a call covered, and what may be said on the strength of it.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::json;

use super::{Operation, Problem, Request};
use crate::coverage::call::Call;
use crate::coverage::claim::Claim;
use crate::coverage::row::Row;
use crate::coverage::schema::Tool;
use crate::coverage::{chain, compose, judge, sentence};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Severity, Source};
use crate::ir;
use crate::rules;
use crate::session::Session;

pub(super) const COMPOSE: Operation = Operation {
    name: "compose",
    about: "{rules, ref, args, turn, result?, …} -> row: what one call covered",
    run: |session, request| {
        let text = request.text(request.required("rules")?, "rules")?;
        let compiled = rules::compile(&[Source::new("rules", text)]);
        let Some(program) = compiled.program else {
            let mut errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error);
            let first = errors.next().map_or_else(String::new, |it| format!("{} ({})", it.message, it.code));
            return Err(Problem::new("bad-rules", first));
        };
        composed(session, program.ir(), None, request)
    },
};

pub(super) const CHAIN: Operation = Operation {
    name: "chain",
    about: "{rows} -> one row: the pages of one list, in their order",
    run: |_, request| {
        let Rows { rows } = read(request)?;
        chained(&rows)
    },
};

pub(super) const JUDGE: Operation = Operation {
    name: "judge",
    about: "{row, claim} -> {supported, because?}: whether a row supports a claim",
    run: |_, request| {
        let Asked { row, claim } = read(request)?;
        Ok(judge::verdict(&judge::judge(&row, &claim)))
    },
};

pub(super) const SAY: Operation = Operation {
    name: "say",
    about: "{row, claim?} -> {sentences}: plain sentences for an answer",
    run: |_, request| {
        let Said { row, claim } = read(request)?;
        let sentences = sentence::sentences(&row, claim.as_ref());
        Ok(json!({"sentences": sentences}).to_string())
    },
};

#[derive(Deserialize)]
struct Said {
    row: Row,
    #[serde(default)]
    claim: Option<Claim>,
}

#[derive(Deserialize)]
struct Rows {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Asked {
    row: Row,
    claim: Claim,
}

/// The row of the call in `request`, by the search that `program` has for its tool; of the tools that are
/// known beside it, those schemas count that the call does not bring.
///
/// # Errors
///
/// A [`Problem`]: a member is missing or of another kind, or there is no such search.
pub fn composed(
    session: &Session,
    program: &ir::Program,
    tools: Option<&HashMap<String, Tool>>,
    request: Request<'_>,
) -> Result<String, Problem> {
    let call: Call = read(request)?;
    let Some(search) = program.search(&call.reference) else {
        let names = program.searches.iter().map(|search| &*search.name);
        let message =
            format!("no search is declared for `{}`: {}", call.reference, suggest(&call.reference, names));
        return Err(Problem::new("unknown-search", message));
    };
    let mut tool = tools.and_then(|tools| tools.get(&call.reference)).cloned().unwrap_or_default();
    if let Some(node) = request.optional("outputSchema")? {
        tool.results = session.schema(request.line, request.document, node).into();
    }
    let row = compose::compose(search, &call, &tool)
        .map_err(|error| Problem::new("wrong-kind", error.to_string()))?;
    Ok(row.to_json())
}

fn chained(rows: &[Row]) -> Result<String, Problem> {
    let row = chain::chain(rows).map_err(|error| Problem::new("not-a-chain", error.to_string()))?;
    Ok(row.to_json())
}

/// Reads the value that an operation is asked about.
///
/// # Errors
///
/// A [`Problem`] that says which member is missing, and of one that is of another kind only where: what
/// stands there may be secret.
pub fn read<T: for<'de> Deserialize<'de>>(request: Request<'_>) -> Result<T, Problem> {
    serde_json::from_str(request.raw(request.input)).map_err(|error| {
        let text = error.to_string();
        let named =
            ["missing field", "duplicate field", "unknown field"].iter().any(|start| text.starts_with(start));
        let text = if named { text } else { format!("a value of another kind (column {})", error.column()) };
        Problem::new("wrong-kind", text)
    })
}
