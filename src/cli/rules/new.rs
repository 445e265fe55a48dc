//! `rules new`: a candidate convention to start from, with its cases.

mod scaffold;

use std::path::PathBuf;

use clap::ValueEnum;

use self::scaffold::Scaffold;
use super::test::CASES;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Fault, Outcome};
use crate::cli::store::store_fault;
use crate::cli::{outputs, program};
use crate::diagnostic::{Diagnostic, Severity, Source, rules};
use crate::store::{create_all, path_name};
use crate::syntax::words;

/// Start a convention: a rule file that compiles, and cases that pass
///
/// The rule file extends the built-in program with a convention under review and a profile to try it in.
/// The cases stand beside it, in `NAME.cases.jsonl`. Nothing that is there is written over.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  fabric-rules rules new tried-out rules-of-mine\n  fabric-rules rules test rules-of-mine"
)]
pub(super) struct New {
    /// What the convention is called, in kebab-case
    #[arg(value_name = "NAME")]
    name: String,
    /// The folder of the program that it is part of
    #[arg(value_name = "DIR", default_value = ".", value_parser = outputs::named())]
    folder: PathBuf,
    /// What the convention works on
    #[arg(long, value_name = "LEVEL", default_value = "value")]
    on: Level,
}

/// What a convention works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// The name of a given member
    Key,
    /// The value of a declared member
    Value,
    /// The arguments as a whole
    Call,
}

impl Run for New {
    fn run(self, console: &mut Console) -> Outcome {
        if !words::is_kebab(&self.name) || words::is_structural(&self.name) {
            let message = format!("`{}` is no name of a convention", self.name);
            let help = "small letters and digits, a letter first, single hyphens between words, and no word that a clause starts with";
            return Err(Diagnostic::error(rules::ITEM_NAME, message).help(help).into());
        }
        let path = |extension: &str| self.folder.join(format!("{}{extension}", self.name));
        let (rule_file, case_file) = (path(".rules"), path(CASES));
        for path in [&rule_file, &case_file] {
            if path.symlink_metadata().is_ok() {
                let message = format!("`{}` is there already", path_name(path));
                let help = "nothing was written; take another name";
                return Err(Diagnostic::error("cli::exists", message).help(help).into());
            }
        }
        let scaffold = Scaffold::of(&self.name, self.on);
        // It must be right together with what is there, before anything is written.
        let mut sources = self.sources()?;
        sources.push(Source::new(path_name(&rule_file), scaffold.rules.as_str()));
        program::compile(sources)?;
        create_all(&[(&case_file, &scaffold.cases), (&rule_file, &scaffold.rules)])
            .map_err(|error| store_fault(&error))?;
        for (what, path) in [("the convention", &rule_file), ("what it is to do", &case_file)] {
            let message = format!("{what} is in `{}`", path_name(path));
            console.tell(&[Diagnostic::new(Severity::Note, "cli::written", message)], &[]);
        }
        Ok(Exit::Fine)
    }
}

impl New {
    /// The rule files that are in the folder.
    fn sources(&self) -> Result<Vec<Source>, Fault> {
        let is_nothing = |fault: &Fault| {
            let codes = ["input::empty-folder", "input::missing"];
            matches!(fault, Fault::Wrong(faults, _) if faults.iter().all(|it| codes.contains(&it.code)))
        };
        match program::sources(&self.folder) {
            Err(fault) if is_nothing(&fault) => Ok(Vec::new()),
            sources => sources,
        }
    }
}
