//! The page: self-contained, safe whatever names a corpus holds, and readable where people read.

use std::path::{Path, PathBuf};
use std::process::Command;

use fabric_rules::html;
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::evidence::{Reading, wire};
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::metric::{Context, Declared, MetricReport, Partial, SessionRow, Sessions, State};
use serde_json::{Value, json};
use tempfile::TempDir;

const HOSTILE: &str = "</style><script>alert(1)</script><img alt=x onerror=alert(2)>\"'&\u{202e}";

/// The page about sessions with names that want to be markup.
fn page(sessions: usize) -> String {
    let (mut all, mut rows) = (Partial::default(), Vec::new());
    for index in 0..sessions {
        let call = |action: &str, args: Value, outcome: &str| json!({"ref": action, "args": args, "outcome": outcome, "failureStage": "validate"});
        let mut operations = vec![
            call(HOSTILE, json!({HOSTILE: 1}), "failed"),
            call(HOSTILE, json!({"zone": 1}), "succeeded"),
        ];
        operations.extend(
            (0..index % 7)
                .map(|n| call(&format!("mcp.server.a_tool_with_a_long_name_{n}"), json!({}), "succeeded")),
        );
        for wide in ["W".repeat(60), "名".repeat(60), "ш".repeat(60)] {
            operations.push(call(&wide, json!({}), "failed"));
        }
        let traces = json!([{"operations": operations, "model": if index % 2 == 0 { HOSTILE } else { "acme/sonata-4" }}]);
        let document = Document::parse(traces.to_string().as_bytes(), Limits::SURFACE).unwrap();
        let mut partial = Partial::default();
        for trace in wire::traces(&document, &document.root, "").unwrap() {
            partial.add(&trace);
        }
        let report = MetricReport::new(&partial, &Context::default());
        rows.push(SessionRow::new(
            HOSTILE,
            Some((1_772_000_000 + index as u64 * 86_400) * 1_000_000_000),
            &report,
        ));
        all.merge(&partial);
    }
    let mut reading = Reading::default();
    reading.unread.note(HOSTILE, HOSTILE);
    let context = Context::default().surface([], Some(&Digest::of_text("a surface")));
    let state = State::new(context, all, reading);
    html::page(&state, Some(&Sessions::new(rows)), &Declared::default(), &state.coverage())
}

#[test]
fn a_page_asks_nothing_of_the_network_and_runs_nothing() {
    for sessions in [0, 1, 2, 40, 500] {
        let page = page(sessions);
        for outside in [
            "<script",
            "<img",
            "<link",
            "<iframe",
            "src=",
            "href=",
            "url(",
            "@import",
            " style=",
            "http:",
            "https:",
            "onerror=alert(2)>\"",
        ] {
            assert!(!page.contains(outside), "{sessions} sessions: `{outside}`");
        }
        assert!(
            page.contains("\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-")
        );
        assert!(!page.contains(" style="), "{sessions} sessions: a style that the policy keeps out");
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
        assert!(page.len() < 400_000, "{} bytes", page.len());
    }
}

#[test]
fn the_same_measurement_gives_the_same_page() {
    assert_eq!(page(40), page(40));
}

/// A session of so many calls, of which so many were rejected.
fn session(calls: usize, rejected: usize) -> Partial {
    let call = |index| json!({"ref": "a", "args": {}, "outcome": if index < rejected { "failed" } else { "succeeded" }, "failureStage": "validate"});
    let traces = json!([{"operations": (0..calls).map(call).collect::<Vec<_>>(), "model": "acme/m"}]);
    let document = Document::parse(traces.to_string().as_bytes(), Limits::SURFACE).unwrap();
    let mut partial = Partial::default();
    wire::traces(&document, &document.root, "").unwrap().iter().for_each(|trace| partial.add(trace));
    partial
}

/// The page about sessions of so many calls and rejections, the oldest first.
fn page_of(sessions: &[(usize, usize)]) -> String {
    let (mut all, mut rows) = (Partial::default(), Vec::new());
    for (index, (calls, rejected)) in sessions.iter().enumerate() {
        let partial = session(*calls, *rejected);
        all.merge(&partial);
        rows.push(SessionRow::new(
            "s",
            Some(index as u64),
            &MetricReport::new(&partial, &Context::default()),
        ));
    }
    let state = State::new(Context::default(), all, Reading::default());
    html::page(&state, Some(&Sessions::new(rows)), &Declared::default(), &state.coverage())
}

#[test]
fn the_words_about_the_trend_are_those_of_the_sessions_drawn() {
    // With the sessions without calls, each a score of zero, the line would fall.
    let page = page_of(&[(4, 2), (4, 2), (4, 2), (0, 0), (0, 0)]);
    assert!(page.contains(
        "It stays about the same from one session to the next. 2 sessions without such calls are left out."
    ));
    let page = page_of(&[(4, 1), (0, 0), (4, 2)]);
    assert!(page.contains(
        "It rises by 25 points from one session to the next. 1 session without such calls is left out."
    ));
    assert!(!page_of(&[(4, 1), (4, 2)]).contains("left out"));
    assert!(
        page_of(&[(4, 1), (0, 0)]).contains("takes two sessions with calls to actions. 1 session without")
    );
}

#[test]
fn a_merged_measurement_says_that_it_has_no_sessions() {
    let state = State::new(Context::default(), session(4, 2), Reading::default());
    let page = html::page(&state, None, &Declared::default(), &state.coverage());
    assert!(page.contains("Merged measurements hold sums") && !page.contains("A trend takes"));
}

#[test]
fn what_could_act_on_a_page_is_written_out() {
    let page = page(40);
    assert!(!page.contains('\u{202e}'));
    assert!(page.contains("\\u{202e}"));
}

/// What stands between each `from` and the next `to`.
fn each<'p>(page: &'p str, from: &str, to: &str) -> Vec<&'p str> {
    page.split(from).skip(1).map(|rest| rest.split(to).next().unwrap()).collect()
}

#[test]
fn no_axis_of_shares_goes_beyond_the_whole() {
    for rejected in [1, 13, 25, 30, 40] {
        let page = page_of(&[(40, rejected), (40, rejected)]);
        let mut axes = each(&page, "<div class=\"scale\">", "</div>");
        axes.extend(each(&page, "<svg class=\"axis\"", "</svg>"));
        let ends = axes.iter().filter(|axis| axis.contains("\u{a0}%")).map(|axis| {
            let ticks =
                axis.split("\u{a0}%").filter_map(|before| before.rsplit('>').next()?.parse::<f64>().ok());
            ticks.fold(0.0, f64::max)
        });
        let ends: Vec<f64> = ends.collect();
        // The line, the worst actions and the models; and the tenths, where a call was tried again.
        assert!(ends.len() >= 3, "{rejected} of 40: {ends:?}");
        let least = rejected as f64 / 0.4 - 0.01;
        assert!(ends.iter().all(|end| (least..=100.0).contains(end)), "{rejected} of 40: {ends:?}");
    }
}

#[test]
fn an_axis_has_few_steps_and_round_ones() {
    for (rejected, ticks) in [
        (1, ["3\u{a0}%", "2\u{a0}%", "1\u{a0}%", "0\u{a0}%"].as_slice()),
        (12, &["30\u{a0}%", "20\u{a0}%", "10\u{a0}%", "0\u{a0}%"]),
        (22, &["60\u{a0}%", "40\u{a0}%", "20\u{a0}%", "0\u{a0}%"]),
        (40, &["100\u{a0}%", "75\u{a0}%", "50\u{a0}%", "25\u{a0}%", "0\u{a0}%"]),
    ] {
        let page = page_of(&[(40, rejected), (40, rejected)]);
        let scale = each(&page, "<div class=\"scale\">", "</div>")[0];
        assert_eq!(each(scale, "<span>", "</span>"), ticks, "{rejected} of 40");
    }
}

#[test]
fn every_chart_has_words_and_a_table_of_its_own() {
    let page = page(40);
    let figures = each(&page, "<figure>", "</figure>");
    assert_eq!(figures.len(), 6);
    let mut labels = Vec::new();
    for figure in figures {
        let label = each(figure, "role=\"img\" aria-label=\"", "\"")[0];
        assert!(label.contains(": ") && label.contains(|c: char| c.is_ascii_digit()), "{label}");
        assert!(figure.contains("<details>") && figure.contains("<tbody><tr>"), "{label}");
        labels.push(label.to_owned());
    }
    labels.sort();
    labels.dedup();
    assert_eq!(labels.len(), 6);
}

#[test]
fn each_session_has_its_name_and_time_the_newest_first() {
    let page = page(3);
    let times: Vec<&str> = ["2026-02-27 06:13", "2026-02-26 06:13", "2026-02-25 06:13"].into();
    let table = each(&page, "<h2>Sessions</h2>", "</section>")[0];
    let found: Vec<&str> = each(table, "<tr><td>", "</tr>");
    assert_eq!(found.len(), 3);
    for (row, time) in found.iter().zip(times) {
        assert!(
            row.starts_with("&lt;/<wbr>style&gt;")
                && row.contains(&format!("<td>{time} (file changed)</td>")),
            "{row}"
        );
    }
    let page = self::page(500);
    let table = each(&page, "<h2>Sessions</h2>", "</section>")[0];
    assert!(table.contains("The newest 200 of 500;"));
    assert_eq!(each(table, "<tr><td>", "</tr>").len(), 200);
}

#[test]
fn without_calls_there_is_no_rate() {
    let page = page_of(&[(0, 0), (0, 0)]);
    assert!(page.contains("<title>Tool-call rejections</title>"));
    assert!(page.contains("There is no rate, because no call to an action was found: 0 session files with 2 executions and 0 operations"));
    assert!(
        !page.contains("\u{a0}%</b>") && !page.contains("<figure>") && page.contains("<h2>Sessions</h2>")
    );
    assert!(page_of(&[(4, 1)]).contains("<title>Tool-call rejections: 25\u{a0}%</title>"));
}

#[test]
fn the_words_of_the_page_are_explained_on_it() {
    let page = page(1);
    for word in ["ref", "call", "rejected", "stage", "shape", "churn", "freedom", "normalized"] {
        assert!(page.contains(&format!("<dt>{word}</dt><dd>")), "{word}");
    }
}

#[test]
fn shapes_are_marked_where_the_schema_decides() {
    let document = Document::parse(
        br#"{"type": "object", "properties": {"zone": {"type": "string"}}, "required": ["zone"], "additionalProperties": false}"#,
        Limits::SURFACE,
    )
    .unwrap();
    let state = State::new(Context::default(), session(4, 2), Reading::default());
    let page = |declared: &Declared| html::page(&state, None, declared, &state.coverage());
    let marked = page(&Declared::new([("a", &document.root)]));
    assert!(marked.contains(
        "<code>()</code> <span class=\"num\">× 4</span> <span class=\"mark bad\">cannot be accepted</span>"
    ));
    for declared in [Declared::default(), Declared::new([("b", &document.root)])] {
        assert!(!page(&declared).contains("class=\"mark"));
    }
}

#[test]
fn days_are_those_of_the_calendar() {
    for (milliseconds, day) in [
        (0, "1970-01-01"),
        (951_782_399_999, "2000-02-28"),
        (951_782_400_000, "2000-02-29"),
        (951_868_800_000, "2000-03-01"),
        (1_772_323_200_000, "2026-03-01"),
        (4_107_542_400_000, "2100-03-01"),
        (4_107_456_000_000, "2100-02-28"),
    ] {
        assert_eq!(html::day(milliseconds * 1_000_000), day);
    }
}

/// Where Chromium is, under the names that it goes by.
fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}

/// What a browser makes of a page of this width: the document as text.
///
/// The page stands in a frame, because a window cannot be as narrow as a phone. It has no script and
/// lets none run; what looks at it stands around the frame, and opens whatever can be opened.
fn rendered(browser: &Path, folder: &Path, page: &str, width: u32, dark: bool) -> String {
    let file = folder.join("page.html");
    let page = page.replace('&', "&amp;").replace('"', "&quot;");
    let around = format!(
        "<!DOCTYPE html><style>:root {{ color-scheme: light dark }} iframe {{ border: 0 }}</style>
        <iframe width={width} height=1000 srcdoc=\"{page}\"></iframe><script>addEventListener('load', () => {{ {LOOK} }})</script>"
    );
    std::fs::write(&file, around).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg("--window-size=1400,1000")
        .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Says how the page in the frame came out.
const LOOK: &str = "
    const frame = document.querySelector('iframe').contentWindow, page = frame.document, e = page.documentElement;
    const all = selector => [...page.querySelectorAll(selector)], box = element => element.getBoundingClientRect();
    all('details').forEach(details => details.open = true);
    const drawn = all('figure').filter(figure => all('svg').some(svg => figure.contains(svg) && box(svg).width > 100)).length;
    const names = all('.bars .name:not(:empty)');
    const under = names.filter(name => !((box(name).right <= box(name.nextSibling).left || box(name).bottom <= box(name.nextSibling).top) && box(name).left >= 0)).length;
    const clipped = names.filter(name => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight).length;
    const lines = element => { const range = page.createRange(); range.selectNodeContents(element);
        return new Set([...range.getClientRects()].filter(line => line.width > 0).map(line => Math.round(line.top))).size; };
    const numbers = all('td:not(:first-child):not(:has(meter)), .num, .tile b, .rate b, .scale span');
    const outside = all('.card *').filter(one => !one.closest('table') && box(one).width > 0
        && box(one).right > box(one.closest('.card')).right).length;
    const written = element => { const range = page.createRange(); range.selectNodeContents(element); return box(range); };
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const words = all('.chart').map(chart => [...chart.querySelectorAll('span, text')].filter(one => one.textContent));
    const over = words.flatMap(of => of.flatMap((one, index) => of.slice(index + 1)
        .filter(other => meet(written(one), written(other))).map(other => one.textContent + ' | ' + other.textContent)));
    const style = frame.getComputedStyle(page.body);
    document.documentElement.dataset.probe = JSON.stringify({overflow: e.scrollWidth - e.clientWidth, width: frame.innerWidth,
        drawn, names: names.length, under, clipped, numbers: numbers.length, wrapped: numbers.filter(one => lines(one) > 1).length,
        outside, words: words.flat().length, over, ink: style.color, page: style.backgroundColor});";

fn probe(document: &str) -> Value {
    let text = document.split("data-probe=\"").nth(1).and_then(|rest| rest.split('"').next());
    let text = text.unwrap_or_else(|| panic!("the browser gave no answer: {document}"));
    serde_json::from_str(&text.replace("&quot;", "\"")).unwrap()
}

#[test]
fn a_browser_shows_it_on_a_phone_and_in_the_dark() {
    let Some(browser) = chromium() else {
        super::not_run("there is no Chromium, so no browser looked at the page");
        return;
    };
    let folder = TempDir::new().unwrap();
    let page = page(40);
    for (width, dark) in [(1200, false), (375, true)] {
        let found = probe(&rendered(&browser, folder.path(), &page, width, dark));
        assert_eq!(found["width"], width, "{found}");
        assert_eq!(found["overflow"], 0, "{found}: something is wider than the screen");
        assert_eq!(found["outside"], 0, "{found}: something leaves its card");
        assert_eq!(found["drawn"], 6, "{found}: charts are missing");
        assert!(found["names"].as_u64() > Some(10) && found["numbers"].as_u64() > Some(100), "{found}");
        assert_eq!(found["under"], 0, "{found}: a name runs under its bar, or out of the page");
        assert_eq!(found["clipped"], 0, "{found}: a name is cut");
        assert_eq!(found["wrapped"], 0, "{found}: a number stands on two lines");
        assert_eq!(found["over"], json!([]), "words of a chart run into each other");
        let is_dark = found["page"] == "rgb(13, 17, 23)";
        assert_eq!(is_dark, dark, "{found}");
    }
}

/// The page about sessions of these names, begun at these seconds since 1970.
fn page_at(begun: &[(&str, u64)]) -> String {
    let (mut all, mut rows) = (Partial::default(), Vec::new());
    for (file, seconds) in begun {
        let partial = session(4, 1);
        all.merge(&partial);
        let row = SessionRow::new(*file, None, &MetricReport::new(&partial, &Context::default()));
        rows.push(row.started(Some(seconds * 1_000_000_000)));
    }
    let state = State::new(Context::default(), all, Reading::default());
    html::page(&state, Some(&Sessions::new(rows)), &Declared::default(), &state.coverage())
}

#[test]
fn each_point_says_which_session_it_is_and_when_it_was() {
    let page = page_at(&[("a", DAY), ("b", DAY + 1)]);
    let figure = each(&page, "<figure>", "</figure>")[0];
    let titles = each(figure, "<title>", "</title>");
    assert_eq!(titles, ["a, 2026-01-05 00:00: 25\u{a0}%", "b, 2026-01-05 00:00: 25\u{a0}%"]);
    for name in ["a", "b"] {
        assert!(figure.contains(&format!("<td>{name}<wbr></td><td>2026-01-05 00:00</td>")), "{figure}");
    }
    assert!(!page.contains("file changed"));
}

#[test]
fn a_time_that_only_the_file_has_is_marked_in_the_chart_and_in_the_list() {
    // Two points with a title and a row each, two rows of the list, and both ends in words.
    assert_eq!(page_of(&[(4, 1), (4, 2)]).matches("1970-01-01 00:00 (file changed)").count(), 8);
}

/// The first second of 2026-01-05.
const DAY: u64 = 1_767_571_200;

#[test]
fn a_browser_finds_no_words_of_a_chart_over_others_whenever_the_sessions_were() {
    let Some(browser) = chromium() else {
        super::not_run("there is no Chromium, so no browser looked at the words of the charts");
        return;
    };
    let folder = TempDir::new().unwrap();
    let long = "a_session_with_a_name_of_many_parts/".repeat(8);
    for (case, begun) in [
        // Days that are alike, so that the time of day tells the sessions apart.
        ("one day", vec![("a", 1_640_995_200), ("b", DAY + 8 * 3_600), ("c", DAY + 12 * 3_600)]),
        ("one minute", vec![("a", DAY), ("b", DAY + 1), ("c", DAY + 2)]),
        ("one second", vec![("a", DAY), ("b", DAY), ("c", DAY)]),
        ("two", vec![("a", DAY), (&long, DAY + 1)]),
        // No point stands in the middle.
        ("four", vec![("a", DAY), ("b", DAY + 86_400), ("c", DAY + 200_000), ("d", DAY + 300_000)]),
    ] {
        let found = probe(&rendered(&browser, folder.path(), &page_at(&begun), 375, false));
        assert_eq!(found["over"], json!([]), "{case}: words of a chart run into each other");
        assert!(found["words"].as_u64() > Some(20), "{case}: {found}");
        assert_eq!((&found["overflow"], &found["outside"]), (&json!(0), &json!(0)), "{case}: {found}");
    }
}
