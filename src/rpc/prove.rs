//! `prove`: whether the rules in force yield a given plan for a schema.

use super::{Operation, Problem, Request, Session, profile};
use crate::json::canonical;
use crate::plan::Plan;
use crate::prove::Refusal;

pub(super) const OPERATION: Operation = Operation {
    name: "prove",
    about: "{ref?, schema, plan, profile?} -> {proved, refusal?}: whether the rules yield it",
    run: answer,
};

/// The verdict on `{"ref"?, "schema", "plan", "profile"?}`. A plan names its profile by itself; one that is
/// named beside it has to be there too.
///
/// # Errors
///
/// A [`Problem`]: a member is missing, given twice or of another kind, or there is no such profile.
pub fn answer(session: &Session, request: Request<'_>) -> Result<String, Problem> {
    Ok(match refusal(session, request)? {
        None => "{\"proved\":true}".to_owned(),
        Some(refusal) => {
            let more = [("decoder", &refusal.decoder), ("branch", &refusal.branch)];
            let more = more.iter().filter_map(|(name, told)| {
                Some(format!(",\"{name}\":{}", canonical::string(told.as_ref()?)))
            });
            format!(
                "{{\"proved\":false,\"refusal\":{{\"code\":\"{}\",\"message\":{},\"at\":{}{}}}}}",
                refusal.code,
                canonical::string(&refusal.message),
                canonical::string(&refusal.at),
                more.collect::<String>()
            )
        }
    })
}

fn refusal(session: &Session, request: Request<'_>) -> Result<Option<Refusal>, Problem> {
    let reference = match request.optional("ref")? {
        Some(node) => Some(request.text(node, "ref")?),
        None => None,
    };
    let schema = request.required("schema")?;
    profile(session, request)?;
    let plan = match Plan::read(request.document, request.required("plan")?) {
        Ok(plan) => plan,
        Err(malformed) => return Ok(Some(malformed.into())),
    };
    let schema = match session.schema(request.line, request.document, schema) {
        Ok(schema) => schema,
        Err(error) => return Ok(Some(Refusal::unprovable(error.to_string()))),
    };
    let reference = reference.unwrap_or(plan.reference());
    Ok(session.prove(&plan, reference, &schema).err())
}
