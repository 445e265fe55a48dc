//! Strict reading: every member is required, and the first fault is told with its place.
//!
//! Surplus members of the file, of its gate and of its rows are dropped; a plan has exactly its
//! members. Texts of rows are trimmed of white space (the Unicode property) and may not be blank.

use std::collections::HashSet;

use super::incoming::{Entry, Incoming};
use super::legacy::{Legacy, Overlay, Quarantine};
use super::{APPLIED, Applied, Artifact, ArtifactError, Compiled, Gate, PLANS};
use crate::json::{Data, Document, Limits, Node, Verbatim, number, pointer};
use crate::plan::Plan;
use crate::span::Span;
use crate::surface::Surface;

impl Artifact {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// See [`ArtifactError`]: the first fault, with its place.
    pub fn parse(text: &[u8]) -> Result<Self, ArtifactError> {
        let document = Document::parse(text, Limits::FILE)?;
        Self::read(&document, &document.root).map_err(|error| or_surface(error, &document))
    }

    /// Reads the value that stands at `node` in `document`.
    ///
    /// # Errors
    ///
    /// The first fault, with its place.
    pub fn read(document: &Document, node: &Node) -> Result<Self, ArtifactError> {
        let (artifact, entries) = envelope(document, node)?;
        let Self::Compiled(compiled) = artifact else { return Ok(artifact) };
        let plans = entries.into_iter().enumerate().map(|(index, entry)| {
            entry.plan.map_err(|malformed| ArtifactError::Damaged {
                at: format!("/normalizations/{index}"),
                why: malformed.message,
                span: malformed.span,
            })
        });
        Ok(Self::Compiled(compiled.with_plans(plans.collect::<Result<_, _>>()?)))
    }
}

/// The members of an artifact that a surface has not.
const OWN: [&str; 4] = ["metricVersion", "applied", "gate", "evidenceDigest"];

/// The fault of a file, or that it is a surface: the two are easily taken for each other.
pub(super) fn or_surface(error: ArtifactError, document: &Document) -> ArtifactError {
    let root = &document.root;
    if OWN.iter().any(|name| root.get(name).is_some()) {
        return error;
    }
    match Surface::read(document, None) {
        // An empty list may be a list of anything.
        Ok(surface) if root.as_object().is_some() || !surface.actions.is_empty() => ArtifactError::Surface {
            format: surface.format.name(),
            at: Span::new(root.span.start, root.span.start + 1),
        },
        _ => error,
    }
}

/// The file without its plans, and what stands in their places.
pub(super) fn envelope(document: &Document, node: &Node) -> Result<(Artifact, Vec<Entry>), ArtifactError> {
    let file = Place { node, at: String::new() };
    file.object()?;
    if let Some(flaw) = document.flaw_in(node.span) {
        let why = format!("{}, and readers disagree about that", flaw.kind);
        return Err(ArtifactError::Damaged { at: String::new(), why, span: flaw.span });
    }
    let version = file.member("version")?;
    let is_legacy = match version.number() {
        Some(1.0) => true,
        Some(2.0) => false,
        _ => return Err(version.wrong("`version` must be 1 or 2")),
    };
    let metric = file.member("metricVersion")?;
    let metric_version = metric.node.as_natural().filter(|version| *version > 0);
    let metric_version = metric_version.ok_or_else(|| metric.wrong("an integer from 1 must stand here"))?;
    let (actions, quarantined) = (file.member("actions")?, file.member("quarantined")?);
    let overlays = actions.each(overlay)?;
    let quarantines = quarantined.each(|row| {
        Ok(Quarantine { reference: row.text("ref")?, base_schema_digest: row.text("baseSchemaDigest")? })
    })?;
    let entries = if is_legacy { Vec::new() } else { plans(document, &file, &actions, &quarantined)? };
    let applied = applied(&file.member("applied")?)?;
    let gate = gate(&file.member("gate")?)?;
    let digest = file.text("evidenceDigest")?;
    if is_legacy {
        once(&actions, overlays.iter().map(|overlay| Some(&*overlay.reference)), "overlay")?;
        let legacy = Legacy::read(metric_version, (overlays, quarantines), applied, gate, digest);
        return Ok((Artifact::Legacy(legacy), entries));
    }
    Ok((Artifact::Compiled(Compiled::read(metric_version, applied, gate, digest)), entries))
}

/// The plans of version 2, which has nothing in the members that version 1 had its overlays in.
fn plans(
    document: &Document,
    file: &Place<'_>,
    actions: &Place<'_>,
    quarantined: &Place<'_>,
) -> Result<Vec<Entry>, ArtifactError> {
    for inert in [actions, quarantined] {
        if !inert.items()?.is_empty() {
            return Err(inert.wrong("this list must be empty in version 2"));
        }
    }
    let list = file.member("normalizations")?;
    if list.items()?.len() > PLANS {
        return Err(list.wrong(format!("at most {PLANS} plans may stand here, not {}", list.items()?.len())));
    }
    let entries = Incoming::entries(document, list.node);
    let refs = entries.iter().map(|entry| entry.plan.as_ref().ok().map(Plan::reference));
    once(&list, refs, "plan")?;
    Ok(entries)
}

/// No two items of a list may be for one ref.
fn once<'r>(
    list: &Place<'_>,
    refs: impl Iterator<Item = Option<&'r str>>,
    what: &str,
) -> Result<(), ArtifactError> {
    let mut seen = HashSet::new();
    for (index, reference) in refs.enumerate() {
        if let Some(reference) = reference.filter(|reference| !seen.insert(*reference)) {
            return Err(list.item(index).wrong(format!("a second {what} of `{reference}` stands here")));
        }
    }
    Ok(())
}

fn overlay(row: Place<'_>) -> Result<Overlay, ArtifactError> {
    let schema = row.member("inputSchema")?;
    schema.object()?;
    Ok(Overlay {
        reference: row.text("ref")?,
        input_schema: Verbatim(schema.node.clone()),
        base_schema_digest: row.text("baseSchemaDigest")?,
    })
}

fn applied(list: &Place<'_>) -> Result<Vec<Applied>, ArtifactError> {
    if list.items()?.len() > APPLIED {
        return Err(list.wrong(format!("at most {APPLIED} rows may stand here, not {}", list.items()?.len())));
    }
    list.each(|row| {
        Ok(Applied { kind: row.text("kind")?, reference: row.text("ref")?, detail: row.text("detail")? })
    })
}

fn gate(gate: &Place<'_>) -> Result<Gate, ArtifactError> {
    let passed = gate.member("passed")?;
    let Data::Bool(is_passed) = passed.node.data else {
        return Err(passed.expected("a boolean"));
    };
    Ok(Gate {
        passed: is_passed,
        before_score: gate.score("beforeScore")?,
        after_score: gate.score("afterScore")?,
        reasons: gate
            .member("reasons")?
            .each(|reason| reason.node.as_str().map(Box::from).ok_or_else(|| reason.expected("a string")))?,
    })
}

/// A value and the way to it.
struct Place<'n> {
    node: &'n Node,
    at: String,
}

impl<'n> Place<'n> {
    fn wrong(&self, why: impl Into<String>) -> ArtifactError {
        ArtifactError::Damaged { at: self.at.clone(), why: why.into(), span: self.node.span }
    }

    fn expected(&self, what: &str) -> ArtifactError {
        self.wrong(format!("{what} must stand here, not {}", self.node.kind()))
    }

    fn object(&self) -> Result<(), ArtifactError> {
        self.node.as_object().map(|_| ()).ok_or_else(|| self.expected("an object"))
    }

    fn items(&self) -> Result<&'n [Node], ArtifactError> {
        self.node.as_array().ok_or_else(|| self.expected("an array"))
    }

    fn item(&self, index: usize) -> Place<'n> {
        let node = self.node.as_array().and_then(|items| items.get(index)).unwrap_or(self.node);
        Place { node, at: pointer::push(&self.at, &index.to_string()) }
    }

    fn member(&self, name: &str) -> Result<Place<'n>, ArtifactError> {
        self.object()?;
        let node = self.node.get(name);
        let node = node.ok_or_else(|| self.wrong(format!("the member `{name}` is missing")))?;
        Ok(Place { node, at: pointer::push(&self.at, name) })
    }

    fn each<T>(&self, read: impl Fn(Place<'n>) -> Result<T, ArtifactError>) -> Result<Vec<T>, ArtifactError> {
        (0..self.items()?.len()).map(|index| read(self.item(index))).collect()
    }

    fn text(&self, name: &str) -> Result<Box<str>, ArtifactError> {
        let member = self.member(name)?;
        let text = member.node.as_str().ok_or_else(|| member.expected("a string"))?.trim();
        if text.is_empty() {
            return Err(member.wrong("this text must not be blank"));
        }
        Ok(text.into())
    }

    fn number(&self) -> Option<f64> {
        match &self.node.data {
            Data::Number(lexeme) => Some(number::double(lexeme)),
            _ => None,
        }
    }

    fn score(&self, name: &str) -> Result<f64, ArtifactError> {
        let member = self.member(name)?;
        let score = member.number().filter(|score| score.is_finite());
        score.ok_or_else(|| member.expected("a finite number"))
    }
}
