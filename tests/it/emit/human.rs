//! Excerpts: what is shown beside a diagnostic, of texts that nobody would want to see whole.

use fabric_rules::internal::diagnostic::{Diagnostic, Source, human};
use fabric_rules::internal::span::Span;

use crate::support::snapshots;

fn draw(text: &str, labels: &[(usize, usize, &str)]) -> String {
    let mut diagnostic = Diagnostic::error("a::b", "what is wrong");
    for (start, end, word) in labels {
        diagnostic = diagnostic.label(0, Span::new(*start, *end), *word);
    }
    human::render(&[diagnostic], &[Source::new("file.rules", text)], 80, false)
}

#[test]
fn excerpts() {
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    let at = |needle: &str| lines.find(needle).unwrap();
    let long = format!("first\n{}ä<here>ö{}\nlast\n", "é".repeat(5000), "ü".repeat(5000));
    let here = long.find("<here>").unwrap();
    let wide = format!("a\n{}\nb\n", "x".repeat(300));
    let pictures = [
        ("in the middle", draw(&lines, &[(at("line 20"), at("line 20") + 7, "here")])),
        ("at the first line", draw(&lines, &[(0, 4, "here")])),
        ("at the end", draw(&lines, &[(lines.len(), lines.len(), "here")])),
        ("at the end of no line", draw("abc", &[(3, 4, "here")])),
        ("in nothing", draw("", &[(0, 0, "here")])),
        ("behind the end", draw("abc\n", &[(90, 99, "here")])),
        (
            "near together",
            draw(
                &lines,
                &[(at("line 15"), at("line 15") + 7, "one"), (at("line 9"), at("line 9") + 6, "two")],
            ),
        ),
        (
            "far apart",
            draw(
                &lines,
                &[(at("line 30"), at("line 30") + 7, "one"), (at("line 9"), at("line 9") + 6, "two")],
            ),
        ),
        ("in a long line", draw(&long, &[(here, here + 6, "here")])),
        (
            "twice in a long line",
            draw(&long, &[(here, here + 6, "one"), (9000, 9002, "two"), (20, 22, "three")]),
        ),
        ("over a long line", draw(&long, &[(here, long.len() - 8, "from here on")])),
        ("over many lines", draw(&lines, &[(at("line 20"), at("line 30"), "from here on")])),
        ("over three lines", draw(&lines, &[(at("line 20"), at("line 22") + 7, "all of it")])),
        ("beside a long line", draw(&wide, &[(0, 1, "here")])),
        (
            "with what a terminal acts on",
            draw("a\u{1b}[31m\tb\u{9b}c\u{202e}d\r\ne\rf\n", &[(14, 15, "here \u{1b}")]),
        ),
    ];
    let all: Vec<String> = pictures.iter().map(|(name, picture)| format!("== {name}\n{picture}")).collect();
    snapshots("emit").bind(|| insta::assert_snapshot!("human", all.concat()));
}

#[test]
fn drawing_costs_the_same_however_long_the_text_is() {
    let text = "x".repeat(20 << 20);
    let diagnostics: Vec<Diagnostic> = (0..2000)
        .map(|n| Diagnostic::error("a::b", "c").label(0, Span::new(n * 10_000, text.len()), "d"))
        .collect();
    let start = std::time::Instant::now();
    let drawn = human::render(&diagnostics, &[Source::new("file.rules", text)], 80, true);
    assert!(drawn.len() < 2000 * 2000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// A surface on one line, and the place of the value of `needle` in it.
fn one_line(needle: &str) -> (String, usize) {
    let tool =
        |n: usize| format!(r#"{{"name":"tool \"{n}\"","inputSchema":{{"a/b":{{"~":[1,{{"x":"[{{"}}]}}}}}}"#);
    let tools: Vec<String> = (0..200).map(tool).collect();
    let text = format!(r#"{{"tools":[{}],"last":null}}"#, tools.join(","));
    let at = text.find(needle).unwrap();
    (text, at)
}

#[test]
fn a_place_in_a_long_line_is_told_as_a_json_pointer() {
    for (needle, pointer) in [
        (r#""tool \"150\"""#, "(/tools/150/name)"),
        (r#"{"name":"tool \"77\""#, "(/tools/77)"),
        (r#""last""#, "(/last)"),
        (r#"null}"#, "(/last)"),
    ] {
        for width in [50, 80] {
            let (text, at) = one_line(needle);
            let diagnostic = Diagnostic::error("a::b", "c").label(0, Span::new(at, at + 4), "here");
            let drawn = human::render(&[diagnostic], &[Source::new("file.json", text)], width, false);
            assert!(drawn.contains(pointer), "{needle}: {drawn}");
            assert!(drawn.lines().all(|line| console::measure_text_width(line) <= width), "{drawn}");
        }
    }
    let (text, at) = one_line(r#"{"name":"tool \"9\""#);
    let deep = at + text[at..].find(r#""[{""#).unwrap();
    let diagnostics = [at, deep].map(|at| Diagnostic::error("a::b", "c").label(0, Span::at(at), "here"));
    let drawn = human::render(&diagnostics, &[Source::new("file.json", text)], 80, false);
    assert!(drawn.contains("(/tools/9)") && drawn.contains("(/tools/9/inputSchema/a~1b/~0/1/x)"), "{drawn}");
    // What has no room behind its mark stands whole below.
    let long = format!(
        r#"{{"tools":[],"{}":{{"{}":1}},"x":"{}"}}"#,
        "a".repeat(30),
        "b".repeat(30),
        "c".repeat(200)
    );
    let drawn = draw(&long, &[(long.find(":1").unwrap() + 1, long.find(":1").unwrap() + 2, "here")]);
    assert!(drawn.contains(&format!("/{}/{}\n", "a".repeat(30), "b".repeat(30))), "{drawn}");
    // In a short line the excerpt says it, and in a text that is no JSON nothing could.
    assert!(!draw("{\"tools\": 1}", &[(10, 11, "here")]).contains('('));
    assert!(!draw(&"x".repeat(300), &[(200, 201, "here")]).contains('('));
}

#[test]
fn no_words_and_no_excerpt_are_wider_than_the_page() {
    let long = "word ".repeat(40) + &"unbreakable".repeat(20) + &"広い".repeat(60);
    let text = format!("{}\n\t\t{{\"key\": \"{}\"}}\n", "a ".repeat(30), "値".repeat(30));
    let at = text.find("\"key").unwrap();
    let labels = [(0, 3), (50, 58), (at, at + 5), (at + 8, text.len() - 3)];
    let mut diagnostic = Diagnostic::error("a::b", long.clone()).help(long.clone());
    for (start, end) in labels {
        diagnostic = diagnostic.label(0, Span::new(start, end), long.clone());
    }
    diagnostic = diagnostic.label(1, Span::new(0, 4), long.clone());
    let sources =
        [Source::new("folder/".repeat(30) + "a.rules", text), Source::new("other.rules", "x".repeat(500))];
    for width in [20, 36, 50, 80, 120] {
        for colour in [false, true] {
            let drawn = human::render(std::slice::from_ref(&diagnostic), &sources, width, colour);
            let wide: Vec<&str> =
                drawn.lines().filter(|line| console::measure_text_width(line) > width).collect();
            assert!(wide.is_empty(), "{width}: {wide:#?}");
        }
    }
}

#[test]
fn two_labels_in_one_long_line_are_each_marked_in_their_own_place() {
    let text = format!("{{\"tools\":0,{}\"z\":1}}", "\"a\":1,".repeat(200));
    for apart in 1..160 {
        for length in [1, 12, 30] {
            for columns in [50, 80] {
                let mut diagnostic = Diagnostic::error("a::b", "what is wrong");
                for (start, word) in [(300, "this one"), (300 + apart, "and this one")] {
                    diagnostic = diagnostic.label(0, Span::new(start, start + length.min(apart)), word);
                }
                let drawn = human::render(&[diagnostic], &[Source::new("file", &*text)], columns, false);
                // A mark of several lines has an arrow of its own.
                assert!(!drawn.contains('▶'), "{apart} {length} {columns}\n{drawn}");
                assert_eq!(drawn.matches("this one").count(), 2, "{apart} {length} {columns}\n{drawn}");
            }
        }
    }
}
