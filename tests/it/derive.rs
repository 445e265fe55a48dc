//! Deriving and proving: the vectors, real surfaces, generated schemas, forged plans.

use fabric_rules::internal::derive::{NoPlan, derive};
use fabric_rules::internal::ir::{self, Action, Guard};
use fabric_rules::internal::json::{Data, Node, canonical};
use fabric_rules::internal::plan::Plan;
use fabric_rules::internal::program::{Profile, Program};
use fabric_rules::internal::prove::{RefusalCode, prove};
use fabric_rules::internal::schema::Schema;
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};

use crate::support::{
    Vectors, canonical_of, edited, fabric, fabric_ir, generate, parse, proven, rules_of, schema, tools,
};

/// The vector cases that `profile` does not answer as expected.
fn failing(vectors: &Vectors, profile: &Profile) -> Vec<String> {
    let mut failing = Vec::new();
    vectors.each(|name, input, expected| {
        let reference = input.get("ref").and_then(Node::as_str).unwrap();
        let plan = vectors
            .schema(input.get("schema").unwrap())
            .and_then(|schema| derive(profile, reference, &schema).ok());
        let right = match (&plan, &expected.data) {
            (None, Data::Null) => true,
            (Some(plan), Data::Object(_)) => canonical_of(&plan.to_json()) == canonical::text(expected),
            _ => false,
        };
        if !right {
            failing.push(name.to_owned());
        }
    });
    failing
}

#[test]
fn vectors() {
    let vectors = Vectors::read("derive.json");
    assert_eq!(failing(&vectors, &fabric()), Vec::<String>::new());
    assert_eq!(vectors.each(|_, _, _| ()), 274);
}

/// All ways to leave one guard, clause or flag out of the program.
fn weakenings(ir: &ir::Program) -> Vec<(String, ir::Program)> {
    let mut all = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut ir::Program)| {
        let mut weaker = ir.clone();
        change(&mut weaker);
        assert_ne!(weaker, *ir, "{what} changes nothing");
        all.push((what, weaker));
    };
    for clause in 0..ir.shapes[0].clauses.len() {
        add(format!("shape clause {clause}"), &|ir| drop(ir.shapes[0].clauses.remove(clause)));
    }
    for (index, convention) in ir.conventions.iter().enumerate() {
        let name = &convention.name;
        add(format!("guard of {name}"), &|ir| ir.conventions[index].guard = Guard::Always);
        let parts = match &convention.guard {
            Guard::And(parts) | Guard::Or(parts) => parts.len(),
            _ => 0,
        };
        for part in 0..parts {
            add(
                format!("part {part} of the guard of {name}"),
                &|ir| match &mut ir.conventions[index].guard {
                    Guard::And(parts) | Guard::Or(parts) => drop(parts.remove(part)),
                    _ => {}
                },
            );
        }
        add(format!("convention {name}"), &|ir| ir.profiles[0].conventions.retain(|other| other != name));
    }
    add("fold case".into(), &|ir| ir.spellings[0].fold_case = false);
    add("apart by".into(), &|ir| ir.spellings[0].apart_by = None);
    for character in 0..ir.spellings[0].drop.len() {
        add(format!("drop {character}"), &|ir| {
            ir.spellings[0].drop.remove(character);
        });
    }
    add("order of conventions".into(), &|ir| ir.profiles[0].conventions.reverse());
    add("bound of keys".into(), &|ir| ir.profiles[0].bounds.key = 127);
    add("bound of refs".into(), &|ir| ir.profiles[0].bounds.reference = 1023);
    add("bound of properties".into(), &|ir| ir.profiles[0].bounds.properties = 127);
    add("bound of rules".into(), &|ir| ir.profiles[0].bounds.rules = 127);
    all
}

/// Programs that use what the built-in one does not.
fn variations(ir: &ir::Program) -> Vec<ir::Program> {
    let edits: [fn(&mut ir::Program); 5] = [
        |ir| ir.spellings[0].last = Some(ir::Alphabet { letter: true, digit: true, characters: vec![] }),
        |ir| ir.spellings[0].except_between_digits = true,
        |ir| ir.spellings[0].at_least = 3,
        |ir| ir.spellings[0].then = None,
        |ir| {
            let default = || "default".to_owned();
            let null = Guard::Is { keyword: default(), literal: ir::Literal::Null };
            let plain = Guard::Or(vec![Guard::Absent { keyword: default() }, null, Guard::NamesClosed]);
            ir.conventions[0].guard =
                Guard::And(vec![plain, Guard::Not(Box::new(Guard::AcceptsEmptyString))]);
        },
    ];
    let vary = |edit: &fn(&mut ir::Program)| {
        let mut other = ir.clone();
        edit(&mut other);
        other
    };
    edits.iter().map(vary).collect()
}

/// All programs that deriver and checker must agree about.
fn programs() -> Vec<ir::Program> {
    let ir = fabric_ir();
    let weaker = weakenings(&ir).into_iter().map(|(_, weaker)| weaker);
    weaker.chain(variations(&ir)).chain([ir.clone()]).collect()
}

#[test]
fn every_part_of_the_program_is_pinned_by_a_vector() {
    let vectors = Vectors::read("derive.json");
    for (what, weaker) in weakenings(&fabric_ir()) {
        let profile = Program::unchecked(weaker).profile("fabric").unwrap();
        // Two clauses say in a rule file what the language holds to anyway: where `properties` is no
        // object there is nothing to derive, and no plan names an unsafe key.
        let expected = !["shape clause 2", "shape clause 4"].contains(&&*what);
        assert_eq!(
            vectors_differ(&vectors, &profile),
            expected,
            "without {what}: do vectors have other rules?"
        );
    }
}

/// Whether some vector gets other rules, digests and versions aside.
fn vectors_differ(vectors: &Vectors, profile: &Profile) -> bool {
    let mut differs = false;
    vectors.each(|_, input, expected| {
        let reference = input.get("ref").and_then(Node::as_str).unwrap();
        let plan = vectors
            .schema(input.get("schema").unwrap())
            .and_then(|schema| derive(profile, reference, &schema).ok());
        let rules = plan.map(|plan| serde_json::to_string(plan.rules()).unwrap());
        let wanted = expected.get("rules").map(canonical::text);
        differs |= rules.map(|rules| canonical_of(&rules)) != wanted;
    });
    differs
}

#[test]
fn deriver_and_checker_agree_on_real_surfaces_under_every_weakening() {
    let tools = tools();
    let profile = |ir| Program::unchecked(ir).profile("fabric").unwrap();
    let profiles: Vec<Profile> = programs().into_iter().map(profile).collect();
    let mut plans = 0;
    for profile in &profiles {
        for tool in &tools {
            plans += usize::from(agree(profile, &tool.schema).unwrap());
        }
    }
    assert!(plans > 1000, "{plans} plans");
}

/// Whether there is a plan; an error where deriver and checker disagree about it.
fn agree(profile: &Profile, schema: &Schema) -> Result<bool, String> {
    let program = profile.program();
    match derive(profile, "a.ref", schema) {
        Ok(plan) => match prove(program, &plan, "a.ref", schema) {
            Ok(_) => Ok(true),
            Err(refusal) => Err(format!("derived and refused: {refusal}")),
        },
        Err(_) => {
            // Whatever a plan for this schema says, it is refused.
            let any = plan_of(schema, profile, &[("key-form", "zone")]);
            match prove(program, &any, "a.ref", schema) {
                Ok(_) => Err("not derived and proved".to_owned()),
                Err(_) => Ok(false),
            }
        }
    }
}

/// A well-formed plan with these rules, however it came about.
fn plan_of(schema: &Schema, profile: &Profile, rules: &[(&str, &str)]) -> Plan {
    let rules: Vec<String> = rules
        .iter()
        .map(|(kind, key)| format!(r#"{{"kind": "{kind}", "key": {}}}"#, canonical::string(key)))
        .collect();
    let stamp = if profile.is_fabric() {
        String::new()
    } else {
        format!(r#", "profile": "{}", "rulesDigest": "{}""#, profile.name(), profile.rules_digest().unwrap())
    };
    let version = if profile.is_fabric() { 1 } else { 2 };
    let document = parse(&format!(
        r#"{{"version": {version}, "ref": "a.ref", "baseSchemaDigest": "{}", "rules": [{}]{stamp}}}"#,
        schema.digest(),
        rules.join(", ")
    ));
    Plan::read(&document, &document.root).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn deriver_and_checker_agree_on_generated_schemas(value in generate::schemas(), program in 0..100usize) {
        let text = value.to_string();
        if let Ok(schema) = Schema::parse(text.as_bytes(), Default::default()) {
            let mut programs = programs();
            let ir = programs.swap_remove(program % programs.len());
            let profile = Program::unchecked(ir).profile("fabric").unwrap();
            prop_assert_eq!(agree(&profile, &schema).err(), None);
        }
    }

    #[test]
    fn a_plan_with_one_rule_changed_is_refused(value in generate::schemas(), at in 0..12usize, how in 0..4usize) {
        let Ok(schema) = Schema::parse(value.to_string().as_bytes(), Default::default()) else { return Ok(()) };
        let Ok(plan) = derive(&fabric(), "a.ref", &schema) else { return Ok(()) };
        let mut rules: Vec<(&str, &str)> =
            plan.rules().iter().map(|rule| (rule.kind.as_str(), rule.key.as_str())).collect();
        let at = at % rules.len();
        match how {
            0 => drop(rules.remove(at)),
            1 => rules.insert(at, rules[at]),
            2 => rules[at].0 = if rules[at].0 == "key-form" { "enum-form" } else { "key-form" },
            _ => rules.swap(at, (at + 1) % plan.rules().len()),
        }
        let unchanged: Vec<(&str, &str)> =
            plan.rules().iter().map(|rule| (rule.kind.as_str(), rule.key.as_str())).collect();
        if !rules.is_empty() && rules != unchanged {
            let forged = plan_of(&schema, &fabric(), &rules);
            prop_assert!(prove(fabric().program(), &forged, "a.ref", &schema).is_err());
        }
    }
}

const REPORT: &str = r#"{"type": "object", "additionalProperties": false, "required": ["format"],
    "properties": {"format": {"type": "string", "enum": ["pdf", "html"]}, "pages": {"type": "integer"}}}"#;

#[test]
fn refusals_name_the_rule_and_the_place() {
    let schema = schema(REPORT);
    let right = [
        ("key-form", "format"),
        ("enum-form", "format"),
        ("key-form", "pages"),
        ("optional-null", "pages"),
        ("numeric-string", "pages"),
    ];
    let refuse = |rules: &[(&str, &str)]| {
        let refusal =
            prove(fabric().program(), &plan_of(&schema, &fabric(), rules), "a.ref", &schema).unwrap_err();
        (refusal.code, refusal.at, refusal.message)
    };
    assert_eq!(rules_of(&fabric(), &schema), right.map(|(kind, key)| format!("{kind} {key}")));
    prove(fabric().program(), &plan_of(&schema, &fabric(), &right), "a.ref", &schema).unwrap();
    let (code, at, message) = refuse(&right[..4]);
    assert_eq!((code, &*at), (RefusalCode::MissingRule, "/properties/pages"));
    assert_eq!(message, "rule 5 must be `numeric-string` of `pages`, which the plan lacks");
    let mut more = right.to_vec();
    more.insert(1, ("optional-null", "format"));
    assert_eq!(refuse(&more).0, RefusalCode::ExtraRule);
    assert_eq!(refuse(&more).1, "/properties/format");
    let mut swapped = right;
    swapped.swap(0, 1);
    assert_eq!(refuse(&swapped).0, RefusalCode::OutOfOrder);
    let twice = [right[0], right[0], right[1], right[2], right[3], right[4]];
    assert_eq!(refuse(&twice).0, RefusalCode::ExtraRule);
}

#[test]
fn plans_for_another_ref_schema_or_program_are_refused() {
    let schema = schema(REPORT);
    let plan = derive(&fabric(), "a.ref", &schema).unwrap();
    let code = |profile: &Profile, reference: &str, schema: &Schema| {
        prove(profile.program(), &plan, reference, schema).unwrap_err().code
    };
    assert_eq!(code(&fabric(), "a.REF", &schema), RefusalCode::OtherRef);
    let drifted = crate::support::schema(&REPORT.replace("html", "docx"));
    assert_eq!(code(&fabric(), "a.ref", &drifted), RefusalCode::OtherDigest);
    let other = edited(|ir| ir.spellings[0].fold_case = false);
    assert_eq!(code(&other, "a.ref", &schema), RefusalCode::RulesChanged);
    let open = crate::support::schema("{\"type\": \"object\", \"properties\": {\"zone\": {}}}");
    let claimed = plan_of(&open, &fabric(), &[("key-form", "zone")]);
    assert_eq!(
        prove(fabric().program(), &claimed, "a.ref", &open).unwrap_err().code,
        RefusalCode::Unprovable
    );
}

#[test]
fn an_edited_program_gives_version_2_plans_that_die_with_it() {
    let schema = schema(REPORT);
    let slower = edited(|ir| {
        ir.spellings[0].drop.pop();
    });
    let plan = derive(&slower, "a.ref", &schema).unwrap();
    assert_eq!(plan.version(), 2);
    assert_eq!(plan.stamp().unwrap().profile, "fabric");
    prove(slower.program(), &plan, "a.ref", &schema).unwrap();
    let refusal = prove(fabric().program(), &plan, "a.ref", &schema).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::RulesChanged);
    let renamed = Program::unchecked({
        let mut ir = slower.program().ir().clone();
        ir.profiles[0].name = "mine".into();
        ir
    });
    assert_eq!(prove(&renamed, &plan, "a.ref", &schema).unwrap_err().code, RefusalCode::RulesChanged);
    // A version 2 plan cannot claim the unedited profile either.
    let digest = fabric().rules_digest().unwrap().to_string();
    let text = plan.to_json().replace(slower.rules_digest().unwrap().as_str(), &digest);
    let document = parse(&text);
    let forged = Plan::read(&document, &document.root).unwrap();
    assert_eq!(
        prove(fabric().program(), &forged, "a.ref", &schema).unwrap_err().code,
        RefusalCode::RulesChanged
    );
}

#[test]
fn version_1_is_cut_at_the_bound_and_version_2_refused() {
    let properties: Vec<String> =
        (0..50).map(|index| format!(r#""key{index:02}": {{"type": "number"}}"#)).collect();
    let many = schema(&format!(
        r#"{{"type": "object", "additionalProperties": false, "properties": {{{}}}}}"#,
        properties.join(", ")
    ));
    assert_eq!(derive(&fabric(), "a.ref", &many).unwrap().rules().len(), 128);
    assert!(proven(&fabric(), "a.ref", &many).is_some());
    let tighter = edited(|ir| ir.profiles[0].bounds.rules = 10);
    assert_eq!(proven(&tighter, "a.ref", &many).unwrap().plan().rules().len(), 10);
    let second = edited(|ir| ir.profiles[0].plan = 2);
    assert!(matches!(derive(&second, "a.ref", &many), Err(NoPlan::TooManyRules { limit: 128, .. })));
    let cut = derive(&fabric(), "a.ref", &many).unwrap();
    let claimed: Vec<(&str, &str)> =
        cut.rules().iter().map(|rule| (rule.kind.as_str(), rule.key.as_str())).collect();
    let refusal = prove(second.program(), &plan_of(&many, &second, &claimed), "a.ref", &many).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Unprovable);
}

#[test]
fn unsafe_keys_have_no_rule_whatever_the_shape() {
    let unguarded =
        edited(|ir| ir.shapes[0].clauses.retain(|clause| !matches!(clause, ir::ShapeClause::NoKey(_))));
    for key in ["__proto__", "prototype", "constructor"] {
        let schema = schema(&format!(
            r#"{{"type": "object", "additionalProperties": false, "properties": {{"{key}": {{"type": "number"}}}}}}"#
        ));
        assert!(matches!(derive(&unguarded, "a.ref", &schema), Err(NoPlan::UnsafeKey { .. })));
        assert!(matches!(derive(&fabric(), "a.ref", &schema), Err(NoPlan::Shape { .. })));
        assert_eq!(agree(&unguarded, &schema), Ok(false));
    }
}

#[test]
fn the_profile_decides_about_conventions() {
    let schema = schema(REPORT);
    let only = edited(|ir| ir.profiles[0].conventions = vec!["optional-null".into()]);
    assert_eq!(rules_of(&only, &schema), ["optional-null pages"]);
    let none = edited(|ir| ir.profiles[0].conventions.clear());
    assert!(matches!(derive(&none, "a.ref", &schema), Err(NoPlan::NoRule { .. })));
    let renamed = edited(|ir| {
        for convention in &mut ir.conventions {
            if matches!(convention.action, Action::Rename { .. }) {
                convention.name = "my-keys".into();
            }
        }
        ir.profiles[0].conventions[0] = "my-keys".into();
    });
    assert_eq!(rules_of(&renamed, &schema)[0], "my-keys format");
    assert!(proven(&renamed, "a.ref", &schema).is_some());
}

#[test]
fn a_clone_of_a_proven_plan_is_one_more_handle_of_it() {
    let one = proven(&fabric(), "a.ref", &schema(REPORT)).unwrap();
    let other = one.clone();
    assert!(std::ptr::eq(one.plan(), other.plan()) && std::ptr::eq(one.schema(), other.schema()));
    assert_eq!(size_of_val(&one), size_of::<usize>());
}
