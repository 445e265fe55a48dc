//! Plans and witnesses on the wire: exactly these members, or malformed.

use fabric_rules::internal::plan::{Plan, Witness};

use crate::support::parse;

const DIGEST: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn plan(text: &str) -> Result<Plan, String> {
    let document = parse(&text.replace("DIGEST", DIGEST));
    Plan::read(&document, &document.root).map_err(|error| error.to_string())
}

fn with_rules(rules: &str) -> Result<Plan, String> {
    plan(&format!(r#"{{"version": 1, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": {rules}}}"#))
}

#[test]
fn well_formed_plans_are_read() {
    let read =
        with_rules(r#"[{"kind": "key-form", "key": "a"}, {"key": "", "kind": "optional-null"}]"#).unwrap();
    assert_eq!((read.version(), read.rules().len()), (1, 2));
    // A repeated rule is well-formed; a proof refuses it.
    with_rules(r#"[{"kind": "key-form", "key": "a"}, {"kind": "key-form", "key": "a"}]"#).unwrap();
    let second = plan(
        r#"{"version": 2.0, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": [{"kind": "my-own", "key": "k"}],
            "profile": "wide", "rulesDigest": "DIGEST"}"#,
    )
    .unwrap();
    assert_eq!(second.stamp().unwrap().profile, "wide");
    let again = parse(&second.to_json());
    assert_eq!(Plan::read(&again, &again.root).unwrap(), second);
}

#[test]
fn malformed_plans_say_why() {
    let cases = [
        ("[]", "an object must stand here"),
        (r#"{"ref": "a", "baseSchemaDigest": "DIGEST", "rules": []}"#, "`version` must be 1 or 2"),
        (
            r#"{"version": 3, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": []}"#,
            "`version` must be 1 or 2",
        ),
        (
            r#"{"version": "1", "ref": "a", "baseSchemaDigest": "DIGEST", "rules": []}"#,
            "`version` must be 1 or 2",
        ),
        (r#"{"version": 1, "baseSchemaDigest": "DIGEST", "rules": []}"#, "`ref` is missing"),
        (r#"{"version": 1, "ref": "", "baseSchemaDigest": "DIGEST", "rules": []}"#, "`ref` must have"),
        (r#"{"version": 1, "ref": 7, "baseSchemaDigest": "DIGEST", "rules": []}"#, "`ref` must be a string"),
        (r#"{"version": 1, "ref": "a", "baseSchemaDigest": "ABC", "rules": []}"#, "64 lower-case"),
        (r#"{"version": 1, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": {}}"#, "must be an array"),
        (r#"{"version": 1, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": []}"#, "1 to 128 rules"),
        (
            r#"{"version": 1, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": [], "profile": "x"}"#,
            "does not belong",
        ),
        (
            r#"{"version": 1, "ref": "a", "ref": "a", "baseSchemaDigest": "DIGEST", "rules": []}"#,
            "given twice",
        ),
        (r#"{"version": 2, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": []}"#, "`profile` is missing"),
        (
            r#"{"version": 2, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": [{"kind": "a", "key": "k"}], "profile": "Wide", "rulesDigest": "DIGEST"}"#,
            "kebab-case",
        ),
    ];
    for (text, expected) in cases {
        let message = plan(text).unwrap_err();
        assert!(message.contains(expected), "{text}\n{message}");
    }
    for (rules, expected) in [
        (r#"[1]"#, "exactly the members"),
        (r#"[{"kind": "key-form"}]"#, "exactly the members"),
        (r#"[{"kind": "key-form", "key": "a", "at": ""}]"#, "exactly the members"),
        (r#"[{"kind": "key-forms", "key": "a"}]"#, "no kind of rule"),
        (r#"[{"kind": "key-form", "key": "__proto__"}]"#, "can have no rule"),
        (r#"[{"kind": "key-form", "key": "prototype"}]"#, "can have no rule"),
    ] {
        let message = with_rules(rules).unwrap_err();
        assert!(message.contains(expected), "{rules}\n{message}");
    }
    let many = |count: usize| format!("[{}]", vec![r#"{"kind": "key-form", "key": "a"}"#; count].join(","));
    assert!(with_rules(&many(128)).is_ok());
    assert!(with_rules(&many(129)).unwrap_err().contains("1 to 128"));
    let long = |units: usize| format!(r#"[{{"kind": "key-form", "key": "{}"}}]"#, "😀".repeat(units / 2));
    assert!(with_rules(&long(128)).is_ok());
    assert!(with_rules(&long(130)).is_err());
}

#[test]
fn witnesses_are_strict_too() {
    let text =
        r#"{"version": 1, "baseSchemaDigest": "DIGEST", "beforeShape": "DIGEST", "afterShape": "DIGEST",
        "rules": [{"kind": "key-form", "key": "a"}]}"#
            .replace("DIGEST", DIGEST);
    let read = |text: &str| {
        let document = parse(text);
        Witness::read(&document, &document.root)
    };
    let witness = read(&text).unwrap();
    assert_eq!(read(&witness.to_json()).unwrap(), witness);
    assert!(read(&text.replace("afterShape", "after")).is_err());
    assert!(read(&text.replace("\"version\": 1", "\"version\": 2")).is_err());
    assert!(read(&text.replace("[{", "[{\"x\": 1,")).is_err());
    assert!(read(&text.replace("key-form", "unheard-of")).is_err());
}

#[test]
fn a_rule_below_the_top_has_a_pointer_for_a_key() {
    let plan_with = |version: u32, rule: &str| {
        let stamp = if version == 2 { r#", "profile": "wide", "rulesDigest": "DIGEST""# } else { "" };
        let text = format!(
            r#"{{"version": {version}, "ref": "a", "baseSchemaDigest": "DIGEST", "rules": [{rule}]{stamp}}}"#
        );
        plan(&text)
    };
    let at = r#"{"kind":"numeral","at":"/$defs/filter/properties/page~1size"}"#;
    let read = plan_with(2, at).unwrap();
    assert_eq!(read.rules()[0].place(), "/$defs/filter/properties/page~1size");
    assert!(read.to_json().contains(at), "{}", read.to_json());
    assert_eq!(plan(&read.to_json()).unwrap(), read);
    // Version 1 knows none, and neither stands beside the other.
    assert!(plan_with(1, at).unwrap_err().contains("exactly the members"));
    let both = r#"{"kind": "numeral", "key": "a", "at": "/properties/a"}"#;
    assert!(plan_with(2, both).unwrap_err().contains("exactly the members"));
    let long = format!("/{}", "a".repeat(1024));
    for pointer in ["", "properties", "/properties/__proto__", "/properties/constructor/items", &long] {
        let rule = format!(r#"{{"kind": "numeral", "at": "{pointer}"}}"#);
        assert!(plan_with(2, &rule).unwrap_err().contains("this place can have no rule"), "{pointer}");
    }
}
