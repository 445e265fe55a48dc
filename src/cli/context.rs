//! What sessions are measured against: a surface, repair rows, a catalog.

use std::path::{Path, PathBuf};

use super::exit::Fault;
use super::input;
use super::surface;
use crate::diagnostic::{Diagnostic, Source};
use crate::evidence::{Repair, wire};
use crate::json::{Document, Limits, Node, pointer};
use crate::metric::{Context, Declared};

/// What sessions are measured against.
#[derive(Debug, clap::Args)]
pub(super) struct ContextArgs {
    /// The tools that were declared: a surface, an MCP `tools/list` result, OpenAI or Anthropic tools
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME", requires = "surface")]
    server: Option<String>,
    /// A JSON array of repair rows, `{kind, ref, from, to}`, that are counted beside the calls
    #[arg(long, value_name = "FILE")]
    repairs: Option<PathBuf>,
    /// The digest of the catalog that the sessions ran with, which is carried into the report
    #[arg(long, value_name = "DIGEST")]
    catalog_digest: Option<String>,
}

impl ContextArgs {
    /// The files that are read.
    pub(super) fn read(&self) -> impl Iterator<Item = &Path> {
        self.surface.iter().chain(&self.repairs).map(PathBuf::as_path)
    }

    pub(super) fn load(&self) -> Result<Context, Fault> {
        self.load_declared().map(|(context, _)| context)
    }

    /// The context, and what the surface says about shapes.
    pub(super) fn load_declared(&self) -> Result<(Context, Declared), Fault> {
        let (mut context, mut declared) = (Context::default(), Declared::default());
        if let Some(path) = &self.surface {
            let loaded = surface::load(path)?;
            let surface = loaded.surface(self.server.as_deref())?;
            context = context.surface(surface.schemas(), surface.digest().ok().as_ref());
            declared = Declared::new(surface.schemas());
        }
        if let Some(path) = &self.repairs {
            context = with_repairs(context, path)?;
        }
        Ok((context.catalog_digest(self.catalog_digest.as_deref().unwrap_or_default()), declared))
    }
}

/// The context with the repair rows of a file.
pub(super) fn with_repairs(context: Context, path: &Path) -> Result<Context, Fault> {
    Ok(context.repairs(&repairs(own_file(path)?)?))
}

/// The repair rows of a file; a fault is shown in it.
fn repairs(source: Source) -> Result<Vec<Repair>, Fault> {
    let read = Document::parse(source.text.as_bytes(), Limits::FILE);
    let wrong = |code, span, what: String| {
        Diagnostic::error(code, format!("`{}` is no list of repair rows", source.name))
            .label(0, span, what)
            .help("a row is `{\"kind\": \"keyAlias\" or \"actionAlias\", \"ref\", \"from\", \"to\"}`")
    };
    let rows = match &read {
        Err(error) => Err(wrong("input::not-json", error.span(), error.to_string())),
        Ok(document) => wire::repairs(&document.root, "")
            .map_err(|error| wrong("input::wrong-shape", place(document, &error.at).span, error.expected)),
    };
    rows.map_err(|diagnostic| Fault::Wrong(vec![diagnostic], vec![source]))
}

/// The node at `at`, or the nearest one around it that there is.
fn place<'d>(document: &'d Document, at: &str) -> &'d Node {
    let mut at = at;
    loop {
        if let Some(node) = pointer::get(&document.root, at) {
            return node;
        }
        at = at.rsplit_once('/').map_or("", |(around, _)| around);
    }
}

/// Reads a small file of our own, whole.
pub(super) fn own_file(path: &Path) -> Result<Source, Fault> {
    input::file(path)?.read(Limits::FILE.bytes)
}
