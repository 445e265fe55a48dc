//! Checking a change without the code that made it: every byte, every rival.

mod agreed;
mod below;
mod cases;

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::ir::{Action, Alphabet, Guard};
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::verify::verify;

use crate::support::{edited, fabric, normalized, proven, schema};

const CALL: &str = r#"{"type": "object", "additionalProperties": false, "properties": {
    "count": {"type": "integer"}, "format": {"type": "string", "enum": ["pdf", "plain text"]},
    "note": {"type": "string"}, "memo": {"type": "string"}, "any": {}}}"#;

/// The bytes of a change that `verify` finds right, with those before it.
fn changed(proven: &ProvenPlan, before: &str) -> (Vec<u8>, fabric_rules::internal::plan::Witness) {
    let Ok(Outcome::Normalized { args, witness }) = proven.apply(before.as_bytes()) else {
        panic!("`{before}` stays")
    };
    assert_eq!(verify(proven, before.as_bytes(), &args, &witness), Ok(()), "{before}");
    (args, witness)
}

#[test]
fn every_tamper_of_one_byte_is_noticed() {
    let proven = proven(&fabric(), "a.ref", &schema(CALL)).unwrap();
    let calls = [
        "\t{ \"note\" : null ,\n \"COUNT\" : \"2\"\t, \"any\" : { \"a\" : 1.0 } }\r\n",
        " {\"count\": \"1\" , \"note\": null , \"memo\" : null }\n",
        "{ \"note\":null , \"memo\" :\tnull }",
        "{\"memo\" : null,\t\"note\": null , \"Format\": \"PDF\" ,\n \"any\":[ 1 , 2 ]}",
        "{\"any\":\"\\u0041\", \"note\" : null , \"FORMAT\":\"Plain-Text\" }  ",
    ];
    let mut tampers = 0;
    for before in calls {
        let (after, witness) = changed(&proven, before);
        let mut check = |other: Vec<u8>| {
            tampers += 1;
            let text = String::from_utf8_lossy(&other).into_owned();
            assert!(verify(&proven, before.as_bytes(), &other, &witness).is_err(), "{before}\n{text}");
        };
        for at in 0..=after.len() {
            for byte in [b' ', b'\t', b'\n', b'\r', b',', b'"', b'0', b'x', b'}'] {
                let mut longer = after.clone();
                longer.insert(at, byte);
                check(longer);
                if after.get(at).is_some_and(|present| *present != byte) {
                    let mut other = after.clone();
                    other[at] = byte;
                    check(other);
                }
            }
            if at < after.len() {
                let mut shorter = after.clone();
                shorter.remove(at);
                check(shorter);
            }
        }
    }
    assert!(tampers > 2500, "{tampers}");
}

/// A program whose spelling drops the letter `x`, and sets formless names apart by all letters.
fn meeting() -> fabric_rules::internal::program::Profile {
    edited(|ir| {
        let letters = Alphabet { letter: true, digit: true, characters: Vec::new() };
        let spelling = &mut ir.spellings[0];
        spelling.drop = vec!['x', '_'];
        spelling.apart_by = Some(letters);
        let name = spelling.name.clone();
        for convention in &mut ir.conventions {
            match &mut convention.action {
                Action::Rename { .. } => convention.guard = Guard::KeyUnique(name.clone()),
                action if action.looks_up().is_some() => {
                    convention.guard = Guard::SomeEnumUnique(name.clone());
                }
                _ => {}
            }
        }
    })
}

#[test]
fn a_formless_rival_of_the_given_name_or_of_the_declared_one_refuses() {
    // `ab` is a spelling of `axb`, and `+ab` sets it apart; `+axb` would set the declared name apart.
    for (declared, rival, given, moves) in [
        ("axb", "+ab", "ab", false),
        ("axb", "+ab", "xab", true),
        ("axb", "+axb", "ab", false),
        ("axb", "+c", "ab", true),
    ] {
        let keys = schema(&format!(
            r#"{{"type": "object", "additionalProperties": false, "properties": {{"{declared}": {{}}, "{rival}": {{}}, "n": {{"type": "integer"}}}}}}"#
        ));
        // First character `x` has a form too: the alphabet holds every letter.
        let proven_keys = proven(&meeting(), "a.ref", &keys).unwrap();
        let call = format!(r#"{{"{given}": 1}}"#);
        assert_eq!(normalized(&proven_keys, &call).is_some(), moves, "key {declared} {rival} {given}");
        let members = schema(&format!(
            r#"{{"type": "object", "additionalProperties": false, "properties": {{"mode": {{"type": "string", "enum": ["{declared}", "{rival}", "other"]}}}}}}"#
        ));
        let proven_members = proven(&meeting(), "a.ref", &members).unwrap();
        let call = format!(r#"{{"mode": "{given}"}}"#);
        assert_eq!(normalized(&proven_members, &call).is_some(), moves, "member {declared} {rival} {given}");
        if moves {
            changed(&proven_members, &call);
            changed(&proven_keys, &format!(r#"{{"{given}": 1}}"#));
        }
    }
}

#[test]
fn what_the_rivals_forbid_is_not_allowed() {
    // The witness of a like tool without the rival, whose digest is put in the place of the other's.
    let keys = |rival: &str| {
        schema(&format!(
            r#"{{"type": "object", "additionalProperties": false, "properties": {{"axb": {{}}, "{rival}": {{}}}}}}"#
        ))
    };
    let free = proven(&meeting(), "a.ref", &keys("+c")).unwrap();
    let (after, witness) = changed(&free, r#"{"ab": 1}"#);
    let held = proven(&meeting(), "a.ref", &keys("+ab")).unwrap();
    let text = witness.to_json().replace(free.schema().digest().as_str(), held.schema().digest().as_str());
    let document = crate::support::parse(&text);
    let witness = fabric_rules::internal::plan::Witness::read(&document, &document.root).unwrap();
    assert!(verify(&held, br#"{"ab": 1}"#, &after, &witness).is_err());
}

#[test]
fn what_is_applied_to_much_work_is_checked_too() {
    let branches: Vec<_> = (0..1000).map(|number| serde_json::json!({"const": number})).collect();
    let text = serde_json::json!({
        "type": "object", "additionalProperties": false,
        "properties": {"list": {"type": "array", "items": {"anyOf": branches}}},
    });
    let proven = proven(&fabric(), "a.ref", &schema(&text.to_string())).unwrap();
    let before = serde_json::json!({"LIST": vec![0; 3000]}).to_string();
    let Outcome::Normalized { args, witness } = proven.apply(before.as_bytes()).unwrap() else { panic!() };
    verify(&proven, before.as_bytes(), &args, &witness).unwrap();
}
