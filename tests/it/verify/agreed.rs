//! Whatever applying makes of calls that are misspelled below the top is found right.

use std::sync::atomic::{AtomicUsize, Ordering};

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::verify::verify;
use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, prop_oneof};
use proptest::sample::select;
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use super::below::plan;

/// Values by their texts, so that names and numbers may be written in any way.
type Text = BoxedStrategy<String>;

fn one_of(texts: &'static [&'static str]) -> Text {
    select(texts).prop_map(str::to_owned).boxed()
}

/// One that can be read, but for now and then.
fn mostly(texts: &'static [&'static str], others: &'static [&'static str]) -> Text {
    prop_oneof![15 => one_of(texts), 1 => one_of(others)].boxed()
}

fn state() -> Text {
    mostly(&[r#""open""#, r#""OPEN""#, r#""on hold""#, r#""On_Hold""#, r#""\u006fn-hold""#], &["5", "null"])
}

fn integer() -> Text {
    mostly(&["1", "2", r#""3""#, r#""-4""#, "1.0"], &[r#""05""#, "null", r#""6 ""#])
}

/// A list, an only item, or either as text.
fn list(item: Text) -> Text {
    let many =
        proptest::collection::vec(item.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(" , ")));
    as_text(prop_oneof![3 => many, 1 => item].boxed())
}

/// The same, or now and then its JSON text.
fn as_text(value: Text) -> Text {
    let quoted = value.clone().prop_map(|text| Value::from(text).to_string());
    prop_oneof![4 => value, 1 => quoted].boxed()
}

fn member(names: &'static [&'static str], value: Text) -> Text {
    (select(names), value).prop_map(|(name, value)| format!("{name:?} : {value}")).boxed()
}

/// An object of some of these members, in any order and in one of these spellings each.
fn object(members: Vec<(&'static [&'static str], Text)>) -> Text {
    let members: Vec<BoxedStrategy<Option<String>>> = members
        .into_iter()
        .map(|(names, value)| proptest::option::weighted(0.8, member(names, value)).boxed())
        .collect();
    members
        .prop_shuffle()
        .prop_map(|members| format!("{{ {} }}", members.into_iter().flatten().collect::<Vec<_>>().join(" ,")))
        .boxed()
}

fn filter(deeper: usize) -> Text {
    let inner = if deeper == 0 { one_of(&["null", r#""x""#]) } else { filter(deeper - 1) };
    as_text(object(vec![
        (&["state", "state", "STATE", "sta-te"], state()),
        (&["maxAge", "max_age", "MAXAGE"], integer()),
        (&["note", "Note", "maxage"], one_of(&[r#""a""#, "null", "5"])),
        (&["inner", "inner", "IN_NER"], inner),
    ]))
}

/// One member of a call: of many, some would hardly ever be right.
fn call(deeper: usize) -> Text {
    let open = vec![(&["needed", "Needed"] as &[_], integer()), (&["NEEDED", "spare", "Spare"], integer())];
    let mut members = vec![
        member(&["filter", "FILTER"], filter(2)),
        member(&["rows", "Rows"], list(filter(1))),
        member(&["either"], prop_oneof![filter(1), list(integer())].boxed()),
        member(&["pages", "pa-ges"], list(integer())),
        member(&["grid"], list(list(integer()))),
        member(&["states"], list(state())),
        member(&["pair"], list(integer())),
        member(&["mode"], list(one_of(&[r#""same""#, r#""a_b-c""#, r#""SAME""#, r#""a-b_c""#]))),
        member(&["open", "Open"], object(open)),
        member(
            &["both"],
            object(vec![(&["a_b", "A_B"], integer()), (&["ab", "AB"], one_of(&[r#""a""#, "1"]))]),
        ),
        member(&["two"], object(vec![(&["x", "X"], integer()), (&["y"], integer())])),
    ];
    if deeper > 0 {
        members.push(member(&["again", "Again"], as_text(call(deeper - 1))));
    }
    proptest::strategy::Union::new(members).prop_map(|member| format!("{{ {member} }}")).boxed()
}

#[test]
fn whatever_applying_makes_below_the_top_is_found_right() {
    let proven: ProvenPlan = plan(|_| {});
    let changed = AtomicUsize::new(0);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(4000));
    runner
        .run(&call(1), |before| {
            let Outcome::Normalized { args, witness } = proven.apply(before.as_bytes()).unwrap() else {
                return Ok(());
            };
            changed.fetch_add(1, Ordering::Relaxed);
            prop_assert_eq!(verify(&proven, before.as_bytes(), &args, &witness), Ok(()), "{}", before);
            Ok(())
        })
        .unwrap();
    let changed = changed.into_inner();
    assert!(changed > 500, "{changed} changes");
}
