//! One tool as it was declared.

use std::sync::{Arc, OnceLock};

use crate::digest::Digest;
use crate::json::{Document, FlawKind, JsonError, Limits, Node, VerbatimRef, pointer};
use crate::surface::{Action, Place, Surface};

/// A tool: its ref and its schema, owned.
///
/// A tool of a surface shares the tree of its own schema alone with it, and keeps the places.
#[derive(Debug)]
pub struct Tool {
    pub(super) reference: Arc<str>,
    /// The schema as a document of its own, with its flaws.
    schema: Option<Document>,
    place: Place,
    digest: OnceLock<Option<Digest>>,
}

impl Tool {
    /// A tool with a schema that is a text of its own, or without one.
    ///
    /// # Errors
    ///
    /// A text that is no JSON, or more of it than is read.
    pub fn parse(reference: &str, schema: Option<&[u8]>) -> Result<Self, JsonError> {
        let parse = |text| Document::parse(text, Limits::SURFACE);
        Ok(Self::new(reference, schema.map(parse).transpose()?, Place::default()))
    }

    /// The tool that `action` of `surface`, the `index`th of several, declares.
    pub fn declared_by(surface: &Surface<'_>, action: &Action<'_>, index: usize) -> Self {
        let own = |node: &Node| surface.document.part(node);
        let place = Place { surface: index, span: action.ref_place };
        Self::new(&action.reference, action.schema.map(own), place)
    }

    fn new(reference: &str, schema: Option<Document>, place: Place) -> Self {
        Self { reference: reference.into(), schema, place, digest: OnceLock::new() }
    }

    /// The ref.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// The schema as it was declared: any JSON value, or `None` where the tool has none.
    pub fn schema(&self) -> Option<&Node> {
        self.schema.as_ref().map(|document| &document.root)
    }

    /// The digest of the schema; `None` where there is none, or none with a canonical form.
    pub fn digest(&self) -> Option<&Digest> {
        let digest = |document: &Document| document.flaws.is_empty().then(|| Digest::of_node(&document.root));
        self.digest.get_or_init(|| self.schema.as_ref().and_then(digest)).as_ref()
    }

    /// The place of the value at `at`, a JSON Pointer into the schema, else of the tool.
    pub fn place(&self, at: &str) -> Place {
        let inside = (!at.is_empty()).then(|| pointer::get(self.schema()?, at)).flatten();
        Place { span: inside.map_or(self.place.span, |node| node.span), ..self.place }
    }

    pub(super) fn document(&self) -> Option<&Document> {
        self.schema.as_ref()
    }

    /// What keeps the schema from having a canonical form, and where it stands.
    pub(super) fn flaw(&self) -> Option<(Place, FlawKind)> {
        let flaw = self.schema.as_ref()?.flaws.first()?;
        Some((Place { span: flaw.span, ..self.place }, flaw.kind))
    }

    /// Whether another tool has the same schema, word for word, and a flawless one.
    pub(super) fn is_declared_like(&self, other: &Self) -> bool {
        let text = |tool: &Self| {
            let document = tool.schema.as_ref().filter(|document| document.flaws.is_empty())?;
            serde_json::to_string(&VerbatimRef(&document.root)).ok()
        };
        self.digest() == other.digest() && text(self).is_some_and(|mine| text(other) == Some(mine))
    }
}
