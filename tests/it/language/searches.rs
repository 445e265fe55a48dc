//! Searches that mean something, of every kind: what layout and reading back make of them.

use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::ir::Search;
use fabric_rules::internal::program::Program;
use fabric_rules::internal::rules::compile;
use fabric_rules::internal::syntax::layout::layout;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::{Index, select};

use super::generated::noisy;

fn string() -> impl Strategy<Value = String> {
    "[ -~é]{0,6}".prop_map(|text| serde_json::to_string(&text).unwrap())
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![select(&["null", "true", "0", "-1.5e3", "12"][..]).prop_map(str::to_owned), string()]
}

fn pointer() -> impl Strategy<Value = String> {
    "(/[ -.0-}é]{0,4}){0,3}".prop_map(|text| serde_json::to_string(&text).unwrap())
}

fn list(of: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    vec(of, 1..4).prop_map(|parts| parts.join(", "))
}

/// What is searched where an argument is not sent.
fn omitted() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        list(value()).prop_map(|values| format!("any when omitted, {values}")),
        Just("any when omitted".to_owned()),
        value().prop_map(|value| format!("when omitted {value}")),
    ]
}

/// A clause about arguments; `§A` and `§B` stand for their names, of which no two clauses have one.
fn classified() -> impl Strategy<Value = String> {
    let said = vec((list(string()), value()), 0..3).prop_map(|said| {
        said.iter().map(|(words, of)| format!(" said {words} for {of}")).collect::<String>()
    });
    prop_oneof![
        (select(&["subject", "population", "filter"][..]), any::<bool>(), omitted(), said).prop_map(
            |(word, several, omitted, said)| {
                format!("{word} §A {} {omitted}{said}", if several { "one of" } else { "" })
            }
        ),
        (any::<bool>(), omitted())
            .prop_map(|(to, omitted)| format!("period §A {} {omitted}", if to { "to §B" } else { "" })),
        (value(), option::of(list(string()))).prop_map(|(value, said)| {
            format!("fixed §A {value}{}", said.map(|said| format!(" said {said}")).unwrap_or_default())
        }),
        string().prop_map(|field| format!("host §A identity {field}")),
        Just("credential §A".to_owned()),
        Just("ignore §A, §B".to_owned()),
    ]
}

fn page() -> impl Strategy<Value = String> {
    let first = option::of(list(prop_oneof![Just("omitted".to_owned()), value()]));
    prop_oneof![
        Just(String::new()),
        (first, any::<bool>()).prop_map(|(first, snapshot)| format!(
            "page §A {} {}",
            first.map(|first| format!("first {first}")).unwrap_or_default(),
            if snapshot { "snapshot" } else { "" }
        )),
        (select(&["number", "offset"][..]), 0..3_u8, any::<bool>()).prop_map(|(by, first, omitted)| format!(
            "page §A by {by} first {first}{}",
            if omitted { ", omitted" } else { "" }
        )),
        (0..3_u8).prop_map(|first| format!("page §A ends short by number first {first}\nlimit server 9")),
    ]
}

fn limit() -> impl Strategy<Value = String> {
    let number = || (1..2_000_u32).prop_map(|number| number.to_string());
    prop_oneof![
        Just(String::new()),
        Just("limit none".to_owned()),
        number().prop_map(|server| format!("limit server {server}")),
        (option::of(value()), option::of(number()), option::of(number())).prop_map(
            |(omitted, server, window)| {
                let part = |word: &str, part: Option<String>| {
                    part.map(|it| format!(" {word} {it}")).unwrap_or_default()
                };
                format!(
                    "limit §A{}{}{}",
                    part("when omitted", omitted),
                    part("server", server),
                    part("window", window)
                )
            }
        ),
    ]
}

/// Clauses that a search has once at most.
fn once() -> impl Strategy<Value = Vec<String>> {
    let unless = || {
        list(prop_oneof![Just("absent".to_owned()), value()]).prop_map(|values| format!(" unless {values}"))
    };
    let maybe = || option::of(unless()).prop_map(Option::unwrap_or_default);
    let clause =
        |of: proptest::strategy::BoxedStrategy<String>| option::of(of).prop_map(Option::unwrap_or_default);
    (
        clause(select(&["ranking exact", "ranking approximate"][..]).prop_map(str::to_owned).boxed()),
        clause(Just("complete within arguments".to_owned()).boxed()),
        clause(
            (pointer(), option::of(pointer()))
                .prop_map(|(at, by)| {
                    format!("rows at {at}{}", by.map(|by| format!(" by {by}")).unwrap_or_default())
                })
                .boxed(),
        ),
        clause((pointer(), unless()).prop_map(|(at, unless)| format!("next at {at}{unless}")).boxed()),
        clause((pointer(), maybe()).prop_map(|(at, unless)| format!("has more at {at}{unless}")).boxed()),
        clause(pointer().prop_map(|at| format!("total at {at}")).boxed()),
        vec((pointer(), maybe()).prop_map(|(at, unless)| format!("partial at {at}{unless}")), 0..3),
        clause((pointer(), pointer()).prop_map(|(from, to)| format!("queried from {from} to {to}")).boxed()),
        vec(
            (
                string(),
                option::of(string()),
                select(
                    &["everything", "completeness", "names", "source", "period", "period before \"2y\""][..],
                ),
            )
                .prop_map(|(what, why, bears)| {
                    format!(
                        "gap {what}{} bears on {bears}",
                        why.map(|why| format!(" because {why}")).unwrap_or_default()
                    )
                }),
            0..3,
        ),
    )
        .prop_map(|(ranking, complete, rows, next, more, total, partial, queried, gaps)| {
            let ones = [ranking, complete, rows, next, more, total, queried];
            ones.into_iter().chain(partial).chain(gaps).filter(|clause| !clause.is_empty()).collect()
        })
}

/// The clauses of a search that has a meaning, in some order.
fn search() -> impl Strategy<Value = Vec<String>> {
    let source = (string(), option::of(list(string()))).prop_map(|(name, said)| {
        format!("source {name}{}", said.map(|said| format!(" said {said}")).unwrap_or_default())
    });
    let paged = (page(), limit())
        .prop_map(|(page, limit)| if page.contains("\nlimit") { vec![page] } else { vec![page, limit] });
    (source, vec(classified(), 0..6), paged, once(), vec(any::<Index>(), 20)).prop_map(
        |(source, classified, paged, once, order)| {
            let mut clauses = vec![source];
            clauses.extend(classified.into_iter().chain(paged).filter(|clause| !clause.is_empty()));
            clauses.extend(once);
            let mut named: Vec<String> = clauses
                .iter()
                .enumerate()
                .map(|(at, clause)| {
                    clause.replace("§A", &format!("\"a{at}<\"")).replace("§B", &format!("b{at}"))
                })
                .collect();
            for (at, with) in order.iter().enumerate().take(named.len()) {
                let with = with.index(named.len());
                named.swap(at, with);
            }
            named
        },
    )
}

fn program(text: &str) -> Program {
    let compiled = compile(&[Source::new("test.rules", text)]);
    compiled.program.unwrap_or_else(|| panic!("{:?} in\n{text}", compiled.diagnostics))
}

fn only(program: &Program) -> &Search {
    &program.ir().searches[0]
}

proptest! {
    #![proptest_config(super::cases(256))]

    #[test]
    fn layout_keeps_what_a_search_means(clauses in search(), noise in vec(0..6_usize, 1..40)) {
        let plain = format!("language 1 search mcp.some.tool {{\n{}\n}}", clauses.join("\n"));
        let meant = program(&plain);
        let laid_out = layout(0, &noisy(&plain, &noise)).unwrap();
        prop_assert_eq!(layout(0, &laid_out), Ok(laid_out.clone()));
        let again = program(&laid_out);
        prop_assert_eq!(only(&again), only(&meant), "{}", laid_out);
        prop_assert_eq!(again.digest(), meant.digest());
        // What `rules diff` prints of it means the same again.
        let told = format!("language 1 search mcp.some.tool {{\n{}\n}}", only(&meant).clauses().join("\n"));
        let again = program(&told);
        prop_assert_eq!(only(&again), only(&meant), "{}", told);
    }

    #[test]
    fn another_clause_is_another_search(clauses in search(), at in any::<Index>()) {
        let text = |clauses: &[String]| format!("language 1 search mcp.some.tool {{\n{}\n}}", clauses.join("\n"));
        let meant = program(&text(&clauses));
        let mut fewer = clauses.clone();
        let gone = fewer.remove(at.index(clauses.len()));
        if !gone.starts_with("source ") {
            prop_assert_eq!(program(&text(&fewer)).digest() == meant.digest(), false, "{}", gone);
        }
    }
}
