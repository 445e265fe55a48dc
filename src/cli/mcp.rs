//! `mcp`: a proxy in front of a server of tools, which mends misspelled calls, and the files that start it.

mod told;
mod wrap;

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;

use super::console::{self, Console};
use super::exit::{Exit, Fault, Outcome};
use super::program::ProgramArgs;
use super::{Run, commands};
use crate::diagnostic::{Diagnostic, visible::written_out as visible};
use crate::mcp::shell::{self, Client, News};
use crate::mcp::{Core, Event, Options};
use told::Teller;

commands!(McpCommand {
    Wrap(wrap::Wrap),
    Unwrap(wrap::Unwrap),
});

/// Stand between a client and a server of tools, and mend misspelled calls
///
/// The command is a server of the Model Context Protocol over standard input and output. All bytes pass
/// unchanged in both directions, but for the arguments of a call that the tool's live schema rejects and
/// accepts once its plan is applied. Where a call has to be mended, or names a tool that no list has told of,
/// and there is no fresh list, the server is asked for one; a call waits for that a second at most.
///
/// Exit codes: those of the command, 128 and the number where a signal ended it; 127 no such command; 2 wrong
/// use.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Example:
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}' | fabric-rules mcp -- cat")]
pub(super) struct Mcp {
    #[command(subcommand)]
    files: Option<McpCommand>,
    /// The name of the server: its tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    #[command(flatten)]
    program: ProgramArgs,
    /// Judge calls and change nothing
    #[arg(long)]
    observe: bool,
    /// Ask the server for nothing; only lists that the client asks for are known
    #[arg(long)]
    no_ask: bool,
    /// Put the witness of a mended call into `_meta` of its result
    #[arg(long)]
    note: bool,
    /// The server, and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Run for Mcp {
    fn run(self, console: &mut Console) -> Outcome {
        if let Some(files) = self.files {
            return files.run(console);
        }
        let profile = self.program.profile()?;
        let options = Options {
            profile: profile.clone(),
            server: self.server.clone(),
            is_observing: self.observe,
            is_asking: !self.no_ask,
            is_noting: self.note,
            nonce: nonce(),
        };
        // Without buffers: each message is to go out at once.
        let (from, to) = console::raw().map_err(|error| Fault::from(not_started("the proxy", &error)))?;
        let (send, news) = channel();
        let last = send.clone();
        let hear = Arc::new(move |heard: News| {
            if matches!(&heard, News::Fault | News::Event(Event::FirstList(_))) {
                let _ = send.send(Some(heard));
            }
        });
        // A fault is told in one line of ours, and the session goes on without the proxy.
        std::panic::set_hook(Box::new(|_| {}));
        let teller = Teller::new(profile, self.server);
        let code = std::thread::scope(|scope| {
            let (told, page) = (&teller, &*console);
            scope.spawn(move || told.tell(&news, page));
            let code = shell::run(&self.command, Client { from, to }, Box::new(Core::new(options)), hear);
            // The thread that reads the client may still do so, and holds what tells.
            teller.stop(&last);
            code
        });
        match code {
            Ok(code) => Ok(Exit::Of(code)),
            Err(error) => {
                let name =
                    self.command.first().map(|name| visible(&name.to_string_lossy())).unwrap_or_default();
                console.tell(&[not_started(&format!("`{name}`"), &error)], &[]);
                Ok(Exit::Of(if error.kind() == io::ErrorKind::NotFound { 127 } else { 126 }))
            }
        }
    }
}

fn not_started(what: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("cli::cannot-start", format!("{what} cannot be started: {error}"))
        .help("the command is started as it stands, without a shell: its name is looked for in PATH")
}

/// What our ids begin with. Nobody has to be kept from guessing it: it only has to differ from the client's.
fn nonce() -> String {
    use std::hash::{BuildHasher as _, Hasher as _};
    // Keys that the system gave at random.
    let random = std::hash::RandomState::new().build_hasher().finish();
    format!("{random:016x}")
}
