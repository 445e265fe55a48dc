//! The boundary for hosts: adapter, normalization, validation, in this order.

use fabric_rules::internal::apply::{ApplyError, ReasonCode, Verdict};
use fabric_rules::internal::boundary::{Adapter, AsGiven, Boundary, BoundaryError, Passed};

use crate::support::{fabric, proven, schema};

const SCHEMA: &str =
    r#"{"type": "object", "additionalProperties": false, "properties": {"pageCount": {"type": "integer"}}}"#;

/// Takes the arguments out of an envelope; refuses what has none.
struct Envelope;

impl Adapter for Envelope {
    type Error = &'static str;

    fn prepare(&self, args: Vec<u8>) -> Result<Vec<u8>, Self::Error> {
        let text = String::from_utf8(args).map_err(|_| "not text")?;
        Ok(text.strip_prefix("args=").ok_or("no envelope")?.as_bytes().to_vec())
    }
}

fn boundary<A: Adapter>(adapter: A) -> Boundary<A> {
    Boundary::new(adapter, proven(&fabric(), "a.ref", &schema(SCHEMA)).unwrap())
}

#[test]
fn canonical_arguments_pass_as_they_are() {
    let passed = boundary(AsGiven).call(br#"{ "pageCount" : 2.0 }"#.to_vec()).unwrap();
    assert_eq!(passed.args, br#"{ "pageCount" : 2.0 }"#);
    assert!(passed.witness.is_none());
}

#[test]
fn misspelled_arguments_pass_with_a_witness() {
    let passed = boundary(Envelope).call(br#"args={"page_count": "2"}"#.to_vec()).unwrap();
    assert_eq!(passed.args, br#"{"pageCount": 2}"#);
    assert_eq!(passed.witness.unwrap().rules().len(), 2);
}

#[test]
fn the_adapters_error_is_given_back_as_it_is() {
    let refused = boundary(Envelope).call(br#"{"page_count": "2"}"#.to_vec());
    assert_eq!(refused, Err(BoundaryError::Adapter("no envelope")));
}

#[test]
fn what_stays_wrong_is_rejected() {
    let wrong = br#"{"page_count": "two"}"#.to_vec();
    let Err(BoundaryError::Rejected { args, reason }) = boundary(AsGiven).call(wrong.clone()) else {
        panic!()
    };
    assert_eq!(args, wrong);
    assert_eq!((reason.code, &*reason.at), (ReasonCode::StillRejected, "/page_count"));
    assert_eq!(reason.message, "value is not of type \"integer\"");
    let unreadable = boundary(AsGiven).call(b"[".to_vec());
    assert!(matches!(unreadable, Err(BoundaryError::Unreadable(ApplyError::Json(_)))));
}

#[test]
fn it_says_what_the_plan_judges() {
    let mut kinds = std::collections::BTreeSet::new();
    let plan = proven(&fabric(), "a.ref", &schema(SCHEMA)).unwrap();
    for args in [
        r#"{"pageCount": 2}"#,
        r#"{"pageCount": 2, "pageCount": 3}"#,
        r#"{"PAGE-COUNT": "2"}"#,
        r#"{"pageCount": 1.5}"#,
        r#"{"page_count": 1, "pageCount": 2}"#,
        r#"{"pageCount": "2", "pageCount": "3"}"#,
        r#"{"note": "\ud800"}"#,
        "[2]",
        "{",
    ] {
        let given = args.as_bytes().to_vec();
        let called = boundary(AsGiven).call(given.clone());
        let passed = |called: Result<Passed, _>| called.map(|passed| (passed.args, passed.witness)).unwrap();
        match plan.judge(&given) {
            Ok(Verdict::Valid) => assert_eq!(passed(called), (given, None)),
            Ok(Verdict::Normalized { args, witness }) => {
                assert_eq!(passed(called), (args, Some(witness)));
            }
            Ok(Verdict::Rejected(reason)) => {
                assert_eq!(called, Err(BoundaryError::Rejected { args: given, reason: Box::new(reason) }));
            }
            Ok(Verdict::Unknown(reason)) => {
                assert_eq!(called, Err(BoundaryError::Undecided { args: given, reason: Box::new(reason) }));
            }
            Ok(other) => panic!("{other:?}"),
            Err(error) => assert_eq!(called, Err(BoundaryError::Unreadable(error))),
        }
        kinds.insert(plan.judge(args.as_bytes()).map_or("unreadable", |verdict| verdict.name()));
    }
    assert_eq!(kinds.len(), 5, "one of each kind: {kinds:?}");
}

#[test]
fn without_a_plan_it_validates_all_the_same() {
    let plain = Boundary::without_plan(AsGiven, schema(SCHEMA));
    assert!(plain.call(br#"{"pageCount": 2}"#.to_vec()).is_ok());
    assert!(matches!(plain.call(br#"{"page_count": 2}"#.to_vec()), Err(BoundaryError::Rejected { .. })));
    assert!(matches!(
        plain.call(b"7".to_vec()),
        Err(BoundaryError::Unreadable(ApplyError::NotAnObject { .. }))
    ));
}
