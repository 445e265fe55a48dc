//! `rules diff`: what differs between two programs, and for whom.
//!
//! 1. this file reads what is given and asks the library;
//! 2. [`page`] puts the report into words, and [`human`] and [`markdown`] write them.

mod human;
mod markdown;
mod page;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::ValueEnum;
use serde::Serialize;

use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Fault, Outcome};
use crate::cli::format::Promise;
use crate::cli::input;
use crate::cli::lines::{self, Jobs};
use crate::cli::program::{self, compile};
use crate::cli::surface::Loaded;
use crate::diff::actions::{Actions, Profiles};
use crate::diff::calls::{Calls, Compared, Side, compare, unreadable};
use crate::diff::items::{Both, Programs};
use crate::host::Host;
use crate::program::{Profile, Program};
use crate::request::{Request, parse};
use crate::rules;
use crate::schema::SchemaOptions;
use crate::session::Session;
use crate::surface::Surface;
use crate::toolset::Toolset;

/// Say exactly what differs between two rule programs, and for whom
///
/// What differs in a spelling is decided for all names, and what differs in a guard at every kind of
/// property: the least name, and the plainest property, are printed. With a surface: the plans before and
/// after, and what each declared name answers to. With calls: which become something else.
///
/// Exit codes: 0 nothing differs, 1 something does, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules rules diff built-in built-in")]
pub(super) struct Diff {
    /// The program before: a folder of `*.rules` files, one file, or `built-in`
    old: PathBuf,
    /// The program after
    new: PathBuf,
    /// A file or folder of tools whose plans are compared
    #[arg(long, value_name = "SURFACE")]
    surface: Vec<PathBuf>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// Calls as `apply` reads them, of which each is compared
    #[arg(long, value_name = "FILE")]
    calls: Vec<PathBuf>,
    /// The profile that is compared; a program without it uses the one in force [default: the one in force]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Let `format` refuse values; by default it only describes them
    #[arg(long)]
    assert_formats: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: DiffFormat,
    /// Show long lists whole
    #[arg(long, short)]
    verbose: bool,
}

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// For people
    Human,
    /// JSON
    Json,
    /// Markdown, for a pull request
    Markdown,
}

/// The word for the program in the binary.
const BUILT_IN: &str = "built-in";

/// What differs.
#[derive(Serialize)]
struct DiffResult {
    same: bool,
    programs: Both<String>,
    /// The profiles that plans and calls are compared under, where any are.
    #[serde(skip_serializing_if = "Option::is_none")]
    profiles: Option<Both<String>>,
    #[serde(flatten)]
    items: Programs,
    surfaces: Vec<OfSurface>,
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Calls>,
}

/// What differs for one surface.
#[derive(Serialize)]
struct OfSurface {
    file: String,
    #[serde(flatten)]
    actions: Actions,
}

impl Run for Diff {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise((self.format == DiffFormat::Json).then_some(Promise::Json));
        let (old, new) = (read(&self.old)?, read(&self.new)?);
        let items = Programs::of(&old, &new);
        let profiles = match self.surface.is_empty() && self.calls.is_empty() && self.profile.is_none() {
            true => None,
            false => Some(self.profiles(&old, &new)?),
        };
        let surfaces = input::expand(&self.surface, "json")?;
        let surfaces: Vec<Loaded> = surfaces.iter().map(Loaded::read).collect::<Result<_, _>>()?;
        let mut report = DiffResult {
            same: false,
            programs: Both { old: name(&self.old), new: name(&self.new) },
            profiles: profiles
                .as_ref()
                .map(|both| Both { old: both.old.name().to_owned(), new: both.new.name().to_owned() }),
            items,
            surfaces: Vec::new(),
            calls: None,
        };
        if let Some(both) = &profiles {
            for loaded in &surfaces {
                let surface = loaded.surface(self.server.as_deref())?;
                let actions =
                    Actions::of(&surface, Profiles { old: &both.old, new: &both.new }, self.options());
                report.surfaces.push(OfSurface { file: loaded.source.name.clone(), actions });
            }
            if !self.calls.is_empty() {
                report.calls = Some(self.compared(both, &surfaces, console)?);
            }
        }
        report.same = report.is_same();
        match self.format {
            DiffFormat::Json => console.print_json(&report)?,
            DiffFormat::Human => {
                let look = console.look(self.verbose);
                console.print(&human::render(&page::of(&report, look.verbose), look))?;
            }
            DiffFormat::Markdown => console.document(&markdown::render(&page::of(&report, self.verbose)))?,
        }
        Ok(Exit::findings(!report.same))
    }
}

impl DiffResult {
    fn is_same(&self) -> bool {
        self.items.are_same()
            && self.surfaces.iter().all(|surface| surface.actions.differing.is_empty())
            && self.calls.as_ref().is_none_or(|calls| calls.differing.is_empty())
    }
}

impl Diff {
    fn options(&self) -> SchemaOptions {
        SchemaOptions { assert_formats: self.assert_formats }
    }

    /// The profiles before and after. One that a program lacks stands for nothing yet, or for nothing any
    /// more, so the profile in force takes its place.
    fn profiles(&self, old: &Program, new: &Program) -> Result<Both<Profile>, Fault> {
        let Some(name) = self.profile.as_deref() else {
            return Ok(Both { old: program::in_force(old)?, new: program::in_force(new)? });
        };
        match (old.profile(name), new.profile(name)) {
            (None, None) => Err(program::profile(new, name).map_or_else(Fault::from, |_| Fault::Unread)),
            (old_one, new_one) => Ok(Both {
                old: old_one.map_or_else(|| program::in_force(old), Ok)?,
                new: new_one.map_or_else(|| program::in_force(new), Ok)?,
            }),
        }
    }

    /// What becomes of the calls.
    fn compared(
        &self,
        profiles: &Both<Profile>,
        surfaces: &[Loaded],
        console: &mut Console,
    ) -> Result<Calls, Fault> {
        let read = |loaded| Loaded::surface(loaded, self.server.as_deref());
        let surfaces: Vec<Surface<'_>> = surfaces.iter().map(read).collect::<Result<_, _>>()?;
        let side = |profile: &Profile| {
            let session = Session::new(profile.clone(), self.options());
            let toolset = (!surfaces.is_empty()).then(|| Toolset::over(&surfaces, &session));
            Side { host: toolset.map(|toolset| Host { toolset, stored: None }), session }
        };
        let (old, new) = (side(&profiles.old), side(&profiles.new));
        let found: Mutex<Vec<(usize, Vec<Compared>)>> = Mutex::new(Vec::new());
        lines::each(input::expand(&self.calls, "jsonl")?, self.jobs, console, |number, line| {
            if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
                return;
            }
            let compared = line.and_then(|line| {
                let document = parse(line)?;
                let request = Request { line, document: &document, input: &document.root };
                Ok(compare(&old, &new, request, number))
            });
            let compared = compared.unwrap_or_else(|problem| vec![unreadable(&problem, number)]);
            if let Ok(mut found) = found.lock() {
                found.push((number, compared));
            }
        })?;
        let mut found = found.into_inner().unwrap_or_default();
        // They were answered in parallel.
        found.sort_by_key(|(number, _)| *number);
        let mut calls = Calls::default();
        found.into_iter().flat_map(|(_, compared)| compared).for_each(|compared| calls.add(compared));
        Ok(calls)
    }
}

fn read(path: &Path) -> Result<Program, Fault> {
    compile(if path == Path::new(BUILT_IN) { rules::embedded() } else { program::sources(path)? })
}

/// What a person calls the program.
fn name(path: &Path) -> String {
    crate::store::path_name(path)
}
