//! What a property accepts is asked in two ways: they agree, and a fault of one is noticed by the other.

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::ir::{Guard, ShapeClause};
use fabric_rules::internal::prove::{RefusalCode, prove};
use fabric_rules::internal::report::{Levels, SurfaceReport, examine_compiled};
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::surface::Surface;
use fabric_rules::internal::verify::{Violation, verify};
use proptest::prelude::{Just, ProptestConfig, any, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};

use crate::support::{
    edited, fabric, generate, normalized, parse, proven, repaired, rules_of, schema, tools,
};

fn probes() -> Vec<Value> {
    let texts = ["", "5", "A", "a-b", "null"].map(Value::from);
    let others =
        [json!(null), json!(5), json!(1.5), json!(-1), json!(true), json!([]), json!([null]), json!({})];
    texts.into_iter().chain(others).collect()
}

/// The properties and values about which the two ways differ.
fn differences(schema: &Schema) -> Vec<String> {
    let mut differences = Vec::new();
    for property in schema.properties() {
        for probe in probes() {
            let (one, other) =
                (schema.accepts(&property.name, &probe), schema.admits(&property.name, &probe));
            if one != other {
                differences.push(format!("{} {probe}: {one:?}, in the whole {other:?}", property.name));
            }
        }
    }
    differences
}

#[test]
fn both_ways_agree_on_real_surfaces() {
    let mut compared = 0;
    for tool in tools() {
        compared += tool.schema.properties().len();
        assert_eq!(differences(&tool.schema), Vec::<String>::new(), "{} {}", tool.file, tool.name);
    }
    assert!(compared > 1_000, "{compared} properties");
}

#[test]
fn both_ways_agree_where_other_parts_of_the_schema_speak_of_the_property() {
    let dialects = [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
    ];
    let beside = [
        json!({}),
        json!({"oneOf": [{"properties": {"a": {"type": "null"}}}, {"required": ["b"]}]}),
        json!({"anyOf": [{"properties": {"a": {"type": "boolean"}}}, {"required": ["z"]}]}),
        json!({"allOf": [{"properties": {"a": {"type": "boolean"}}, "required": ["z"]}]}),
        json!({"not": {"properties": {"a": {"type": "string"}}}}),
        json!({"if": {"properties": {"a": {"type": "string"}}}, "then": {"required": ["z"]}, "else": {"not": {}}}),
        json!({"unevaluatedProperties": false}),
        json!({"additionalProperties": false, "minProperties": 3, "required": ["a", "b", "z"]}),
        json!({"additionalProperties": {"type": "null"}, "propertyNames": {"maxLength": 0}}),
        json!({"patternProperties": {"": {"type": "null"}}}),
        json!({"dependentSchemas": {"a": {"properties": {"a": {"not": {}}}}}, "dependentRequired": {"a": ["z"]}}),
        json!({"dependencies": {"a": {"properties": {"a": {"not": {}}}}, "b": ["z"]}}),
        json!({"$recursiveAnchor": true}),
        json!({"$dynamicAnchor": "node"}),
        json!({"$ref": "#/definitions/n"}),
        json!({"type": "array", "maxProperties": 0}),
    ];
    let properties = json!({
        "a": {"type": ["string", "null"]}, "b": {"$ref": "#/definitions/n"}, "c": {"$ref": "#"},
        "d": {"oneOf": [{"type": "string"}, {"type": "null"}, {"maxLength": 1}]},
        "e": {"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": "number"}},
        "f": {"$ref": "#/definitions/n", "maximum": 3}, "g": {}, "h": {"not": {}},
        "i": {"items": {"$ref": "#/properties/a"}, "unevaluatedItems": false},
        "a/b~c%41": {"type": "null"}, "": {"enum": [""]}, "p": {"properties": {"p": {"type": "null"}}},
        "s": {"$dynamicRef": "#node"}, "t": {"$recursiveRef": "#"}, "u": {"$ref": ""},
    });
    for dialect in dialects {
        for beside in &beside {
            let mut whole = beside.clone();
            whole["$schema"] = json!(dialect);
            whole["properties"] = properties.clone();
            whole["definitions"] = json!({"n": {"type": "number"}});
            let anchored = |anchor: &str, year: &str| beside.get(anchor).is_some() && dialect.contains(year);
            let is_foreign = (beside.get("$recursiveAnchor").is_some() && !dialect.contains("2019"))
                || (beside.get("$dynamicAnchor").is_some() && !dialect.contains("2020"));
            if is_foreign {
                continue;
            }
            // A reference that leads nowhere is refused before.
            whole["properties"].as_object_mut().unwrap().retain(|key, _| match key.as_str() {
                "s" => anchored("$dynamicAnchor", "2020"),
                "t" => dialect.contains("2019"),
                _ => true,
            });
            let whole = Schema::parse(whole.to_string().as_bytes(), Default::default())
                .unwrap_or_else(|error| panic!("{error}: {whole}"));
            assert_eq!(differences(&whole), Vec::<String>::new(), "{dialect} {beside}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn both_ways_agree_on_generated_schemas(
        (value, beside) in (generate::schemas(), prop_oneof![
            4 => Just(json!({})),
            1 => Just(json!({"anyOf": [{"required": ["a"]}, {"properties": {"zone": {"type": "null"}}}]})),
            1 => Just(json!({"not": {"required": ["zone"]}})),
            1 => Just(json!({"unevaluatedProperties": {"type": "null"}})),
        ]),
        draft in any::<bool>(),
    ) {
        let mut value = value;
        for (key, part) in beside.as_object().unwrap() {
            value[key] = part.clone();
        }
        if draft {
            value["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        }
        prop_assert_eq!(differences(&schema(&value.to_string())), Vec::<String>::new());
    }
}

const PERCENT: &str = r#"{"type": "object", "additionalProperties": false, "required": ["n"], "properties":
    {"%41": {"type": ["string", "null"]}, "A": {"type": "string"}, "n": {"type": "integer"},
     "100%20off": {"type": "number"}}}"#;

#[test]
fn a_key_is_judged_by_its_own_property_whatever_its_characters() {
    let whole = schema(PERCENT);
    assert_eq!(whole.accepts("%41", &Value::Null), Ok(true));
    assert_eq!(whole.accepts("A", &Value::Null), Ok(false));
    let rules =
        ["optional-null 100%20off", "numeric-string 100%20off", "optional-null A", "numeric-string n"];
    for rule in rules {
        assert!(rules_of(&fabric(), &whole).contains(&rule.to_owned()), "{rule}");
    }
    assert!(!rules_of(&fabric(), &whole).contains(&"optional-null %41".to_owned()));
    assert_eq!(repaired(PERCENT, r#"{"n": "1", "%41": null}"#).as_deref(), Some(r#"{"n": 1, "%41": null}"#));

    let odd =
        ["%", "%4", "%zz", "%25", "%2525", "#", "?", "a/b", "a~b", "~1", "~01", "\u{7f}", "ü", "😀", " ", ""];
    let one = |key: &str| json!({"properties": {key: {"const": key}}}).to_string();
    for key in odd {
        let whole = schema(&one(key));
        assert_eq!(whole.accepts(key, &json!(key)), Ok(true), "{key}");
        assert_eq!(whole.accepts(key, &Value::Null), Ok(false), "{key}");
    }
}

#[test]
fn a_fault_in_the_judging_of_a_property_proves_nothing() {
    let right = schema(PERCENT);
    let faulty = schema(PERCENT);
    assert!(faulty.misjudge("%41", "A"));
    let plan = derive(&fabric(), "a.ref", &faulty).unwrap();
    assert_ne!(plan.to_json(), derive(&fabric(), "a.ref", &right).unwrap().to_json());
    let refusal = prove(fabric().program(), &plan, "a.ref", &faulty).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::ExtraRule);
}

#[test]
fn a_report_counts_no_plan_whose_proof_is_refused() {
    let document = parse(&format!(r#"{{"tools": [{{"name": "a.ref", "inputSchema": {PERCENT}}}]}}"#));
    let surface = Surface::read(&document, None).unwrap();
    let action = &surface.actions[0];
    let report = |schema: Schema| {
        let examined = examine_compiled(&surface, action, &fabric(), Some(&Ok(schema)), None);
        SurfaceReport::new(&surface, &fabric(), &Levels::default(), vec![examined])
    };
    let right = report(schema(PERCENT));
    assert_eq!((right.counts.planned, right.counts.unplanned, right.counts.errors), (1, 0, 0));
    assert!(right.counts.rules > 0);

    let faulty = schema(PERCENT);
    assert!(faulty.misjudge("%41", "A"));
    let refused = report(faulty);
    assert_eq!((refused.counts.planned, refused.counts.unplanned, refused.counts.errors), (0, 1, 1));
    assert_eq!(refused.counts.rules, 0);
    assert!(refused.counts.by_convention.values().all(|count| *count == 0));
    assert_eq!(refused.counts.by_reason.get("no-plan::unproved"), Some(&1));
    assert_eq!(refused.findings[0].code, "check::unproved");
    assert!(!refused.coverage.complete);
}

#[test]
fn verify_sees_what_a_fault_in_the_judging_of_a_property_did() {
    // Rules that leave out every null of an optional member, wherever the property does not accept it.
    let profile = edited(|ir| {
        let convention = ir.conventions.iter_mut().find(|convention| convention.name == "optional-null");
        convention.unwrap().guard = Guard::Not(Box::new(Guard::Required));
    });
    let before = r#"{"n": "1", "%41": null}"#;

    let right = schema(PERCENT);
    let proven = proven(&profile, "a.ref", &right).unwrap();
    assert_eq!(normalized(&proven, before).as_deref(), Some(r#"{"n": 1, "%41": null}"#));

    let faulty = schema(PERCENT);
    assert!(faulty.misjudge("%41", "A"));
    let proven = crate::support::proven(&profile, "a.ref", &faulty).unwrap();
    let Outcome::Normalized { args, witness } = proven.apply(before.as_bytes()).unwrap() else {
        panic!("the fault was to drop the null")
    };
    assert_eq!(args, br#"{"n": 1}"#);
    let violation = verify(&proven, before.as_bytes(), &args, &witness).unwrap_err();
    assert!(matches!(violation, Violation::Missing(ref key) if key == "%41"), "{violation}");
}

#[test]
fn nothing_beside_a_reference_counts_up_to_draft_7() {
    let text = |dialect: &str| {
        format!(
            r##"{{"$schema": "{dialect}", "type": "object", "additionalProperties": false, "properties": {{
                "a": {{"$ref": "#/definitions/n", "type": "integer", "nullable": true}},
                "b": {{"$ref": "#/definitions/s", "type": "string", "enum": ["One", "two"]}}}},
                "definitions": {{"n": {{"type": ["number", "string"]}}, "s": {{"type": "string"}}}}}}"##
        )
    };
    let forms = ["key-form a", "key-form b"];
    for old in ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", DRAFT_7]
    {
        let rules = rules_of(&fabric(), &schema(&text(old)));
        assert_eq!(rules, ["key-form a", "optional-null a", "key-form b", "optional-null b"], "{old}");
        assert_eq!(
            repaired(&text(old), r#"{"A": "5", "b": "one"}"#).as_deref(),
            Some(r#"{"a": "5", "b": "one"}"#)
        );
    }
    let rules = rules_of(&fabric(), &schema(&text("https://json-schema.org/draft/2020-12/schema")));
    let more = ["numeric-string a", "optional-null b", "enum-form b"];
    for rule in forms.into_iter().chain(more) {
        assert!(rules.contains(&rule.to_owned()), "{rule}: {rules:?}");
    }
    // `nullable` stands beside the property's own type there, and beside nothing that counts before.
    assert!(!rules.contains(&"optional-null a".to_owned()), "{rules:?}");
}

#[test]
fn an_identifier_beside_a_reference_names_nothing_up_to_draft_7() {
    let whole = |id: &str, dialect: &str, beside: &str| {
        format!(
            r##"{{"$schema": "{dialect}", "type": "object", "additionalProperties": false, "properties": {{
                "b": {{"$ref": "#anc"}}, "z": {{"$ref": "#/definitions/n", {beside}}}}},
                "definitions": {{"n": {{"type": "number"}}, "anc": {{"{id}": "#anc"}}}}}}"##
        )
    };
    let null = r#"{"b": null}"#;
    let dialects = [
        ("id", "http://json-schema.org/draft-04/schema#"),
        ("$id", "http://json-schema.org/draft-06/schema#"),
        ("$id", DRAFT_7),
    ];
    for (id, dialect) in dialects {
        let inside = [
            format!(r##""{id}": "#anc""##),
            format!(r##""properties": {{"q": {{"{id}": "#anc", "type": "number"}}}}"##),
            format!(r##""allOf": [{{"not": {{"{id}": "#anc"}}}}]"##),
        ];
        for beside in inside {
            let text = whole(id, dialect, &beside);
            let given = schema(&text);
            assert!(given.accepts_arguments(&json!({"b": null})), "{text}");
            assert_eq!(given.accepts("b", &Value::Null), Ok(true), "{text}");
            assert_eq!(repaired(&text, null), None, "{text}");
            assert_ne!(given.digest(), schema(&text.replacen(&beside, r#""type": "number""#, 1)).digest());
        }
    }
    // Nor does a dialect, which would have its siblings count.
    let other = r#""$schema": "https://json-schema.org/draft/2020-12/schema", "minimum": 5"#;
    let text = whole("$id", DRAFT_7, other);
    assert!(schema(&text).accepts_arguments(&json!({"z": 1})));
    // Definitions beside a root that is a reference keep their names.
    let root = format!(
        r##"{{"$schema": "{DRAFT_7}", "$ref": "#o", "definitions": {{"o": {{"$id": "#o", "type": "object"}}}}}}"##
    );
    assert!(!schema(&root).accepts_arguments(&json!(1)));
}

#[test]
fn integers_are_exact_within_64_bits_and_doubles_beyond() {
    let accepts = |keyword: &str, bound: &str, value: &str| {
        let whole = schema(&format!(r#"{{"properties": {{"n": {{"{keyword}": {bound}}}}}}}"#));
        whole.accepts("n", &serde_json::from_str(value).unwrap()).unwrap()
    };
    for (keyword, bound, value, is_accepted) in [
        ("maximum", "18446744073709551614", "18446744073709551615", false),
        ("maximum", "18446744073709551616", "18446744073709551617", true),
        ("minimum", "-9223372036854775807", "-9223372036854775808", false),
        ("minimum", "-9223372036854775809", "-9223372036854775810", true),
        ("const", "9007199254740993", "9007199254740992", false),
        ("const", "18446744073709551614", "18446744073709551615", false),
        ("const", "100000000000000000001", "100000000000000000002", true),
        ("enum", "[18446744073709551614]", "18446744073709551615", false),
        ("enum", "[100000000000000000001]", "100000000000000000002", true),
        ("uniqueItems", "true", "[18446744073709551614, 18446744073709551615]", true),
        ("uniqueItems", "true", "[100000000000000000001, 100000000000000000002]", false),
    ] {
        assert_eq!(accepts(keyword, bound, value), is_accepted, "{keyword} {bound} {value}");
    }
}

const DRAFT_7: &str = "http://json-schema.org/draft-07/schema#";

#[test]
fn a_root_that_is_a_reference_has_no_keywords_up_to_draft_7() {
    let root = format!(
        r##"{{"$schema": "{DRAFT_7}", "$ref": "#/definitions/o", "type": "object", "properties": {{"a": {{"type": "number"}}}},
            "additionalProperties": false, "definitions": {{"o": {{"type": "object"}}}}}}"##
    );
    let open = edited(|ir| ir.shapes[0].clauses.retain(|clause| !matches!(clause, ShapeClause::Without(_))));
    assert!(derive(&open, "a.ref", &schema(&root)).is_err());
    let newer = root.replace(DRAFT_7, "https://json-schema.org/draft/2020-12/schema");
    assert!(proven(&open, "a.ref", &schema(&newer)).is_some());
}

#[test]
fn nullable_beside_a_type_counts_as_accepting_null() {
    let rules = |property: Value| {
        let whole = json!({"type": "object", "additionalProperties": false, "properties": {"a": property}});
        let rules = proven(&fabric(), "a.ref", &schema(&whole.to_string()));
        rules.map_or_else(Vec::new, |proven| {
            proven.plan().rules().iter().map(|rule| rule.kind.clone()).collect::<Vec<_>>()
        })
    };
    let has_null = |property: Value| rules(property).contains(&"optional-null".to_owned());
    assert!(!has_null(json!({"type": "string", "nullable": true})));
    assert!(!has_null(json!({"type": ["string", "integer"], "nullable": true})));
    assert!(!has_null(json!({"type": "string", "enum": ["a"], "nullable": true})));
    assert!(has_null(json!({"type": "string", "nullable": false})));
    assert!(has_null(json!({"type": "string", "nullable": "true"})));
    // Not its own type: the keyword says nothing without one.
    assert!(has_null(json!({"anyOf": [{"type": "string", "nullable": true}], "nullable": true})));
}

#[test]
fn where_a_second_answer_would_cost_too_much_there_is_no_proof() {
    let key = "€".repeat(120);
    let text = json!({
        "type": "object", "additionalProperties": false,
        "properties": {&key: {"type": ["string", "null"]}, "B": {"type": "string"}, "n": {"type": "integer"}},
        "propertyNames": {"pattern": format!("^{}.*$", "(?=.*(?=.*(?=.*$)))".repeat(40))},
    });
    let schema = schema(&text.to_string());
    assert!(schema.admits("n", &json!(null)).is_ok());
    assert!(schema.misjudge(&key, "B"));
    // The deriver is fooled: it would leave out a legal null.
    let plan = derive(&fabric(), "a.ref", &schema).unwrap();
    assert!(plan.rules().iter().any(|rule| rule.kind == "optional-null" && rule.key == key));
    let refusal = prove(fabric().program(), &plan, "a.ref", &schema).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Unprovable);
}

#[test]
fn no_name_that_a_pattern_declares_is_moved() {
    let profile = edited(|ir| {
        ir.shapes[0].clauses = vec![ShapeClause::Is {
            keyword: "type".to_owned(),
            literal: fabric_rules::internal::ir::Literal::String("object".to_owned()),
        }];
        let rename = ir.conventions.iter_mut().find(|convention| convention.name == "key-form").unwrap();
        rename.guard = Guard::And(vec![Guard::Required, rename.guard.clone()]);
    });
    let patterned = r#"{"type": "object", "additionalProperties": false, "required": ["userName"],
        "properties": {"userName": {"type": "string"}, "count": {"type": "integer"}},
        "patternProperties": {"^user_": {"type": "string"}}}"#;
    let plain = patterned.replace("patternProperties", "$comment-properties");
    let call = r#"{"user_name": "Ann", "count": "2"}"#;
    assert_eq!(rules_of(&profile, &schema(patterned)), ["optional-null count", "numeric-string count"]);
    let mended = normalized(&proven(&profile, "a.ref", &schema(&plain)).unwrap(), call);
    assert_eq!(mended.unwrap(), r#"{"userName": "Ann", "count": 2}"#);
}
