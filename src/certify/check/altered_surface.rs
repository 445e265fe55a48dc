//! The declared surface comes out as it went in: every action, every schema, nothing over them.

use super::{Finding, ensure};
use crate::certify::bench::Bench;
use crate::json::{Document, Limits};
use crate::surface::Surface;

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    let mut evidence = Vec::new();
    for ground in &bench.grounds {
        let text = bench.subject.export(ground.surface).map_err(|error| error.to_string())?;
        let document =
            Document::parse(text.as_bytes(), Limits::SURFACE).map_err(|error| error.to_string())?;
        let exported = Surface::read(&document, None).map_err(|error| error.to_string())?;
        ensure(exported.actions.len() == ground.surface.actions.len(), || {
            format!(
                "{} actions of the {} surface become {}",
                ground.surface.actions.len(),
                ground.name,
                exported.actions.len()
            )
        })?;
        // As the exported surface has it, which is sorted, so that the look-up stays linear.
        let declared: std::collections::HashMap<&str, _> =
            ground.surface.actions.iter().map(|action| (&*action.reference, action.schema)).collect();
        for action in &exported.actions {
            let declared = declared.get(&*action.reference).copied();
            let is_same = match declared {
                Some(Some(schema)) => action.schema == Some(schema),
                Some(None) => action.schema.is_some_and(|schema| schema.kind() == "null"),
                None => false,
            };
            ensure(is_same, || format!("the schema of `{}` is another one", action.reference))?;
        }
        let digest = ground.surface.digest().map_err(|error| error.to_string())?;
        evidence.push(format!("{}: {} actions, digest {digest}", ground.name, exported.actions.len()));
    }
    Ok(evidence)
}
