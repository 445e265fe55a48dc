//! The forms that a measurement is written in.

use std::path::PathBuf;

use serde::Serialize;

use super::human;
use crate::cli::console::Console;
use crate::cli::corpus::unread;
use crate::cli::exit::Fault;
use crate::cli::format::{Promise, ResultFormat, json_text};
use crate::cli::outputs::{self, Role};
use crate::coverage::row::Row;
use crate::diagnostic::{Diagnostic, json};
use crate::evidence::Reading;
use crate::html;
use crate::json::Limits;
use crate::metric::{Declared, MetricReport, Sessions, State, WitnessSummary};

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
    #[arg(long, value_name = "FILE", value_parser = outputs::named())]
    html: Option<PathBuf>,
    /// Show long lists whole
    #[arg(long, short)]
    verbose: bool,
}

/// A report with what belongs to it, for machines.
#[derive(Serialize)]
struct MeasureResult<'s, U> {
    #[serde(flatten)]
    report: &'s MetricReport,
    witnesses: WitnessSummary,
    reading: &'s Reading,
    unread: Vec<U>,
    coverage: &'s Row,
}

impl OutputArgs {
    /// The page, as something that is written.
    pub(super) fn role(&self) -> Option<Role<'_>> {
        self.html.as_deref().map(|path| Role { option: "--html", path })
    }

    /// Whether each session must be looked at on its own too.
    pub(super) fn wants_sessions(&self) -> bool {
        self.html.is_some()
    }

    /// Promises what is to be written, before anything is read.
    pub(super) fn promise(&self, console: &mut Console) {
        match self.partial {
            true => console.promise(Promise::Json),
            false => console.promise(self.format),
        }
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
            let text = json_text(state);
            // What could not be merged again is no state.
            if text.len() > Limits::SURFACE.bytes {
                let most = Limits::SURFACE.bytes >> 20;
                let message = format!("the state is larger than the {most} MiB that `measure merge` reads");
                let help = "measure fewer sessions at a time; nothing was written";
                return Err(Diagnostic::error("measure::too-large", message).help(help).into());
            }
            return console.document(&text);
        }
        let coverage = state.coverage();
        if let Some(path) = &self.html {
            let page = html::page(state, sessions, declared, &coverage);
            outputs::write(path, &page, "the page", console)?;
        }
        let report = state.report().where_called().where_declared(state.context().has_surface());
        match self.format {
            ResultFormat::Json => console.print_json(&MeasureResult {
                report: &report,
                witnesses: state.partial().witnesses(),
                reading: state.reading(),
                coverage: &coverage,
                unread: json::values(&unread(state.reading()), &[]),
            }),
            ResultFormat::Human => {
                let look = console.look(self.verbose);
                console.print(&human::render(&report, state, &coverage, look))
            }
        }
    }
}
