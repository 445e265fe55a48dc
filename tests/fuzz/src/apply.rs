//! A schema and the arguments of a call, in two lines: the four laws.

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::derive::NoPlan;
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::verify::verify;

/// What is derived is proved; what is valid stays; a result is valid, allowed, and stays when it is
/// applied again.
pub fn hold(bytes: &[u8]) {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
    let (text, args) = (&bytes[..end], &bytes[end + 1..]);
    let Ok(schema) = Schema::parse(text, Default::default()) else { return };
    let proven = match super::fabric().plan("a.ref", &schema) {
        Err(NoPlan::Unproved { refusal, .. }) => panic!("what is derived is proved: {refusal}"),
        Err(_) => return,
        Ok(proven) => proven,
    };
    let Ok(outcome) = proven.apply(args) else { return };
    let value =
        Document::parse(args, Limits::ARGUMENTS).expect("what was applied to is JSON").root.to_value();
    let is_valid = schema.accepts_arguments(&value);
    if let Outcome::Normalized { args: after, witness } = outcome {
        assert!(!is_valid, "a valid call was changed");
        verify(&proven, args, &after, &witness).expect("a change is allowed");
        let again = proven.apply(&after).expect("a result is JSON");
        assert_eq!(again, Outcome::Unchanged, "applying twice changes twice");
    }
}
