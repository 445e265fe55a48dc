//! `mcp wrap` and `mcp unwrap`: the proxy in the configuration files of MCP clients.

use std::ffi::OsStr;
use std::path::PathBuf;

use serde::Serialize;
use similar::TextDiff;

use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Fault, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::input::{self, Input};
use crate::cli::store::store_fault;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, Source};
use crate::span::Span;
use crate::store::write_result;
use crate::wrap::{Done, Proxy, Server, Syntax, Unread, Wrapped, unwrap, wrap};

/// The most that is read of a configuration file.
const MOST: usize = 64 << 20;

/// Put the servers in clients' configuration files behind the proxy
///
/// Each server's command becomes `fabric-rules mcp --server NAME -- COMMAND ARG…`. Comments, order and layout stay,
/// and `mcp unwrap` gives the same bytes back. Servers that are reached by a URL are named and left.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"servers\":{\"port\":{\"command\":\"port-server\"}}}' > mcp.json
  fabric-rules mcp wrap mcp.json --dry-run")]
pub(super) struct Wrap {
    #[command(flatten)]
    files: Files,
    /// Flags for the proxy of each server, as `fabric-rules mcp --help` lists them
    #[arg(last = true, value_name = "FLAG", allow_hyphen_values = true)]
    flags: Vec<String>,
}

/// Take the proxy out of clients' configuration files again
///
/// The files are then what they were before `mcp wrap`, byte for byte, apart from what was edited since.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"servers\":{\"port\":{\"command\":\"port-server\"}}}' > mcp.json
  fabric-rules mcp wrap mcp.json && fabric-rules mcp unwrap mcp.json")]
pub(super) struct Unwrap {
    #[command(flatten)]
    files: Files,
}

#[derive(Debug, clap::Args)]
struct Files {
    /// Configuration files: JSON with comments, or TOML where the name ends in `.toml`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only these servers
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Show the edit as a diff, with all that stands in the lines that it changes, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

/// What became of one file.
#[derive(Serialize)]
struct Turned {
    file: String,
    servers: Vec<Server>,
    written: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

impl Run for Wrap {
    fn run(self, console: &mut Console) -> Outcome {
        known_flags(&self.flags)?;
        let binary = binary()?;
        let proxy = Proxy { binary: &binary, flags: &self.flags };
        self.files.turn(console, "behind the proxy", |text, syntax, only| wrap(text, syntax, &proxy, only))
    }
}

impl Run for Unwrap {
    fn run(self, console: &mut Console) -> Outcome {
        self.files.turn(console, "started by itself", unwrap)
    }
}

/// A server that is started with flags that the proxy refuses would never start.
fn known_flags(flags: &[String]) -> Result<(), Fault> {
    let own = ["fabric-rules", "mcp", "--server", "name"].map(str::to_owned);
    let words = own.into_iter().chain(flags.iter().cloned()).chain(["--", "command"].map(str::to_owned));
    let Err(error) = crate::cli::command().try_get_matches_from(words) else { return Ok(()) };
    let told = error.to_string();
    let first = told.lines().next().unwrap_or_default();
    let message = format!("the proxy would not start: {}", first.trim_start_matches("error: "));
    let help = "after `--` stand flags of `fabric-rules mcp`, without the server's name and command";
    Err(Diagnostic::error("wrap::flags", message).help(help).into())
}

/// The path of this program: clients that are started from a desktop do not look for it where a shell does.
fn binary() -> Result<String, Fault> {
    let path = std::env::current_exe().ok().and_then(|path| path.to_str().map(str::to_owned));
    path.ok_or_else(|| Diagnostic::error("wrap::no-binary", "the path of this program cannot be told").into())
}

impl Files {
    /// Everything is read before anything is written.
    fn turn(
        self,
        console: &mut Console,
        state: &str,
        turn: impl Fn(&str, Syntax, &[String]) -> Result<Wrapped, Unread>,
    ) -> Outcome {
        console.promise(self.format);
        let mut all = Vec::new();
        for path in &self.files {
            let input = input::file(path)?;
            let source = read(&input)?;
            let is_toml = path.extension() == Some(OsStr::new("toml"));
            let syntax = if is_toml { Syntax::Toml } else { Syntax::Json };
            let wrapped = turn(&source.text, syntax, &self.only).map_err(|why| unread(why, &source))?;
            all.push((input, source, wrapped));
        }
        self.known(all.iter().flat_map(|(_, _, wrapped)| &wrapped.servers))?;
        let mut turned = Vec::new();
        for (input, source, wrapped) in all {
            let is_new = wrapped.text != source.text;
            let diff = (self.dry_run && is_new).then(|| diff(&source, &wrapped.text));
            let written = is_new && !self.dry_run;
            if written {
                put(&input, &wrapped.text)?;
            }
            turned.push(Turned { file: source.name, servers: wrapped.servers, written, diff });
        }
        match self.format {
            ResultFormat::Json => console.print_json(&turned)?,
            ResultFormat::Human => {
                // A diff keeps its lines, however wide the terminal is.
                turned
                    .iter()
                    .filter_map(|it| it.diff.as_deref())
                    .try_for_each(|diff| console.document(diff))?;
                console.print(&page(&turned, state))?;
            }
        }
        Ok(Exit::Fine)
    }

    /// A name that no server has is a mistake.
    fn known<'s>(&self, servers: impl Iterator<Item = &'s Server> + Clone) -> Result<(), Fault> {
        let missing = self.only.iter().find(|name| servers.clone().all(|server| server.name != **name));
        let Some(name) = missing else { return Ok(()) };
        let names = servers.map(|server| &*server.name);
        let error = Diagnostic::error("wrap::no-server", format!("no server is called `{name}`"));
        Err(error.help(suggest(name, names)).into())
    }
}

fn read(input: &Input) -> Result<Source, Fault> {
    let name = input.name();
    String::from_utf8(input.bytes(MOST)?).map(|text| Source { name, text }).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("`{}` is not UTF-8: byte {at} begins no character", input.name());
        Diagnostic::error("input::not-utf8", message).into()
    })
}

fn unread(why: Unread, source: &Source) -> Fault {
    let message = format!("`{}` cannot be used: {why}", source.name);
    let error = match why {
        Unread::Syntax { at, .. } => {
            let at = at.min(source.text.len());
            Diagnostic::error("wrap::unreadable", message)
                .label(0, Span::new(at, at), "here")
                .help("a file of TOML must be called `….toml`; all else is read as JSON with comments")
        }
        Unread::NoServers => Diagnostic::error("wrap::no-servers", message).help(
            "servers stand under `mcpServers`, `servers`, `context_servers`, `mcp` or `[mcp_servers.NAME]`",
        ),
    };
    Fault::Wrong(vec![error], vec![source.clone()])
}

fn diff(source: &Source, text: &str) -> String {
    let diff = TextDiff::from_lines(&source.text, text);
    diff.unified_diff().context_radius(0).header(&source.name, &source.name).to_string()
}

/// Writes the file, which then is the new one whole, or is what it was.
fn put(input: &Input, text: &str) -> Result<(), Fault> {
    match input.path() {
        Some(path) => write_result(path, text.as_bytes()).map_err(|error| store_fault(&error)),
        None => Err(Diagnostic::error("wrap::no-file", "standard input cannot be written")
            .help("name the configuration file, or add `--dry-run`")
            .into()),
    }
}

fn page(turned: &[Turned], state: &str) -> String {
    let mut page = String::new();
    for Turned { file, servers, written, diff } in turned {
        let end = match (diff.is_some(), written) {
            (true, _) => ": not written, as `--dry-run` has it",
            (false, true) => ": written",
            (false, false) => ": nothing to write",
        };
        page.push_str(&format!("{file}{end}\n"));
        for Server { name, done } in servers {
            let done = match done {
                Done::Changed => state.to_owned(),
                Done::Already => format!("{state} already"),
                Done::NotAsked => "not asked for".to_owned(),
                Done::Left(why) => format!("left: {why}"),
            };
            page.push_str(&format!("  {}: {done}\n", name.escape_debug()));
        }
    }
    page
}
