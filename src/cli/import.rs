//! `import`: what another machine compiled is taken over as far as it is proved here.
//!
//! Under the lock of the store: both files are merged, what fell is put on record, and only then is the
//! artifact written, so that no plan is gone before the ledger says why.

mod findings;
mod human;

use std::path::PathBuf;

use serde::Serialize;

use super::Run;
use super::artifact;
use super::console::Console;
use super::exit::{Exit, Fault, Outcome};
use super::format::ResultFormat;
use super::ledger::{Appended, append};
use super::outputs::{self, Role};
use super::session::SessionArgs;
use super::store::{StoreArgs, after_compile, store_fault};
use super::surface::{self, Loaded};
use crate::artifact::{Incoming, Merged, Side, coverage_of_merge, merge};
use crate::coverage::row::Row as CoverageRow;
use crate::diagnostic::{Diagnostic, Source, json};
use crate::session::Session;
use crate::store::{LOCK_WAIT, Stored, artifact_path, load_stored, path_name, update_stored};
use crate::toolset::Toolset;
use findings::Row;

/// Take over the plans of an artifact that are proved against this surface
///
/// Nothing in the file is believed: each plan is proved here, and what is not proved is dropped, from
/// the stored artifact too. Stored plans win. A damaged stored artifact is an error and stays as it is.
///
/// Exit codes: 0 all plans hold, 1 a plan was dropped, 2 something could not be read or written, or
/// wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = after_compile!(
    "  fabric-rules export-artifact plans.json --store here
  fabric-rules import plans.json --surface surface.json --store there"
))]
pub(super) struct Import {
    /// An artifact that `compile` or `export-artifact` wrote, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The tools of this machine: a surface, an MCP `tools/list` result, OpenAI or Anthropic tools
    #[arg(long, required = true, value_name = "FILE")]
    surface: PathBuf,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    #[command(flatten)]
    store: StoreArgs,
    /// A ledger to which a record is appended for each plan that was dropped
    #[arg(long, value_name = "FILE", value_parser = outputs::named())]
    ledger: Option<PathBuf>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    /// Show long lists whole
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    session: SessionArgs,
}

/// What a run did.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Imported<'m, F> {
    /// The file of the artifact.
    artifact: String,
    /// Whether it was written.
    written: bool,
    /// How many plans it holds.
    plans: usize,
    /// The refs of plans that are new.
    added: &'m [Box<str>],
    dropped_overlays: usize,
    dropped_quarantines: usize,
    dropped_normalizations: usize,
    /// The plans that were dropped.
    dropped: Vec<Row<'m, F>>,
    /// Records that were appended to the ledger.
    retracted: usize,
    coverage: CoverageRow,
}

/// A merge, and what was there before.
struct Done {
    merged: Merged,
    /// The stored artifact as it was: its text, and what it held.
    stored: Option<(Source, Incoming)>,
    appended: Appended,
}

impl Run for Import {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let artifact = artifact_path(self.store.folder());
        let ledger = self.ledger.as_deref().map(|path| Role { option: "--ledger", path });
        let written = std::iter::once(Role { option: "--store", path: &artifact }).chain(ledger);
        outputs::distinct(written, [&*self.file, &self.surface].into_iter().chain(self.session.read()))?;
        let profile = self.session.profile()?;
        let loaded = surface::load(&self.surface)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let (file, incoming) = artifact::read(&self.file)?;
        let live = Toolset::of(&surface, &Session::new(profile.clone(), self.session.options()));

        let (written, done) = self.merge(&incoming, &live, &loaded)?;
        let appended = done.appended.records.len();
        console.tell(&done.appended.warnings, &[]);
        let coverage = coverage_of_merge(
            done.stored.as_ref().map(|(source, local)| (&*source.name, local)),
            (&file.name, &incoming),
            &surface,
            done.merged.cut,
        );
        let mut sources = vec![file, loaded.source.clone()];
        let mut findings = Vec::new();
        if let Some((source, local)) = done.stored {
            sources.push(source);
            findings = findings::findings(Side::Local, &local, &live, &profile, &done.merged.dropped).1;
        }
        let dropped = &done.merged.dropped;
        let (remarks, others) = findings::findings(Side::Incoming, &incoming, &live, &profile, dropped);
        findings.extend(others);
        console.tell(&remarks, &[]);
        let diagnostics: Vec<Diagnostic> =
            findings.iter().map(|finding| finding.diagnostic.clone()).collect();
        let merged = done.merged;
        let artifact = path_name(&artifact_path(self.store.folder()));
        match self.format {
            ResultFormat::Json => {
                let values = json::values(&diagnostics, &sources);
                let rows = findings.iter().zip(values).map(|(finding, value)| Row::new(finding, value));
                console.print_json(&Imported {
                    artifact,
                    written,
                    plans: merged.file.plans().len(),
                    added: &merged.added,
                    dropped_overlays: merged.dropped_overlays,
                    dropped_quarantines: merged.dropped_quarantines,
                    dropped_normalizations: merged.dropped.len(),
                    dropped: rows.collect(),
                    retracted: appended,
                    coverage,
                })?;
            }
            ResultFormat::Human => {
                let page = human::Page {
                    merged: &merged,
                    incoming: incoming.entries.len(),
                    findings: &diagnostics,
                    sources: &sources,
                    artifact: &artifact,
                    written,
                    dry_run: self.dry_run,
                    ledger: self.ledger.as_deref().map(|path| (path, appended)),
                    coverage: &coverage,
                    look: console.look(self.verbose),
                };
                console.print(&page.render())?;
            }
        }
        Ok(Exit::findings(!merged.dropped.is_empty()))
    }
}

impl Import {
    /// Merges, and writes unless that is not wanted.
    fn merge(&self, incoming: &Incoming, live: &Toolset, loaded: &Loaded) -> Result<(bool, Done), Fault> {
        let folder = self.store.folder();
        let merge = |stored: Option<&Stored>| {
            // What was read strictly can be read like this too, and then has places.
            let local = stored.map(|stored| {
                Incoming::parse(&stored.text).unwrap_or_else(|_| Incoming::from(&stored.artifact))
            });
            let merged = merge(local.as_ref(), incoming, live);
            let stored = stored.zip(local).map(|(stored, local)| {
                let name = path_name(&artifact_path(folder));
                (Source::new(name, String::from_utf8_lossy(&stored.text)), local)
            });
            Done { merged, stored, appended: Appended::default() }
        };
        if self.dry_run {
            let stored = load_stored(folder).map_err(|error| store_fault(&error))?;
            return Ok((false, merge(stored.as_ref())));
        }
        let change = |stored: Option<&Stored>| {
            let mut done = merge(stored);
            match self.put_on_record(&done.merged, live, loaded) {
                Ok(appended) => {
                    done.appended = appended;
                    (Some(done.merged.file.clone().into()), Ok(done))
                }
                Err(fault) => (None, Err(fault)),
            }
        };
        let (written, done) =
            update_stored(folder, LOCK_WAIT, change).map_err(|error| store_fault(&error))?;
        Ok((written, done?))
    }

    fn put_on_record(&self, merged: &Merged, live: &Toolset, loaded: &Loaded) -> Result<Appended, Fault> {
        let Some(path) = &self.ledger else { return Ok(Appended::default()) };
        let digest = live.digest().map_err(|error| loaded.fault(&error))?;
        let retracted =
            merged.dropped.iter().map(|dropped| (dropped.reference.as_deref(), &dropped.retracted));
        append(path, digest, retracted)
    }
}
