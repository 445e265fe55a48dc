//! `jcs`: the RFC 8785 form of a JSON text.

use super::{Operation, Problem, Request, Session};
use crate::digest::Digest;
use crate::json::{Document, Limits, canonical};

pub(super) const OPERATION: Operation =
    Operation { name: "jcs", about: "{text} -> {canonical, hash}: the RFC 8785 form of a JSON text", run };

fn run(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let text = request.text(request.required("text")?, "text")?;
    let document = Document::parse(text.as_bytes(), Limits::SURFACE)?;
    let inner = Request { line: text, document: &document, input: &document.root };
    let canonical = canonical::text(inner.flawless(inner.input)?);
    let hash = Digest::of_text(&canonical);
    Ok(format!("{{\"canonical\":{},\"hash\":\"{hash}\"}}", canonical::string(&canonical)))
}
