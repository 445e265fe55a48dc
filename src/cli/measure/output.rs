//! The forms that a measurement is written in.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::human;
use crate::cli::console::Console;
use crate::cli::exit::Fault;
use crate::cli::format::ResultFormat;
use crate::diagnostic::Diagnostic;
use crate::evidence::Reading;
use crate::html;
use crate::metric::{Declared, Report, Sessions, State, WitnessSummary};
use crate::report::Coverage;

/// How the measurement is written.
#[derive(Debug, clap::Args)]
pub(super) struct OutputArgs {
    /// Write a state that `measure merge` takes, not a report
    #[arg(long, conflicts_with_all = ["format", "html", "verbose"])]
    partial: bool,
    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    /// Write one self-contained page with charts to a file too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Show long lists whole
    #[arg(long, short)]
    verbose: bool,
}

/// A report with what belongs to it, for machines.
#[derive(Serialize)]
struct Json<'s> {
    #[serde(flatten)]
    report: &'s Report,
    witnesses: WitnessSummary,
    reading: &'s Reading,
    coverage: &'s Coverage,
}

impl OutputArgs {
    /// Whether each session must be looked at on its own too.
    pub(super) fn wants_sessions(&self) -> bool {
        self.html.is_some()
    }

    /// Writes the measurement; a merged one has no sessions, only their sums, and no
    /// schemas.
    pub(super) fn write(
        &self,
        state: &State,
        sessions: Option<&Sessions>,
        declared: &Declared,
        console: &mut Console,
    ) -> Result<(), Fault> {
        if self.partial {
            return console.print_json(state);
        }
        let coverage = state.coverage();
        if let Some(path) = &self.html {
            write_file(path, &html::page(state, sessions, declared, &coverage))?;
        }
        let report = state.report();
        match self.format {
            ResultFormat::Json => console.print_json(&Json {
                report: &report,
                witnesses: state.partial().witnesses(),
                reading: state.reading(),
                coverage: &coverage,
            }),
            ResultFormat::Human => {
                let look = console.look(self.verbose);
                console.print(&human::render(&report, state.partial().witnesses(), &coverage, look))
            }
        }
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Fault> {
    std::fs::write(path, text).map_err(|error| {
        Diagnostic::error("cli::cannot-write", format!("`{}` cannot be written: {error}", path.display()))
            .into()
    })
}
