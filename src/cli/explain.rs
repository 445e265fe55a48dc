//! `explain`: why each rule of one action is or is not derived, and what the rules make of one call.

mod call;
mod code;
mod human;
mod json;

use std::path::{Path, PathBuf};

use super::Run;
use super::console::Console;
use super::exit::{Exit, Fault, Outcome};
use super::format::ResultFormat;
use super::session::SessionArgs;
use super::surface::{self, Loaded};
use crate::diagnostic::place::Places;
use crate::diagnostic::{Diagnostic, nearest};
use crate::explain::{Explanation, explain};
use crate::json::Node;
use crate::program::Profile;
use crate::report::examine;
use crate::schema::Schema;
use crate::surface::{Action, Surface};

/// Tell why each rule of an action is or is not derived, guard by guard
///
/// With `--call` it tells instead what each rule made of one call, and what would be needed.
/// With `--code`, what a diagnostic's code means and what to do, or a word of the glossary.
///
/// Exit codes: 0 it is told, 1 the action has no schema that can be used, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"tools\":[{\"name\":\"render\",\"inputSchema\":{' \\
    '\"type\":\"object\",\"additionalProperties\":false,\"properties\":' \\
    '{\"pageCount\":{\"type\":\"integer\"}}}}]}' | fabric-rules explain - render")]
pub(super) struct Explain {
    /// A file of tool schemas, or `-` for standard input
    #[arg(required_unless_present = "code")]
    surface: Option<PathBuf>,
    /// The action
    #[arg(value_name = "REF", required_unless_present = "code")]
    reference: Option<String>,
    /// One declared key, or the pointer of a place below the top; all of them where none is named
    key: Option<String>,
    /// A call of the action, or its arguments, or `-` for standard input: what the rules make of it
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    call: Option<PathBuf>,
    /// Explain the code of a diagnostic, such as `check::no-schema`, or a word, such as `plan`
    #[arg(long, value_name = "CODE", conflicts_with_all = ["surface", "reference", "key", "call"])]
    code: Option<String>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// How the explanation is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    #[command(flatten)]
    session: SessionArgs,
}

/// How many keys or places are listed where another one was asked for.
const MOST_NAMES: usize = 128;

/// An explanation and what it is about.
struct Explained<'a> {
    file: &'a str,
    places: Places<'a>,
    profile: &'a Profile,
    action: &'a Action<'a>,
    explanation: Explanation,
}

impl Run for Explain {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        match (&self.surface, &self.reference) {
            (Some(file), Some(reference)) => self.explain(file, reference, console),
            // Without both there is a code, or the arguments would not have been read.
            _ => code::explain(self.code.as_deref().unwrap_or_default(), self.format, console),
        }
    }
}

impl Explain {
    fn explain(&self, file: &Path, reference: &str, console: &mut Console) -> Outcome {
        let profile = self.session.profile()?;
        let loaded = surface::load(file)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let action = action(&surface, file, reference)?;
        let schema = action.schema.and_then(|node| self.schema(&surface, node));
        let Some(schema) = schema else {
            let found = examine(&surface, action, &profile, self.session.options()).findings;
            let sources = std::slice::from_ref(&loaded.source);
            console.tell(&found, sources);
            console.keep_promise(&found, sources)?;
            return Ok(Exit::Findings);
        };
        if let Some(path) = &self.call {
            let call = call::Given::read(path, &surface, &action.reference)?;
            let explained = call.explain(&profile, &action.reference, &schema)?;
            let look = console.look(true);
            return match self.format {
                ResultFormat::Human => console.print(&call::human::render(&explained, look)),
                ResultFormat::Json => console.print_json(&call::json::value(&explained)),
            }
            .map(|()| Exit::Fine);
        }
        let only = self.key.as_deref();
        let explanation = explain(&profile, &action.reference, &schema, only);
        if let (Some(key), []) = (only, explanation.keys.as_slice()) {
            return Err(unknown_key(&loaded, action, &profile, &schema, key));
        }
        let places = Places::new(&loaded.source.text);
        let explained =
            Explained { file: &loaded.source.name, places, profile: &profile, action, explanation };
        match self.format {
            ResultFormat::Human => console.print(&human::render(&explained, console.look(true)))?,
            ResultFormat::Json => console.print_json(&json::value(&explained))?,
        }
        Ok(Exit::Fine)
    }

    fn schema(&self, surface: &Surface<'_>, node: &Node) -> Option<Schema> {
        Schema::new(surface.document, node, self.session.options()).ok()
    }
}

fn action<'s>(surface: &'s Surface<'s>, file: &Path, reference: &str) -> Result<&'s Action<'s>, Fault> {
    surface.action(reference).ok_or_else(|| {
        let message = format!("the surface has no action `{reference}`");
        let refs = surface.actions.iter().map(|action| &*action.reference);
        let help = match nearest::nearest(reference, refs) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`fabric-rules check {}` lists its actions", file.display()),
        };
        Diagnostic::error("cli::unknown-ref", message).help(help).into()
    })
}

fn unknown_key(loaded: &Loaded, action: &Action<'_>, profile: &Profile, schema: &Schema, key: &str) -> Fault {
    // A pointer is one of the places below the top, as far as the profile goes.
    let explanation = key.starts_with('/').then(|| explain(profile, &action.reference, schema, None));
    let places = explanation.iter().flat_map(|explanation| &explanation.keys);
    let places: Vec<&str> = places.filter_map(|key| key.at.as_deref()).collect();
    let (what, names) = match places.as_slice() {
        [] => ("key", schema.properties().iter().map(|member| &*member.name).collect()),
        _ => ("place", places),
    };
    let help = match nearest::nearest(key, names.iter().copied()) {
        None if names.len() > MOST_NAMES => format!("without a {what} all {} are told", names.len()),
        _ => nearest::suggest(key, names),
    };
    let message = format!("`{}` declares no {what} `{key}`", action.reference);
    let diagnostic =
        Diagnostic::error("cli::unknown-key", message).label(0, action.ref_place, "this action").help(help);
    Fault::Wrong(vec![diagnostic], vec![loaded.source.clone()])
}
