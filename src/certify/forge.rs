//! Plans and artifacts that somebody altered, made of real ones.

use serde_json::{Value, json};

use crate::artifact::Incoming;
use crate::digest::Digest;
use crate::json::{Document, Limits};
use crate::plan::Plan;
use crate::prove::ProvenPlan;

/// The most rules that a plan may have.
const RULES: usize = 128;

/// Well-formed plans that claim something else than `plan`, each with what was altered.
pub(super) fn forgeries(plan: &Plan) -> Vec<(&'static str, Plan)> {
    let given = value(plan);
    let rules = given.get("rules").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut forged: Vec<(&'static str, Vec<Value>)> = Vec::new();
    let (first, rest) = match rules.split_first() {
        Some((first, rest)) => (first.clone(), rest.to_vec()),
        None => return Vec::new(),
    };
    if !rest.is_empty() {
        forged.push(("a rule dropped", rest.clone()));
    }
    let reversed: Vec<Value> = rules.iter().rev().cloned().collect();
    if reversed != rules {
        forged.push(("its rules reversed", reversed));
    }
    if rules.len() < RULES {
        let twice = [vec![first.clone()], rules.clone()].concat();
        forged.push(("a rule repeated", twice));
        let invented = json!({"kind": first.get("kind"), "key": "invented by a forger"});
        forged.push(("a rule added", [rules.clone(), vec![invented]].concat()));
    }
    let with_first = |name: &str, value: Value| {
        let mut altered = first.clone();
        if let Some(member) = altered.get_mut(name) {
            *member = value;
        }
        [vec![altered], rest.clone()].concat()
    };
    let below = first.get("at").is_some();
    forged.push(match below {
        true => ("another place", with_first("at", json!("/properties/invented by a forger"))),
        false => ("another key", with_first("key", json!("invented by a forger"))),
    });
    let kind = if first.get("kind") == Some(&json!("enum-form")) { "optional-null" } else { "enum-form" };
    forged.push(("another kind", with_first("kind", json!(kind))));
    let rebuilt = |rules: Vec<Value>| {
        let mut altered = given.clone();
        *altered.get_mut("rules")? = Value::Array(rules);
        read(&altered)
    };
    forged.into_iter().filter_map(|(what, rules)| Some((what, rebuilt(rules)?))).collect()
}

/// The plan as if it had been derived from another schema.
pub(super) fn of_another_schema(plan: &Plan) -> Option<Plan> {
    let mut altered = value(plan);
    *altered.get_mut("baseSchemaDigest")? = json!(Digest::of_text(plan.base_schema_digest().as_str()));
    read(&altered)
}

/// An artifact of these plans, as if it had come from another machine.
pub(super) fn artifact<'p>(plans: impl IntoIterator<Item = &'p Plan>) -> Result<Incoming, String> {
    let plans: Vec<Value> = plans.into_iter().map(value).collect();
    let file = json!({
        "version": 2, "metricVersion": 3, "actions": [], "quarantined": [], "normalizations": plans,
        "applied": [], "gate": {"passed": true, "beforeScore": 1, "afterScore": 0, "reasons": ["trust me"]},
        "evidenceDigest": "of another machine",
    });
    Incoming::parse(file.to_string().as_bytes()).map_err(|error| error.to_string())
}

/// The plans of proven ones.
pub(super) fn plans(proven: &[ProvenPlan]) -> impl Iterator<Item = &Plan> {
    proven.iter().map(ProvenPlan::plan)
}

fn value(plan: &Plan) -> Value {
    serde_json::to_value(plan).unwrap_or_default()
}

fn read(plan: &Value) -> Option<Plan> {
    let document = Document::parse(plan.to_string().as_bytes(), Limits::SURFACE).ok()?;
    Plan::read(&document, &document.root).ok()
}
