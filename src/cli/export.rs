//! `export`: a surface in our own format, whatever format it was declared in.

use std::path::PathBuf;

use super::Run;
use super::console::Console;
use super::exit::{Exit, Outcome};
use super::surface;

/// Print a surface in our own format, its actions sorted by ref
///
/// Schemas stay as they were declared. Two files that declare the same give the same bytes, and so one
/// digest.
///
/// Exit codes: 0 fine, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"tools\":[{\"name\":\"ping\",\"inputSchema\":{}}]}' > tools.json
  fabric-rules export tools.json --server net > surface.json
  fabric-rules export surface.json --canonical | sha256sum")]
pub(super) struct Export {
    /// A surface, an MCP `tools/list` result, OpenAI or Anthropic tools; or `-` for standard input
    #[arg(value_name = "SURFACE")]
    surface: PathBuf,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// Print the RFC 8785 form, whose SHA-256 is the digest of the surface; no newline follows it
    #[arg(long)]
    canonical: bool,
}

impl Run for Export {
    fn run(self, console: &mut Console) -> Outcome {
        let loaded = surface::load(&self.surface)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let text = if self.canonical { surface.canonical() } else { surface.write() };
        console.document(&text.map_err(|error| loaded.fault(&error))?)?;
        Ok(Exit::Fine)
    }
}
