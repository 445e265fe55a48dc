//! Certification under a profile that is named: it holds, and what is broken under that profile alone is found.

use fabric_rules::internal::apply::{ApplyError, Outcome};
use fabric_rules::internal::artifact::Retracted;
use fabric_rules::internal::certify::{FabricRules, Inputs, Subject, certify};
use fabric_rules::internal::derive::{NoPlan, derive};
use fabric_rules::internal::json::Document;
use fabric_rules::internal::plan::Plan;
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::surface::Surface;
use fabric_rules::internal::toolset::Toolset;

use super::mutations::broken;
use super::{failures, names, store};
use crate::support::{fixture, parse, wide};

fn filesystem() -> Document {
    let file = fixture("surfaces/npm__modelcontextprotocol__server-filesystem.tools.json");
    parse(&std::fs::read_to_string(file).unwrap())
}

fn inputs<'s>(surface: &'s Surface<'s>) -> Inputs<'s> {
    Inputs { surface: Some(surface), profile: Some(wide()), ..Inputs::default() }
}

#[test]
fn wide_is_certified_on_a_real_surface() {
    let document = filesystem();
    let surface = Surface::read(&document, None).unwrap();
    let inputs = inputs(&surface);
    assert_eq!(failures(&FabricRules(store), &inputs), []);
    let report = certify(&FabricRules(store), &inputs).unwrap();
    assert_eq!((&*report.profile, report.rules_digest.as_ref()), ("wide", wide().rules_digest()));
    let second = report.checks.iter().find(|row| row.name == "second-change").unwrap();
    let changed = |line: &&String| !line.starts_with("built-in:") && line.contains(" misspelled calls, ");
    assert_eq!(second.evidence.iter().filter(changed).count(), 2, "{:?}", second.evidence);
}

/// Whether this is about a plan of `wide`.
fn is_wide(plan: &Plan) -> bool {
    plan.stamp().is_some_and(|stamp| stamp.profile == "wide")
}

broken!(Touching: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    let outcome = proven.apply(args)?;
    if !is_wide(proven.plan()) || !matches!(outcome, Outcome::Unchanged) {
        return Ok(outcome);
    }
    // Whatever is valid is taken for what was mended once.
    let null = proven.apply(b"null")?;
    Ok(if matches!(null, Outcome::Unchanged) { outcome } else { null })
});

broken!(Trusting: fn prove(&self, live: &Toolset, plan: &Plan) -> Result<ProvenPlan, Retracted> {
    live.prove(plan).or_else(|retracted| {
        if !is_wide(plan) {
            return Err(retracted);
        }
        // A plan of that name will do.
        let schema = live.usable(plan.reference()).ok_or_else(|| retracted.clone())?;
        wide().plan(plan.reference(), &schema).map_err(|_| retracted)
    })
});

broken!(Inventing: fn derive(&self, profile: &Profile, reference: &str, schema: &Schema) -> Result<Plan, NoPlan> {
    match derive(profile, reference, schema) {
        Err(no_plan) if profile.name() == "wide" => derive(profile, "other", schema).or(Err(no_plan)),
        Ok(_) if profile.name() == "wide" => derive(profile, "", schema),
        answer => answer,
    }
});

#[test]
fn what_is_broken_under_wide_alone_is_found() {
    let document = filesystem();
    let surface = Surface::read(&document, None).unwrap();
    let inputs = inputs(&surface);
    for (subject, check) in [
        (&Touching as &dyn Subject, "second-change"),
        (&Trusting, "forged-plan"),
        (&Inventing, "unfounded-plan"),
    ] {
        let found = failures(subject, &inputs);
        assert!(names(&found).contains(&check), "{check}: {:?}", names(&found));
        // Under `fabric` none of it is seen.
        assert_eq!(failures(subject, &Inputs { profile: None, ..inputs.clone() }), []);
    }
}
