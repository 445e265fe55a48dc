//! The memos of plans and schemas: the derivation cache, what a session keeps, and what a list of tools keeps.
//! None of them serves what a fresh derivation would not give.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use fabric_rules::internal::cache::{Cache, Inputs, Key, Options, Question, Shelf};
use fabric_rules::internal::derive::{Asked, INPUTS, PlanPart, VERSION};
use fabric_rules::internal::program::{Profile, Program};
use fabric_rules::internal::rpc::respond;
use fabric_rules::internal::rules;
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fabric_rules::internal::session::Session;
use fabric_rules::internal::toolset::{Tool, Toolset};
use fastrand::Rng;
use serde_json::{Value, json};

use super::keys::any;
use crate::support::{active_files, fabric_ir, nested};

/// A case, whose schema can be edited.
#[derive(Debug, Clone)]
struct Case {
    /// An index into the profiles.
    profile: usize,
    reference: String,
    schema: Value,
    assert_formats: bool,
    engine: &'static str,
}

/// Two profiles of one program, and the first one of another program, which differs in a bound.
fn profiles() -> Vec<Profile> {
    let mut ir = fabric_ir();
    let mut other = ir.profile("fabric").unwrap().clone();
    other.name = "other".to_owned();
    other.conventions.truncate(1);
    ir.profiles.push(other);
    let mut tight = ir.clone();
    tight.profiles.iter_mut().for_each(|profile| profile.bounds.rules = 1);
    let (both, tight) = (Program::unchecked(ir), Program::unchecked(tight));
    vec![both.profile("fabric").unwrap(), both.profile("other").unwrap(), tight.profile("fabric").unwrap()]
}

fn read(case: &Case) -> Option<Schema> {
    let options = SchemaOptions::default().with_assert_formats(case.assert_formats);
    Schema::parse(case.schema.to_string().as_bytes(), options).ok()
}

fn asked<'a>(profiles: &'a [Profile], case: &'a Case, schema: &'a Schema) -> Asked<'a> {
    Asked { profile: &profiles[case.profile], reference: &case.reference, schema, engine: case.engine }
}

/// What a fresh derivation gives. One by another engine, which there is none of here, says so.
fn fresh(asked: &Asked<'_>) -> Value {
    let plan = asked.profile.plan(asked.reference, asked.schema);
    let told = plan.map_or_else(|reason| reason.to_string(), |proven| proven.plan().to_json());
    json!([asked.engine, told, asked.schema.accepts_arguments(&json!({"at": "noon"}))])
}

/// The question as the program asks it, made of these parts.
fn question<'q>(version: &'q str, asked: &Asked<'_>, inputs: &[PlanPart]) -> Question<'q> {
    let inputs = inputs.iter().map(|(name, part)| ((*name).to_owned(), Value::from(part(asked))));
    Question { name: "plan", version, inputs: Inputs::new(inputs.collect()) }
}

fn version(asked: &Asked<'_>, parts: &[PlanPart]) -> String {
    parts.iter().map(|(_, part)| part(asked)).collect::<Vec<_>>().join(" ")
}

fn key(asked: &Asked<'_>) -> Key {
    Key::of(&question(&version(asked, &VERSION), asked, &INPUTS))
}

/// The case with something else in one place: in a place of its schema, or in anything beside it.
fn changed(rng: &mut Rng, case: &Case) -> Case {
    let mut after = case.clone();
    match rng.u8(0..9) {
        0 => after.profile = (case.profile + rng.usize(1..3)) % 3,
        1 => after.reference = ["b.c", "", "a.b ", "a.B"][rng.usize(0..4)].to_owned(),
        2 => after.assert_formats = !case.assert_formats,
        3 => after.engine = ["0.0.9", "", "1"][rng.usize(0..3)],
        _ => edit(rng, &mut after.schema),
    }
    after
}

/// Puts another value, one of another type or null in some place of `schema`, or leaves the place out.
fn edit(rng: &mut Rng, schema: &mut Value) {
    let mut places = Vec::new();
    collect(schema, String::new(), &mut places);
    let place = &places[rng.usize(0..places.len())];
    let parent = place.rsplit_once('/').and_then(|(parent, name)| {
        Some((schema.pointer_mut(parent)?.as_object_mut()?, name.replace("~1", "/").replace("~0", "~")))
    });
    match parent {
        Some((parent, name)) if rng.u8(0..4) == 0 => drop(parent.remove(&name)),
        _ => *schema.pointer_mut(place).unwrap() = any(rng),
    }
}

fn collect(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            let name = name.replace('~', "~0").replace('/', "~1");
            collect(value, format!("{at}/{name}"), places);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| collect(item, format!("{at}/{index}"), places));
        }
        _ => {}
    }
    places.push(at);
}

/// A case whose schema, among others, reads a date.
fn case(rng: &mut Rng) -> Case {
    let mut schema = nested::schema(rng);
    schema["properties"]["at"] = json!({"type": "string", "format": "date"});
    Case { profile: 0, reference: "a.b".to_owned(), schema, assert_formats: false, engine: "0.1.0" }
}

#[test]
fn whatever_a_plan_is_derived_from_changes_its_key() {
    let profiles = profiles();
    let mut rng = Rng::with_seed(23);
    let (mut compared, mut differing) = (0, 0);
    for _ in 0..600 {
        let before = case(&mut rng);
        let after = changed(&mut rng, &before);
        let (Some(one), Some(other)) = (read(&before), read(&after)) else { continue };
        let (one, other) = (asked(&profiles, &before, &one), asked(&profiles, &after, &other));
        let is_same = format!("{before:?}") == format!("{after:?}");
        assert_eq!(key(&one) == key(&other), is_same, "{before:?} {after:?}");
        compared += usize::from(!is_same);
        differing += usize::from(fresh(&one) != fresh(&other));
    }
    assert!(compared > 250 && differing > 150, "{compared} {differing}");
}

#[test]
fn what_changes_no_key_changes_no_plan() {
    // How rules are laid out and what they say of themselves, and how a schema is laid out.
    let plain = active_files();
    let mut laid_out = active_files();
    for source in &mut laid_out {
        source.text = source.text.replace('\n', "\n  // a word\n\n");
    }
    let compiled = |files: &[_]| rules::compile(files).program.unwrap().profile("fabric").unwrap();
    let (plain, laid_out) = (compiled(&plain), compiled(&laid_out));
    let mut rng = Rng::with_seed(29);
    let mut derived = 0;
    for _ in 0..200 {
        let case = case(&mut rng);
        let Some(one) = read(&case) else { continue };
        let text = format!("\n\n {}  ", serde_json::to_string_pretty(&case.schema).unwrap());
        let other = Schema::parse(text.as_bytes(), SchemaOptions::default()).unwrap();
        let one = Asked { profile: &plain, reference: "a.b", schema: &one, engine: "0.1.0" };
        let other = Asked { profile: &laid_out, reference: "a.b", schema: &other, engine: "0.1.0" };
        assert_eq!(key(&one), key(&other));
        assert_eq!(fresh(&one).to_string(), fresh(&other).to_string());
        derived += usize::from(plain.plan("a.b", one.schema).is_ok());
    }
    assert!(derived > 50, "{derived}");
}

#[test]
fn without_any_part_of_the_key_a_stale_plan_is_served() {
    let profiles = profiles();
    let mut rng = Rng::with_seed(31);
    let base = std::iter::repeat_with(|| case(&mut rng))
        .find(|case| read(case).is_some_and(|schema| profiles[0].plan("a.b", &schema).is_ok()))
        .unwrap();
    let mut rng = Rng::with_seed(37);
    let mut cases = vec![base.clone()];
    while cases.len() < 60 {
        let case = changed(&mut rng, &base);
        cases.extend(read(&case).is_some().then_some(case));
    }
    let schemas: Vec<Schema> = cases.iter().map(|case| read(case).unwrap()).collect();
    let serves_stale = |versions: &[PlanPart], inputs: &[PlanPart]| {
        let cache = Cache::new(Options::default());
        cases.iter().zip(&schemas).any(|(case, schema)| {
            let asked = asked(&profiles, case, schema);
            let version = version(&asked, versions);
            let served = cache.get::<()>(question(&version, &asked, inputs), |_| Ok(fresh(&asked)));
            served != Ok(fresh(&asked))
        })
    };
    assert!(!serves_stale(&VERSION, &INPUTS));
    let without = |parts: &[PlanPart], dropped: usize| {
        let mut parts = parts.to_vec();
        parts.remove(dropped);
        parts
    };
    for (index, (name, _)) in VERSION.iter().enumerate() {
        assert!(serves_stale(&without(&VERSION, index), &INPUTS), "`{name}` is dead");
    }
    for (index, (name, _)) in INPUTS.iter().enumerate() {
        assert!(serves_stale(&VERSION, &without(&INPUTS, index)), "`{name}` is dead");
    }
}

/// Notes the keys that are asked for.
#[derive(Default)]
struct Spy(Arc<Mutex<Vec<Key>>>);

impl Shelf for Spy {
    fn take(&self, key: &Key) -> Option<String> {
        self.0.lock().unwrap().push(key.clone());
        None
    }

    fn put(&self, _: &Key, _: String) {}
}

#[test]
fn plans_are_kept_under_that_key() {
    let seen = Arc::default();
    let cache = Cache::on(Box::new(Spy(Arc::clone(&seen))), Options::default());
    let schema = Schema::parse(br#"{"type": "object"}"#, SchemaOptions::default()).unwrap();
    for profile in profiles() {
        drop(profile.plan_by(&cache, "a.b", &schema));
        let version = format!("{} {}", profile.program().digest(), env!("CARGO_PKG_VERSION"));
        let inputs = json!({"profile": profile.name(), "ref": "a.b", "schema": schema.identity().as_str()});
        let asked = super::question("plan", &version, &inputs);
        assert_eq!(seen.lock().unwrap().pop(), Some(Key::of(&asked)));
    }
}

/// A shelf with one answer to everything.
struct Always(&'static str);

impl Shelf for Always {
    fn take(&self, _: &Key) -> Option<String> {
        Some(self.0.to_owned())
    }

    fn put(&self, _: &Key, _: String) {}
}

#[test]
fn that_there_is_no_plan_is_remembered_only_where_the_checker_agrees() {
    let none =
        r#"{"noPlan": {"code": "no-plan::no-rule", "message": "as told", "place": null, "isOpen": true}}"#;
    let cache = Cache::on(Box::new(Always(none)), Options::default());
    let profile = profiles().swap_remove(0);
    let mut rng = Rng::with_seed(59);
    let (mut planned, mut remembered) = (0, 0);
    for _ in 0..100 {
        let mut schema = case(&mut rng).schema;
        edit(&mut rng, &mut schema);
        let Ok(schema) = Schema::parse(schema.to_string().as_bytes(), SchemaOptions::default()) else {
            continue;
        };
        match (profile.plan_by(&cache, "a.b", &schema), profile.plan("a.b", &schema)) {
            (Ok(by), Ok(fresh)) => {
                assert_eq!(by.proven.plan().to_json(), fresh.plan().to_json());
                planned += 1;
            }
            // What was told is served as it was told, so that it was looked at above too.
            (Err(by), Err(_)) => remembered += usize::from(by.to_string() == "as told"),
            (by, fresh) => panic!("{by:?} {fresh:?}"),
        }
    }
    assert!(planned > 10 && remembered > 20, "{planned} {remembered}");
}

/// Requests of which each differs from some other one in one place.
fn requests() -> Vec<String> {
    let mut rng = Rng::with_seed(41);
    let mut requests = Vec::new();
    while requests.len() < 600 {
        let mut schema = case(&mut rng).schema;
        // A key in other letters, which the rules read.
        let key = schema["properties"].as_object().unwrap().keys().next().unwrap().to_ascii_uppercase();
        let args = json!({key: "noon"});
        for _ in 0..4 {
            let plan = [Value::Null, json!(7), json!({}), json!({"version": 1, "ref": "a.b", "rules": []})];
            let mut input = json!({"ref": (["a.b", "b.c"][rng.usize(0..2)]), "schema": schema, "args": args});
            // Each option: left out, null, another value, another type.
            match rng.u8(0..5) {
                0 => input["profile"] = json!("other"),
                1 => input["profile"] = any(&mut rng),
                2 => input["plan"] = plan[rng.usize(0..4)].clone(),
                _ => {}
            }
            let operation = ["derive", "apply", "prove"][rng.usize(0..3)];
            if operation == "prove" && input.get("plan").is_none() {
                let profile = &profiles()[0];
                let known = Schema::parse(schema.to_string().as_bytes(), SchemaOptions::default()).ok();
                let plan = known.and_then(|schema| profile.plan("a.b", &schema).ok());
                input["plan"] = plan
                    .map_or(Value::Null, |proven| serde_json::from_str(&proven.plan().to_json()).unwrap());
            }
            requests.push(json!({"op": operation, "input": input}).to_string());
            edit(&mut rng, &mut schema);
        }
    }
    requests
}

/// Calls, two and two, and the one place in which the two differ.
fn twins() -> Vec<(&'static str, [String; 2])> {
    let mut rng = Rng::with_seed(53);
    let profile = profiles().swap_remove(0);
    let mut twins = Vec::new();
    while twins.len() < 300 {
        let schema = case(&mut rng).schema;
        let known = Schema::parse(schema.to_string().as_bytes(), SchemaOptions::default()).unwrap();
        let plan = |reference: &str| -> Option<Value> {
            let proven = profile.plan(reference, &known).ok()?;
            Some(serde_json::from_str(&proven.plan().to_json()).unwrap())
        };
        let Some(plans) = plan("a.b").zip(plan("b.c")) else { continue };
        // A key in other letters, which the rules read.
        let key = schema["properties"].as_object().unwrap().keys().next().unwrap().to_ascii_uppercase();
        let mut values = [
            ("ref", vec![json!("a.b"), json!("b.c"), json!("")]),
            ("profile", vec![json!("fabric"), json!("other")]),
            ("plan", vec![plans.0, plans.1, Value::Null, json!({}), json!(7)]),
        ];
        values.iter_mut().for_each(|(_, values)| rng.shuffle(values));
        let mut input = json!({"schema": schema, "args": {key: "noon"}});
        for (name, values) in &values {
            // Without a plan the one that the rules yield is meant.
            if *name != "plan" || rng.bool() {
                input[*name] = values[0].clone();
            }
        }
        let (name, values) = &values[rng.usize(0..3)];
        let mut other = input.clone();
        other[*name] = values[usize::from(input.get(*name).is_some())].clone();
        twins.push((*name, [input, other].map(|input| json!({"op": "apply", "input": input}).to_string())));
    }
    twins
}

#[test]
fn a_long_session_answers_as_a_new_one() {
    let profile = profiles().swap_remove(0);
    let new = || Session::new(profile.clone(), SchemaOptions::default());
    let long = [new(), new().with_cache(Cache::new(Options::default()))];
    let mut differing = BTreeMap::new();
    for (name, twins) in twins() {
        let fresh = twins.clone().map(|line| respond(&new(), Ok(&line)));
        *differing.entry(name).or_insert(0) += usize::from(fresh[0] != fresh[1]);
        for session in &long {
            for (line, fresh) in twins.iter().zip(&fresh) {
                assert_eq!(respond(session, Ok(line)), *fresh, "{name}: {line}");
            }
        }
    }
    assert!(differing.len() == 3 && differing.values().all(|number| *number > 10), "{differing:?}");
    let requests = requests();
    let fresh: Vec<String> = requests.iter().map(|line| respond(&new(), Ok(line))).collect();
    let having = |text: &str| fresh.iter().filter(|told| told.contains(text)).count();
    let (changed, planned) = (having("\"changed\":true"), having("\"rules\":[{"));
    assert!(changed > 5 && planned > 50, "{changed} {planned}");
    let mut rng = Rng::with_seed(43);
    for _ in 0..2_000 {
        let index = rng.usize(0..requests.len());
        let told = respond(&long[rng.usize(0..2)], Ok(&requests[index]));
        assert_eq!(told, fresh[index], "{}", requests[index]);
    }
}

#[test]
fn a_list_of_tools_that_changed_answers_as_a_new_one() {
    let session = Session::new(profiles().swap_remove(0), SchemaOptions::default());
    let mut rng = Rng::with_seed(47);
    let mut schemas: Vec<Value> = (0..3).map(|_| case(&mut rng).schema).collect();
    for index in 0..9 {
        let mut schema = schemas[index % 3].clone();
        edit(&mut rng, &mut schema);
        schemas.push(schema);
    }
    let tool = |reference: &str, schema: &Value| {
        Tool::parse(reference, Some(schema.to_string().as_bytes())).unwrap()
    };
    let told = |tools: &Toolset, reference: &str| {
        let schema = tools.schema(reference)?.ok()?;
        let plan = tools.plan(reference).map(|proven| proven.plan().to_json());
        Some((schema.identity().to_string(), plan))
    };
    let mut tools = Toolset::new(&session);
    let mut planned = 0;
    for _ in 0..300 {
        let (reference, schema) = (["a.b", "b.c"][rng.usize(0..2)], &schemas[rng.usize(0..schemas.len())]);
        tools.insert(tool(reference, schema));
        let mut new = Toolset::new(&Session::new(session.profile().clone(), session.options()));
        new.insert(tool(reference, schema));
        let answer = told(&tools, reference);
        planned += usize::from(answer.as_ref().is_some_and(|(_, plan)| plan.is_some()));
        assert_eq!(answer, told(&new, reference), "{schema}");
    }
    assert!(planned > 50, "{planned}");
}
