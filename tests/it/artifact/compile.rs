//! Compiling: the same bytes whatever the order, the way or the number of jobs.

use std::fmt::Write as _;
use std::future::Future;
use std::task::{Context as Task, Poll, Waker};

use fabric_rules::internal::artifact::{APPLIED, Artifact, Compiler, Cooperative, PLANS, Status};
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::metric::{Context, MetricReport, measure};
use fabric_rules::internal::schema::SchemaOptions;
use fabric_rules::internal::store::in_parallel;
use fabric_rules::internal::surface::Surface;
use serde_json::{Value, json};

use super::{SURFACE, artifact_of, compiled, real_surfaces};
use crate::support::{fabric, parse, snapshots};

fn nothing() -> MetricReport {
    measure([], &Context::default())
}

/// A surface of many actions, each with a plan of one rule.
fn many(number: usize) -> String {
    let action = |index: usize| {
        json!({"ref": format!("act.n{index:05}"), "inputSchema": {
            "type": "object", "additionalProperties": false, "properties": {"p": {}}, "required": ["p"]}})
    };
    json!({"version": 1, "actions": (0..number).map(action).collect::<Vec<_>>()}).to_string()
}

#[test]
fn the_bytes_of_real_surfaces_are_pinned() {
    let mut pins = String::new();
    for (name, document) in real_surfaces() {
        let surface = Surface::read(&document, Some("server")).unwrap();
        let compilation = compiled(&surface, None);
        match compilation.artifact {
            None => writeln!(pins, "{name}: nothing to derive").unwrap(),
            Some(artifact) => {
                let text = artifact.to_text();
                let Artifact::Compiled(compiled) = &artifact else { panic!() };
                let digest = Digest::of_text(&text);
                writeln!(pins, "{name}: {} plans, {} bytes, {digest}", compiled.plans().len(), text.len())
                    .unwrap();
            }
        }
    }
    let document = parse(SURFACE);
    let small = Artifact::from(artifact_of(&Surface::read(&document, None).unwrap())).to_text();
    snapshots("artifact").bind(|| {
        insta::assert_snapshot!("pins", pins);
        insta::assert_snapshot!("small", format!("{small}\nsha256 {}", Digest::of_text(&small)));
    });
}

#[test]
fn the_order_of_actions_means_nothing() {
    for (name, document) in real_surfaces() {
        let surface = Surface::read(&document, Some("server")).unwrap();
        let expected = compiled(&surface, None).artifact.map(|artifact| artifact.to_text());
        let mut shuffled = surface.clone();
        fastrand::Rng::with_seed(7).shuffle(&mut shuffled.actions);
        assert_eq!(compiled(&shuffled, None).artifact.map(|artifact| artifact.to_text()), expected, "{name}");
    }
}

#[test]
fn every_way_to_compile_gives_the_same() {
    for (name, document) in real_surfaces() {
        let surface = Surface::read(&document, Some("server")).unwrap();
        let expected = compiled(&surface, None);
        let (fabric, report) = (fabric(), nothing());
        let compiler = Compiler::new(&surface, &fabric, SchemaOptions::default()).unwrap();
        for jobs in [1, 3, 8] {
            let plans = in_parallel(compiler.actions(), jobs, |action| compiler.plan(action));
            let plans = plans.into_iter().flatten().collect();
            assert_eq!(compiler.finish(plans, &report, Vec::new(), None), expected, "{name} {jobs}");
        }
        let mut stepped = Cooperative::new(&compiler, (&report, Vec::new()), None);
        assert!(surface.actions.is_empty() || stepped.finish().is_none(), "not all was looked at yet");
        let mut steps = 0;
        while stepped.step() {
            steps += 1;
            assert_eq!(stepped.progress(), (steps, surface.actions.len()));
        }
        assert_eq!(steps, surface.actions.len());
        assert_eq!(stepped.finish().unwrap(), expected, "{name}");
        assert!(stepped.finish().is_none(), "a result is given once");
    }
}

#[test]
fn a_cooperative_compile_yields_after_every_action_and_can_be_dropped() {
    let document = parse(&many(5));
    let surface = Surface::read(&document, None).unwrap();
    let (fabric, report) = (fabric(), nothing());
    let compiler = Compiler::new(&surface, &fabric, SchemaOptions::default()).unwrap();
    let poll =
        |future: &mut Cooperative<'_>| std::pin::Pin::new(future).poll(&mut Task::from_waker(Waker::noop()));
    let mut future = Cooperative::new(&compiler, (&report, Vec::new()), None);
    for done in 1..=5 {
        assert!(poll(&mut future).is_pending());
        assert_eq!(future.progress(), (done, 5));
    }
    assert_eq!(poll(&mut future), Poll::Ready(compiled(&surface, None)));
    assert!(poll(&mut future).is_pending(), "a result is given once");
    let mut cancelled = Cooperative::new(&compiler, (&report, Vec::new()), None);
    assert!(poll(&mut cancelled).is_pending());
    drop(cancelled);
}

#[test]
fn the_same_plans_converge_and_come_back_untouched() {
    for (name, document) in real_surfaces() {
        let surface = Surface::read(&document, Some("server")).unwrap();
        let first = compiled(&surface, None);
        let again = compiled(&surface, first.artifact.as_ref());
        assert_eq!(again.status, Status::Converged, "{name}");
        assert_eq!(again.artifact, first.artifact);
        assert!(again.proposals.is_empty() && again.gate.is_none());
    }
}

#[test]
fn an_artifact_holds_the_first_thousand_plans_and_says_what_was_cut() {
    let document = parse(&many(PLANS + 3));
    let mut surface = Surface::read(&document, None).unwrap();
    surface.actions.reverse();
    let compilation = compiled(&surface, None);
    assert_eq!(compilation.cut, 3);
    let Some(Artifact::Compiled(artifact)) = &compilation.artifact else { panic!() };
    assert_eq!(artifact.plans().len(), PLANS);
    assert_eq!(artifact.plans()[PLANS - 1].reference(), format!("act.n{:05}", PLANS - 1));
    assert_eq!(artifact.applied().len(), APPLIED);
    assert_eq!(compilation.proposals.len(), PLANS);
    let again = compiled(&surface, compilation.artifact.as_ref());
    assert_eq!((again.status, again.cut), (Status::Converged, 3));
}

#[test]
fn the_evidence_digest_is_of_the_surface_and_the_plans() {
    let document = parse(SURFACE);
    let surface = Surface::read(&document, None).unwrap();
    let artifact = artifact_of(&surface);
    let plans: Vec<Value> =
        artifact.plans().iter().map(|plan| serde_json::from_str(&plan.to_json()).unwrap()).collect();
    let value = json!({"surface": surface.digest().unwrap().as_str(), "plans": plans});
    let canonical = serde_json_canonicalizer::to_string(&value).unwrap();
    assert_eq!(artifact.evidence_digest(), Digest::of_text(&canonical).as_str());
}

#[test]
fn a_surface_without_a_digest_is_an_error() {
    let document = parse(r#"{"version": 1, "actions": [{"ref": "a", "inputSchema": {"maximum": 1e999}}]}"#);
    let surface = Surface::read(&document, None).unwrap();
    let error = Compiler::new(&surface, &fabric(), SchemaOptions::default()).unwrap_err();
    assert!(error.to_string().contains("too large for a double"), "{error}");
}
