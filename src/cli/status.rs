//! `status`: whether a store is on, what it holds, and what of it no longer holds.

mod human;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;

use super::Run;
use super::console::Console;
use super::exit::{Exit, Fault, Outcome};
use super::format::ResultFormat;
use super::lines::Jobs;
use super::session::SessionArgs;
use super::store::{StoreArgs, after_compile, store_fault};
use super::surface;
use crate::artifact::{Artifact, Incoming};
use crate::coverage::count;
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};
use crate::diagnostic::{Diagnostic, Source, json};
use crate::plan::Plan;
use crate::program::{FABRIC, Profile};
use crate::prove::Proof;
use crate::report::{ArtifactCounts, ArtifactReport, examine};
use crate::session::Session;
use crate::store::{Stored, artifact_path, is_active, load_stored, path_name};
use crate::toolset::Toolset;

/// Say whether a store is on, what it holds, and with a surface which of its plans no longer hold
///
/// Nothing is written. Without a surface it is not known whether plans hold, and that is said.
///
/// Exit codes: 0 fine, 1 a plan does not hold, 2 there is no store, or something could not be read, or
/// wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = after_compile!(
    "  fabric-rules status --store here --surface surface.json"
))]
pub(super) struct Status {
    #[command(flatten)]
    store: StoreArgs,
    /// The tools of this machine, which the plans are proved against
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME", requires = "surface")]
    server: Option<String>,
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

/// What there is to say of a store.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<F> {
    store: String,
    /// Whether normalization is switched on.
    active: bool,
    /// `null` where there is none yet.
    artifact: Option<Written>,
    rules: Rules,
    /// What became of the plans; `null` where no surface is given.
    standing: Option<AgainstSurface<F>>,
    coverage: Row,
}

/// The artifact's file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    file: String,
    version: u8,
    plans: usize,
    /// How long ago it was written; `null` where the file system does not say.
    age_seconds: Option<u64>,
}

/// The rules in force, and those that the plans were derived under.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rules {
    profile: String,
    rules_digest: String,
    of_plans: Vec<OfPlans>,
}

/// The rules that some plans were derived under.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfPlans {
    profile: String,
    rules_digest: String,
    plans: usize,
    /// Whether this program has them, so that the plans can be proved.
    in_force: bool,
}

#[derive(Serialize)]
struct AgainstSurface<F> {
    surface: String,
    counts: ArtifactCounts,
    findings: Vec<F>,
}

/// The plans of a store, judged, and the texts that the findings point into.
struct Judged {
    report: ArtifactReport,
    surface: String,
    sources: Vec<Source>,
}

impl Run for Status {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let folder = self.store.existing()?;
        let profile = self.session.profile()?;
        let active = is_active(folder).map_err(|error| store_fault(&error))?;
        let stored = load_stored(folder).map_err(|error| store_fault(&error))?;
        let judged = match (&stored, &self.surface) {
            (Some(stored), Some(path)) => Some(self.judge(folder, stored, path, &profile)?),
            // A surface that cannot be read is a fault also where there is nothing to prove.
            (None, Some(path)) => {
                surface::load(path)?.surface(self.server.as_deref())?;
                None
            }
            _ => None,
        };
        let fell = judged.as_ref().is_some_and(|judged| !judged.report.retracted.is_empty());
        let artifact = stored.as_ref().map(|stored| written(folder, stored));
        let coverage = coverage(artifact.as_ref(), judged.as_ref());
        let findings: Vec<Diagnostic> =
            judged.iter().flat_map(|judged| judged.report.diagnostics().cloned()).collect();
        let sources = judged.as_ref().map(|judged| judged.sources.as_slice()).unwrap_or_default();
        let told = Told {
            store: path_name(folder),
            active,
            artifact,
            rules: rules(stored.as_ref(), &profile),
            standing: judged.as_ref().map(|judged| AgainstSurface {
                surface: judged.surface.clone(),
                counts: judged.report.counts,
                findings: json::values(&findings, sources),
            }),
            coverage,
        };
        match self.format {
            ResultFormat::Json => console.print_json(&told)?,
            ResultFormat::Human => {
                let look = console.look(self.verbose);
                console.print(&human::render(&told, &findings, sources, look))?;
            }
        }
        Ok(Exit::findings(fell))
    }
}

impl Status {
    /// Proves the plans against the surface in `path`.
    fn judge(&self, folder: &Path, stored: &Stored, path: &Path, profile: &Profile) -> Result<Judged, Fault> {
        let loaded = surface::load(path)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let live = Toolset::of(&surface, &Session::new(profile.clone(), self.session.options()));
        let examine = |action| examine(&surface, action, profile, self.session.options()).plan.ok();
        let pool = self.jobs.pool()?;
        let derived: Vec<Proof> = pool.install(|| surface.actions.par_iter().filter_map(examine).collect());
        // What was read strictly can be read like this too, and then has places.
        let incoming = Incoming::parse(&stored.text).unwrap_or_else(|_| Incoming::from(&stored.artifact));
        let report =
            ArtifactReport::new(&incoming, &live, &derived.iter().map(Proof::plan).collect::<Vec<_>>());
        let text = String::from_utf8_lossy(&stored.text);
        let artifact = Source::new(path_name(&artifact_path(folder)), text);
        Ok(Judged { report, surface: surface.described(), sources: vec![artifact, loaded.source.clone()] })
    }
}

fn written(folder: &Path, stored: &Stored) -> Written {
    let path = artifact_path(folder);
    let modified = path.metadata().and_then(|metadata| metadata.modified()).ok();
    let age = modified.and_then(|modified| SystemTime::now().duration_since(modified).ok());
    Written {
        file: path_name(&path),
        version: stored.artifact.version(),
        plans: plans(&stored.artifact).len(),
        age_seconds: age.map(|age| age.as_secs()),
    }
}

fn plans(artifact: &Artifact) -> &[Plan] {
    match artifact {
        Artifact::Compiled(compiled) => compiled.plans(),
        Artifact::Legacy(_) => &[],
    }
}

/// The rules in force beside those of the plans, in the order of the file.
fn rules(stored: Option<&Stored>, profile: &Profile) -> Rules {
    let mut of_plans: Vec<OfPlans> = Vec::new();
    for plan in stored.map(|stored| plans(&stored.artifact)).unwrap_or_default() {
        let stamp = plan.stamp().map(|stamp| (&*stamp.profile, stamp.rules_digest.as_str()));
        let (name, digest) = stamp.unwrap_or(("fabric", FABRIC));
        let row = of_plans.iter_mut().find(|row| row.profile == name && row.rules_digest == digest);
        match row {
            Some(row) => row.plans += 1,
            None => of_plans.push(OfPlans {
                profile: name.to_owned(),
                rules_digest: digest.to_owned(),
                plans: 1,
                in_force: digest_of(profile.program().profile(name).as_ref()) == digest,
            }),
        }
    }
    Rules { profile: profile.name().to_owned(), rules_digest: digest_of(Some(profile)), of_plans }
}

fn digest_of(profile: Option<&Profile>) -> String {
    profile.and_then(Profile::rules_digest).map(ToString::to_string).unwrap_or_default()
}

fn coverage(artifact: Option<&Written>, judged: Option<&Judged>) -> Row {
    let unjudged = (artifact.is_some() && judged.is_none())
        .then(|| Gap::partial("whether the plans still hold", "no surface was given; `--surface` names one"));
    Looked::by("status")
        .at("the switch of the store")
        .at_all(artifact.map(|artifact| format!("`{}`, {}", artifact.file, count(artifact.plans, "plan"))))
        .at_all(judged.map(|judged| judged.surface.clone()))
        .not(unjudged)
        .row()
}
