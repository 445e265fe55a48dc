//! Merging: deterministic, idempotent, independent of order; only proven plans, and local ones win.

use fabric_rules::internal::artifact::{Artifact, Entry, Incoming, Merged, PLANS, Premise, Side, merge};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::plan::Plan;
use fabric_rules::internal::program::Program;
use fabric_rules::internal::rules;
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fabric_rules::internal::session::Session;
use fabric_rules::internal::span::Span;
use fabric_rules::internal::surface::Surface;
use fabric_rules::internal::toolset::Toolset;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{SURFACE, artifact_of, incoming, live, value_of};
use crate::support::{fabric, fixture, parse};

fn text_of(merged: &Merged) -> String {
    Artifact::from(merged.file.clone()).to_text()
}

/// A surface of `number` actions, all of one schema with three properties.
fn surface_of(number: usize) -> String {
    let action = |index: usize| {
        json!({"ref": format!("act.n{index:04}"), "inputSchema": {
            "type": "object", "additionalProperties": false,
            "properties": {"pageCount": {"type": "integer"}, "note": {"type": "string"}, "kind": {"type": "string", "enum": ["pdf", "html"]}},
            "required": ["kind"]}})
    };
    json!({"version": 1, "actions": (0..number).map(action).collect::<Vec<_>>()}).to_string()
}

/// What may have become of a plan on its way.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Whole,
    Absent,
    Drifted,
    Shortened,
    Reordered,
    Moved,
    Malformed,
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let fate = prop_oneof![
        4 => Just(Fate::Whole),
        2 => Just(Fate::Absent),
        1 => Just(Fate::Drifted),
        1 => Just(Fate::Shortened),
        1 => Just(Fate::Reordered),
        1 => Just(Fate::Moved),
        1 => Just(Fate::Malformed),
    ];
    proptest::collection::vec(fate, 8)
}

fn suffer(whole: &[Value], fates: &[Fate]) -> Vec<Value> {
    let mut plans = Vec::new();
    for (plan, fate) in whole.iter().zip(fates) {
        let mut plan = plan.clone();
        match fate {
            Fate::Whole => {}
            Fate::Absent => continue,
            Fate::Drifted => plan["baseSchemaDigest"] = json!("0".repeat(64)),
            Fate::Shortened => drop(plan["rules"].as_array_mut().unwrap().pop()),
            Fate::Reordered => plan["rules"].as_array_mut().unwrap().reverse(),
            Fate::Moved => plan["ref"] = json!(format!("{}.gone", plan["ref"].as_str().unwrap())),
            Fate::Malformed => plan["rules"] = json!([]),
        }
        plans.push(plan);
    }
    plans
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_merge_is_deterministic_idempotent_and_independent_of_order(
        (mine, yours) in (fates(), fates()), seed in any::<u64>(),
    ) {
        let document = parse(&surface_of(8));
        let surface = Surface::read(&document, None).unwrap();
        let (fabric, value) = (fabric(), value_of(&surface));
        let live = live(&surface, fabric.program());
        let whole = value["normalizations"].as_array().unwrap().clone();
        let file = |plans: Vec<Value>| {
            let mut value = value.clone();
            value["normalizations"] = json!(plans);
            incoming(&value).unwrap()
        };
        let (local, theirs) = (suffer(&whole, &mine), suffer(&whole, &yours));
        let merged = merge(Some(&file(local.clone())), &file(theirs.clone()), &live);
        let text = text_of(&merged);

        // Deterministic, and independent of the order of either file.
        let mut rng = fastrand::Rng::with_seed(seed);
        let (mut other, mut others) = (local.clone(), theirs.clone());
        rng.shuffle(&mut other);
        rng.shuffle(&mut others);
        let shuffled = merge(Some(&file(other)), &file(others), &live);
        prop_assert_eq!(text_of(&shuffled), text.clone());
        prop_assert_eq!(shuffled.dropped.len(), merged.dropped.len());

        // Idempotent: the same file again adds nothing, and the result with itself is itself.
        let result = Incoming::from(&Artifact::from(merged.file.clone()));
        prop_assert_eq!(text_of(&merge(Some(&result), &file(theirs.clone()), &live)), text.clone());
        let twice = merge(Some(&result), &result, &live);
        prop_assert_eq!(text_of(&twice), text);
        prop_assert!(twice.dropped.is_empty() && twice.added.is_empty());

        // Exactly the proven plans of both are there.
        let is_whole = |fates: &[Fate], index: usize| matches!(fates[index], Fate::Whole);
        let expected: Vec<&str> = (0..8)
            .filter(|index| is_whole(&mine, *index) || is_whole(&yours, *index))
            .map(|index| whole[index]["ref"].as_str().unwrap())
            .collect();
        let refs: Vec<&str> = merged.file.plans().iter().map(Plan::reference).collect();
        prop_assert_eq!(refs, expected);
        let bad = |fates: &[Fate]| fates.iter().filter(|fate| !matches!(fate, Fate::Whole | Fate::Absent)).count();
        prop_assert_eq!(merged.dropped.len(), bad(&mine) + bad(&yours));
        for plan in merged.file.plans() {
            prop_assert!(live.prove(plan).is_ok());
        }
    }
}

#[test]
fn each_dropped_plan_says_why() {
    let document = parse(&surface_of(8));
    let surface = Surface::read(&document, None).unwrap();
    let (fabric, mut value) = (fabric(), value_of(&surface));
    let live = live(&surface, fabric.program());
    let whole = value["normalizations"].as_array().unwrap().clone();
    let fates = [Fate::Whole, Fate::Drifted, Fate::Shortened, Fate::Reordered, Fate::Moved, Fate::Malformed];
    value["normalizations"] = json!(suffer(&whole, &fates));
    let merged = merge(None, &incoming(&value).unwrap(), &live);
    let because: Vec<Premise> = merged.dropped.iter().map(|dropped| dropped.retracted.premise).collect();
    assert_eq!(
        because,
        [Premise::Drift, Premise::Forged, Premise::Forged, Premise::ActionLost, Premise::Malformed]
    );
    assert!(merged.dropped.iter().all(|dropped| dropped.side == Side::Incoming));
    let names: Vec<&str> =
        merged.dropped.iter().map(|dropped| dropped.reference.as_deref().unwrap()).collect();
    assert_eq!(names, ["act.n0001", "act.n0002", "act.n0003", "act.n0004.gone", "act.n0005"]);
    assert_eq!(merged.added, [Box::from("act.n0000")]);
}

/// The program of two active profiles, which yield different plans for one schema.
fn two_profiles() -> Program {
    let text = std::fs::read_to_string(fixture("cli/two-profiles.rules")).unwrap();
    rules::compile(&[Source::new("two-profiles.rules", text)]).program.unwrap()
}

#[test]
fn where_a_ref_has_two_proven_plans_the_local_one_wins() {
    let program = two_profiles();
    let document = parse(SURFACE);
    let surface = Surface::read(&document, None).unwrap();
    let live =
        Toolset::of(&surface, &Session::new(program.default_profile().unwrap(), SchemaOptions::default()));
    let action = surface.action("ledger.post").unwrap();
    let schema = Schema::new(&document, action.schema.unwrap(), SchemaOptions::default()).unwrap();
    let plans: Vec<Plan> =
        program.profiles().filter_map(|profile| derive(&profile, "ledger.post", &schema).ok()).collect();
    assert!(plans.len() >= 2 && plans[0] != plans[1], "{plans:?}");
    assert!(plans.iter().all(|plan| live.prove(plan).is_ok()));
    let file = |plans: &[&Plan]| Incoming {
        entries: plans
            .iter()
            .map(|plan| Entry {
                plan: Ok((*plan).clone()),
                reference: Some(plan.reference().into()),
                span: Span::default(),
            })
            .collect(),
        ..Incoming::default()
    };
    for (mine, yours) in [(0, 1), (1, 0)] {
        let merged = merge(Some(&file(&[&plans[mine]])), &file(&[&plans[yours]]), &live);
        assert_eq!(merged.file.plans(), [plans[mine].clone()]);
        assert!(merged.dropped.is_empty(), "a proven plan that is there already is none dropped");
    }
    // In one file, its order means nothing.
    let forward = merge(None, &file(&[&plans[0], &plans[1]]), &live);
    let backward = merge(None, &file(&[&plans[1], &plans[0]]), &live);
    assert_eq!(forward.file, backward.file);
}

#[test]
fn no_local_plan_makes_room_for_an_incoming_one() {
    let document = parse(&surface_of(PLANS + 5));
    let surface = Surface::read(&document, None).unwrap();
    let fabric = fabric();
    let live = live(&surface, fabric.program());
    let entries = |from: usize, to: usize| Incoming {
        entries: surface.actions[from..to]
            .iter()
            .map(|action| {
                let schema =
                    Schema::new(&document, action.schema.unwrap(), SchemaOptions::default()).unwrap();
                Entry {
                    plan: Ok(derive(&fabric, &action.reference, &schema).unwrap()),
                    reference: Some(action.reference.as_str().into()),
                    span: Span::default(),
                }
            })
            .collect(),
        ..Incoming::default()
    };
    let merged = merge(Some(&entries(500, PLANS + 5)), &entries(0, 600), &live);
    assert_eq!((merged.file.plans().len(), merged.cut, merged.added.len()), (PLANS, 5, 495));
    let refs: Vec<&str> = merged.file.plans().iter().map(Plan::reference).collect();
    assert!(refs.is_sorted());
    assert_eq!((refs[494], refs[495], refs[PLANS - 1]), ("act.n0494", "act.n0500", "act.n1004"));
    // The same file again finds no room either.
    let result = Incoming::from(&Artifact::from(merged.file.clone()));
    assert_eq!(merge(Some(&result), &entries(0, 600), &live).file, merged.file);
}

#[test]
fn nothing_of_the_inputs_is_carried_over_but_plans() {
    let document = parse(SURFACE);
    let surface = Surface::read(&document, None).unwrap();
    let (fabric, mut value) = (fabric(), value_of(&surface));
    value["gate"] = json!({"passed": false, "beforeScore": 9, "afterScore": 1, "reasons": ["trust me"]});
    value["applied"] = json!([{"kind": "x", "ref": "y", "detail": "z"}]);
    value["metricVersion"] = json!(77);
    value["evidenceDigest"] = json!("made up");
    let merged = merge(None, &incoming(&value).unwrap(), &live(&surface, fabric.program()));
    let plans = artifact_of(&surface).plans().iter().map(Plan::to_json).collect::<Vec<_>>().join(",");
    let canonical =
        serde_json_canonicalizer::to_string(&serde_json::from_str::<Value>(&format!("[{plans}]")).unwrap())
            .unwrap();
    assert_eq!(merged.file.evidence_digest(), Digest::of_text(&canonical).as_str());
    let written = serde_json::to_value(Artifact::from(merged.file)).unwrap();
    assert_eq!(written["gate"], json!({"passed": true, "beforeScore": 0, "afterScore": 0, "reasons": []}));
    assert_eq!(
        (&written["metricVersion"], &written["applied"][0]["kind"]),
        (&json!(3), &json!("normal-form"))
    );
}
