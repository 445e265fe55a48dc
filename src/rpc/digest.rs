//! `digest`: the digest of a value.

use super::{Operation, Problem, Request, Session};
use crate::digest::Digest;

pub(super) const OPERATION: Operation =
    Operation { name: "digest", about: "value -> digest: the SHA-256 of its RFC 8785 form", run };

fn run(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    Ok(format!("\"{}\"", Digest::of_node(request.flawless(request.input)?)))
}
