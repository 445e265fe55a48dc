//! `shape`: the shape signature of an arguments object, and the hash that a witness carries for it.

use super::{Operation, Problem, Request, Session};
use crate::json::{canonical, shape};
use crate::plan::shape_of;

pub(super) const OPERATION: Operation = Operation {
    name: "shape",
    about: "{value} -> {signature, hash}: which members of an object, of which types",
    run,
};

fn run(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let value = request.flawless(request.required("value")?)?;
    if value.as_object().is_none() {
        let message = format!("`value` must be an object, not {}", value.kind());
        return Err(Problem::new("wrong-kind", message));
    }
    let signature = canonical::string(&shape::signature(value));
    Ok(format!("{{\"signature\":{signature},\"hash\":\"{}\"}}", shape_of(value)))
}
