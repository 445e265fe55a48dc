//! What a diff of programs says of plans and names, against plans that are applied to every short name.

use std::collections::BTreeMap;

use fabric_rules::internal::diff::Extent;
use fabric_rules::internal::diff::actions::{Actions, Changed, Planned, Profiles};
use fabric_rules::internal::diff::facts::Facts;
use fabric_rules::internal::diff::names::Declared;
use fabric_rules::internal::ir::{
    Action, Convention, Decoder, Decoding, Guard, Literal, Reach, Spelling, Status, Unless,
};
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::schema::SchemaOptions;
use fabric_rules::internal::spelling::automaton::Answer;
use fabric_rules::internal::surface::Surface;
use proptest::collection::btree_set;
use proptest::prelude::{Strategy as _, TestCaseError, prop_assert, prop_assert_eq, proptest};
use serde_json::{Value, json};

use crate::language::automaton::{answer, few, key, two_spellings};
use crate::language::cases;
use crate::support::{edited, fabric_ir, normalized, parse, proven, schema};

/// The built-in profile with this spelling in place of its own.
fn spelled(spelling: &Spelling) -> Profile {
    edited(|ir| ir.spellings = vec![Spelling { name: "ascii-form".to_owned(), ..spelling.clone() }])
}

fn surface(schema: &Value) -> String {
    json!({"tools": [{"name": "tool", "inputSchema": schema}]}).to_string()
}

/// What the diff says of the one action of a surface.
fn diff(old: &Profile, new: &Profile, schema: &Value) -> Option<Changed> {
    let document = parse(&surface(schema));
    let surface = Surface::read(&document, None).unwrap();
    Actions::of(&surface, Profiles { old, new }, SchemaOptions::default()).differing.pop()
}

/// Which declared name each of `texts` becomes when `call` is applied, as `read` finds it in the result.
fn understood<'t>(
    profile: &Profile,
    of: &Value,
    texts: &'t [String],
    call: impl Fn(&str) -> Value,
    read: impl Fn(&Value) -> String,
) -> BTreeMap<&'t str, String> {
    let Some(plan) = proven(profile, "tool", &schema(&of.to_string())) else { return BTreeMap::new() };
    let becomes = |text: &'t String| {
        let args = normalized(&plan, &call(text).to_string())?;
        Some((text.as_str(), read(&serde_json::from_str(&args).unwrap())))
    };
    texts.iter().filter_map(becomes).collect()
}

/// What a text was understood as.
type Meant<'m> = Option<&'m String>;

/// Holds what is said of each declared name against what was tried, the least text first.
fn assert_tried(
    said: &[Declared],
    declared: &[&str],
    texts: &[String],
    spellings: [&Spelling; 2],
    [old, new]: [&BTreeMap<&str, String>; 2],
) -> Result<(), TestCaseError> {
    for name in declared {
        let of =
            |declared: &&Declared| declared.what.member.as_deref().unwrap_or(&declared.what.key) == *name;
        let said = said.iter().find(of);
        let least = |wanted: &dyn Fn(Meant<'_>, Meant<'_>, &str) -> bool| {
            let is = |text: &&String| wanted(old.get(text.as_str()), new.get(text.as_str()), text);
            texts.iter().find(is).map(String::as_str)
        };
        let is = |meant: Meant<'_>| meant.is_some_and(|meant| meant == name);
        let refused = |text: &str| answer(spellings[1], declared, text) == Answer::Ambiguous;
        let gained = least(&|old, new, _| !is(old) && is(new));
        let lost = least(&|old, new, _| is(old) && !is(new));
        let ambiguous = least(&|old, new, text| is(old) && new.is_none() && refused(text));
        let moved = least(&|old, new, _| is(old) && !is(new) && new.is_some());
        let claims = [
            (said.and_then(|said| said.gained.as_deref()), gained),
            (said.and_then(|said| said.lost.as_deref()), lost),
            (said.and_then(|said| said.ambiguous.as_deref()), ambiguous),
            (said.and_then(|said| said.moved.as_ref()).map(|moved| moved.given.as_str()), moved),
        ];
        for (said, tried) in claims {
            match said {
                Some(said) if texts.iter().any(|text| text == said) => prop_assert_eq!(Some(said), tried),
                Some(said) => {
                    prop_assert!(tried.is_none_or(|tried| key(said) < key(tried)), "{said} {tried:?}")
                }
                None => prop_assert_eq!(None, tried),
            }
        }
        let extent = said.map_or(Extent::Same, |said| said.extent);
        let [gained, lost] = [claims[0].0.is_some(), claims[1].0.is_some()];
        prop_assert_eq!(extent, Extent::of(gained, lost));
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_declared_key_answers_to_what_applying_makes_of_names(
        (old, new) in two_spellings(),
        keys in btree_set("[aA0_-]{1,3}", 1..5),
    ) {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let properties: Value = keys.iter().map(|key| ((*key).to_owned(), json!({"type": "boolean"}))).collect();
        let schema = json!({"type": "object", "additionalProperties": false, "properties": properties});
        let (before, after) = (spelled(&old), spelled(&new));
        let texts: Vec<String> = few(5).into_iter().filter(|text| !keys.contains(&text.as_str())).collect();
        let read = |args: &Value| args.as_object().unwrap().keys().next().unwrap().clone();
        let tried = [&before, &after].map(|profile| understood(profile, &schema, &texts, |text| json!({text: true}), read));
        let names = diff(&before, &after, &schema).map(|changed| changed.names).unwrap_or_default();
        assert_tried(&names, &keys, &texts, [&old, &new], tried.each_ref())?;
    }

    #[test]
    fn an_enum_member_answers_to_what_applying_makes_of_texts(
        (old, new) in two_spellings(),
        members in btree_set("[aA0_-]{1,3}", 1..5).prop_map(|set| set.into_iter().collect::<Vec<_>>()),
        longest in 1..4usize,
    ) {
        let members: Vec<&str> = members.iter().map(String::as_str).collect();
        // A member that its own property refuses is never given, and still counts as a rival.
        let format = json!({"type": "string", "enum": members, "maxLength": longest});
        let schema = json!({"type": "object", "additionalProperties": false, "properties": {"of": format}});
        let (before, after) = (spelled(&old), spelled(&new));
        let texts: Vec<String> = few(5).into_iter().filter(|text| !members.contains(&text.as_str())).collect();
        let read = |args: &Value| args["of"].as_str().unwrap().to_owned();
        let tried = [&before, &after].map(|profile| understood(profile, &schema, &texts, |text| json!({"of": text}), read));
        let names = diff(&before, &after, &schema).map(|changed| changed.names).unwrap_or_default();
        let of_members: Vec<Declared> = names.into_iter().filter(|declared| declared.what.member.is_some()).collect();
        assert_tried(&of_members, &members, &texts, [&old, &new], tried.each_ref())?;
    }
}

#[test]
fn the_same_program_differs_for_nobody() {
    let profile = crate::support::fabric();
    let text = std::fs::read_to_string(crate::support::fixture("check/mixed.json")).unwrap();
    let document = parse(&text);
    let surface = Surface::read(&document, None).unwrap();
    let actions = Actions::of(&surface, Profiles { old: &profile, new: &profile }, SchemaOptions::default());
    assert_eq!((actions.differing, actions.planned.old), (Vec::new(), 2));
}

/// The built-in profile with a convention that reads booleans by its spelling, edited.
fn with_booleans(edit: impl FnOnce(&mut Spelling)) -> Profile {
    edited(|ir| {
        let mut spelling = Spelling { name: "letters".to_owned(), ..ir.spellings[0].clone() };
        edit(&mut spelling);
        ir.spellings.push(spelling);
        ir.conventions.push(Convention {
            name: "boolean-string".to_owned(),
            status: Status::Active,
            guard: Guard::Is { keyword: "type".to_owned(), literal: Literal::String("boolean".to_owned()) },
            after: Vec::new(),
            action: Action::Decode(Decoder::BooleanBy("letters".to_owned()).into()),
        });
        ir.profiles[0].conventions.push("boolean-string".to_owned());
    })
}

#[test]
fn booleans_answer_to_their_spellings_as_members_do() {
    let schema = json!({"type": "object", "additionalProperties": false,
        "properties": {"flag": {"type": "boolean"}, "on": {"type": "boolean", "const": true}}});
    let (old, new) = (with_booleans(|_| ()), with_booleans(|spelling| spelling.fold_case = false));
    let changed = diff(&old, &new, &schema).unwrap();
    let told: Vec<String> = changed
        .names
        .iter()
        .map(|name| format!("{} {:?} {:?}", name.what.place(), name.what.member, name.lost))
        .collect();
    let what = |key: &str, member: &str, lost: &str| format!("{key} Some({member:?}) Some({lost:?})");
    assert_eq!(
        told,
        [what("flag", "false", "falsE"), what("flag", "true", "truE"), what("on", "true", "truE")]
    );
    let rules: Vec<String> =
        changed.changed.iter().map(|rule| format!("{} {}", rule.kind, rule.key)).collect();
    assert_eq!(rules, ["boolean-string flag", "boolean-string on"]);
    // What is dropped cannot stand between letters that must all be there.
    let same = with_booleans(|spelling| spelling.drop.push('~'));
    assert!(diff(&old, &same, &schema).is_none());
}

#[test]
fn what_no_rule_gives_any_more_because_it_is_ambiguous_is_told_as_that() {
    // Before, a dot has no place in a name; after, both keys have one form, and neither has a rule.
    let old = spelled(&fabric_ir().spellings[0]);
    let new = edited(|ir| {
        ir.spellings[0].then.as_mut().unwrap().characters.push('.');
        ir.spellings[0].drop.push('.');
        ir.spellings[0].apart_by = None;
    });
    let kept = edited(|ir| ir.spellings[0].apart_by = None);
    let schema = json!({"type": "object", "additionalProperties": false,
        "properties": {"ab": {"type": "null"}, "a.b": {"type": "null"}}, "required": ["ab", "a.b"]});
    let changed = diff(&kept, &new, &schema).unwrap();
    assert!(matches!(changed.plans.new, Planned::NoPlan(_)));
    let [ab] = changed.names.as_slice() else { panic!("{:?}", changed.names) };
    assert_eq!((ab.lost.as_deref(), ab.ambiguous.as_deref()), (Some("aB"), Some("aB")));
    assert!(diff(&old, &new, &schema).is_none(), "neither answered to anything before");
}

#[test]
fn names_below_the_top_are_compared_where_they_stand() {
    let below = |fold: bool| {
        edited(|ir| {
            ir.spellings[0].fold_case = fold;
            ir.profiles[0].reach = Reach { properties: true, items: true };
            ir.profiles[0].plan = 2;
        })
    };
    let inner = json!({"type": "object", "additionalProperties": false, "properties": {
        "by": {"type": "string", "enum": ["up", "down"]}, "by2": {}}, "required": ["by", "by2"]});
    let list = json!({"type": "array", "items": {"type": "string", "enum": ["yes", "no"]}});
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["sort", "list"],
        "properties": {"sort": inner, "list": list}});
    let changed = diff(&below(true), &below(false), &schema).unwrap();
    let told = |name: &Declared| {
        let member = name.what.member.as_deref().unwrap_or("");
        format!("{}|{member}|{}", name.what.place(), name.lost.as_deref().unwrap_or(""))
    };
    let mut told: Vec<String> = changed.names.iter().map(told).collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            "/properties/list/items|no|nO",
            "/properties/list/items|yes|yeS",
            "/properties/sort/properties/by2||bY2",
            "/properties/sort/properties/by|down|dowN",
            "/properties/sort/properties/by|up|uP",
            "/properties/sort/properties/by||bY",
            "list||lisT",
            "sort||sorT",
        ]
    );
    assert!(changed.changed.iter().any(|rule| rule.at.is_some()));
}

#[test]
fn what_is_not_taken_and_what_is_planned_again_are_facts_too() {
    let read = |unless: &[&str], again: bool| {
        let has = Unless::Has(unless.iter().map(|part| (*part).to_owned()).collect());
        let decoding = Decoding { unless: vec![Unless::Empty, has], again, ..Decoder::Json.into() };
        Convention {
            name: "json-string".to_owned(),
            status: Status::Review,
            guard: Guard::Always,
            after: Vec::new(),
            action: Action::Decode(decoding),
        }
    };
    let same = Facts::of(&read(&["|", ","], true), &read(&[",", "|"], true));
    assert!(same.are_same(), "{same:?}");
    let fewer = Facts::of(&read(&["|", ","], true), &read(&[","], true));
    assert!(!fewer.are_same());
    assert_eq!(fewer.unless.lost, Some(vec!["it has \"|\"".to_owned()]));
    assert_eq!((fewer.unless.gained, fewer.planned_again), (None, None));
    let once = Facts::of(&read(&[","], true), &read(&[","], false));
    assert_eq!((once.are_same(), once.planned_again), (false, Some(false)));
}
