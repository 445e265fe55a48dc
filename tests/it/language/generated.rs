//! Generated programs, and texts that were damaged.

use fabric_rules::internal::diagnostic::{Source, human};
use fabric_rules::internal::ir::{
    Action, Alphabet, Bounds, Convention, Decoder, Guard, Literal, Omitted, Profile, Program, Reach, Shape,
    ShapeClause, Spelling, Status,
};
use fabric_rules::internal::rules::{compile, embedded};
use fabric_rules::internal::syntax::layout::layout;
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::{
    Just, Strategy, any, prop_assert, prop_assert_eq, prop_assume, prop_oneof, proptest,
};
use proptest::sample::select;

fn keyword() -> impl Strategy<Value = String> {
    let words =
        ["type", "default", "nullable", "if", "not", "is", "$ref", "x-order", "status", "match", "and", "no"];
    select(words.to_vec()).prop_map(str::to_owned)
}

fn literal() -> impl Strategy<Value = Literal> {
    prop_oneof![
        Just(Literal::Null),
        any::<bool>().prop_map(Literal::Bool),
        any::<i32>().prop_map(|n| Literal::Number(n.to_string())),
        select(&["0.5", "1e+21", "-1e-7"][..]).prop_map(|n| Literal::Number(n.to_owned())),
        "[ -~é\n\"]{0,6}".prop_map(Literal::String),
    ]
}

fn is() -> impl Strategy<Value = (String, Literal)> {
    let kinds = select(&["string", "number", "null"][..])
        .prop_map(|kind| ("type".to_owned(), Literal::String(kind.into())));
    prop_oneof![(keyword().prop_filter("needs a kind", |word| word != "type"), literal()), kinds]
}

/// Of a shape: there, `is` is where a clause begins, so no keyword is called like that.
fn is_in_shape() -> impl Strategy<Value = (String, Literal)> {
    is().prop_filter("not in a shape", |(keyword, _)| keyword != "is")
}

fn shape_clause() -> impl Strategy<Value = ShapeClause> {
    prop_oneof![
        is_in_shape().prop_map(|(keyword, literal)| ShapeClause::Is { keyword, literal }),
        is_in_shape().prop_map(|(keyword, literal)| ShapeClause::IsNot { keyword, literal }),
        Just(ShapeClause::PropertiesIsAnObject),
        btree_set(select(&["oneOf", "if", "not", "$ref"][..]), 1..4)
            .prop_map(|words| ShapeClause::Without(words.into_iter().map(str::to_owned).collect())),
        btree_set("[ -~é]{0,6}", 1..4).prop_map(|keys| ShapeClause::NoKey(keys.into_iter().collect())),
    ]
}

fn alphabet() -> impl Strategy<Value = Alphabet> {
    (any::<bool>(), btree_set(select(vec![' ', '_', '-', '"', '\\', 'é', '\u{7}']), 0..4))
        .prop_map(|(digit, set)| Alphabet { letter: true, digit, characters: set.into_iter().collect() })
}

fn spelling() -> impl Strategy<Value = Spelling> {
    let flags = (any::<bool>(), any::<bool>());
    let parts =
        (alphabet(), alphabet(), option::of(alphabet()), option::of(alphabet()), alphabet(), flags, 1..5u32);
    parts.prop_map(|(first, then, last, apart_by, drop, (fold_case, except), at_least)| Spelling {
        name: "form".to_owned(),
        first,
        then: Some(then),
        last,
        fold_case,
        except_between_digits: except && !drop.characters.is_empty(),
        drop: drop.characters,
        apart_by,
        at_least,
    })
}

fn guard() -> impl Strategy<Value = Guard> {
    let atom = prop_oneof![
        is().prop_map(|(keyword, literal)| Guard::Is { keyword, literal }),
        keyword().prop_map(|keyword| Guard::Absent { keyword }),
        select(vec![
            Guard::Required,
            Guard::AcceptsNull,
            Guard::AcceptsEmptyString,
            Guard::EveryEnumIsString,
            Guard::NamesClosed,
            Guard::SomeEnumUnique("form".to_owned()),
            Guard::KeyUnique("form".to_owned()),
        ]),
    ];
    atom.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|guard| Guard::Not(Box::new(guard))),
            vec(inner.clone(), 2..4).prop_map(and),
            vec(inner, 2..4).prop_map(or),
        ]
    })
}

/// The conjunction as the compiler has it: without another one right inside.
fn and(parts: Vec<Guard>) -> Guard {
    let open = |part| if let Guard::And(inner) = part { inner } else { vec![part] };
    Guard::And(parts.into_iter().flat_map(open).collect())
}

fn or(parts: Vec<Guard>) -> Guard {
    let open = |part| if let Guard::Or(inner) = part { inner } else { vec![part] };
    Guard::Or(parts.into_iter().flat_map(open).collect())
}

/// A convention that passes the laws about what its guard must imply.
fn convention() -> impl Strategy<Value = Convention> {
    let form = || "form".to_owned();
    let actions = vec![
        (Action::Rename { spelling: form() }, vec![Guard::KeyUnique(form()), Guard::NamesClosed]),
        (Action::Omit(Omitted::Null), vec![Guard::Not(Box::new(Guard::Required))]),
        (Action::Omit(Omitted::EmptyString), vec![Guard::Not(Box::new(Guard::Required))]),
        (Action::Decode(Decoder::Number.into()), vec![Guard::AcceptsNull]),
        (Action::Decode(Decoder::EnumBy(form()).into()), vec![Guard::SomeEnumUnique(form())]),
    ];
    let status = select(vec![Status::Draft, Status::Review, Status::Active]);
    (select(actions), guard(), status).prop_map(|((action, mut needed), guard, status)| {
        needed.push(guard);
        Convention { name: "rule".to_owned(), status, guard: and(needed), after: Vec::new(), action }
    })
}

fn program() -> impl Strategy<Value = Program> {
    let bounds = (1..1025u32, 1..129u32, 1..129u32, 1..129u32, 1..1001u32);
    (vec(shape_clause(), 1..5), spelling(), convention(), 1..3u32, bounds).prop_map(
        |(mut clauses, spelling, convention, plan, (reference, key, properties, rules, plans))| {
            let mut seen = Vec::new();
            clauses.retain(|clause| {
                !seen.contains(clause) && {
                    seen.push(clause.clone());
                    true
                }
            });
            let profile = Profile {
                name: "only".to_owned(),
                status: Status::Review,
                plan,
                over: vec!["some".to_owned()],
                conventions: vec!["rule".to_owned()],
                bounds: Bounds { reference, key, properties, rules, plans, ..Bounds::WIRE },
                reach: Reach::default(),
                except: Vec::new(),
            };
            Program {
                shapes: vec![Shape { name: "some".to_owned(), clauses }],
                spellings: vec![spelling],
                conventions: vec![convention],
                profiles: vec![profile],
                vocabularies: Vec::new(),
                facts: Vec::new(),
                searches: Vec::new(),
            }
        },
    )
}

/// The text of a generated program.
fn text(program: &Program) -> String {
    let mut lines = vec!["language 1".to_owned(), "shape some \"A shape.\" {".to_owned()];
    lines.extend(program.shapes[0].clauses.iter().map(ShapeClause::text));
    lines.push("} spelling form \"A spelling.\" {".to_owned());
    lines.extend(program.spellings[0].clauses());
    let Convention { status, guard, action, .. } = &program.conventions[0];
    let level = if matches!(action, Action::Rename { .. }) { "key" } else { "value" };
    lines.push(format!("}} convention rule on {level} \"A convention.\" {{"));
    lines.push(format!("status {}", format!("{status:?}").to_lowercase()));
    lines.push(format!("derive when {}", guard.text()));
    lines.push(format!("match {} rewrite {} }}", action.matching(), action.rewrite()));
    let Profile { plan, bounds, .. } = &program.profiles[0];
    let Bounds { reference, key, properties, rules, plans, .. } = bounds;
    lines.push(format!(
        "profile only \"A profile.\" {{ status review plan {plan} over some conventions rule \
         bounds ref {reference}, key {key}, properties {properties}, rules {rules}, plans {plans} }}"
    ));
    lines.join("\n")
}

/// The text with its spaces put otherwise, in turn as `noise` says.
pub(super) fn noisy(text: &str, noise: &[usize]) -> String {
    let blanks = [" ", "\n", "\t\t", "\r\n\r\n", " // a comment \"\n", "\n// {\n"];
    let mut noise = noise.iter().cycle();
    let (mut inside, mut escaped) = (false, false);
    let mut out = String::new();
    for character in text.chars() {
        if !inside && character.is_whitespace() {
            out.push_str(blanks[noise.next().unwrap() % blanks.len()]);
        } else {
            out.push(character);
        }
        inside ^= character == '"' && !escaped;
        escaped = inside && character == '\\' && !escaped;
    }
    out
}

proptest! {
    #![proptest_config(super::cases(128))]

    #[test]
    fn what_is_printed_reads_back(program in program(), noise in vec(0..6usize, 1..40)) {
        let text = text(&program);
        let compiled = compile(&[Source::new("generated.rules", text.as_str())]);
        let errors: Vec<&str> = compiled.diagnostics.iter().map(|d| d.code).filter(|c| *c != "rules::bound").collect();
        // A guard at random may be one that nothing satisfies.
        prop_assume!(errors != ["rules::dead"]);
        prop_assert!(errors.is_empty(), "{errors:?} in\n{text}");
        prop_assert_eq!(compiled.program.as_ref().map(fabric_rules::internal::program::Program::ir), Some(&program), "{}", text);

        for text in [noisy(&text, &noise), text] {
            let laid_out = layout(0, &text).unwrap();
            prop_assert_eq!(layout(0, &laid_out), Ok(laid_out.clone()));
            for text in [text, laid_out] {
                let again = compile(&[Source::new("again.rules", text.as_str())]).program;
                prop_assert_eq!(again.as_ref().map(fabric_rules::internal::program::Program::ir), Some(&program), "{}", text);
            }
        }
    }

    #[test]
    fn damage_never_panics(
        file in any::<proptest::sample::Index>(),
        edits in vec((any::<proptest::sample::Index>(), 0..20usize, "[ -~\\n\"{}(),|é\u{FEFF}]{0,8}|not |language 2 |shape |is "), 1..6),
    ) {
        let mut files = embedded();
        files.push(Source::new("candidates.rules", include_str!("../../fixtures/rules/call-levels.rules")));
        let whole: String = files.iter().map(|file| file.text.as_str()).collect();
        files.push(Source::new("whole.rules", whole));
        let mut characters: Vec<char> = file.get(&files).text.chars().collect();
        for (at, length, text) in edits {
            let at = at.index(characters.len() + 1);
            let end = (at + length).min(characters.len());
            characters.splice(at..end, text.chars());
        }
        let text: String = characters.into_iter().collect();
        let sources = [Source::new("damaged.rules", text.as_str())];
        let compiled = compile(&sources);
        let _ = human::render(&compiled.diagnostics, &sources, 80, true);
        if let Ok(laid_out) = layout(0, &text) {
            prop_assert_eq!(compile(&[Source::new("laid-out.rules", laid_out.as_str())]).program, compiled.program);
            prop_assert_eq!(layout(0, &laid_out), Ok(laid_out));
        }
    }
}
