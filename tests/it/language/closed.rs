//! Closed names: under any program that the laws accept, a name that its schema admits is never moved.

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::rules::{compile, embedded};
use fabric_rules::internal::schema::Schema;

use crate::support::{proven, schema};

/// What a shape may ask for.
const CLAUSES: [&str; 4] =
    ["type is \"object\"", "additionalProperties is false", "without patternProperties", "without $ref"];
/// What a convention on key may ask for beside a unique form.
const GUARDS: [&str; 6] = [
    "not x is 1",
    "required",
    "names are closed",
    "required or names are closed",
    "not (not required and not names are closed)",
    "not required and names are closed",
];
/// Objects of which some admit `user_name`, beside the declared `userName`.
const SCHEMAS: [&str; 8] = [
    r#""additionalProperties": false"#,
    r#""additionalProperties": true"#,
    r#""additionalProperties": {"type": "string"}"#,
    r#""additionalProperties": false, "patternProperties": {"^user_": {"type": "string"}}"#,
    r#""additionalProperties": false, "patternProperties": {"^x-": {}}"#,
    r#""unevaluatedProperties": false"#,
    r#""minProperties": 1"#,
    r##""$schema": "http://json-schema.org/draft-07/schema#", "additionalProperties": false, "$ref": "#/definitions/count", "definitions": {"count": {"properties": {"count": {"type": "integer"}}}}"##,
];
const COUNT: &str =
    "\"properties\": {\"userName\": {\"type\": \"string\"}, \"count\": {\"type\": \"integer\"}}";

/// The profile of a program with this shape and guard, where the laws accept it.
fn accepted(clauses: &[&str], guard: &str) -> Option<Profile> {
    let text = format!(
        "language 1\nshape any-object \"A.\" {{ {} }}\n\
         convention rename on key \"A.\" {{ status active derive when ({guard}) and ascii-form of key is unique among keys \
         match undeclared name where ascii-form of name is ascii-form of key rewrite name to key }}\n\
         profile tried \"A.\" {{ plan 2 over any-object conventions rename, numeric-string bounds properties 60 }}",
        clauses.join("\n")
    );
    let mut sources = vec![Source::new("tried.rules", text)];
    sources.extend(embedded());
    let compiled = compile(&sources);
    compiled.program?.profile("tried")
}

/// Whether the plan moves `user_name`; the call is rejected for its count too, so that it is looked at.
fn moves(profile: &Profile, schema: &Schema) -> bool {
    let Some(proven) = proven(profile, "a.ref", schema) else { return false };
    let call = br#"{"user_name": "Ann", "count": "2"}"#;
    match proven.apply(call) {
        Ok(Outcome::Normalized { args, witness }) => {
            assert_eq!(fabric_rules::internal::verify::verify(&proven, call, &args, &witness), Ok(()));
            String::from_utf8_lossy(&args).contains("userName")
        }
        _ => false,
    }
}

#[test]
fn a_name_that_its_schema_admits_is_never_moved() {
    let (mut programs, mut moved) = (0, 0);
    for chosen in 0..1_usize << CLAUSES.len() {
        let clauses: Vec<&str> = CLAUSES
            .iter()
            .enumerate()
            .filter(|(bit, _)| chosen >> bit & 1 == 1)
            .map(|(_, clause)| *clause)
            .collect();
        if clauses.is_empty() {
            continue;
        }
        for guard in GUARDS {
            let Some(profile) = accepted(&clauses, guard) else { continue };
            programs += 1;
            for (index, rest) in SCHEMAS.iter().enumerate() {
                for required in ["", ", \"required\": [\"userName\"]"] {
                    let schema = schema(&format!(r#"{{"type": "object", {rest}, {COUNT}{required}}}"#));
                    if moves(&profile, &schema) {
                        moved += 1;
                        let admitted = serde_json::json!({"user_name": "Ann", "count": 2});
                        assert!(
                            !schema.accepts_arguments(&admitted),
                            "{clauses:?} {guard}: schema {index}{required}"
                        );
                    }
                }
            }
        }
    }
    assert!(programs > 40 && moved > 100, "{programs} programs, {moved} moves");
}
