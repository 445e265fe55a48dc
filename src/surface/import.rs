//! The formats that a surface may have, one file each. A format is told by content, never by file name.
//!
//! | format | entries | ref |
//! | --- | --- | --- |
//! | [surface version 1](declared) | `{"version": 1, "actions": [{"ref", "inputSchema"}]}` | as given |
//! | [MCP](mcp) | `{"tools": [{"name", "inputSchema"}]}`, alone or as the `result` of a message | `mcp.<server>.<tool>` with a server's name, else the name |
//! | [Anthropic](anthropic) | `[{"name", "input_schema"}]` | the name |
//! | [OpenAI](openai) | `[{"type": "function", "function": {"name", "parameters"}}]` or the flat form | the name |
//!
//! A list of tools, wherever it stands, has the format of its first entry that bears a mark of one.
//!
//! The first two may have an `outputSchema` beside the `inputSchema`; the others know no such thing.

mod anthropic;
mod declared;
mod mcp;
mod openai;

use super::{Output, SurfaceError};
use crate::json::{Data, Member, Node};
use crate::span::Span;

/// A format of surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Our own, version 1.
    Declared,
    /// The result of MCP's `tools/list`.
    Mcp,
    /// Anthropic's `tools`.
    Anthropic,
    /// OpenAI's `tools`, nested or flat.
    OpenAi,
}

impl Format {
    /// The ref of the action that is called `name` in this format.
    pub(super) fn reference(self, name: &str, server: Option<&str>) -> String {
        match (self, server) {
            (Self::Mcp, Some(server)) => format!("mcp.{server}.{name}"),
            _ => name.to_owned(),
        }
    }

    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Declared => "surface version 1",
            Self::Mcp => "MCP tool list",
            Self::Anthropic => "Anthropic tools",
            Self::OpenAi => "OpenAI tools",
        }
    }

    /// What an entry calls its schema.
    pub fn schema_member(self) -> &'static str {
        match self {
            Self::Declared | Self::Mcp => "inputSchema",
            Self::Anthropic => "input_schema",
            Self::OpenAi => "parameters",
        }
    }
}

/// How one format is told and read.
pub struct Importer {
    /// The format.
    pub format: Format,
    /// What a document of it looks like, for people.
    pub looks_like: &'static str,
    /// Whether an entry of a list of tools bears the mark of this format.
    marks: fn(&Node) -> bool,
    /// Reads one entry.
    pub(super) entry: fn(&Node) -> Result<Entry<'_>, SurfaceError>,
}

/// Every format, in the order in which their marks are looked for.
pub const IMPORTERS: &[Importer] =
    &[declared::IMPORTER, mcp::IMPORTER, anthropic::IMPORTER, openai::IMPORTER];

/// One entry of a list.
pub(super) struct Entry<'n> {
    pub(super) name: Name<'n>,
    pub(super) schema: Option<&'n Node>,
    pub(super) output: Output<'n>,
}

/// The name of an entry and its place.
pub(super) struct Name<'n> {
    pub(super) text: &'n str,
    pub(super) span: Span,
}

/// The entries of a document and who can read them.
pub(super) struct List<'n> {
    pub(super) importer: &'static Importer,
    pub(super) entries: &'n [Node],
    pub(super) more: Option<Span>,
}

/// Finds the list of entries of a document.
pub(super) fn find(root: &Node) -> Result<List<'_>, SurfaceError> {
    match &root.data {
        Data::Array(tools) => match first_marked(tools) {
            Some(importer) => Ok(List { importer, entries: tools, more: None }),
            // No tools is what any of the bare formats says of a host without tools.
            None if tools.is_empty() => Ok(List { importer: &openai::IMPORTER, entries: tools, more: None }),
            None => Err(SurfaceError::Unrecognised { at: opening(root) }),
        },
        Data::Object(_) => {
            if let Some(list) = declared::list(root)? {
                return Ok(list);
            }
            let Some((holder, tools)) = mcp::list(root)? else {
                return Err(SurfaceError::Unrecognised { at: opening(root) });
            };
            let importer = first_marked(tools).unwrap_or(&mcp::IMPORTER);
            let more = member(holder, "nextCursor")?.filter(|cursor| cursor.value.data != Data::Null);
            Ok(List { importer, entries: tools, more: more.map(|cursor| cursor.value.span) })
        }
        _ => Err(SurfaceError::Unrecognised { at: opening(root) }),
    }
}

fn first_marked(entries: &[Node]) -> Option<&'static Importer> {
    entries.iter().find_map(|entry| IMPORTERS.iter().find(|importer| (importer.marks)(entry)))
}

/// The member of `object` called `name`. Twice the same is an error: which one counts, parsers disagree about.
fn member<'n>(object: &'n Node, name: &'static str) -> Result<Option<&'n Member>, SurfaceError> {
    let mut found = object.as_object().unwrap_or_default().iter().filter(|member| &*member.name == name);
    match (found.next(), found.next()) {
        (Some(first), Some(second)) => {
            Err(SurfaceError::DuplicateMember { member: name, at: second.name_span, first: first.name_span })
        }
        (first, _) => Ok(first),
    }
}

/// The value of a member that an object called `what` must have.
fn required<'n>(object: &'n Node, name: &'static str, what: &'static str) -> Result<&'n Node, SurfaceError> {
    object_only(object, what)?;
    match member(object, name)? {
        Some(member) => Ok(&member.value),
        None => Err(SurfaceError::MissingMember { what, member: name, at: opening(object) }),
    }
}

/// The first byte of a value: enough to point at one that may be megabytes long.
fn opening(node: &Node) -> Span {
    Span::new(node.span.start, node.span.start + 1)
}

fn object_only(node: &Node, what: &'static str) -> Result<(), SurfaceError> {
    match node.data {
        Data::Object(_) => Ok(()),
        _ => Err(SurfaceError::WrongKind {
            what,
            expected: "an object",
            found: node.kind(),
            at: opening(node),
        }),
    }
}

fn array<'n>(node: &'n Node, what: &'static str) -> Result<&'n [Node], SurfaceError> {
    node.as_array().ok_or(SurfaceError::WrongKind {
        what,
        expected: "an array",
        found: node.kind(),
        at: opening(node),
    })
}

fn text<'n>(node: &'n Node, what: &'static str) -> Result<Name<'n>, SurfaceError> {
    match node.as_str() {
        Some(text) => Ok(Name { text, span: node.span }),
        None => {
            Err(SurfaceError::WrongKind { what, expected: "a string", found: node.kind(), at: opening(node) })
        }
    }
}

/// An entry of the usual kind: an object with a `name` and, under `schema`, the schema.
fn tool<'n>(node: &'n Node, schema: &'static str) -> Result<Entry<'n>, SurfaceError> {
    let name = text(required(node, "name", "a tool")?, "a tool's `name`")?;
    if name.text.is_empty() {
        return Err(SurfaceError::EmptyName { at: name.span });
    }
    let schema = member(node, schema)?.map(|member| &member.value);
    Ok(Entry { name, schema, output: Output::Undeclared })
}

/// What an entry says of the action's results. What is wrong with that costs nobody the action itself.
///
/// Servers write `null` where they have nothing to say.
fn output(node: &Node) -> Output<'_> {
    let members = node.as_object().unwrap_or_default();
    let is_output = |member: &&Member| &*member.name == "outputSchema" && member.value.data != Data::Null;
    let mut found = members.iter().filter(is_output);
    match (found.next(), found.next()) {
        (None, _) => Output::Undeclared,
        (Some(one), None) => Output::Declared(one),
        (Some(one), Some(other)) => Output::Twice(one, other),
    }
}
