//! `check`: the report on surfaces.

mod advice;
pub(super) mod artifact;
mod emit;
mod human;
mod levels;
mod summary;
mod together;

use std::path::PathBuf;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::Run;
use super::console::Console;
use super::derived::DerivedArgs;
use super::exit::{Exit, Fault, Outcome};
use super::format::FindingsFormat;
use super::input::{self, Input};
use super::lines::Jobs;
use super::outputs;
use super::program::Searches;
use super::searches::Searched;
use super::session::SessionArgs;
use super::surface::Loaded;
use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Source};
use crate::json::Document;
use crate::program::Profile;
use crate::report::{self, Levels, SurfaceReport, look};
use crate::surface::Surface;
use artifact::ArtifactArgs;
use levels::LevelArgs;

/// Report what each tool of a surface gets, and what is wrong with it
///
/// A surface is our own format, an MCP `tools/list` result, or OpenAI or Anthropic tools; which one is
/// told by its content.
///
/// With `--artifact`, each plan of a committed artifact is proved against the surfaces. One that is
/// malformed, of a lost action, drifted, forged or of changed rules does nothing, and is a finding.
///
/// Where the rules of `--rules` have searches, each is checked against its tool: that it speaks of every
/// argument, that the schema contradicts none of it, and that the places which it reads are in the tool's
/// `outputSchema`.
///
/// Exit codes: 0 nothing to report, 1 findings, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"tools\":[{\"name\":\"render\",\"inputSchema\":{' \\
    '\"type\":\"object\",\"additionalProperties\":false,\"properties\":' \\
    '{\"pageCount\":{\"type\":\"integer\"}}}}]}' | fabric-rules check -")]
pub(super) struct Check {
    /// Files of tool schemas, folders of `*.json` files, or `-` for standard input
    #[arg(required = true, value_name = "SURFACE")]
    surfaces: Vec<PathBuf>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    #[command(flatten)]
    levels: LevelArgs,
    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: FindingsFormat,
    #[command(flatten)]
    detail: Detail,
    #[command(flatten)]
    artifact: ArtifactArgs,
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    derived: DerivedArgs,
    #[command(flatten)]
    jobs: Jobs,
}

/// How much the report for people says; the other formats always say everything.
#[derive(Debug, Clone, Copy, clap::Args)]
struct Detail {
    /// Show long lists whole, and the schema freedom
    #[arg(long, short, conflicts_with_all = ["summary", "quiet"])]
    verbose: bool,
    /// Only a line of numbers for each surface, and one for all together
    #[arg(long, conflicts_with = "quiet")]
    summary: bool,
    /// Only what is wrong; nothing where nothing is
    #[arg(long, short)]
    quiet: bool,
}

/// A surface and the report on it.
struct Checked {
    source: Source,
    report: SurfaceReport,
    /// The surface itself, where it is needed once more.
    document: Option<Document>,
}

impl Run for Check {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let (profile, searches) = self.session.with_searches()?;
        let (inputs, lost) = input::expand_all(&self.surfaces, "json");
        let files = inputs.iter().filter_map(Input::path);
        let config = self.levels.config();
        let read: Vec<_> = files.chain(self.session.read()).chain(config.as_deref()).collect();
        self.artifact.distinct(read.iter().copied())?;
        let written = self.derived.written();
        outputs::distinct(outputs::cache_roles(&written), read)?;
        let levels = self.levels.levels(config.as_ref())?;
        let pool = self.jobs.pool()?;
        let bar = console.progress(inputs.len(), "surfaces");
        let derived = self.derived.open();
        let cache = derived.as_ref().map(|derived| &derived.cache);
        let mut checked = Vec::new();
        let mut unreadable = Unreadable { diagnostics: lost, sources: Vec::new() };
        for input in &inputs {
            match pool.install(|| self.one(input, &profile, &levels, cache, searches.is_some())) {
                Ok(one) => checked.push(one),
                Err(fault) => unreadable.add(fault),
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let judged = match unreadable.is_empty() {
            true => {
                let server = self.server.as_deref();
                self.artifact.judge(&checked, server, &profile, self.session.options(), &levels)
            }
            // A plan is not lost because its surface could not be read.
            false => Ok(None),
        };
        let judged = judged.unwrap_or_else(|fault| {
            unreadable.add(fault);
            None
        });
        let searched = searches.map(|searches| self.searched(&searches, &checked, &levels));
        let also = emit::Also { judged: judged.as_ref(), searched: searched.as_ref() };
        emit::emit(&checked, &unreadable, also, self.format, self.detail, console)?;
        if let Some(judged) = &judged {
            console.tell(judged.warnings(), &[]);
        }
        if let Some(derived) = &derived {
            if self.detail.verbose && self.format == FindingsFormat::Human {
                let profiles = profile.program().profiles().count();
                console.print(&format!("\n{}\n", derived.summary(profiles)))?;
            }
            derived.close(console);
        }
        // What could be read was reported all the same.
        unreadable.end()?;
        let counts = emit::total(&checked, also);
        Ok(Exit::findings(levels.fail(counts.errors, counts.warnings)))
    }
}

impl Check {
    fn one(
        &self,
        input: &Input,
        profile: &Profile,
        levels: &Levels,
        cache: Option<&Cache>,
        is_searched: bool,
    ) -> Result<Checked, Fault> {
        let loaded = Loaded::read(input)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let options = self.session.options();
        let one = |action| look(&surface, action, profile, options, cache);
        let actions = surface.actions.par_iter().map(one).collect();
        let report = report::SurfaceReport::new(&surface, profile, levels, actions);
        let Loaded { source, document } = loaded;
        let is_kept = self.artifact.is_given() || is_searched;
        Ok(Checked { source, report, document: is_kept.then_some(document) })
    }

    /// The searches, against all surfaces that could be read.
    fn searched(&self, searches: &Searches, checked: &[Checked], levels: &Levels) -> Searched {
        let server = self.server.as_deref();
        // They could be read before.
        let surfaces = checked
            .iter()
            .filter_map(|one| Some((Surface::read(one.document.as_ref()?, server).ok()?, &one.source)));
        Searched::new(searches, surfaces, self.session.options()).weighed(levels)
    }
}

/// What could not be read, of all inputs.
struct Unreadable {
    diagnostics: Vec<Diagnostic>,
    sources: Vec<Source>,
}

impl Unreadable {
    fn add(&mut self, fault: Fault) {
        // Nothing is written while things are read, so nobody can have stopped reading it.
        if let Fault::Wrong(diagnostics, sources) = fault {
            append((&mut self.diagnostics, &mut self.sources), diagnostics, sources);
        }
    }

    fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    fn end(self) -> Result<(), Fault> {
        match self.diagnostics.as_slice() {
            [] => Ok(()),
            _ => Err(Fault::Wrong(self.diagnostics, self.sources)),
        }
    }
}

/// Appends diagnostics and their sources to others.
fn append(
    to: (&mut Vec<Diagnostic>, &mut Vec<Source>),
    diagnostics: impl IntoIterator<Item = Diagnostic>,
    sources: impl IntoIterator<Item = Source>,
) {
    let before = to.1.len();
    to.1.extend(sources);
    to.0.extend(diagnostics.into_iter().map(|mut diagnostic| {
        diagnostic.labels.iter_mut().for_each(|label| label.source += before);
        diagnostic
    }));
}
