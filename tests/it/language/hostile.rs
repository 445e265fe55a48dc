//! Texts that nobody means well by: errors, soon, and no panic.

use std::time::{Duration, Instant};

use fabric_rules::internal::diagnostic::{Source, human};
use fabric_rules::internal::rules::compile;
use fabric_rules::internal::syntax::layout::layout;

/// Compiles and draws `text`, in bounded time; gives the codes.
fn codes(text: &str) -> Vec<&'static str> {
    let started = Instant::now();
    let sources = [Source::new("hostile.rules", text)];
    let compiled = compile(&sources);
    let rendered = human::render(&compiled.diagnostics, &sources, 100, false);
    assert!(compiled.diagnostics.is_empty() || !rendered.is_empty());
    let _ = layout(0, text);
    assert!(started.elapsed() < Duration::from_secs(20), "took {:?}", started.elapsed());
    compiled.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

fn convention(derive: &str) -> String {
    format!(
        "language 1\nconvention left-out on value \"Null.\" {{\nstatus active\nderive when not required and {derive}\n\
         match null\nrewrite to omitted }}"
    )
}

#[test]
fn nesting_is_bounded() {
    for depth in [60, 10_000] {
        let parentheses = convention(&format!("{}accepts \"\"{}", "(".repeat(depth), ")".repeat(depth)));
        let nots = convention(&format!("{}accepts \"\"", "not ".repeat(depth)));
        let both = convention(&format!("{}accepts \"\"{}", "not (".repeat(depth / 2), ")".repeat(depth / 2)));
        for text in [parentheses, nots, both] {
            let expected: &[&str] = if depth < 64 { &[] } else { &["rules::too-large"] };
            assert_eq!(codes(&text), expected);
        }
    }
    assert_eq!(codes(&convention(&"(".repeat(10_000))), ["rules::too-large"]);
}

#[test]
fn sizes_are_bounded() {
    let large = "garbage ".repeat(5 << 17);
    assert_eq!(codes(&large), ["rules::too-large"]);
    let guard = vec!["accepts \"\""; 65].join(" and ");
    assert_eq!(codes(&convention(&guard)), ["rules::too-large"]);
    let shape = |n: usize| format!("shape s{n} \"A.\" {{ type is \"object\" }}\n");
    let items = |count: usize| format!("language 1\n{}", (0..count).map(shape).collect::<String>());
    assert_eq!(codes(&items(256)), [""; 0]);
    assert_eq!(codes(&items(257)), ["rules::too-large"]);
}

#[test]
fn errors_are_counted_where_there_are_too_many_to_read() {
    let broken = "convention a on value \"A.\" { status }\n".repeat(500);
    let codes = codes(&format!("language 1\n{broken}"));
    assert_eq!(codes.len(), 201);
    assert_eq!(codes.last(), Some(&"rules::too-large"));
}

#[test]
fn many_conventions_of_one_profile_are_compared_in_time() {
    let guard = vec!["type is \"string\""; 32].join(" or ");
    let one = |n: usize| {
        format!(
            "convention c{n} on value \"A.\" {{ status active derive when {guard} match string read as number n rewrite to n }}\n"
        )
    };
    let names: Vec<String> = (0..60).map(|n| format!("c{n}")).collect();
    let text = format!(
        "language 1\nshape s \"A.\" {{ type is \"object\" }}\n{}profile p \"A.\" {{ plan 2 over s conventions {} }}",
        (0..60).map(one).collect::<String>(),
        names.join(", ")
    );
    assert!(codes(&text).contains(&"rules::dead"));
}

#[test]
fn garbage_is_an_error() {
    let garbage = [
        "",
        " ",
        "\u{FEFF}",
        "\0",
        "//",
        "\"",
        "\\",
        "{",
        "}",
        "{{{{",
        "}}}}",
        "((((",
        "language",
        "language \"1\"",
        "language 1.0",
        "language 1 1",
        "language 1 language 1",
        "language 1 shape",
        "language 1 shape a",
        "language 1 shape a \"",
        "language 1 shape a \"b\"",
        "language 1 shape a \"b\" {",
        "language 1 shape a \"b\" { \"",
        "language 1 shape a \"b\" { //",
        "language 1 shape a \"\\ud800\" { type is \"object\" }",
        "language 1 convention a on",
        "language 1 convention on on on \"b\" { }",
        "language 1 \u{1F600} é \u{0301} ｆ",
        "language 1 shape é \"b\" { é is \"é\" }",
        "language 1 shape a \"b\" { é }",
    ];
    for text in garbage {
        assert!(!codes(text).is_empty(), "{text:?} should be an error");
    }
    assert!(!codes(&"{".repeat(200_000)).is_empty());
    // Two hundred errors in one long line.
    assert_eq!(codes(&format!("language 1 {}", "shape a { } ".repeat(2_000))).len(), 201);
    assert!(!codes(&"\"\n".repeat(100_000)).is_empty());
    assert!(!codes(&format!("language 1 {}", "shape a ".repeat(30_000))).is_empty());
    assert!(!codes(&format!("language 1 shape a \"b\" {{ {} }}", "no key is ".repeat(20_000))).is_empty());
}

#[test]
fn items_of_every_kind_stand_large_and_broken_bodies() {
    let heads = ["shape", "spelling", "convention", "profile", "vocabulary", "facts", "search"];
    let bodies = [
        "a ",
        "\"a\" ",
        "a = ",
        "= ",
        "a = \"b\" | ",
        "| \"b\" ",
        "a : ",
        ": ",
        "a : list of ",
        "at most ",
        "bears on ",
        "page ",
        "has ",
        "page page ",
        "said \"a\", ",
        "gap \"a\" bears on filter a one of 1, ",
        "a.b ",
        "a.",
        ".a",
        ", ",
        "( ",
        "first ",
        "match ",
        "\"",
        "\"\\ud800\" ",
        "\n",
        "é ",
        "\0",
    ];
    for head in heads {
        for body in bodies {
            for count in [1, 2, 1_000] {
                let text = format!("language 1 {head} a \"A.\" {{ {} }}", body.repeat(count));
                // Nearly any words are a vocabulary.
                let found = codes(&text);
                assert!(head == "vocabulary" || !found.is_empty(), "{head} {body:?}");
            }
        }
        // A brace closes the body, whatever stands before it; what follows is an item.
        for open in ["{ {", "{ ( {", "{ } }", "} {", "{ \"", ""] {
            assert!(
                !codes(&format!("language 1 {head} a \"A.\" {open} shape b \"B.\" {{ }}")).is_empty(),
                "{head} {open}"
            );
        }
    }
    assert_eq!(codes(&format!("language 1 facts a \"A.\" {{ {} }}", "a : ".repeat(30_000))).len(), 201);
    let long = format!("language 1 search {}a {{ }}", "a.".repeat(60_000));
    assert_eq!(codes(&long), ["rules::missing-clause"]);
}

#[test]
fn line_ends_and_a_byte_order_mark_are_layout() {
    let text = convention("not accepts null");
    assert_eq!(codes(&text), [""; 0]);
    assert_eq!(codes(&format!("\u{FEFF}{}", text.replace('\n', "\r\n"))), [""; 0]);
    assert_eq!(codes(&text.replace('\n', "\r")), [""; 0]);
    assert_eq!(codes(&text.replace('\n', " // a comment\r")), [""; 0]);
    // Inside the text, the mark is a character like any other that the language has no use for.
    assert_eq!(codes(&text.replace("status", "\u{FEFF}status")), ["rules::unknown-clause"]);
}
