//! The rules in force: the built-in ones or a folder's, and a profile of them.

use std::path::{Path, PathBuf};

use super::exit::Fault;
use super::input;
use crate::diagnostic::{Diagnostic, Severity, Source, nearest::suggest};
use crate::program::{Profile, Program};
use crate::rules;

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
        let program = compile(match &self.rules {
            Some(path) => sources(path)?,
            None => rules::embedded(),
        })?;
        match &self.profile {
            Some(name) => Ok(profile(&program, name)?),
            None => in_force(&program),
        }
    }
}

/// The profile that is used where none is named.
pub(super) fn in_force(program: &Program) -> Result<Profile, Fault> {
    program.default_profile().ok_or_else(|| {
        let names: Vec<String> = program.profiles().map(|profile| format!("`{}`", profile.name())).collect();
        let message = "these rules have no profile `fabric` and not exactly one other active one";
        let help = format!("name one with `--profile`; there are: {}", names.join(", "));
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
