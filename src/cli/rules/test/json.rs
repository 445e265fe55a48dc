//! What became of cases, for a program.

use serde::Serialize;
use serde_json::value::RawValue;

use super::Ran;
use crate::cases::{Became, Case};
use crate::diagnostic::{Diagnostic, Source, json};

/// The document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'r, D> {
    passed: usize,
    failed: usize,
    files: Vec<File<'r>>,
    unread: Vec<D>,
}

#[derive(Serialize)]
struct File<'r> {
    file: &'r str,
    convention: &'r str,
    profile: &'r str,
    cases: Vec<Told<'r>>,
}

#[derive(Serialize)]
struct Told<'r> {
    line: usize,
    name: &'r str,
    passed: bool,
    wanted: End<'r>,
    became: End<'r>,
    rules: &'r [String],
}

/// `{"args"}`, or `{"refused"}` with the reason where there is one.
#[derive(Serialize)]
struct End<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<&'r RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'static str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    why: &'r str,
}

pub(super) fn of<'r>(
    ran: &'r [Ran],
    faults: &'r [Diagnostic],
    sources: &'r [Source],
) -> Document<'r, impl Serialize + use<'r>> {
    let cases = || ran.iter().flat_map(|ran| &ran.report.cases);
    let passed = cases().filter(|case| case.passed).count();
    let files = ran.iter().map(|ran| File {
        file: &ran.file,
        convention: &ran.convention,
        profile: &ran.profile,
        cases: ran.report.cases.iter().map(told).collect(),
    });
    Document {
        passed,
        failed: cases().count() - passed,
        files: files.collect(),
        unread: json::values(faults, sources),
    }
}

fn told(case: &Case) -> Told<'_> {
    Told {
        line: case.line,
        name: &case.name,
        passed: case.passed,
        wanted: end(&case.wanted),
        became: end(&case.became),
        rules: &case.rules,
    }
}

fn end(became: &Became) -> End<'_> {
    match became {
        // The text of arguments is JSON.
        Became::Arguments(args) => End { args: serde_json::from_str(args).ok(), refused: None, why: "" },
        Became::Refusal(code, why) => End { args: None, refused: Some(code.name()), why },
    }
}
