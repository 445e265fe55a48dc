//! `rpc`: every pure operation for a host in another language, over standard input.
//!
//! Answers come in the order of the requests. The end of input is the end, with code 0.

use super::Run;
use super::console::Console;
use super::derived::DerivedArgs;
use super::exit::{Exit, Outcome};
use super::input::Input;
use super::lines::{self, Answer, Jobs};
use super::paint::wrap;
use super::session::SessionArgs;
use crate::rpc::{OPERATIONS, respond};

/// Answer requests from a host in another language, one a line
///
/// A request is `{"id"?, "op", "input"}`, its answer `{"id"?, "output"}` or
/// `{"id"?, "error": {"code", "message"}}`. Answers come in the order of the requests and are flushed
/// when no request waits.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"id\":1,\"op\":\"digest\",\"input\":{\"a\":1.0}}' | fabric-rules rpc")]
pub(super) struct Rpc {
    /// Print the operations, a line each
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    derived: DerivedArgs,
    #[command(flatten)]
    jobs: Jobs,
}

impl Run for Rpc {
    fn run(self, console: &mut Console) -> Outcome {
        if self.list {
            let look = console.look(false);
            for operation in OPERATIONS {
                let name = format!("{:<16}", operation.name);
                console.print(&wrap(&name, &" ".repeat(16), operation.about, look))?;
            }
            return Ok(Exit::Fine);
        }
        let derived = self.derived.open();
        let session = self.session.open()?;
        let session = match &derived {
            Some(derived) => session.with_cache(derived.cache.clone()),
            None => session,
        };
        let answer = |_, line: Result<&str, _>| Some(Answer { text: respond(&session, line), good: true });
        // A host asks, not a person: nobody watches.
        let end = lines::run(vec![Input::Stdin], self.jobs, console, answer);
        if let Some(derived) = &derived {
            derived.close(console);
        }
        end?;
        Ok(Exit::Fine)
    }
}
