//! The call that `explain --call` is about: found in a file, and explained.

pub(super) mod human;
pub(super) mod json;

use std::path::Path;

use crate::calls::names::Names;
use crate::calls::{self, Arguments, Call};
use crate::cli::exit::Fault;
use crate::cli::input;
use crate::diagnostic::{Diagnostic, Source};
use crate::explain::call::{CallExplanation, explain_call};
use crate::json::{Data, Document, Limits, Node};
use crate::program::Profile;
use crate::request::LINE_BYTES;
use crate::schema::Schema;
use crate::surface::Surface;

/// The members of a line of `apply`, and where others put its `args`.
const OF_A_LINE: [&str; 7] = ["ref", "schema", "plan", "profile", "arguments", "input", "parameters"];

/// The arguments of one call, as they were given.
pub(super) struct Given {
    source: Source,
    /// Nothing where the call has none.
    args: Option<String>,
}

/// What becomes of it.
pub(super) struct Explained<'g> {
    file: &'g str,
    reference: &'g str,
    profile: &'g str,
    args: Option<&'g str>,
    explanation: CallExplanation,
}

impl Given {
    /// The call of `reference` in the file at `path`: a host's call, a line of `apply`, or the
    /// arguments alone.
    pub(super) fn read(path: &Path, surface: &Surface<'_>, reference: &str) -> Result<Self, Fault> {
        let source = input::file(path)?.read(LINE_BYTES)?;
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
        let explanation = explain_call(profile, reference, schema, self.args.as_ref().map(String::as_bytes))
            .map_err(|error| unreadable(&self.source, &error))?;
        let (file, args) = (&*self.source.name, self.args.as_deref());
        Ok(Explained { file, reference, profile: profile.name(), args, explanation })
    }
}

fn arguments(
    root: &Node,
    source: &Source,
    surface: &Surface<'_>,
    reference: &str,
) -> Result<Option<String>, Fault> {
    let raw = |node: &Node| node.span.of(&source.text).to_owned();
    let names = Names::of(surface.actions.iter().map(|action| &*action.reference));
    if root.data == Data::Null || root.as_str().is_some() {
        return Ok(Some(raw(root)));
    }
    if let Some(named) = line(root, &names, surface, reference) {
        if names.resolve(named) != Ok(reference) {
            return Err(other(source, reference, &[named]));
        }
        let args = root.get("args").filter(|args| args.data != Data::Null);
        return match (args, calls::misplaced(root, "args")) {
            (None, Some(error)) => Err(unreadable(source, &error)),
            (args, _) => Ok(args.map(raw)),
        };
    }
    let found = calls::find(root).unwrap_or_default();
    let means = |call: &Call<'_>| call.name.clone().ok().and_then(|name| names.resolve(name).ok());
    // Arguments have a `name` often enough: only a tool of the surface makes it a call.
    if !found.iter().any(|call| means(call).is_some()) && root.as_object().is_some() {
        return Ok(Some(raw(root)));
    }
    let mut mine = found.iter().filter(|call| means(call) == Some(reference));
    match (mine.next(), mine.next()) {
        (Some(call), None) => match &call.arguments {
            Ok(Arguments::Absent) => Ok(None),
            Ok(Arguments::Value(node)) => Ok(Some(raw(node))),
            Ok(Arguments::Text(text)) => Ok(Some((*text).to_owned())),
            Err(error) => Err(unreadable(source, error)),
        },
        (Some(_), Some(_)) => {
            let message = format!("`{}` holds several calls of `{reference}`", source.name);
            let help = "one call is explained at a time; leave only one in the file";
            Err(Diagnostic::error("cli::several-calls", message).help(help).into())
        }
        (None, _) => {
            let others: Vec<&str> = found.iter().filter_map(|call| call.name.clone().ok()).collect();
            Err(other(source, reference, &others))
        }
    }
}

/// The action that a line of `apply` names; `None` where `root` is none. Arguments have a `ref` often
/// enough, as that of a branch: only an action of the surface, or `args` beside it, makes it a line.
fn line<'n>(root: &'n Node, names: &Names, surface: &Surface<'_>, reference: &str) -> Option<&'n str> {
    let named = root.get("ref").and_then(Node::as_str)?;
    let is_action = names.resolve(named).is_ok();
    let is_line = match root.get("args") {
        Some(_) => is_action || !declares_ref(surface, reference),
        None => {
            let members = root.as_object().unwrap_or_default();
            is_action && members.iter().all(|member| OF_A_LINE.contains(&&*member.name))
        }
    };
    is_line.then_some(named)
}

fn declares_ref(surface: &Surface<'_>, reference: &str) -> bool {
    let schema = surface.actions.iter().find(|action| action.reference == reference);
    let properties = schema.and_then(|action| action.schema?.get("properties"));
    properties.is_some_and(|properties| properties.get("ref").is_some())
}

fn unreadable(source: &Source, error: &dyn std::fmt::Display) -> Fault {
    Diagnostic::error("cli::no-call", format!("`{}`: {error}", source.name)).into()
}

fn other(source: &Source, reference: &str, others: &[&str]) -> Fault {
    let message = format!("`{}` holds no call of `{reference}`", source.name);
    let help = match others {
        [] => "a call, or the arguments of one as an object, must stand in it".to_owned(),
        [name, ..] => format!("there is one of `{name}`; name that action"),
    };
    Diagnostic::error("cli::no-call", message).help(help).into()
}
