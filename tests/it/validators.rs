//! Validators disagree in places. Ours is compared with a second one, over real surfaces and over the
//! corners where they are known to differ; the differences are a snapshot, so that a new version of
//! either shows what changed.

use serde_json::{Value, json};

use crate::support::{Tool, schema, second, snapshots, tools};

#[test]
fn on_real_surfaces_they_agree() {
    let mut differences = String::new();
    let mut compared = 0;
    for Tool { file, name, schema } in tools() {
        let value = schema.root().to_value();
        for property in schema.properties() {
            for probe in
                [json!(null), json!(""), json!("5"), json!(5), json!(1.5), json!(true), json!([]), json!({})]
            {
                let call = json!({ &*property.name: probe });
                let Some(theirs) = second_of_property(&value, &call) else { continue };
                compared += 1;
                if theirs != schema.accepts(&property.name, &probe).unwrap() {
                    differences.push_str(&format!("{file} {name} {}: {probe}\n", property.name));
                }
            }
            if compared > 20_000 {
                break;
            }
        }
    }
    assert!(compared > 5_000, "{compared} comparisons");
    let differences = if differences.is_empty() { "none".to_owned() } else { differences };
    snapshots("validators").bind(|| insta::assert_snapshot!("real-surfaces", differences));
}

/// The second validator on one member: the schema without what it asks of the other members.
fn second_of_property(schema: &Value, call: &Value) -> Option<bool> {
    let mut open = schema.clone();
    let members = open.as_object_mut()?;
    for keyword in ["required", "additionalProperties", "minProperties", "allOf", "anyOf", "oneOf"] {
        members.remove(keyword);
    }
    second(&open, call)
}

#[test]
fn corners() {
    let cases = [
        ("multipleOf 0.01 on 19.99", json!({"multipleOf": 0.01}), json!(19.99)),
        ("multipleOf 0.1 on 0.3", json!({"multipleOf": 0.1}), json!(0.3)),
        ("multipleOf 1 on 1e-11", json!({"multipleOf": 1}), json!(1e-11)),
        (
            "maximum 2^53 on 2^53+1",
            json!({"maximum": 9_007_199_254_740_992_u64}),
            json!(9_007_199_254_740_993_u64),
        ),
        ("const 1 on 1.0", json!({"const": 1}), json!(1.0)),
        ("integer on 1.0", json!({"type": "integer"}), json!(1.0)),
        ("integer on 1e300", json!({"type": "integer"}), json!(1e300)),
        ("draft 7, $ref beside maximum", draft7(), json!(5)),
        ("minLength 2 on one astral character", json!({"minLength": 2}), json!("😀")),
        ("uniqueItems on 1 and 1.0", json!({"uniqueItems": true}), json!([1, 1.0])),
        ("pattern \\d on an Arabic digit", json!({"pattern": "^\\d$"}), json!("٣")),
        ("pattern $ before a newline", json!({"pattern": "a$"}), json!("a\n")),
        ("enum [] on null", json!({"enum": []}), json!(null)),
        ("format email on nobody", json!({"format": "email"}), json!("nobody")),
    ];
    let mut text = String::new();
    for (name, value, instance) in cases {
        let whole = json!({"properties": {"a": value.clone()}, "definitions": {"n": {"type": "number"}}});
        let whole = if value.get("$ref").is_some() { with_dialect(whole) } else { whole };
        let ours = schema(&whole.to_string()).accepts("a", &instance).unwrap();
        let theirs = second(&whole, &json!({ "a": instance }));
        let theirs = theirs.map_or("does not compile", |accepts| if accepts { "accepts" } else { "rejects" });
        text.push_str(&format!(
            "{name}: {}, the second {theirs}\n",
            if ours { "accepts" } else { "rejects" }
        ));
    }
    snapshots("validators").bind(|| insta::assert_snapshot!("corners", text));
}

fn draft7() -> Value {
    json!({"$ref": "#/definitions/n", "maximum": 3})
}

fn with_dialect(mut schema: Value) -> Value {
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema
}
