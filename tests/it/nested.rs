//! Rules below the top: where they are derived, that the checker finds the same, and what is too much.

use fabric_rules::internal::decode::Reader;
use fabric_rules::internal::derive::{NoPlan, derive};
use fabric_rules::internal::explain::explain;
use fabric_rules::internal::facets::Site;
use fabric_rules::internal::ir::{
    Action, Convention, Decoder, Except, Guard, Kinds, Literal, Omitted, Reach, Shape, ShapeClause, Status,
    Term, Vocabulary,
};
use fabric_rules::internal::json::{Document, Limits, canonical};
use fabric_rules::internal::plan::{Plan, Rule};
use fabric_rules::internal::program::{Profile, Program};
use fabric_rules::internal::prove::{Refusal, RefusalCode, prove};
use fabric_rules::internal::schema::Schema;
use fastrand::Rng;
use serde_json::json;

use crate::support::{fabric_ir, nested, normalized, parse, proven, schema, tools};

const FORM: &str = "ascii-form";
const ALL: Reach = Reach { properties: true, items: true };

fn convention(name: &str, action: Action, guard: Guard) -> Convention {
    Convention { name: name.to_owned(), status: Status::Active, guard, after: Vec::new(), action }
}

fn rename() -> Action {
    Action::Rename { spelling: FORM.to_owned() }
}

fn read(decoder: Decoder) -> Action {
    Action::Decode(decoder.into())
}

/// A program with one profile of version 2, for any object, that goes as far as this.
fn profile(
    reach: Reach,
    conventions: &[Convention],
    edit: impl FnOnce(&mut fabric_rules::internal::ir::Profile),
) -> Profile {
    let mut ir = fabric_ir();
    let clauses = vec![ShapeClause::PropertiesIsAnObject];
    ir.shapes = vec![Shape { name: "object".to_owned(), clauses }];
    let terms = ["high", "low"].map(|member| Term { member: member.to_owned(), aliases: Vec::new() });
    ir.vocabularies = vec![Vocabulary { name: "severity".to_owned(), terms: terms.to_vec() }];
    ir.conventions = conventions.to_vec();
    ir.conventions.sort_by(|a, b| a.name.cmp(&b.name));
    ir.profiles.truncate(1);
    let profile = &mut ir.profiles[0];
    profile.plan = 2;
    profile.over = vec!["object".to_owned()];
    profile.reach = reach;
    profile.conventions = conventions.iter().map(|convention| convention.name.clone()).collect();
    edit(profile);
    Program::unchecked(ir).profile("fabric").unwrap()
}

/// The four conventions as they are for all depths, and lists with one item.
fn usual() -> Vec<Convention> {
    let unique = |guard| Guard::And(vec![Guard::KeyUnique(FORM.to_owned()), guard]);
    let number = Kinds::of("number").unwrap();
    vec![
        convention("key-form", rename(), unique(Guard::NamesClosed)),
        convention("key-form-open", rename(), unique(Guard::Not(Box::new(Guard::NamesClosed)))),
        convention(
            "optional-null",
            Action::Omit(Omitted::Null),
            Guard::And(vec![Guard::Not(Box::new(Guard::Required)), Guard::Not(Box::new(Guard::AcceptsNull))]),
        ),
        convention("numeric-string", read(Decoder::Number), Guard::MayBe(number)),
        convention(
            "enum-form",
            read(Decoder::EnumBy(FORM.to_owned())),
            Guard::And(vec![Guard::EveryEnumIsString, Guard::SomeEnumUnique(FORM.to_owned())]),
        ),
    ]
}

/// One convention for each thing that a guard may ask, alone.
fn probes() -> Vec<Convention> {
    let kinds = |name: &str| Kinds::of(name).unwrap();
    let text = |text: &str| Literal::String(text.to_owned());
    let is = |keyword: &str, literal| Guard::Is { keyword: keyword.to_owned(), literal };
    let guards = [
        ("always", Guard::Always),
        ("is-text", is("type", text("string"))),
        ("default-null", is("default", Literal::Null)),
        ("no-default", Guard::Absent { keyword: "default".to_owned() }),
        ("required", Guard::Required),
        ("null", Guard::AcceptsNull),
        ("empty", Guard::AcceptsEmptyString),
        ("texts", Guard::EveryEnumIsString),
        ("unique-member", Guard::SomeEnumUnique(FORM.to_owned())),
        ("unique-key", Guard::KeyUnique(FORM.to_owned())),
        ("closed", Guard::NamesClosed),
        ("open", Guard::Not(Box::new(Guard::NamesClosed))),
        ("may-be-text", Guard::MayBe(kinds("string"))),
        ("never-list", Guard::Never(kinds("array"))),
        ("severity", Guard::EnumIsMembersOf("severity".to_owned())),
        ("no-key", Guard::NoKey(vec!["type".to_owned()])),
        ("either", Guard::Or(vec![Guard::AcceptsNull, Guard::NamesClosed])),
    ];
    let mut all: Vec<Convention> =
        guards.into_iter().map(|(name, guard)| convention(name, read(Decoder::Json), guard)).collect();
    all.push(convention("rename", rename(), Guard::Always));
    all.push(convention("surplus", Action::OmitSurplus { spelling: FORM.to_owned() }, Guard::Always));
    all.push(convention("omit", Action::Omit(Omitted::Null), Guard::Always));
    all.push(convention("call", Action::EmptyCall, Guard::Always));
    all
}

fn probing(reach: Reach) -> Profile {
    profile(reach, &probes(), |profile| profile.bounds.rules = 1_000_000)
}

/// The rules that are derived and proved, as lines; why there are none otherwise.
fn rules(profile: &Profile, schema: &Schema) -> Vec<String> {
    let line = |rule: &Rule| format!("{} {}", rule.kind, rule.place());
    match proven(profile, "a.ref", schema) {
        Some(proven) => proven.plan().rules().iter().map(line).collect(),
        None => vec![derive(profile, "a.ref", schema).unwrap_err().to_string()],
    }
}

/// The places of the rules of one convention.
fn places(profile: &Profile, schema: &Schema, kind: &str) -> Vec<String> {
    let of = |line: String| line.strip_prefix(&format!("{kind} ")).map(str::to_owned);
    rules(profile, schema).into_iter().filter_map(of).collect()
}

const SEARCH: &str = r##"{"type": "object", "additionalProperties": false, "required": ["filter"], "properties": {
    "filter": {"type": "object", "additionalProperties": false, "required": ["sortBy"], "properties": {
        "sortBy": {"type": "string", "enum": ["created_at", "title"]},
        "page": {"type": "integer"}}},
    "a/b": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Tag"}, {"type": "null"}]}},
    "more": {"$ref": "#/$defs/Tag"}},
    "$defs": {"Tag": {"type": "object", "properties": {
        "weight": {"type": "number"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/Tag"}},
        "kind": {"allOf": [{"enum": ["x-ray", "none"]}]}}}}}"##;

#[test]
fn rules_stand_at_pointers_behind_those_of_the_top() {
    let expected = [
        "optional-null a/b",
        "key-form filter",
        "key-form more",
        "optional-null more",
        "key-form-open /$defs/Tag/properties/kids",
        "optional-null /$defs/Tag/properties/kids",
        "key-form-open /$defs/Tag/properties/kind",
        "optional-null /$defs/Tag/properties/kind",
        "enum-form /$defs/Tag/properties/kind",
        "key-form-open /$defs/Tag/properties/weight",
        "optional-null /$defs/Tag/properties/weight",
        "numeric-string /$defs/Tag/properties/weight",
        "key-form /properties/filter/properties/page",
        "optional-null /properties/filter/properties/page",
        "numeric-string /properties/filter/properties/page",
        "key-form /properties/filter/properties/sortBy",
        "enum-form /properties/filter/properties/sortBy",
    ];
    let schema = schema(SEARCH);
    assert_eq!(rules(&profile(ALL, &usual(), |_| ()), &schema), expected);
    let top = profile(Reach::default(), &usual(), |_| ());
    assert_eq!(rules(&top, &schema), expected[..4]);
    // What only items lead to is not met without them, and what else leads there is.
    let properties = profile(Reach { properties: true, items: false }, &usual(), |_| ());
    assert_eq!(rules(&properties, &schema), expected);
    let items = profile(Reach { properties: false, items: true }, &probes(), |_| ());
    assert_eq!(places(&items, &schema, "always"), ["a/b", "filter", "more", "/properties/a~1b/items"]);
}

#[test]
fn rules_are_sorted_by_code_units() {
    // U+FF61 stands behind the surrogates of U+1F600, though its code point is less.
    let nested = schema(
        r#"{"properties": {"a": {"properties": {"｡": {}, "😀": {}, "b": {}, "B": {}}}, "｡": {}, "😀": {}}}"#,
    );
    let at = |key: &str| format!("/properties/a/properties/{key}");
    let expected = ["a".to_owned(), "😀".to_owned(), "｡".to_owned(), at("B"), at("b"), at("😀"), at("｡")];
    assert_eq!(places(&probing(ALL), &nested, "always"), expected);
}

#[test]
fn a_place_that_two_ways_lead_to_has_its_rules_once() {
    let schema = schema(
        r##"{"properties": {"one": {"$ref": "#/$defs/Node"}, "two": {"items": {"$ref": "#/%24defs/Node"}},
            "root": {"$ref": "#"}},
            "$defs": {"Node": {"properties": {"next": {"$ref": "#/$defs/Node"}, "list": {"items": {"$ref": "#"}}}}}}"##,
    );
    let expected = [
        "one",
        "root",
        "two",
        "/$defs/Node/properties/list",
        "/$defs/Node/properties/list/items",
        "/$defs/Node/properties/next",
        "/properties/two/items",
    ];
    assert_eq!(places(&probing(ALL), &schema, "always"), expected);
}

#[test]
fn nothing_beside_a_reference_counts_up_to_draft_7() {
    let text = |dialect: &str| {
        format!(
            r##"{{"$schema": "{dialect}", "properties": {{"a": {{"properties": {{"x": {{"$ref": "#/definitions/n",
                "type": "string", "default": 1, "enum": ["low", "high"], "properties": {{"y": {{}}}}}}}}}}}},
                "definitions": {{"n": {{"properties": {{"z": {{}}}}}}}}}}"##
        )
    };
    let old = schema(&text("http://json-schema.org/draft-07/schema#"));
    let new = schema(&text("https://json-schema.org/draft/2020-12/schema"));
    let x = "/properties/a/properties/x";
    let of = |schema: &Schema, kind: &str| places(&probing(ALL), schema, kind);
    assert_eq!(of(&old, "always"), ["a", "/definitions/n/properties/z", x]);
    let y = format!("{x}/properties/y");
    assert_eq!(of(&new, "always"), ["a", "/definitions/n/properties/z", x, &y]);
    for kind in ["is-text", "texts", "unique-member", "severity"] {
        assert_eq!(of(&old, kind), [""; 0], "{kind}");
        assert_eq!(of(&new, kind), [x], "{kind}");
    }
    assert_eq!(of(&old, "no-default"), ["a", "/definitions/n/properties/z", x]);
    assert_eq!(of(&new, "no-default"), ["a", "/definitions/n/properties/z", &y]);
}

#[test]
fn what_is_asked_of_a_name_is_asked_of_the_object_that_declares_it() {
    let schema = schema(
        r#"{"type": "object", "additionalProperties": false, "required": ["open"], "properties": {
            "open": {"required": ["xY"], "properties": {"xY": {}, "x_y": {}, "z": {}}},
            "closed": {"additionalProperties": false, "properties": {"xY": {}, "open": {}}},
            "patterns": {"additionalProperties": false, "patternProperties": {"^p": {}}, "properties": {"p": {}}},
            "list": {"additionalProperties": false, "required": ["0"], "items": {}}}}"#,
    );
    let of = |kind: &str| {
        let mut places = places(&probing(ALL), &schema, kind);
        places.retain(|place| place.starts_with('/'));
        places
    };
    let at = |object: &str, key: &str| format!("/properties/{object}/properties/{key}");
    let item = "/properties/list/items".to_owned();
    assert_eq!(of("unique-key"), [at("closed", "open"), at("closed", "xY"), at("open", "z")]);
    assert_eq!(of("closed"), [at("closed", "open"), at("closed", "xY")]);
    assert_eq!(
        of("open"),
        [item.clone(), at("open", "xY"), at("open", "x_y"), at("open", "z"), at("patterns", "p")]
    );
    let required = places(&probing(ALL), &schema, "required");
    assert_eq!(required, ["open".to_owned(), item.clone(), at("open", "xY")]);
    // An item has no name and cannot be left out; what it is can be read.
    for (kind, is_there) in [("always", true), ("rename", false), ("omit", false)] {
        assert_eq!(of(kind).contains(&item), is_there, "{kind}");
        assert_eq!(of(kind).len(), if is_there { 7 } else { 6 }, "{kind}");
    }
    // What is undeclared belongs to the object, and the call to nothing inside.
    let objects = ["closed", "open", "patterns"].map(|object| format!("/properties/{object}"));
    assert_eq!(of("surplus"), objects);
    assert_eq!(places(&probing(ALL), &schema, "surplus").first().map(String::as_str), Some(""));
    assert_eq!(places(&probing(ALL), &schema, "call"), [""]);
}

#[test]
fn the_enum_of_a_place_without_one_is_that_of_all_that_applies_to_the_value() {
    let schema = schema(
        r##"{"properties": {
            "own": {"enum": ["low", 1], "allOf": [{"enum": ["low", "high"]}]},
            "far": {"anyOf": [{"$ref": "#/$defs/l"}, {"oneOf": [{"enum": ["high"]}, {"type": "null"}]}]},
            "mixed": {"anyOf": [{"enum": ["low"]}, {"enum": [null]}]},
            "not": {"not": {"enum": ["low"]}, "items": {"enum": ["low"]}},
            "in": {"properties": {"far": {"$ref": "#/properties/far"}}}},
            "$defs": {"l": {"enum": ["low"]}}}"##,
    );
    let all = probing(ALL);
    let (inner, item) = ("/properties/in/properties/far", "/properties/not/items");
    assert_eq!(places(&all, &schema, "texts"), ["far", inner, item]);
    assert_eq!(places(&all, &schema, "severity"), ["far", inner]);
    assert_eq!(places(&all, &schema, "unique-member"), ["far", "mixed", "own", inner, item]);
    let top = probing(Reach::default());
    assert_eq!(places(&top, &schema, "texts"), [""; 0]);
    assert_eq!(places(&top, &schema, "unique-member"), ["own"]);
    // And so do those that read by it.
    let position = schema.position("far").unwrap();
    let read = |reach: Reach, given: &str| {
        let site = Site { program: all.program().ir(), reach, schema: &schema, position: &position };
        let reader = Reader::new(&Decoder::EnumBy(FORM.to_owned()).into(), site);
        let document = Document::parse(given.as_bytes(), Limits::ARGUMENTS).unwrap();
        reader.read(&document.root, given.as_bytes()).map(|decoded| decoded.value)
    };
    assert_eq!(read(ALL, r#""HIGH""#), Some(json!("high")));
    assert_eq!(read(ALL, r#""LOW""#), Some(json!("low")));
    assert_eq!(read(Reach::default(), r#""LOW""#), None);
}

#[test]
fn where_a_pointer_does_not_tell_what_a_part_means_there_are_rules_for_the_top_alone() {
    let schema = schema(
        r##"{"properties": {"a": {"$id": "https://other.example/", "anyOf": [{"enum": ["x"]}],
            "properties": {"x": {}}}}}"##,
    );
    assert_eq!(places(&probing(ALL), &schema, "always"), ["a"]);
    assert_eq!(places(&probing(ALL), &schema, "texts"), [""; 0]);
}

#[test]
fn below_the_top_a_place_that_no_rule_can_name_has_none() {
    let (long, longest) = ("k".repeat(129), "k".repeat(128));
    let schema = schema(&format!(
        r#"{{"properties": {{"a": {{"properties": {{"__proto__": {{"properties": {{"in": {{}}}}}}, "constructor": {{}},
            "prototype": {{}}, "{long}": {{"properties": {{"in": {{}}}}}}, "{longest}": {{}}, "__Proto__": {{}}, "": {{}},
            "t": true, "f": false}}}}}}}}"#
    ));
    let at = |key: &str| format!("/properties/a/properties/{key}");
    let expected =
        ["a".to_owned(), at(""), at("__Proto__"), at(&longest), at(&format!("{long}/properties/in"))];
    assert_eq!(places(&probing(ALL), &schema, "always"), expected);
    // At the top it is no plan.
    let top =
        crate::support::schema(r#"{"properties": {"constructor": {}, "a": {"properties": {"b": {}}}}}"#);
    assert!(matches!(derive(&probing(ALL), "a.ref", &top), Err(NoPlan::UnsafeKey { .. })));
}

fn deep(depth: usize, inner: &str) -> String {
    let open = r#"{"properties": {"k": "#.repeat(depth);
    format!("{open}{inner}{}", "}}".repeat(depth))
}

#[test]
fn rules_go_no_deeper_than_the_profile() {
    let schema = schema(&deep(12, "{}"));
    let bounded = |depth: u32| profile(ALL, &probes()[..1], |profile| profile.bounds.depth = depth);
    for depth in [0, 1, 3, 8] {
        let found = rules(&bounded(depth), &schema);
        assert_eq!(found.len(), depth as usize + 1);
        assert_eq!(
            found.last().unwrap().matches("/properties/k").count(),
            if depth == 0 { 0 } else { depth as usize + 1 }
        );
    }
    // What is met nearer on another way is met.
    let two_ways = crate::support::schema(
        r##"{"properties": {"a": {"properties": {"b": {"properties": {"c": {"$ref": "#/$defs/d"}}}}},
            "z": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"properties": {"e": {}}}}}"##,
    );
    assert_eq!(
        places(&bounded(1), &two_ways, "always"),
        ["a", "z", "/$defs/d/properties/e", "/properties/a/properties/b"]
    );
}

#[test]
fn conventions_are_excepted_below_the_top_too() {
    let except = Except { conventions: vec!["omit".to_owned()], reference: "a.ref".to_owned() };
    let excepting = profile(ALL, &probes(), |profile| {
        profile.bounds.rules = 1000;
        profile.except = vec![except];
    });
    let schema = schema(r#"{"properties": {"a": {"properties": {"b": {}}}}}"#);
    assert_eq!(places(&excepting, &schema, "omit"), [""; 0]);
    assert_eq!(places(&excepting, &schema, "rename"), ["a", "/properties/a/properties/b"]);
    let other = derive(&excepting, "b.ref", &schema).unwrap();
    assert_eq!(other.rules().iter().filter(|rule| rule.kind == "omit").count(), 2);
    prove(excepting.program(), &other, "b.ref", &schema).unwrap();
}

#[test]
fn one_rule_more_than_the_bound_is_no_plan() {
    let of = |count: usize| {
        let keys: Vec<String> = (1..count).map(|n| format!(r#""k{n:05}": {{}}"#)).collect();
        schema(&format!(r#"{{"properties": {{"a": {{"properties": {{{}}}}}}}}}"#, keys.join(",")))
    };
    let one = profile(ALL, &probes()[..1], |_| ());
    let full = derive(&one, "a.ref", &of(128)).unwrap();
    assert_eq!(full.rules().len(), 128);
    assert!(proven(&one, "a.ref", &of(128)).is_some());
    for count in [129, 300] {
        let no_plan = derive(&one, "a.ref", &of(count)).unwrap_err();
        assert!(matches!(no_plan, NoPlan::TooManyRules { limit: 128, .. }), "{no_plan}");
        assert_eq!(no_plan.to_string(), "more rules than the 128 that a plan can have");
        let forged = forged(&one, &of(count), full.rules());
        assert_eq!(refusal(&one, &forged, &of(count)).code, RefusalCode::Unprovable);
    }
}

fn refusal(profile: &Profile, plan: &Plan, schema: &Schema) -> Refusal {
    prove(profile.program(), plan, "a.ref", schema).unwrap_err()
}

/// A well-formed plan with these rules, however it came about.
fn forged(profile: &Profile, schema: &Schema, rules: &[Rule]) -> Plan {
    let rule = |rule: &Rule| {
        let place = if rule.at.is_some() { "at" } else { "key" };
        format!(r#"{{"kind": "{}", "{place}": {}}}"#, rule.kind, canonical::string(rule.place()))
    };
    let document = parse(&format!(
        r#"{{"version": 2, "ref": "a.ref", "baseSchemaDigest": "{}", "rules": [{}], "profile": "{}",
            "rulesDigest": "{}"}}"#,
        schema.digest(),
        rules.iter().map(rule).collect::<Vec<_>>().join(", "),
        profile.name(),
        profile.rules_digest().unwrap()
    ));
    Plan::read(&document, &document.root).unwrap()
}

#[test]
fn each_change_of_a_plan_is_refused_for_what_it_is() {
    let all = profile(ALL, &usual(), |_| ());
    let schema = schema(SEARCH);
    let right = derive(&all, "a.ref", &schema).unwrap();
    let rules = right.rules();
    prove(all.program(), &forged(&all, &schema, rules), "a.ref", &schema).unwrap();
    let changed = |change: &dyn Fn(&mut Vec<Rule>)| {
        let mut rules = rules.to_vec();
        change(&mut rules);
        let Refusal { code, at, .. } = refusal(&all, &forged(&all, &schema, &rules), &schema);
        (code, at)
    };
    let pointer = |rule: &Rule| match &rule.at {
        Some(at) => at.clone(),
        None => format!("/properties/{}", rule.key.replace('/', "~1")),
    };
    for (index, rule) in rules.iter().enumerate() {
        let at = pointer(rule);
        assert_eq!(changed(&|rules| drop(rules.remove(index))), (RefusalCode::MissingRule, at.clone()));
        assert_eq!(changed(&|rules| rules.insert(index, rules[index].clone())).0, RefusalCode::ExtraRule);
        assert_eq!(changed(&|rules| rules[index].kind = "no-such".to_owned()), (RefusalCode::ExtraRule, at));
        let next = (index + 1) % rules.len();
        assert_eq!(changed(&|rules| rules.swap(index, next)).0, RefusalCode::OutOfOrder);
        let elsewhere = "/properties/a~1b/items".to_owned();
        let moved =
            changed(&|rules| (rules[index].key, rules[index].at) = (String::new(), Some(elsewhere.clone())));
        assert_eq!(moved, (RefusalCode::ExtraRule, elsewhere.clone()));
    }
    // A rule of the top named by its pointer is another rule, and so is one at a branch or on another way.
    let renamed = |index: usize, at: &str| {
        changed(&|rules| (rules[index].key, rules[index].at) = (String::new(), Some(at.to_owned()))).0
    };
    assert_eq!(renamed(2, "/properties/more"), RefusalCode::ExtraRule);
    assert_eq!(renamed(8, "/$defs/Tag/properties/kind/allOf/0"), RefusalCode::ExtraRule);
    assert_eq!(renamed(9, "/properties/more/properties/weight"), RefusalCode::ExtraRule);
    let message = refusal(&all, &forged(&all, &schema, &rules[..16]), &schema).to_string();
    let last = "/properties/filter/properties/sortBy";
    assert_eq!(message, format!("rule 17 must be `enum-form` of `{last}`, which the plan lacks"));
}

/// Where deriver and checker disagree about the plan, or about that there is none.
fn disagreement(profile: &Profile, schema: &Schema) -> Option<String> {
    let plan = derive(profile, "a.ref", schema);
    let rules = plan.as_ref().map(Plan::rules).unwrap_or_default();
    let read = match rules {
        [] => forged(profile, schema, &[Rule::clone(&some_rule(profile))]),
        _ => plan.as_ref().unwrap().clone(),
    };
    match (plan, prove(profile.program(), &read, "a.ref", schema)) {
        (Ok(_), Err(refusal)) => Some(format!("derived and refused: {refusal} at {}", refusal.at)),
        (Err(_), Ok(_)) => Some("not derived and proved".to_owned()),
        _ => None,
    }
}

/// A rule that nobody derives.
fn some_rule(profile: &Profile) -> Rule {
    let plan = derive(profile, "a.ref", &schema(r#"{"properties": {"surely not": {}}}"#)).unwrap();
    plan.rules()[0].clone()
}

fn profiles() -> Vec<Profile> {
    let half = |properties, items| probing(Reach { properties, items });
    vec![
        probing(ALL),
        half(true, false),
        half(false, true),
        half(false, false),
        profile(ALL, &usual(), |profile| profile.bounds.rules = 1000),
        profile(ALL, &probes(), |profile| (profile.bounds.depth, profile.bounds.rules) = (1, 100_000)),
        profile(ALL, &probes(), |_| ()),
    ]
}

#[test]
fn deriver_and_checker_agree_on_generated_schemas() {
    let profiles = profiles();
    let (mut below, mut plans) = (0, 0);
    for seed in 0..400 {
        let value = nested::schema(&mut Rng::with_seed(seed));
        let Ok(schema) = Schema::parse(value.to_string().as_bytes(), Default::default()) else { continue };
        for profile in &profiles {
            assert_eq!(disagreement(profile, &schema), None, "seed {seed}: {value}");
        }
        if let Ok(plan) = derive(&profiles[0], "a.ref", &schema) {
            plans += 1;
            below += plan.rules().iter().filter(|rule| rule.at.is_some()).count();
        }
    }
    assert!(plans > 300 && below > 18_000, "{plans} plans, {below} rules below the top");
}

#[test]
fn plans_for_all_depths_leave_alone_what_is_accepted_and_give_what_is() {
    let all = profile(ALL, &usual(), |_| ());
    let (mut mended, mut accepted) = (0, 0);
    for seed in 0..1_500 {
        let mut rng = Rng::with_seed(seed);
        let value = nested::schema(&mut rng);
        let Ok(schema) = Schema::parse(value.to_string().as_bytes(), Default::default()) else { continue };
        let Some(proven) = proven(&all, "a.ref", &schema) else { continue };
        let call = nested::call(&mut rng, &value);
        if !call.is_object() {
            continue;
        }
        let after = normalized(&proven, &call.to_string());
        if schema.accepts_arguments(&call) {
            accepted += 1;
            assert_eq!(after, None, "seed {seed}: {call}");
        }
        if let Some(after) = after {
            mended += 1;
            assert!(schema.accepts_arguments(&serde_json::from_str(&after).unwrap()), "seed {seed}: {after}");
        }
    }
    assert!(mended > 100 && accepted > 200, "{mended} mended, {accepted} accepted");
}

#[test]
fn deriver_and_checker_agree_on_real_surfaces() {
    let profiles = [probing(ALL), profile(ALL, &usual(), |_| ())];
    let mut below = 0;
    for tool in tools() {
        for profile in &profiles {
            assert_eq!(disagreement(profile, &tool.schema), None, "{} {}", tool.file, tool.name);
        }
        let plan = derive(&profiles[0], "a.ref", &tool.schema);
        below += plan.map_or(0, |plan| plan.rules().iter().filter(|rule| rule.at.is_some()).count());
    }
    assert!(below > 5_000, "{below} rules below the top");
}

#[test]
fn hostile_schemas_end_at_the_bounds() {
    let wide = |count: usize, inner: &str| {
        let keys: Vec<String> = (0..count).map(|n| format!(r#""p{n}": {inner}"#)).collect();
        format!("{{{}}}", keys.join(","))
    };
    let doubled = |count: usize| {
        let next = |n: usize| format!(r##"{{"contains": {{"$ref": "#/$defs/u{n}"}}}}"##);
        let one = |n: usize| format!(r#""u{n}": {{"allOf": [{0}, {0}]}}"#, next(n + 1));
        (0..count).map(one).collect::<Vec<_>>().join(",")
    };
    let leading_back = |depth: usize| {
        format!(
            r##"{{"properties": {{"a": {{"$ref": "#/$defs/d"}}}}, "$defs": {{"d": {{"properties": {},
                "additionalProperties": {{"$ref": "#/$defs/u0"}}}}, {}, "u{depth}": {{"minItems": 1}}}}}}"##,
            wide(100, r##"{"$ref": "#/$defs/d"}"##),
            doubled(depth)
        )
    };
    let many = |count: usize, one: &str| vec![one; count].join(",");
    let texts = [
        // More places than rules are derived for.
        ("too-many-places", format!(r##"{{"properties": {{"a": {{"properties": {}}}}}}}"##, wide(10_001, r##"{"$ref": "#"}"##))),
        // Each name is compared with each other one.
        ("too-wide", format!(r#"{{"properties": {{"a": {{"properties": {}}}}}}}"#, wide(5_000, "{}"))),
        // Each place has many branches.
        (
            "too-wide",
            format!(
                r##"{{"properties": {{"a": {{"$ref": "#/$defs/d"}}}}, "$defs": {{"d": {{"anyOf": [{},
                    {{"properties": {}}}]}}}}}}"##,
                many(5_000, "{}"),
                wide(900, r##"{"$ref": "#/$defs/d"}"##)
            ),
        ),
        // Each place has one enum with many members.
        (
            "too-wide",
            format!(
                r##"{{"properties": {{"a": {{"properties": {}}}}}, "$defs": {{"e": {{"enum": [{}]}}}}}}"##,
                wide(400, r##"{"$ref": "#/$defs/e"}"##),
                (0..5_000).map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(",")
            ),
        ),
        // A circle of a few.
        (
            "",
            r##"{"properties": {"a": {"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#/properties/a"}}]}}}"##
                .to_owned(),
        ),
        // A part that unfolds to much, and many places that lead back to it.
        ("unevaluable", leading_back(14)),
        ("", leading_back(5)),
    ];
    for (expected, text) in texts {
        let schema = schema(&text);
        let found = derive(&probing(ALL), "a.ref", &schema);
        match &found {
            Ok(plan) => drop(prove(probing(ALL).program(), plan, "a.ref", &schema).unwrap()),
            Err(_) => {
                let forged = forged(&probing(ALL), &schema, &[some_rule(&probing(ALL))]);
                assert_eq!(refusal(&probing(ALL), &forged, &schema).code, RefusalCode::Unprovable);
            }
        }
        // The code is that of the bound which was met: without it some of these take minutes.
        let code = found.err().map_or("", |no_plan| no_plan.code().trim_start_matches("no-plan::"));
        assert_eq!(code, expected, "{}", &text[..60]);
    }
}

#[test]
fn an_explanation_names_places_below_the_top_by_their_pointers() {
    let all = profile(ALL, &usual(), |_| ());
    let schema = schema(SEARCH);
    let explained = explain(&all, "a.ref", &schema, None);
    let derived: Vec<String> = explained
        .keys
        .iter()
        .flat_map(|key| {
            let place = key.at.as_deref().unwrap_or(&key.key);
            let derived = key.conventions.iter().filter(|convention| convention.derived);
            derived.map(move |convention| format!("{} {place}", convention.name))
        })
        .collect();
    assert_eq!(derived, rules(&all, &schema));
    let at = "/$defs/Tag/properties/kind";
    let only = explain(&all, "a.ref", &schema, Some(at)).keys;
    let [key] = only.as_slice() else { panic!("{only:?}") };
    assert_eq!((&*key.key, key.at.as_deref()), ("", Some(at)));
    assert_eq!(key.span.of(SEARCH), r#""kind""#);
    let fact = |convention: usize, fact: usize| {
        let fact = &key.conventions[convention].facts[fact];
        (fact.holds, fact.because.as_str(), fact.span.of(SEARCH))
    };
    assert_eq!(fact(2, 0), (Some(true), "`required` does not list it", r#""kind""#));
    assert_eq!(
        fact(4, 0),
        (
            Some(true),
            "its members decide, of /$defs/Tag/properties/kind/allOf/0/enum",
            r#"["x-ray", "none"]"#
        )
    );
    assert_eq!(
        fact(4, 1),
        (Some(true), "2 of 2 have one, of /$defs/Tag/properties/kind/allOf/0/enum", r#"["x-ray", "none"]"#)
    );
    let item = explain(&probing(ALL), "a.ref", &schema, Some("/properties/a~1b/items")).keys.remove(0);
    let names: Vec<&str> = item.conventions.iter().map(|convention| &*convention.name).collect();
    assert!(names.contains(&"always") && !names.contains(&"rename") && !names.contains(&"omit"), "{names:?}");
    let because = |name: &str| {
        let convention = item.conventions.iter().find(|convention| convention.name == name).unwrap();
        (convention.derived, &*convention.facts[0].because)
    };
    assert_eq!(because("required"), (true, "an item cannot be left out"));
    assert_eq!(because("unique-key"), (false, "an item has no name"));
    assert_eq!(because("closed"), (false, "an item has no name"));
}
