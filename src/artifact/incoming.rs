//! The plans of a file, each judged by itself: a malformed one does not silence the others.

use super::{Artifact, ArtifactError, Compiled, read};
use crate::json::{Data, Document, Limits, Node, number};
use crate::plan::{Malformed, Plan};
use crate::span::Span;

/// What a file carries, nothing of it believed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Incoming {
    /// Whether it is of version 1, whose plans, should it carry any, are not looked at.
    pub is_legacy: bool,
    /// What stands where plans should, in the order of the file.
    pub entries: Vec<Entry>,
    /// How many overlays it carries, which do nothing.
    pub overlays: usize,
    /// How many quarantines it carries, which do nothing.
    pub quarantines: usize,
    /// What a file of version 2 says of itself, without its plans. Nothing reads it but who wants to
    /// tell a person that it was altered.
    pub said: Option<Compiled>,
}

/// What stands in the place of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The plan, or why it is none.
    pub plan: Result<Plan, Malformed>,
    /// The ref that it names, also where it is no plan; `None` where it names none.
    pub reference: Option<Box<str>>,
    /// Where its ref stands in the file, or where it stands itself.
    pub span: Span,
}

impl Entry {
    /// What a person calls it.
    pub fn name(&self) -> &str {
        self.reference.as_deref().unwrap_or("(no ref)")
    }
}

impl Incoming {
    /// Reads the text of a file: strictly, but for the plans.
    ///
    /// # Errors
    ///
    /// The first fault outside the plans, with its place.
    pub fn parse(text: &[u8]) -> Result<Self, ArtifactError> {
        let document = Document::parse(text, Limits::FILE)?;
        let (artifact, entries) =
            read::envelope(&document, &document.root).map_err(|error| read::or_surface(error, &document))?;
        Ok(Self { entries, ..Self::from(&artifact) })
    }

    /// Takes what there is of a value that a host vouches for: members may be missing, and version 2
    /// may have overlays and quarantines, which are counted. `None` for what is no object of version 1
    /// or 2.
    pub fn lenient(document: &Document, node: &Node) -> Option<Self> {
        let length = |name| node.get(name).and_then(Node::as_array).map_or(0, <[Node]>::len);
        let is_version = |version: f64| match node.get("version").map(|version| &version.data) {
            Some(Data::Number(lexeme)) => number::double(lexeme) == version,
            _ => false,
        };
        let plans = node.get("normalizations").filter(|_| is_version(2.0));
        if !is_version(1.0) && !is_version(2.0) {
            return None;
        }
        Some(Self {
            is_legacy: is_version(1.0),
            entries: plans.map(|list| Self::entries(document, list)).unwrap_or_default(),
            overlays: length("actions"),
            quarantines: length("quarantined"),
            said: None,
        })
    }

    /// What stands in a list of plans.
    pub(super) fn entries(document: &Document, list: &Node) -> Vec<Entry> {
        let read = |node: &Node| {
            let reference = node.get("ref").filter(|reference| reference.as_str().is_some());
            Entry {
                plan: Plan::read(document, node),
                reference: reference.and_then(Node::as_str).map(Box::from),
                span: reference.unwrap_or(node).span,
            }
        };
        list.as_array().unwrap_or_default().iter().map(read).collect()
    }
}

impl From<&Artifact> for Incoming {
    fn from(artifact: &Artifact) -> Self {
        match artifact {
            Artifact::Legacy(legacy) => Self {
                is_legacy: true,
                entries: Vec::new(),
                overlays: legacy.overlays().len(),
                quarantines: legacy.quarantines().len(),
                said: None,
            },
            Artifact::Compiled(compiled) => {
                let entry = |plan: &Plan| Entry {
                    plan: Ok(plan.clone()),
                    reference: Some(plan.reference().into()),
                    span: Span::default(),
                };
                let entries = compiled.plans().iter().map(entry).collect();
                let said = Some(compiled.clone().with_plans(Vec::new()));
                Self { entries, said, ..Self::default() }
            }
        }
    }
}
