//! Where places lead in a schema: no value that it accepts has what is said to be impossible.

use fabric_rules::internal::facets::kind_of;
use fabric_rules::internal::json::{Document, Limits, Node};
use fabric_rules::internal::report::searches::reach::{Step, Way, reach};
use fabric_rules::internal::schema::Schema;
use proptest::collection::{btree_map, vec};
use proptest::prelude::{BoxedStrategy, Just, any, prop_oneof};
use proptest::sample::{select, subsequence};
use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

const NAMES: [&str; 3] = ["a", "b", "0"];
const KINDS: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

fn values() -> BoxedStrategy<Value> {
    let leaf = select(vec![json!(null), json!(true), json!(1), json!(1.5), json!("x"), json!([]), json!({})]);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::Array),
            btree_map(select(&NAMES[..]).prop_map(str::to_owned), inner, 1..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

fn schemas() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(json!(true)),
        Just(json!({})),
        Just(json!({"$ref": "#/$defs/x"})),
        Just(json!({"$ref": "#"})),
        subsequence(KINDS.to_vec(), 1..6).prop_map(|kinds| json!({"type": kinds})),
        vec(values(), 1..4).prop_map(|values| json!({"enum": values})),
        values().prop_map(|value| json!({"const": value})),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let properties = btree_map(select(&NAMES[..]), inner.clone(), 1..3);
        let others = prop_oneof![Just(json!(false)), Just(json!(true)), inner.clone()];
        prop_oneof![
            properties.clone().prop_map(|all| json!({"properties": all})),
            (properties, others)
                .prop_map(|(all, others)| json!({"properties": all, "additionalProperties": others})),
            inner.clone().prop_map(|items| json!({"items": items})),
            (vec(inner.clone(), 1..3), inner.clone())
                .prop_map(|(first, items)| json!({"prefixItems": first, "items": items})),
            (select(vec!["allOf", "anyOf", "oneOf"]), vec(inner.clone(), 1..3), inner).prop_map(
                |(word, branches, beside)| {
                    let mut schema = if beside.is_object() { beside } else { json!({}) };
                    schema[word] = json!(branches);
                    schema
                }
            ),
        ]
    })
    .boxed()
}

/// Every way into a value, with what stands there.
fn ways<'n>(node: &'n Node, way: &[Step], out: &mut Vec<(Vec<Step>, &'n Node)>) {
    out.push((way.to_vec(), node));
    let on = |step: Step| [way, &[step]].concat();
    for member in node.as_object().unwrap_or_default() {
        ways(&member.value, &on(Step::Name(member.name.to_string())), out);
    }
    for (index, item) in node.as_array().unwrap_or_default().iter().enumerate() {
        ways(item, &on(Step::Name(index.to_string())), out);
        ways(item, &on(Step::Element), out);
    }
}

#[test]
fn what_an_accepted_value_has_is_never_denied() {
    let mut runner = TestRunner::deterministic();
    let mut draw = |of: &dyn Fn(&mut TestRunner) -> Value| of(&mut runner);
    let (schemas, values) = ((schemas(), any::<bool>()), values());
    let (mut asked, mut below) = (0, 0);
    for _ in 0..1_500 {
        let schema = draw(&|runner| {
            let ((mut schema, defs), x) =
                (schemas.new_tree(runner).unwrap().current(), schemas.new_tree(runner).unwrap().current().0);
            if defs && schema.is_object() {
                schema["$defs"] = json!({"x": x});
            }
            schema
        });
        let Ok(schema) = Schema::parse(schema.to_string().as_bytes(), Default::default()) else { continue };
        for _ in 0..25 {
            let value = draw(&|runner| values.new_tree(runner).unwrap().current());
            if !schema.accepts_arguments(&value) {
                continue;
            }
            let document = Document::parse(value.to_string().as_bytes(), Limits::ARGUMENTS).unwrap();
            let mut all = Vec::new();
            ways(&document.root, &[], &mut all);
            for (way, node) in all {
                let reached = reach(&schema, &way);
                asked += 1;
                below += usize::from(!way.is_empty());
                let told = format!("{way:?} of {value} under {:?}: {reached:?}", schema.root());
                assert_ne!(reached.way, Way::Denied, "{told}");
                assert!(kind_of(node).within(reached.kinds), "{told}");
            }
        }
    }
    assert!(asked > 10_000 && below > 5_000, "{asked} {below}");
}
