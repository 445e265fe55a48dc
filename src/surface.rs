//! A surface: the actions that a tool server, a host or a committed file declares.
//!
//! 1. [`import`]: which format a document has, by its content, and where its entries stand;
//! 2. [`Surface::read`]: the entries as [`Action`]s, each with its places and its schema;
//! 3. [`mod@write`]: the same surface as version 1 of our own format, its canonical form and its digest;
//! 4. [`twice()`]: several surfaces together, no ref of them in two;
//! 5. [`error`]: what makes a document unreadable, with the place.
//!
//! Nothing is copied: schemas are borrowed from the parsed document, which may be hundreds of
//! megabytes. Whether a schema is any good is not asked here; an action without one is kept, since
//! that is a finding about the action and not about the file. The schema of an action's results is kept
//! beside it: nothing is derived from it, and it does not count in the digest.

pub mod error;
pub mod import;
mod twice;
pub mod write;

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

pub use error::SurfaceError;
pub use import::Format;
pub use twice::{Place, Twice, twice};

use crate::json::{Document, Member, Node};
use crate::span::Span;

/// The actions of one document, in the order declared.
///
/// ```
/// use fabric_rules::{Document, Limits, Surface};
///
/// let text = std::fs::read("docs/examples/report.json").unwrap();
/// let document = Document::parse(&text, Limits::SURFACE).unwrap();
/// let surface = Surface::read(&document, None).unwrap();
/// assert_eq!(surface.actions[0].reference, "report.render");
/// ```
#[derive(Debug, Clone)]
pub struct Surface<'d> {
    /// The document that the actions are borrowed from.
    pub document: &'d Document,
    /// The format that it is written in.
    pub format: Format,
    /// The actions. No two have the same ref.
    pub actions: Vec<Action<'d>>,
    /// Where the document says that it is only one page of the list.
    pub more: Option<Span>,
}

/// One declared action.
#[derive(Debug, Clone)]
pub struct Action<'d> {
    /// Its stable name.
    pub reference: String,
    /// The whole entry.
    pub place: Span,
    /// The value that the ref was read from.
    pub ref_place: Span,
    /// The declared schema of the arguments: any JSON value, or `None` where the entry has none.
    pub schema: Option<&'d Node>,
    /// What the entry says of the action's results.
    pub output: Output<'d>,
}

/// What an entry says of an action's results.
#[derive(Debug, Clone, Copy, Default)]
pub enum Output<'d> {
    /// Nothing.
    #[default]
    Undeclared,
    /// Their schema: any JSON value.
    Declared(&'d Member),
    /// It says so twice, and which one counts parsers disagree about.
    Twice(&'d Member, &'d Member),
}

impl<'d> Output<'d> {
    /// The schema, where there is one.
    pub fn schema(self) -> Option<&'d Node> {
        match self {
            Self::Declared(member) => Some(&member.value),
            Self::Undeclared | Self::Twice(..) => None,
        }
    }
}

impl<'d> Surface<'d> {
    /// Reads a parsed document in whichever of the [known formats](import) it has.
    ///
    /// `server` names the server of an MCP tool list: its tools are then `mcp.<server>.<tool>`.
    ///
    /// # Errors
    ///
    /// See [`SurfaceError`]: the first fault, with its place.
    pub fn read(document: &'d Document, server: Option<&str>) -> Result<Self, SurfaceError> {
        let list = import::find(&document.root)?;
        let mut actions: Vec<Action<'d>> = Vec::with_capacity(list.entries.len());
        let mut seen: HashMap<String, Span> = HashMap::with_capacity(list.entries.len());
        for node in list.entries {
            let entry = (list.importer.entry)(node)?;
            if let Some(flaw) = document.flaw_in(entry.name.span) {
                return Err(SurfaceError::Flawed { kind: flaw.kind, at: flaw.span });
            }
            let reference = list.importer.format.reference(entry.name.text, server);
            match seen.entry(reference.clone()) {
                Slot::Occupied(first) => {
                    return Err(SurfaceError::DuplicateRef {
                        reference,
                        at: entry.name.span,
                        first: *first.get(),
                    });
                }
                Slot::Vacant(slot) => slot.insert(entry.name.span),
            };
            actions.push(Action {
                reference,
                place: node.span,
                ref_place: entry.name.span,
                schema: entry.schema,
                output: entry.output,
            });
        }
        Ok(Self { document, format: list.importer.format, actions, more: list.more })
    }

    /// The declared actions that have a schema.
    pub fn schemas(&self) -> impl Iterator<Item = (&str, &'d Node)> {
        self.actions.iter().filter_map(|action| Some((&*action.reference, action.schema?)))
    }

    /// The action called `reference`.
    ///
    /// Looks through the list; a caller with many refs builds a map of its own.
    pub fn action(&self, reference: &str) -> Option<&Action<'d>> {
        self.actions.iter().find(|action| action.reference == reference)
    }
}
