//! A schema and the arguments of a call, in two lines: the four laws.

use fabric_rules::apply::Outcome;
use fabric_rules::derive::derive;
use fabric_rules::json::{Document, Limits};
use fabric_rules::prove::prove;
use fabric_rules::schema::Schema;
use fabric_rules::verify::verify;

/// What is derived is proved; what is valid stays; a result is valid, licensed, and stays when it is
/// applied again.
pub fn hold(bytes: &[u8]) {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
    let (text, args) = (&bytes[..end], &bytes[end + 1..]);
    let Ok(schema) = Schema::parse(text, Default::default()) else { return };
    let Ok(plan) = derive(&super::fabric(), "a.ref", &schema) else { return };
    let proven =
        prove(super::fabric().program(), &plan, "a.ref", &schema).expect("what is derived is proved");
    let Ok(outcome) = proven.apply(args) else { return };
    let value =
        Document::parse(args, Limits::ARGUMENTS).expect("what was applied to is JSON").root.to_value();
    let is_valid = schema.accepts_arguments(&value);
    if let Outcome::Normalized { args: after, witness } = outcome {
        assert!(!is_valid, "a valid call was changed");
        verify(&proven, args, &after, &witness).expect("a change is licensed");
        let again = proven.apply(&after).expect("a result is JSON");
        assert_eq!(again, Outcome::Unchanged, "applying twice changes twice");
    }
}
