//! The candidates under review: their cases hold, and notice whatever is left out of the rules.

use std::collections::BTreeSet;
use std::fs;

use fabric_rules::internal::cases;
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::ir::{self, Action, Alphabet, Guard, Literal, ShapeClause, Spelling};
use fabric_rules::internal::json::Node;
use fabric_rules::internal::program::{Profile, Program};
use fabric_rules::internal::prove::prove;
use fabric_rules::internal::schema::{Schema, SchemaOptions};

use crate::cli::run;
use crate::support::{parse, wide, wide_ir};

/// The cases of each candidate, by its name.
fn all_cases() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for convention in wide().conventions() {
        let path = format!("{}/rules/review/{}.cases.jsonl", env!("CARGO_MANIFEST_DIR"), convention.name);
        all.push((convention.name.clone(), fs::read_to_string(path).unwrap()));
    }
    all
}

#[test]
fn the_cases_of_every_candidate_hold() {
    let mut count = 0;
    for (name, text) in all_cases() {
        let report = cases::run(0, &text, &wide(), SchemaOptions::default());
        assert!(report.faults.is_empty(), "{name}: {:?}", report.faults);
        for case in &report.cases {
            assert!(case.passed, "{name}, {}: {:?}", case.name, case.became);
        }
        // It is used, and it is not where it must not be.
        assert!(report.cases.iter().any(|case| case.rules.contains(&name)), "{name} does nothing");
        let refused = |case: &&cases::Case| matches!(case.became, cases::Became::Refusal(..));
        assert!(report.cases.iter().filter(refused).count() >= 2, "{name}");
        let names: BTreeSet<&str> = report.cases.iter().map(|case| &*case.name).collect();
        assert_eq!(names.len(), report.cases.len(), "{name}: two cases of one name");
        count += report.cases.len();
    }
    let ran = run(&["rules", "test", "rules"]);
    assert!(ran.stdout.ends_with(&format!("\n{count} cases: {count} passed, 0 failed\n")), "{}", ran.stdout);
    assert!(count > 120, "{count}");
}

/// What a profile makes of every case: the rules of its plan, and what becomes of the call.
fn becomes(profile: &Profile, all: &[(String, String)]) -> Vec<String> {
    let mut told = Vec::new();
    for (_, text) in all {
        let report = cases::run(0, text, profile, SchemaOptions::default());
        told.extend(report.cases.iter().map(|case| format!("{:?}", case.became)));
        // A case without arguments is a fault where nothing takes that.
        told.extend(report.faults.iter().map(|fault| fault.message.clone()));
        for line in text.lines() {
            let document = parse(line);
            let reference = document.root.get("ref").and_then(Node::as_str).unwrap_or("a.ref");
            let schema =
                Schema::new(&document, document.root.get("schema").unwrap(), SchemaOptions::default());
            let schema = schema.unwrap();
            let plan = derive(profile, reference, &schema);
            if let Ok(plan) = &plan {
                // Whatever is left out, the checker reads the rules as the deriver does.
                prove(profile.program(), plan, reference, &schema).unwrap();
            }
            told.push(plan.map_or_else(
                |no_plan| no_plan.code().to_owned(),
                |plan| serde_json::to_string(plan.rules()).unwrap(),
            ));
        }
    }
    told
}

/// Every guard that is `guard` with one part of it left out.
fn weaker(guard: &Guard) -> Vec<(String, Guard)> {
    let (Guard::And(parts) | Guard::Or(parts)) = guard else { return Vec::new() };
    let build = |parts| if matches!(guard, Guard::And(_)) { Guard::And(parts) } else { Guard::Or(parts) };
    let mut all = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut kept = parts.to_vec();
        kept.remove(index);
        all.push((part.text(), build(kept)));
        for (what, part) in weaker(part) {
            let mut with = parts.to_vec();
            with[index] = part;
            all.push((what, build(with)));
        }
    }
    all
}

/// All ways to leave a guard, a clause or a word out of what `wide` uses, but for what `fabric` has too.
fn weakenings(ir: &ir::Program) -> Vec<(String, ir::Program)> {
    let mut all = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut ir::Program)| {
        let mut weaker = ir.clone();
        change(&mut weaker);
        assert_ne!(weaker, *ir, "{what} changes nothing");
        all.push((what, weaker));
    };
    let open = ir.shapes.iter().position(|shape| shape.name == "open-object").unwrap();
    for (index, clause) in ir.shapes[open].clauses.iter().enumerate() {
        add(format!("clause of open-object: {}", of_shape(clause)), &|ir| {
            ir.shapes[open].clauses.remove(index);
        });
    }
    for (index, convention) in ir.conventions.iter().enumerate() {
        let name = &convention.name;
        if convention.guard != Guard::Always {
            add(format!("guard of {name}"), &|ir| ir.conventions[index].guard = Guard::Always);
        }
        for (what, guard) in weaker(&convention.guard) {
            add(format!("`{what}` of {name}"), &|ir| ir.conventions[index].guard = guard.clone());
        }
        add(format!("convention {name}"), &|ir| ir.profiles[0].conventions.retain(|other| other != name));
        let (Action::Decode(decoding) | Action::DecodeCall(decoding)) = &convention.action else { continue };
        let decoding_of = |ir: &mut ir::Program, change: &dyn Fn(&mut ir::Decoding)| {
            if let Action::Decode(decoding) | Action::DecodeCall(decoding) = &mut ir.conventions[index].action
            {
                change(decoding);
            }
        };
        if decoding.again {
            add(format!("planned again of {name}"), &|ir| {
                decoding_of(ir, &|decoding| decoding.again = false)
            });
        }
        for (sort, unless) in decoding.unless.iter().enumerate() {
            add(format!("unless {unless:?} of {name}"), &|ir| {
                decoding_of(ir, &|decoding| drop(decoding.unless.remove(sort)));
            });
            let ir::Unless::Has(texts) = unless else { continue };
            for (at, text) in texts.iter().enumerate() {
                add(format!("unless it has {text:?} of {name}"), &|ir| {
                    decoding_of(ir, &|decoding| {
                        if let ir::Unless::Has(texts) = &mut decoding.unless[sort] {
                            texts.remove(at);
                        }
                    });
                });
            }
        }
    }
    for (index, spelling) in ir.spellings.iter().enumerate() {
        for (what, change) in of_spelling(spelling) {
            add(format!("{what} of {}", spelling.name), &|ir| change(&mut ir.spellings[index]));
        }
    }
    for (at, term) in ir.vocabularies[0].terms.iter().enumerate() {
        for (index, alias) in term.aliases.iter().enumerate() {
            add(format!("alias {alias}"), &|ir| drop(ir.vocabularies[0].terms[at].aliases.remove(index)));
        }
    }
    add("order of conventions".into(), &|ir| ir.profiles[0].conventions.reverse());
    add("reach properties".into(), &|ir| ir.profiles[0].reach.properties = false);
    add("reach items".into(), &|ir| ir.profiles[0].reach.items = false);
    for index in 0..ir.profiles[0].except[0].conventions.len() {
        add(format!("exception {index}"), &|ir| drop(ir.profiles[0].except[0].conventions.remove(index)));
    }
    add("open-object".into(), &|ir| ir.profiles[0].over.retain(|shape| shape != "open-object"));
    add("closed-object".into(), &|ir| ir.profiles[0].over.retain(|shape| shape != "closed-object"));
    add("bound of decodings".into(), &|ir| ir.profiles[0].bounds.decodings = 1);
    add("bound of depth".into(), &|ir| ir.profiles[0].bounds.depth = 1);
    all
}

fn of_shape(clause: &ShapeClause) -> String {
    match clause {
        ShapeClause::Is { keyword, literal: Literal::String(text) } => format!("{keyword} is {text}"),
        ShapeClause::Without(_) => "without".to_owned(),
        ShapeClause::PropertiesIsAnObject => "properties".to_owned(),
        ShapeClause::NoKey(_) => "no key".to_owned(),
        _ => "not closed".to_owned(),
    }
}

type Change = Box<dyn Fn(&mut Spelling)>;

fn of_spelling(spelling: &Spelling) -> Vec<(String, Change)> {
    let mut all: Vec<(String, Change)> = Vec::new();
    let mut add = |what: &str, change: Change| all.push((what.to_owned(), change));
    add("fold", Box::new(|spelling| spelling.fold_case = false));
    add("first", Box::new(|spelling| spelling.first = Alphabet { digit: true, ..Alphabet::default() }));
    add("then", Box::new(|spelling| spelling.then = None));
    let then = spelling.then.as_ref().map(|then| then.characters.clone()).unwrap_or_default();
    for (index, character) in then.into_iter().enumerate() {
        let change = move |spelling: &mut Spelling| {
            spelling.then.as_mut().map(|then| then.characters.remove(index));
        };
        add(&format!("{character:?} of then"), Box::new(change));
    }
    for (index, character) in spelling.drop.iter().enumerate() {
        add(
            &format!("drop {character:?}"),
            Box::new(move |spelling| {
                spelling.drop.remove(index);
            }),
        );
    }
    if spelling.last.is_some() {
        add("last", Box::new(|spelling| spelling.last = None));
    }
    if spelling.except_between_digits {
        add("except between digits", Box::new(|spelling| spelling.except_between_digits = false));
    }
    if spelling.apart_by.is_some() {
        add("apart by", Box::new(|spelling| spelling.apart_by = None));
    }
    if spelling.at_least > 1 {
        add("at least", Box::new(|spelling| spelling.at_least = 1));
    }
    all
}

/// What no case can notice, and why.
const UNNOTICED: [(&str, &str); 3] = [
    ("clause of open-object: not closed", "a closed object has the other shape and the same rules"),
    ("clause of open-object: properties", "the language derives nothing without"),
    ("clause of open-object: no key", "the language names no such key"),
];

#[test]
fn whatever_is_left_out_of_a_candidate_is_noticed_by_a_case() {
    let all = all_cases();
    let before = becomes(&wide(), &all);
    let mut unnoticed = Vec::new();
    let weakenings = weakenings(&wide_ir());
    println!("{} weakenings", weakenings.len());
    for (what, weaker) in weakenings {
        let profile = Program::unchecked(weaker).profile("wide").unwrap();
        if becomes(&profile, &all) == before {
            unnoticed.push(what);
        }
    }
    assert_eq!(unnoticed, UNNOTICED.map(|(what, _)| what));
}
