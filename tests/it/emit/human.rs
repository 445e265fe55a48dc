//! Excerpts: what is shown beside a diagnostic, of texts that nobody would want to see whole.

use fabric_rules::diagnostic::{Diagnostic, Source, human};
use fabric_rules::span::Span;

use crate::support::snapshots;

fn draw(text: &str, labels: &[(usize, usize, &str)]) -> String {
    let mut diagnostic = Diagnostic::error("a::b", "what is wrong");
    for (start, end, word) in labels {
        diagnostic = diagnostic.label(0, Span::new(*start, *end), *word);
    }
    human::render(&[diagnostic], &[Source::new("file", text)], 80, false)
}

#[test]
fn excerpts() {
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    let at = |needle: &str| lines.find(needle).unwrap();
    let long = format!("first\n{}ä<here>ö{}\nlast\n", "é".repeat(5000), "ü".repeat(5000));
    let here = long.find("<here>").unwrap();
    let wide = format!("{{\n{}\n}}\n", "x".repeat(300));
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
    let drawn = human::render(&diagnostics, &[Source::new("file", text)], 80, true);
    assert!(drawn.len() < 2000 * 2000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
