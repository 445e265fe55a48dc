//! `apply`: the arguments of calls, normalized, and what the schema makes of them.

mod stored;

use std::path::PathBuf;

use super::Run;
use super::console::Console;
use super::exit::{Fault, Outcome};
use super::lines::{self, LinesArgs};
use super::session::SessionArgs;
use super::store::existing;
use super::surface;
use crate::host::{Host, Stored};
use crate::rpc::apply::answers;
use crate::toolset::Toolset;

/// Normalize the arguments of calls from JSON Lines
///
/// A line is `{"ref", "args"}` with a surface, or `{"ref", "schema", "args", "plan"?, "profile"?}` by
/// itself. With a surface a line may also be a call as a host has it: MCP `tools/call`, OpenAI
/// `tool_calls` and `function_call`, Anthropic `tool_use`; a message of several calls, or a list, has several answers.
/// A file that is one document over many lines is read as that.
///
/// An answer is `{"changed", "args", "witness", "verdict", "uses"?, "reason"?}`; a host's call adds `ref`
/// and `id`. The verdict is `valid`, `normalized`, `rejected` or `unknown`. The uses say of a change which
/// rule read what, where and how; the reason says which refusal, where and in the validator's words. Both
/// without values. Without a plan the derived one is used; a plan that is
/// not proved changes nothing. With a store that is switched off nothing changes at all.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"ref\":\"render\",\"schema\":{\"type\":\"object\",' \\
    '\"additionalProperties\":false,\"properties\":{\"pageCount\":' \\
    '{\"type\":\"integer\"}}},\"args\":{\"page_count\":\"2\"}}' | fabric-rules apply")]
pub(super) struct Apply {
    #[command(flatten)]
    lines: LinesArgs,
    /// A file of tool schemas, for lines without one of their own
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,
    /// The name of the surface's server: its tools are `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// The folder of a store: its artifact's plans are used, and refused where they are not proved
    #[arg(long, value_name = "DIR", requires = "surface")]
    store: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
}

impl Run for Apply {
    fn run(self, console: &mut Console) -> Outcome {
        let session = self.session.open()?;
        let loaded = self.surface.as_deref().map(surface::load).transpose()?;
        let host = match &loaded {
            Some(loaded) => {
                let surface = loaded.surface(self.server.as_deref())?;
                let toolset = Toolset::of(&surface, &session);
                let stored = self.stored(&toolset, console)?;
                Some(Host { toolset, stored })
            }
            None => None,
        };
        lines::transform_each(&self.lines, console, |request| answers(&session, host.as_ref(), request))
    }
}

impl Apply {
    /// The plans of the store, where one is named.
    fn stored(&self, toolset: &Toolset, console: &mut Console) -> Result<Option<Stored>, Fault> {
        let Some(store) = &self.store else { return Ok(None) };
        let stored = stored::load(existing(store)?, toolset)?;
        console.tell(&stored::remarks(&stored), &[]);
        Ok(Some(stored))
    }
}
