//! Hostile schemas and values under a profile that reaches everywhere: what they take is counted, and it
//! ends at the bounds, however deep or wide they are.

use fabric_rules::internal::apply::{self, Effort, Verdict};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::{ProvenPlan, prove};
use fabric_rules::internal::schema::{Schema, SchemaOptions};

use crate::support::wide;

/// The bound of the profile on validations of single values.
const STEPS: u32 = 10_000;
/// The bound on what those below the top may cost.
const WORK: usize = 40_000_000;

fn within(properties: &str, definitions: &str) -> String {
    format!(
        r#"{{"type": "object", "additionalProperties": false, "properties": {{"count": {{"type": "integer"}},
        {properties}}}, "$defs": {{{definitions}}}}}"#
    )
}

/// Each definition names the next one so many times.
fn doubled(depth: usize, times: usize, last: &str) -> String {
    let next = |n: usize| vec![format!(r##"{{"$ref": "#/$defs/d{}"}}"##, n + 1); times].join(",");
    let each = (0..depth).map(|n| format!(r#""d{n}": {{"anyOf": [{}]}}"#, next(n)));
    format!(r#"{},"d{depth}": {last}"#, each.collect::<Vec<_>>().join(","))
}

fn planned(profile: &Profile, text: &str) -> Result<ProvenPlan, String> {
    let schema =
        Schema::parse(text.as_bytes(), SchemaOptions::default()).map_err(|error| error.code().to_owned())?;
    let plan = derive(profile, "a.ref", &schema).map_err(|no_plan| no_plan.code().to_owned())?;
    Ok(prove(profile.program(), &plan, "a.ref", &schema).unwrap())
}

/// What becomes of a call: the verdict, and where it is rejected the code. What it takes is within bounds.
fn settled(plan: &ProvenPlan, args: &str) -> (String, Effort) {
    let effort = apply::effort(plan, args.as_bytes());
    assert!(effort.validations <= STEPS + 1 && effort.work <= WORK, "{effort:?}");
    let told = match plan.judge(args.as_bytes()).unwrap() {
        Verdict::Rejected(reason) | Verdict::Unknown(reason) => reason.code.name().to_owned(),
        other => other.name().to_owned(),
    };
    (told, effort)
}

#[test]
fn schemas_that_unfold_without_end_have_no_plan() {
    let wide = wide();
    let reference = r##""p": {"$ref": "#/$defs/d0"}"##;
    let code = |definitions: &str| planned(&wide, &within(reference, definitions)).err();
    assert_eq!(code(&doubled(28, 2, r#"{"type": "integer"}"#)).as_deref(), Some("schema::too-large"));
    assert_eq!(code(&doubled(32, 2, r#"{"type": "integer"}"#)).as_deref(), Some("schema::too-large"));
    // References that lead back without a step into the value.
    for circle in [
        r##""d0": {"$ref": "#/$defs/d1"}, "d1": {"anyOf": [{"$ref": "#/$defs/d0"}]}"##,
        r##""d0": {"allOf": [{"$ref": "#/$defs/d0"}]}"##,
    ] {
        assert_eq!(code(circle).as_deref(), Some("schema::endless-reference"), "{circle}");
    }
    for pattern in [r"((((a{1,99}){1,99}){1,99}){1,99}){1,99}", r"(?:[^a]{1,9999}(?=x)){1,9999}"] {
        let heavy = format!(r#""d0": {{"items": {{"pattern": "{pattern}"}}}}"#);
        assert_eq!(code(&heavy).as_deref(), Some("schema::heavy-patterns"), "{pattern}");
    }
}

#[test]
fn what_is_just_allowed_ends_at_the_bounds() {
    let wide = wide();
    let reference = r##""p": {"$ref": "#/$defs/d0"}"##;
    let doubled = |last: &str| within(reference, &doubled(12, 2, last));
    let plan = planned(&wide, &doubled(r#"{"type": "integer"}"#)).unwrap();
    assert!(plan.schema().unfolded() > 8_000);
    let (told, effort) = settled(&plan, r#"{"count": "1", "p": "7"}"#);
    assert_eq!(told, "normalized");
    assert!(effort.validations < 20, "{effort:?}");
    let plan =
        planned(&wide, &doubled(r#"{"type": "object", "additionalProperties": false, "properties": {"page_size": {"type": "integer"}}}"#))
            .unwrap();
    let (told, effort) = settled(&plan, r#"{"count": "1", "p": {"pageSize": "7"}}"#);
    assert_eq!(told, "normalized");
    assert!(effort.validations < 20, "{effort:?}");
}

const LISTS: &str = r##""n": {"type": "array", "items": {"$ref": "#/$defs/n"}}"##;

fn nested(depth: usize, before: &str, inside: &str, after: &str) -> String {
    format!("{}{inside}{}", before.repeat(depth), after.repeat(depth))
}

#[test]
fn one_item_is_wrapped_once_however_deep_lists_go() {
    let plan = planned(&wide(), &within(r##""p": {"$ref": "#/$defs/n"}"##, LISTS)).unwrap();
    let rules = plan.plan().rules();
    assert!(rules.iter().any(|rule| rule.kind == "single-item" && rule.at.is_some()), "{rules:?}");
    // A list of lists of nothing takes no text, however often that is wrapped.
    let (told, effort) = settled(&plan, r#"{"p": "a"}"#);
    assert_eq!(told, "no-rule");
    assert!(effort.validations < 20, "{effort:?}");
    let twofold =
        within(r#""p": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}"#, "");
    let twofold = planned(&wide(), &twofold).unwrap();
    assert_eq!(settled(&twofold, r#"{"p": "a"}"#).0, "no-rule");
    assert_eq!(settled(&twofold, r#"{"p": ["a"]}"#).0, "normalized");
    for depth in [1, 8, 100] {
        let (told, effort) = settled(&plan, &format!(r#"{{"p": {}}}"#, nested(depth, "[", "7", "]")));
        assert_eq!(told, "no-rule", "{depth}");
        assert!(effort.validations < 60, "{depth}: {effort:?}");
    }
    // As text inside text inside text: at the bound on what is planned again it ends.
    let text = |inner: &str| serde_json::to_string(inner).unwrap();
    let twice = text(&format!("[{}]", text("[[], []]")));
    assert_eq!(settled(&plan, &format!(r#"{{"p": {twice}}}"#)).0, "normalized");
    let more = (0..5).fold("[[]]".to_owned(), |inner, _| format!("[{}]", text(&inner)));
    let (told, effort) = settled(&plan, &format!(r#"{{"p": {}}}"#, text(&more)));
    assert_eq!(told, "no-rule");
    assert!(effort.validations < 20, "{effort:?}");
}

/// Filters inside each other: whatever is not a list of filters is a condition.
const FILTERS: &str = r##"
    "n": {"anyOf": [{"$ref": "#/$defs/and"}, {"$ref": "#/$defs/or"}, {"$ref": "#/$defs/is"}]},
    "and": {"type": "object", "additionalProperties": false, "required": ["and"],
        "properties": {"and": {"type": "array", "items": {"$ref": "#/$defs/n"}}}},
    "or": {"type": "object", "additionalProperties": false, "required": ["or"],
        "properties": {"or": {"type": "array", "items": {"$ref": "#/$defs/n"}}}},
    "is": {"type": "object", "additionalProperties": false, "required": ["field"],
        "properties": {"field": {"type": "string"}, "max_count": {"type": "integer"}}}"##;

#[test]
fn nested_filters_are_decided_once_each() {
    let plan = planned(&wide(), &within(r##""p": {"$ref": "#/$defs/n"}"##, FILTERS)).unwrap();
    let leaf = r#"{"field": "a", "maxCount": "2"}"#;
    // A call is as deep as the depth of the profile, 8, in properties and items: `and`, `0`, `or`, `0`.
    let narrow = |depth: usize, leaf: &str| {
        let around = nested(depth / 2, r#"{"and": [{"or": ["#, leaf, "]}]}");
        format!(r#"{{"p": {around}}}"#)
    };
    assert_eq!(settled(&plan, &narrow(2, leaf)).0, "normalized");
    for depth in [4, 10, 40] {
        let (told, effort) = settled(&plan, &narrow(depth, leaf));
        assert!(effort.validations < 2_000 && effort.work < WORK, "{depth}: {effort:?}");
        assert_ne!(told, "valid", "{depth}");
    }
    // Two in each: a thousand conditions, each of which is looked at in three branches at each depth.
    let mut tree = leaf.to_owned();
    for depth in 0..10 {
        let name = if depth % 2 == 0 { "or" } else { "and" };
        tree = format!(r#"{{"{name}": [{tree}, {tree}]}}"#);
        let (told, effort) = settled(&plan, &format!(r#"{{"p": {tree}}}"#));
        assert_eq!(told, if depth < 3 { "normalized" } else { "no-rule" }, "{depth}");
        assert!(effort.validations < 100, "{depth}: {effort:?}");
    }
}

#[test]
fn wide_and_deep_values_end_at_the_bounds() {
    let objects = r#""p": {"type": "array", "items": {"type": "object", "additionalProperties": false,
        "properties": {"page_size": {"type": "integer"}, "list": {"type": "array", "items": {"type": "integer"}}}}}"#;
    let plan = planned(&wide(), &within(objects, "")).unwrap();
    let many = |one: &str, count: usize| format!(r#"{{"p": [{}]}}"#, vec![one; count].join(","));
    assert_eq!(settled(&plan, &many(r#"{"pageSize": "1"}"#, 1_000)).0, "normalized");
    // Each is one too many for the bound on validations, and the call stays as it is.
    assert_eq!(settled(&plan, &many(r#"{"pageSize": "1"}"#, 20_000)).0, "too-costly");
    let numbers = vec!["\"1\""; 100_000].join(",");
    assert_eq!(settled(&plan, &format!(r#"{{"p": [{{"list": [{numbers}]}}]}}"#)).0, "too-costly");
    // Names that nobody declares.
    let names: Vec<String> = (0..100_000).map(|n| format!(r#""n{n}": null"#)).collect();
    let (told, effort) = settled(&plan, &format!(r#"{{"count": "1", {}}}"#, names.join(",")));
    assert_eq!(told, "still-rejected");
    assert!(effort.validations < 10, "{effort:?}");
    let deep = nested(40, r#"{"p": [{"list": "#, "1", "}]}");
    let (told, effort) = settled(&plan, &deep[..]);
    assert_eq!(told, "no-rule");
    assert!(effort.validations < 100, "{effort:?}");
}

#[test]
fn a_long_name_around_many_values_is_not_copied_for_each() {
    let list = r#""list": {"type": "array", "items": {"type": "integer"}}"#;
    let plan = planned(&wide(), &within(list, "")).unwrap();
    // The same name but for what the spelling drops, around thousands of values. A place is `Copy`, so it
    // cannot hold a name: copied for each, this one would come to gigabytes.
    let name = format!("l{}ist", "-".repeat(2_000_000));
    let mended = vec!["\"1\""; 3_000].join(",");
    let (told, effort) = settled(&plan, &format!(r#"{{"{name}": [{mended}]}}"#));
    assert_eq!(told, "normalized");
    assert!(effort.validations < STEPS, "{effort:?}");
    let other = vec!["\"x\""; 9_000].join(",");
    assert_eq!(settled(&plan, &format!(r#"{{"{name}": [{other}]}}"#)).0, "still-rejected");
}

#[test]
fn look_around_inside_is_counted_before_it_is_tried() {
    let pattern = r#""p": {"type": "array", "items": {"type": "object", "additionalProperties": false,
        "properties": {"page_size": {"type": "integer"}, "text": {"not": {"pattern": "(?=.*x)y"}}}}}"#;
    let plan = planned(&wide(), &within(pattern, "")).unwrap();
    let call = |length: usize, name: &str| {
        format!(r#"{{"p": [{{"{name}": "1", "text": "{}"}}]}}"#, "a".repeat(length))
    };
    assert_eq!(settled(&plan, &call(4, "pageSize")).0, "normalized");
    assert_eq!(settled(&plan, &call(60_000, "pageSize")).0, "too-costly");
    // What it takes grows as the values do, and no faster.
    let one = format!(r#"{{"pageSize": "1", "text": "{}"}}"#, "a".repeat(1_000));
    let many = |count: usize| settled(&plan, &format!(r#"{{"p": [{}]}}"#, vec![&*one; count].join(",")));
    let ((told, few), (_, more)) = (many(5), many(20));
    assert_eq!(told, "normalized");
    assert!(more.validations <= 4 * few.validations && more.work <= 4 * few.work, "{few:?} {more:?}");
}
