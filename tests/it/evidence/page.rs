//! The page: self-contained, safe whatever names a corpus holds, and readable where people read.

use std::path::{Path, PathBuf};
use std::process::Command;

use fabric_rules::evidence::{Reading, wire};
use fabric_rules::html;
use fabric_rules::json::{Document, Limits};
use fabric_rules::metric::{Context, Partial, Report, SessionRow, Sessions, State};
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
        let report = Report::new(&partial, &Context::default());
        rows.push(SessionRow::new(
            HOSTILE,
            Some((1_772_000_000 + index as u64 * 86_400) * 1_000_000_000),
            &report,
        ));
        all.merge(&partial);
    }
    let mut reading = Reading::default();
    reading.unread.note(HOSTILE, HOSTILE);
    let state = State::new(Context::default(), all, reading);
    html::page(&state, Some(&Sessions::new(rows)), &state.coverage())
}

#[test]
fn a_page_asks_nothing_of_the_network_and_runs_nothing() {
    for sessions in [0, 1, 2, 40, 500] {
        let page = page(sessions);
        let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for outside in [
            "<script",
            "<img",
            "<link",
            "<iframe",
            "src=",
            "href=",
            "url(",
            "@import",
            "http:",
            "https:",
            "onerror=alert(2)>\"",
        ] {
            assert!(!page.contains(outside), "{sessions} sessions: `{outside}`");
        }
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
        rows.push(SessionRow::new("s", Some(index as u64), &Report::new(&partial, &Context::default())));
    }
    let state = State::new(Context::default(), all, Reading::default());
    html::page(&state, Some(&Sessions::new(rows)), &state.coverage())
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
    let page = html::page(&state, None, &state.coverage());
    assert!(page.contains("Merged measurements hold sums") && !page.contains("A trend takes"));
}

#[test]
fn what_could_act_on_a_page_is_written_out() {
    let page = page(40);
    assert!(!page.contains('\u{202e}'));
    assert!(page.contains("\\u{202e}"));
}

#[test]
fn no_axis_of_shares_goes_beyond_the_whole() {
    for rejected in [1, 13, 25, 30, 40] {
        let page = page_of(&[(40, rejected), (40, rejected)]);
        let ticks =
            page.split(" %</text>").filter_map(|before| before.rsplit('>').next()?.parse::<f64>().ok());
        let most = ticks.fold(0.0, f64::max);
        assert!(most >= rejected as f64 / 0.4 - 0.01 && most <= 100.0, "{rejected} of 40: {most} %");
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
fn rendered(browser: &Path, folder: &Path, page: &str, width: u32, dark: bool) -> String {
    let file = folder.join("page.html");
    // The page has no script; the copy that is looked at says how it came out.
    let probe = "<script>addEventListener('load', () => { const e = document.documentElement;
        const under = ['Worst actions', 'Rejections by model'].flatMap(name => {
            const chart = document.querySelector(`figure[aria-label='${name}'] svg`);
            const left = Math.min(...[...chart.querySelectorAll('path, rect')].filter(bar => ['#DD5A41', '#5B8FD6'].includes(bar.getAttribute('fill')?.toUpperCase())).map(bar => bar.getBoundingClientRect().left));
            const labels = [...chart.querySelectorAll(`text[font-size='13']:not([dx]):not([dy])`)];
            return labels.map(label => label.getBoundingClientRect()).filter(box => !(box.right <= left && box.left >= 0));
        }).length;
        const drawn = [...document.querySelectorAll('figure svg')].filter(s => s.getBoundingClientRect().width > 100).length;
        const ink = getComputedStyle(document.body).color, page = getComputedStyle(document.body).backgroundColor;
        e.dataset.probe = JSON.stringify({overflow: e.scrollWidth - e.clientWidth, width: innerWidth, drawn, under, ink, page}); })</script>";
    std::fs::write(&file, page.replace("</body>", &format!("{probe}</body>"))).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("--window-size={width},1000"))
        .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

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
    for (width, dark) in [(1200, false), (500, true)] {
        let found = probe(&rendered(&browser, folder.path(), &page, width, dark));
        assert_eq!(found["overflow"], 0, "{found}: something is wider than the screen");
        assert_eq!(found["width"], width, "{found}");
        assert!(found["drawn"].as_u64().unwrap() >= 5, "{found}: charts are missing");
        assert_eq!(found["under"], 0, "{found}: a name runs under its bar, or out of the page");
        let is_dark = found["page"] == "rgb(13, 17, 23)";
        assert_eq!(is_dark, dark, "{found}");
    }
}
