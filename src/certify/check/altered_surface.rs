//! The declared surface comes out as it went in: every action, every schema, nothing over them.

use super::{Finding, ensure};
use crate::certify::setup::Setup;
use crate::json::{Document, Limits};
use crate::surface::Surface;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let text = setup.subject.export(prepared.surface).map_err(|error| error.to_string())?;
        let document =
            Document::parse(text.as_bytes(), Limits::SURFACE).map_err(|error| error.to_string())?;
        let exported = Surface::read(&document, None).map_err(|error| error.to_string())?;
        ensure(exported.actions.len() == prepared.surface.actions.len(), || {
            format!(
                "{} actions of the {} surface become {}",
                prepared.surface.actions.len(),
                prepared.name,
                exported.actions.len()
            )
        })?;
        // As the exported surface has it, which is sorted, so that the look-up stays linear.
        let declared: std::collections::HashMap<&str, _> =
            prepared.surface.actions.iter().map(|action| (&*action.reference, action.schema)).collect();
        for action in &exported.actions {
            let declared = declared.get(&*action.reference).copied();
            let is_same = match declared {
                Some(Some(schema)) => action.schema == Some(schema),
                Some(None) => action.schema.is_some_and(|schema| schema.kind() == "null"),
                None => false,
            };
            ensure(is_same, || format!("the schema of `{}` is another one", action.reference))?;
        }
        let digest = prepared.surface.digest().map_err(|error| error.to_string())?;
        evidence.push(format!("{}: {} actions, digest {digest}", prepared.name, exported.actions.len()));
    }
    Ok(evidence)
}
