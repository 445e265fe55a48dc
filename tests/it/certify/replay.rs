//! Replayed parts add up to the whole, however they were split.

use fabric_rules::internal::artifact::Incoming;
use fabric_rules::internal::evidence::{AuditCall, Operation, Outcome, Trace};
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::metric::Partial;
use fabric_rules::internal::schema::SchemaOptions;
use fabric_rules::internal::session::Session;
use fabric_rules::internal::surface::Surface;
use fabric_rules::internal::toolset::Toolset;
use fabric_rules::internal::trial::{Population, Replay, Trial};
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::sample::select;

use super::trial::{SURFACE, artifact};
use crate::support::{fabric, parse};

/// A call: whether it was kept verbatim, its ref and its arguments.
type Call = (bool, &'static str, &'static str);

fn call() -> impl Strategy<Value = Call> {
    let refs = ["parcel.track", "ledger.post", "atlas.find", "nowhere.go", "fabric.workflow.step"];
    let args = [
        r#"{"zoneCode": "north"}"#,
        r#"{"zonecode": "FAR_WEST", "grams": "1"}"#,
        r#"{"amount": "1.5"}"#,
        r#"{"amount": 1}"#,
        r#"{"q": 1}"#,
        "{}",
    ];
    (any::<bool>(), select(refs.to_vec()), select(args.to_vec()))
}

fn add(trial: &Trial, (replay, population): (&mut Replay, &mut Population), (is_audit, action, args): Call) {
    let args = Document::parse(args.as_bytes(), Limits::ARGUMENTS).unwrap().root;
    if is_audit {
        let call = AuditCall { action: action.into(), args };
        population.audit(trial, &call);
        replay.audit(trial, &call);
    } else {
        let outcome = Outcome::Succeeded;
        let operation =
            Operation { action: action.into(), args, outcome, failure_stage: None, normalization: None };
        let trace = Trace { operations: vec![operation], ..Trace::default() };
        population.trace(trial, &trace);
        replay.trace(trial, &trace);
    }
}

proptest! {
    #[test]
    fn parts_add_up(calls in proptest::collection::vec((call(), 0..4_usize), 0..40), order in proptest::sample::subsequence(vec![0, 1, 2, 3], 4)) {
        let document = parse(SURFACE);
        let surface = Surface::read(&document, None).unwrap();
        let live = Toolset::of(&surface, &Session::new(fabric().clone(), SchemaOptions::default()));
        let incoming = Incoming::parse(artifact_text().as_bytes()).unwrap();
        let trial = Trial::new(&live, Some(&incoming));
        let mut whole = (Replay::default(), Population::default());
        let mut parts: Vec<(Replay, Population)> = vec![Default::default(); 4];
        for (call, part) in calls {
            add(&trial, (&mut whole.0, &mut whole.1), call);
            let (replay, population) = &mut parts[part];
            add(&trial, (replay, population), call);
        }
        let mut merged = (Replay::default(), Population::default());
        for part in order.into_iter().rev() {
            merged.0.add(parts[part].0.clone());
            merged.1.add(&parts[part].1);
        }
        prop_assert_eq!(&merged, &whole);
        let score = Partial::default().score();
        let report = whole.0.report(score);
        prop_assert_eq!(&merged.0.report(score), &report);
        // No call is lost: it is a sample, or there is a reason why it is none.
        let none = whole.1.no_samples(&report);
        let all = whole.1.traced + whole.1.audited + whole.1.unknown + whole.1.reserved;
        let told = none.unknown_ref + none.discovery_or_workflow + none.replaced_by_audits + none.too_costly;
        prop_assert_eq!(report.totals.operations + told, all);
    }
}

/// The artifact, made once: deriving starts a process.
fn artifact_text() -> &'static str {
    static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| artifact().to_string());
    &TEXT
}
