//! Which facts are read: those of this name, of a program.

use std::path::{Path, PathBuf};

use crate::cli::exit::Fault;
use crate::cli::lines::LinesArgs;
use crate::cli::program::{compile, sources};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::nearest::suggest;
use crate::facts::Schema;

/// A program and the name of facts in it.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct DeclaredArgs {
    /// A file of rules, or a folder of `*.rules` files
    // Both are there, unless a subcommand is asked for instead.
    #[arg(value_name = "FILE.rules", required = true)]
    rules: Option<PathBuf>,
    /// The facts in it that are read
    #[arg(value_name = "NAME", required = true)]
    name: Option<String>,
}

impl DeclaredArgs {
    /// The rules that are read.
    pub(in crate::cli) fn rules(&self) -> &Path {
        self.rules.as_deref().unwrap_or(Path::new(""))
    }

    /// The facts, ready to be read out of the replies on `lines`.
    pub(in crate::cli) fn open(&self, lines: &LinesArgs) -> Result<Schema, Fault> {
        let name = self.name.as_deref().unwrap_or_default();
        if self.rules().as_os_str() == "-" && lines.is_stdin() {
            let message = "rules and replies would both be read from standard input";
            return Err(Diagnostic::error("cli::stdin-twice", message)
                .help("give one of them as a file")
                .into());
        }
        let program = compile(sources(self.rules())?)?;
        Schema::of(&program, name).ok_or_else(|| {
            let names: Vec<&str> = program.ir().facts.iter().map(|facts| &*facts.name).collect();
            let message = format!("there are no facts called `{name}`");
            let help = match names.is_empty() {
                true => "these rules have no facts: write `facts NAME \"…\" { NAME : TYPE }`".to_owned(),
                false => suggest(name, names),
            };
            Diagnostic::error("cli::unknown-facts", message).help(help).into()
        })
    }
}
