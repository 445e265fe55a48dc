//! The command line: one file a command, and one line in the list below.
//!
//! 1. [`run`] reads the process's arguments and ends with an exit code;
//! 2. `exit` says what the codes mean: 0 fine, 1 findings, 2 wrong use or unreadable input;
//! 3. `console` is the only way to standard output and standard error;
//! 4. `input` reads files, folders and standard input; `outputs` writes files; `lines` streams JSON Lines;
//! 5. `program` and `session` say which rules are in force.
//!
//! The library below knows nothing of files, terminals or the environment; they all end here.

mod apply;
mod artifact;
mod certify;
mod check;
mod compile;
mod completions;
mod console;
mod context;
mod corpus;
mod coverage;
mod derive;
mod derived;
mod exit;
mod explain;
mod export;
mod export_artifact;
mod facts;
mod format;
mod import;
mod input;
mod ledger;
mod lines;
mod man;
mod mcp;
mod measure;
mod observed;
mod outputs;
mod paint;
mod pool;
mod program;
mod propose;
mod prove;
mod rpc;
mod rules;
mod searches;
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

use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _};

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
    Facts(facts::FactsCommand),
    Propose(propose::Propose),
    Measure(measure::Measure),
    Sessions(sessions::Sessions),
    Signals(signals::Signals),
    Pool(pool::Pool),
    Compile(compile::Compile),
    Import(import::Import),
    Export(export::Export),
    ExportArtifact(export_artifact::ExportArtifact),
    Activate(switch::Activate),
    Disable(switch::Disable),
    Status(status::Status),
    Ledger(ledger::LedgerCommand),
    Trial(trial::Trial),
    Certify(certify::Certify),
    Coverage(coverage::Coverage),
    Mcp(mcp::Mcp),
    Rpc(rpc::Rpc),
    Completions(completions::Completions),
    Man(man::Man),
});

/// Where the words are explained.
const WORDS: &str = "New words, such as surface, ref, plan, guard or witness, are explained one at a time by \
                     `fabric-rules explain --code WORD`, and all together in docs/glossary.md.";

/// Compiles rules about how tool-call arguments may be spelled into plans that provably change
/// nothing but spelling.
///
/// Exit codes: 0 fine, 1 findings, 2 wrong use or unreadable input.
/// Output goes to standard output, diagnostics to standard error; both are plain where no terminal
/// reads them or NO_COLOR is set, and as wide as the terminal, or as COLUMNS says where there is none.
#[derive(Debug, clap::Parser)]
#[command(name = "fabric-rules", version, max_term_width = 80, after_help = WORDS)]
struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

/// Runs the command that the process's arguments name.
pub fn run() -> ExitCode {
    let parsed = command().color(colour(std::env::args_os())).try_get_matches();
    match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => {
            let mut console = Console::new(cli.color);
            let outcome = stdin_once(std::env::args_os()).and_then(|()| cli.command.run(&mut console));
            exit::code(outcome, &mut console)
        }
        Err(error) => {
            Console::new(colour(std::env::args_os())).usage(&error);
            ExitCode::from(if error.use_stderr() { exit::WRONG } else { 0 })
        }
    }
}

/// What `--color` says, before anything is known of the other arguments: help and errors about them are
/// coloured too.
fn colour(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let mut choice = None;
    while let Some(argument) = arguments.next() {
        match argument.to_str().map(|argument| argument.strip_prefix("--color")) {
            Some(Some("")) => choice = arguments.next(),
            Some(Some(value)) => choice = value.strip_prefix('=').map(OsString::from).or(choice),
            _ => {}
        }
    }
    choice.and_then(|value| value.to_str()?.parse().ok()).unwrap_or(ColorChoice::Auto)
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
