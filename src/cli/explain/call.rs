//! The call that `explain --call` is about: found in a file, and explained.

pub(super) mod human;
pub(super) mod json;

use std::path::Path;

use crate::calls::names::Names;
use crate::calls::{self, Arguments};
use crate::cli::exit::Fault;
use crate::cli::input;
use crate::cli::lines;
use crate::diagnostic::{Diagnostic, Source};
use crate::explain::call::{CallExplanation, explain_call};
use crate::json::{Document, Limits, Node};
use crate::program::Profile;
use crate::schema::Schema;
use crate::surface::Surface;

/// The arguments of one call, as they were given.
pub(super) struct Given {
    source: Source,
    args: String,
}

/// What becomes of it.
pub(super) struct Explained<'g> {
    file: &'g str,
    reference: &'g str,
    profile: &'g str,
    args: &'g str,
    explanation: CallExplanation,
}

impl Given {
    /// The call of `reference` in the file at `path`: a host's call, a line of `apply`, or the
    /// arguments alone.
    pub(super) fn read(path: &Path, surface: &Surface<'_>, reference: &str) -> Result<Self, Fault> {
        let source = input::file(path)?.read(lines::MOST)?;
        let document = match Document::parse(source.text.as_bytes(), Limits::SURFACE) {
            Ok(document) => document,
            Err(error) => {
                let diagnostic = Diagnostic::error("cli::no-call", format!("this is no call: {error}"));
                return Err(Fault::Wrong(vec![diagnostic.label(0, error.span(), "here")], vec![source]));
            }
        };
        let args = arguments(&document.root, &source, surface, reference)?;
        Ok(Self { source, args })
    }

    /// What becomes of the call under `profile`.
    pub(super) fn explain<'g>(
        &'g self,
        profile: &'g Profile,
        reference: &'g str,
        schema: &Schema,
    ) -> Result<Explained<'g>, Fault> {
        let unreadable = |error: crate::apply::ApplyError| {
            Fault::from(Diagnostic::error("cli::no-call", format!("`{}`: {error}", self.source.name)))
        };
        let explanation =
            explain_call(profile, reference, schema, self.args.as_bytes()).map_err(unreadable)?;
        let (file, args) = (&*self.source.name, &*self.args);
        Ok(Explained { file, reference, profile: profile.name(), args, explanation })
    }
}

fn arguments(root: &Node, source: &Source, surface: &Surface<'_>, reference: &str) -> Result<String, Fault> {
    let raw = |node: &Node| node.span.of(&source.text).to_owned();
    let names = Names::of(surface.actions.iter().map(|action| &*action.reference));
    if let Some(named) = root.get("ref").and_then(Node::as_str) {
        let args = root.get("args").filter(|args| args.as_object().is_some());
        return match names.resolve(named) {
            Ok(meant) if meant == reference => Ok(args.map_or_else(|| "{}".to_owned(), raw)),
            _ => Err(other(source, reference, &[named])),
        };
    }
    let found: Vec<calls::Call<'_>> = calls::find(root).into_iter().flatten().flatten().collect();
    // Arguments have a `name` often enough: only a tool of the surface makes it a call.
    if !found.iter().any(|call| names.resolve(call.name).is_ok()) && root.as_object().is_some() {
        return Ok(raw(root));
    }
    let mut mine = found.iter().filter(|call| names.resolve(call.name).is_ok_and(|meant| meant == reference));
    match (mine.next(), mine.next()) {
        (Some(call), None) => Ok(match call.arguments {
            Arguments::Absent => "{}".to_owned(),
            Arguments::Value(node) => raw(node),
            Arguments::Text(text) => text.to_owned(),
        }),
        (Some(_), Some(_)) => {
            let message = format!("`{}` holds several calls of `{reference}`", source.name);
            let help = "one call is explained at a time; leave only one in the file";
            Err(Diagnostic::error("cli::several-calls", message).help(help).into())
        }
        (None, _) => {
            let others: Vec<&str> = found.iter().map(|call| call.name).collect();
            Err(other(source, reference, &others))
        }
    }
}

fn other(source: &Source, reference: &str, others: &[&str]) -> Fault {
    let message = format!("`{}` holds no call of `{reference}`", source.name);
    let help = match others {
        [] => "a call, or the arguments of one as an object, must stand in it".to_owned(),
        [name, ..] => format!("there is one of `{name}`; name that action"),
    };
    Diagnostic::error("cli::no-call", message).help(help).into()
}
