//! `rules check`: every error of a program at once.

use std::path::PathBuf;

use serde::Serialize;

use super::RulesPath;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Fault, Outcome};
use crate::cli::format::{Deny, FindingsFormat, Promise};
use crate::cli::paint::{Look, wrap};
use crate::cli::program::searches;
use crate::cli::searches::Searched;
use crate::cli::surface;
use crate::coverage::count;
use crate::diagnostic::visible::written_out as visible;
use crate::diagnostic::{Severity, Source, github, json, sarif};
use crate::program::Program;
use crate::rules::{self, Apart};
use crate::schema::SchemaOptions;

/// Compile rule files and print everything that is wrong with them
///
/// With `--surface`, each search is checked against its tool too.
///
/// Exit codes: 0 the rules compile, 1 they do not, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules rules check")]
pub(super) struct Check {
    #[command(flatten)]
    path: RulesPath,
    /// What else ends with code 1
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Surfaces with the tools that searches are declared for, each a file or `-`
    #[arg(long, value_name = "FILE")]
    surface: Vec<PathBuf>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME", requires = "surface")]
    server: Option<String>,
    /// Say of each pair of conventions why they never contradict each other; for people and in JSON
    #[arg(long)]
    why: bool,
    /// How what is wrong is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: FindingsFormat,
}

/// What is wrong, and why conventions never contradict each other.
#[derive(Serialize)]
struct Why<'p, D> {
    diagnostics: Vec<D>,
    pairs: &'p [Apart],
}

impl Run for Check {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(match self.format {
            FindingsFormat::Json => Some(Promise::Diagnostics),
            other => other.into(),
        });
        let given = self.path.sources()?;
        let compiled = rules::compile(&given);
        let pairs = if self.why { pairs(&compiled) } else { Vec::new() };
        let rules::Compiled {
            diagnostics: mut found, mut sources, program, mut errors, mut warnings, ..
        } = compiled;
        if let Some(searched) = self.searched(program, &sources)? {
            errors += searched.report.count(Severity::Error);
            warnings += searched.report.count(Severity::Warning);
            found.extend(searched.report.findings);
            sources = searched.sources;
        }
        match self.format {
            FindingsFormat::Human => console.tell(&found, &sources),
            FindingsFormat::Json if self.why => {
                let diagnostics = json::values(&found, &sources);
                console.print_json(&Why { diagnostics, pairs: &pairs })?;
            }
            FindingsFormat::Json => console.document(&json::render(&found, &sources))?,
            FindingsFormat::Sarif => console.document(&sarif::render(&found, &sources))?,
            FindingsFormat::Github => console.document(&github::render(&found, &sources))?,
        }
        if self.format == FindingsFormat::Human {
            console.print(&told(&pairs, console.look(false)))?;
            let (errors, warnings) = (count(errors, "error"), count(warnings, "warning"));
            console.print(&format!("{}: {errors}, {warnings}\n", count(given.len(), "file")))?;
        }
        Ok(Exit::findings(errors > 0 || (self.deny.is_some() && warnings > 0)))
    }
}

impl Check {
    /// The searches against the surfaces, where there are both.
    fn searched(&self, program: Option<Program>, sources: &[Source]) -> Result<Option<Searched>, Fault> {
        let loaded =
            self.surface.iter().map(|path| surface::load(path)).collect::<Result<Vec<_>, Fault>>()?;
        let server = self.server.as_deref();
        let surfaces = loaded.iter().map(|one| one.surface(server)).collect::<Result<Vec<_>, Fault>>()?;
        if surfaces.is_empty() {
            return Ok(None);
        }
        let searches = program.and_then(|program| searches(program, sources.to_vec()));
        let texts = loaded.iter().map(|one| &one.source);
        let options = SchemaOptions::default();
        Ok(searches.map(|searches| Searched::new(&searches, surfaces.into_iter().zip(texts), options)))
    }
}

/// The pairs of the author's own profiles; where there are none, those of the built-in ones.
fn pairs(compiled: &rules::Compiled) -> Vec<Apart> {
    let Some(program) = &compiled.program else { return Vec::new() };
    let has_own = program.profiles().any(|profile| compiled.is_own(profile.name()));
    rules::pairs(program.ir(), |name| !has_own || compiled.is_own(name))
}

/// A profile after the other, and in each a pair after the other.
fn told(pairs: &[Apart], look: Look) -> String {
    let mut out = String::new();
    let mut profile = None;
    for pair in pairs {
        if profile != Some(&pair.profile) {
            let name = pair.profile.as_ref().map(|name| format!("profile {name}"));
            out.push_str(&format!("{}\n", look.bold(&name.unwrap_or_else(|| "all conventions".to_owned()))));
            profile = Some(&pair.profile);
        }
        let [one, other] = &pair.conventions;
        let said = visible(&pair.message);
        out.push_str(&wrap("  ", "    ", &format!("{one} and {other}: {said}"), look));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}
