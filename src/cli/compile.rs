//! `compile`: a surface and recorded sessions become an artifact.
//!
//! 1. what must be read is read, a damaged artifact being an error before anything else is done;
//! 2. the sessions are measured, which gives the score of the gate and the review signals;
//! 3. the actions are compiled on all cores;
//! 4. under the lock of the store, the artifact is written where it holds other plans.

mod human;

use std::path::PathBuf;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;

use super::Run;
use super::console::Console;
use super::context::with_repairs;
use super::corpus::end;
use super::exit::{Exit, Fault, Outcome};
use super::format::ResultFormat;
use super::lines::Jobs;
use super::observed::Observing;
use super::outputs::{self, Role};
use super::searches::Searched;
use super::session::SessionArgs;
use super::store::{StoreArgs, store_fault};
use super::surface;
use crate::artifact::Passed;
use crate::artifact::{Artifact, Compilation, Compiler, Proposal, Status, coverage_of_compile};
use crate::coverage::row::Row;
use crate::evidence::Reading;
use crate::metric::Context;
use crate::plan::Plan;
use crate::store::{LOCK_WAIT, Stored, artifact_path, load_artifact, path_name, update_stored};

/// Compile a surface into an artifact: the plans of its tools, in one file
///
/// Nothing is written where the stored artifact holds the same plans already. Sessions decide nothing:
/// they give the score that the gate repeats, and signals for a person to review. A legacy artifact is
/// replaced; a damaged one is an error and stays as it is.
///
/// Exit codes: 0 compiled or converged, 2 something could not be read or written, or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"tools\":[{\"name\":\"render\",\"inputSchema\":{' \\
    '\"type\":\"object\",\"additionalProperties\":false,\"properties\":' \\
    '{\"pageCount\":{\"type\":\"integer\"}}}}]}' > tools.json
  fabric-rules compile tools.json --server report --store .")]
pub(super) struct Compile {
    /// A surface, an MCP `tools/list` result, OpenAI or Anthropic tools; or `-` for standard input
    #[arg(value_name = "SURFACE")]
    surface: PathBuf,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// Folders of `*.jsonl` files, session files, or `-` for standard input; may be given several times
    #[arg(long, value_name = "DIR")]
    sessions: Vec<PathBuf>,
    /// A JSON array of repair rows, `{kind, ref, from, to}`, that are counted beside the calls
    #[arg(long, value_name = "FILE")]
    repairs: Option<PathBuf>,
    /// A value-observation pool
    #[arg(long, value_name = "FILE")]
    pool: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
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
    #[command(flatten)]
    jobs: Jobs,
}

/// What a run did.
#[derive(Serialize)]
struct Compiled<'c> {
    status: Status,
    /// The file of the artifact.
    artifact: String,
    /// Whether it was written.
    written: bool,
    /// How many plans it holds.
    plans: usize,
    proposals: &'c [Proposal],
    /// Of recorded calls; where there is none, nothing was passed.
    gate: Option<&'c Passed>,
    coverage: Row,
    reading: &'c Reading,
}

impl Run for Compile {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let artifact = artifact_path(self.store.folder());
        let read =
            std::iter::once(&self.surface).chain(&self.sessions).chain(&self.repairs).chain(&self.pool);
        let read = read.map(PathBuf::as_path).chain(self.session.read());
        outputs::distinct([Role { option: "--store", path: &artifact }], read)?;
        let (profile, searches) = self.session.with_searches()?;
        let loaded = surface::load(&self.surface)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let options = self.session.options();
        let searched = searches
            .map(|searches| Searched::new(&searches, [(surface.clone(), &loaded.source)], options).warning());
        let compiler = Compiler::new(&surface, &profile, self.session.options());
        let compiler = compiler.map_err(|error| loaded.fault(&error))?;
        let present = load_artifact(self.store.folder()).map_err(|error| store_fault(&error))?;

        let mut context = Context::default().surface(surface.schemas(), Some(compiler.digest()));
        if let Some(path) = &self.repairs {
            context = with_repairs(context, path)?;
        }
        let sessions = Observing { sessions: &self.sessions, pool: self.pool.as_deref(), jobs: self.jobs };
        let observed = sessions.observe(&surface, context, console)?;
        // Half a corpus gives another score, and so other bytes, than the whole; one in which nothing was
        // understood gives none.
        if !self.sessions.is_empty() {
            end(observed.state.reading())?;
        }
        let report = observed.state.report();
        let signals = observed.signals(&report);

        let plans = self.plans(&compiler, console)?;
        let derived = plans.len();
        let finish =
            |present: Option<&Artifact>| compiler.finish(plans.clone(), &report, signals.clone(), present);
        let mut compilation = finish(present.as_ref());
        let mut written = false;
        if compilation.status == Status::Compiled && !self.dry_run {
            (written, compilation) = self.write(finish)?;
        }

        let plans = match &compilation.artifact {
            Some(Artifact::Compiled(compiled)) => compiled.plans(),
            _ => &[],
        };
        let result = Compiled {
            status: compilation.status,
            artifact: path_name(&artifact_path(self.store.folder())),
            written,
            plans: plans.len(),
            proposals: &compilation.proposals,
            gate: compilation.gate.as_ref().filter(|_| observed.state.partial().is_called()),
            coverage: coverage_of_compile(&observed.state, &surface, &profile, derived, compilation.cut),
            reading: observed.state.reading(),
        };
        if let Some(warning) = searched.flatten() {
            console.tell(&[warning], &[]);
        }
        match self.format {
            ResultFormat::Json => console.print_json(&result)?,
            ResultFormat::Human => {
                let page = human::Page {
                    result: &result,
                    plans,
                    actions: surface.actions.len(),
                    cut: compilation.cut,
                    score: report.where_called().score,
                    replaced: present.as_ref().map(Artifact::version),
                    dry_run: self.dry_run,
                    look: console.look(self.verbose),
                };
                console.print(&page.render())?;
            }
        }
        Ok(Exit::Fine)
    }
}

impl Compile {
    /// The plans of all actions, in the order of their refs.
    fn plans(&self, compiler: &Compiler<'_>, console: &Console) -> Result<Vec<Plan>, Fault> {
        let bar = console.progress(compiler.actions().len(), "actions");
        let plan = |action: &&crate::surface::Action<'_>| {
            let plan = compiler.plan(action);
            bar.inc(1);
            plan
        };
        let plans = self.jobs.pool()?.install(|| compiler.actions().par_iter().filter_map(plan).collect());
        bar.finish_and_clear();
        Ok(plans)
    }

    /// Writes the artifact, unless another run has just written the same plans.
    fn write(&self, finish: impl Fn(Option<&Artifact>) -> Compilation) -> Result<(bool, Compilation), Fault> {
        let change = |stored: Option<&Stored>| {
            let compilation = finish(stored.map(|stored| &stored.artifact));
            let is_new = compilation.status == Status::Compiled;
            (compilation.artifact.clone().filter(|_| is_new), compilation)
        };
        update_stored(self.store.folder(), LOCK_WAIT, change).map_err(|error| store_fault(&error))
    }
}
