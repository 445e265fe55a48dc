//! One action as `check` looks at it: what was found, advice for its owner, and which profiles reach it.

use super::examine::planned;
use super::{Examined, advice, examine_compiled, outputs};
use crate::cache::Cache;
use crate::program::Profile;
use crate::prove::Proof;
use crate::schema::{Schema, SchemaOptions};
use crate::surface::{Action, Surface};

/// Looks at one action of `surface` under `profile`, by itself, so that many can be looked at in parallel. What
/// was derived before, `cache` may know.
pub fn look(
    surface: &Surface<'_>,
    action: &Action<'_>,
    profile: &Profile,
    options: SchemaOptions,
    cache: Option<&Cache>,
) -> Examined {
    let schema = action.schema.map(|node| Schema::new(surface.document, node, options));
    let mut examined = examine_compiled(surface, action, profile, schema.as_ref(), cache);
    examined.findings.extend(outputs::unusable(surface, action, options));
    if let Some(Ok(schema)) = &schema {
        let plan = examined.plan.as_ref().ok().map(Proof::plan);
        let advice = advice::advise(&action.reference, schema, profile, plan);
        examined.findings.extend(advice);
        examined.reached_by = reached_by(&examined, schema, profile, cache);
    }
    examined
}

/// The names of the profiles of the program under which the action has a plan.
fn reached_by(examined: &Examined, schema: &Schema, profile: &Profile, cache: Option<&Cache>) -> Vec<String> {
    let reaches = |other: &Profile| match other.name() == profile.name() {
        true => examined.plan.is_ok(),
        false => planned(other, &examined.reference, schema, cache).is_ok(),
    };
    profile.program().profiles().filter(reaches).map(|other| other.name().to_owned()).collect()
}
