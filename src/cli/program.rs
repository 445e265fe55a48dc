//! The rules in force: the built-in ones or a folder's, and a profile of them.

use std::path::{Path, PathBuf};

use super::exit::Fault;
use super::input;
use crate::diagnostic::{Diagnostic, Severity, Source, nearest::suggest};
use crate::program::{Profile, Program};
use crate::rules;
use crate::syntax::ast::Item;

/// The most that is read of one rule file.
pub(super) const MOST: usize = 16 << 20;

/// Which rules are in force.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct ProgramArgs {
    /// A folder of `*.rules` files, or one file, instead of the built-in rules
    #[arg(long, value_name = "DIR")]
    rules: Option<PathBuf>,
    /// The profile that plans are derived under [default: fabric]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl ProgramArgs {
    /// The file, or the folder, that is read.
    pub(super) fn read(&self) -> impl Iterator<Item = &Path> {
        self.rules.as_deref().into_iter()
    }

    /// The profile in force.
    pub(super) fn profile(&self) -> Result<Profile, Fault> {
        let program = match &self.rules {
            Some(path) => compile(sources(path)?),
            None => compile(rules::embedded()),
        };
        self.profile_of(&program?)
    }

    /// The profile in force, and the searches that stand beside it.
    ///
    /// Rules that have searches and no profile say nothing of plans: the built-in ones do then.
    pub(super) fn with_searches(&self) -> Result<(Profile, Option<Searches>), Fault> {
        let Some(path) = &self.rules else { return Ok((self.profile()?, None)) };
        let (program, sources) = compiled(&sources(path)?)?;
        let has_profile = program.profiles().next().is_some();
        let searches = searches(program.clone(), sources);
        let profile = match searches.is_none() || has_profile {
            true => self.profile_of(&program)?,
            false => self.profile_of(&compile(rules::embedded())?)?,
        };
        Ok((profile, searches))
    }

    fn profile_of(&self, program: &Program) -> Result<Profile, Fault> {
        match &self.profile {
            Some(name) => Ok(profile(program, name)?),
            None => in_force(program),
        }
    }
}

/// The searches of rule files.
pub(super) struct Searches {
    /// The program that they belong to.
    pub(super) program: Program,
    /// As they are written.
    pub(super) items: Vec<Item>,
    /// The texts of the program.
    pub(super) sources: Vec<Source>,
}

/// The searches of a program that was compiled from these files.
pub(super) fn searches(program: Program, sources: Vec<Source>) -> Option<Searches> {
    let items = rules::searches(&sources);
    (!items.is_empty()).then_some(Searches { program, items, sources })
}

/// The profile that is used where none is named.
pub(super) fn in_force(program: &Program) -> Result<Profile, Fault> {
    program.default_profile().ok_or_else(|| {
        let names: Vec<String> = program.profiles().map(|profile| format!("`{}`", profile.name())).collect();
        let message = "these rules have no profile `fabric` and not exactly one other active one";
        let help = match names.is_empty() {
            true => "there is none: the line `extends built-in` behind `language 1` brings the built-in ones"
                .to_owned(),
            false => format!("name one with `--profile`; there are: {}", names.join(", ")),
        };
        Diagnostic::error("cli::no-profile", message).help(help).into()
    })
}

/// The profile called `name`.
pub(super) fn profile(program: &Program, name: &str) -> Result<Profile, Diagnostic> {
    program.profile(name).ok_or_else(|| {
        let profiles: Vec<Profile> = program.profiles().collect();
        let names: Vec<&str> = profiles.iter().map(Profile::name).collect();
        Diagnostic::error("cli::unknown-profile", format!("there is no profile `{name}`"))
            .help(suggest(name, names))
    })
}

/// The texts of a program: a folder's `*.rules` files, sorted, or one file.
pub(super) fn sources(path: &Path) -> Result<Vec<Source>, Fault> {
    input::expand(&[path.to_owned()], "rules")?.iter().map(|input| input.read(MOST)).collect()
}

/// Compiles a program that must be free of errors.
pub(super) fn compile(sources: Vec<Source>) -> Result<Program, Fault> {
    compiled(&sources).map(|(program, _)| program)
}

/// The same, with the files that it was compiled from: what is extended too.
pub(super) fn compiled(sources: &[Source]) -> Result<(Program, Vec<Source>), Fault> {
    let compiled = rules::compile(sources);
    match compiled.program {
        Some(program) => Ok((program, compiled.sources)),
        None => {
            let errors = compiled.diagnostics.into_iter().filter(|it| it.severity == Severity::Error);
            Err(Fault::Wrong(errors.collect(), compiled.sources))
        }
    }
}
