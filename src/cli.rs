//! The command line: one file a command, and one line in the list below.
//!
//! 1. [`run`] reads the process's arguments and ends with an exit code;
//! 2. `exit` says what the codes mean: 0 fine, 1 findings, 2 wrong use or unreadable input;
//! 3. `console` is the only way to standard output and standard error;
//! 4. `input` reads files, folders and standard input; `outputs` writes files; `lines` streams JSON Lines;
//! 5. `program` and `session` hold the rules in force and what was compiled under them.
//!
//! The library below knows nothing of files, terminals or the environment; they all end here.

mod activate;
mod apply;
mod carried;
mod certify;
mod check;
mod compile;
mod completions;
mod console;
mod context;
mod corpus;
mod derive;
mod disable;
mod exit;
mod explain;
mod export;
mod export_artifact;
mod format;
mod import;
mod input;
mod ledger;
mod lines;
mod man;
mod measure;
mod observed;
mod outputs;
mod paint;
mod pool;
mod program;
mod prove;
mod request;
mod rpc;
mod rules;
mod session;
mod sessions;
mod signals;
mod status;
mod store;
mod surface;
mod switch;
mod table;
mod trial;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use console::Console;
use exit::{Fault, Outcome};

use crate::diagnostic::Diagnostic;

/// A command, with its arguments read.
trait Run {
    /// Does what the command is for.
    fn run(self, console: &mut Console) -> Outcome;
}

/// An enum of commands that runs the chosen one, from a list with one line a command.
macro_rules! commands {
    ($name:ident { $($variant:ident($arguments:ty),)* }) => {
        #[derive(Debug, clap::Subcommand)]
        enum $name {
            $($variant($arguments),)*
        }

        impl $crate::cli::Run for $name {
            fn run(self, console: &mut $crate::cli::Console) -> $crate::cli::Outcome {
                match self {
                    $(Self::$variant(command) => $crate::cli::Run::run(command, console),)*
                }
            }
        }
    };
}
use commands;

commands!(Command {
    Check(check::Check),
    Explain(explain::Explain),
    Derive(derive::Derive),
    Prove(prove::Prove),
    Apply(apply::Apply),
    Rules(rules::Rules),
    Measure(measure::Measure),
    Sessions(sessions::Sessions),
    Signals(signals::Signals),
    Pool(pool::Pool),
    Compile(compile::Compile),
    Import(import::Import),
    Export(export::Export),
    ExportArtifact(export_artifact::ExportArtifact),
    Activate(activate::Activate),
    Disable(disable::Disable),
    Status(status::Status),
    Ledger(ledger::LedgerCommand),
    Trial(trial::Trial),
    Certify(certify::Certify),
    Rpc(rpc::Rpc),
    Completions(completions::Completions),
    Man(man::Man),
});

/// Compiles rules about how tool-call arguments may be spelled into plans that provably change
/// nothing but spelling.
///
/// Exit codes: 0 fine, 1 findings, 2 wrong use or unreadable input.
/// Output goes to standard output, diagnostics to standard error; both are plain where no terminal
/// reads them or NO_COLOR is set.
#[derive(Debug, clap::Parser)]
#[command(name = "fabric-rules", version, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Runs the command that the process's arguments name.
pub fn run() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => {
            let mut console = Console::new();
            let outcome = stdin_once(std::env::args_os()).and_then(|()| cli.command.run(&mut console));
            exit::code(outcome, &mut console)
        }
        Err(error) => {
            Console::usage(&error);
            ExitCode::from(if error.use_stderr() { exit::WRONG } else { 0 })
        }
    }
}

/// Standard input can be read once: a second reader would find it empty, and say so of something else.
fn stdin_once(arguments: impl Iterator<Item = OsString>) -> Result<(), Fault> {
    let is_stdin = |argument: &OsString| argument == "-" || argument.as_encoded_bytes().ends_with(b"=-");
    match arguments.filter(is_stdin).count() {
        0 | 1 => Ok(()),
        _ => {
            Err(Diagnostic::error("cli::stdin-twice", "standard input is named twice, and can be read once")
                .help("keep one `-`, and give the other input as a file")
                .into())
        }
    }
}

/// The whole command line as data, for completions and manual pages.
fn command() -> clap::Command {
    Cli::command()
}
