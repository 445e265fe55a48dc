//! `derive`: the plan that the profile in force yields for a schema.

use super::{Operation, Problem, Request, Session, profile};
use crate::derive::derive;

pub(super) const OPERATION: Operation = Operation {
    name: "derive",
    about: "{ref, schema, profile?} -> plan or null: what the rules yield",
    run: answer,
};

/// The plan for `{"ref", "schema", "profile"?}`, or `null`.
///
/// # Errors
///
/// A [`Problem`]: a member is missing, given twice or of another kind, or there is no such profile.
pub fn answer(session: &Session, request: Request<'_>) -> Result<String, Problem> {
    let reference = request.text(request.required("ref")?, "ref")?;
    let schema = request.required("schema")?;
    let profile = profile(session, request)?;
    let plan = match session.schema(request.line, request.document, schema) {
        Ok(schema) => derive(&profile, reference, &schema).ok(),
        Err(_) => None,
    };
    Ok(plan.map_or_else(|| "null".to_owned(), |plan| plan.to_json()))
}
