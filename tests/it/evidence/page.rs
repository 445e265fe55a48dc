//! The page: self-contained, safe whatever names a corpus holds, and readable where people read.

use std::path::{Path, PathBuf};
use std::process::Command;

use fabric_rules::evidence::{Reading, wire};
use fabric_rules::html;
use fabric_rules::json::{Document, Limits};
use fabric_rules::metric::{Context, Partial, Report, SessionRow, Sessions, State};
use serde_json::{Value, json};
use tempfile::TempDir;

const HOSTILE: &str = "</style><script>alert(1)</script><img alt=x onerror=alert(2)>\"'&";

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
        let traces = json!([{"operations": operations, "model": if index % 2 == 0 { HOSTILE } else { "acme/sonata-4" }}]);
        let document = Document::parse(traces.to_string().as_bytes(), Limits::SURFACE).unwrap();
        let mut partial = Partial::default();
        for trace in wire::traces(&document, &document.root, "").unwrap() {
            partial.add(&trace);
        }
        let report = Report::new(&partial, &Context::default());
        rows.push(SessionRow::new(HOSTILE, 1_772_000_000_000 + index as u64 * 86_400_000, &report));
        all.merge(&partial);
    }
    let mut reading = Reading::default();
    reading.unread.note(HOSTILE, HOSTILE);
    let state = State::new(Context::default(), all, reading);
    html::page(&state, &Sessions::new(rows), &state.coverage())
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
        assert_eq!(html::day(milliseconds), day);
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
        const drawn = [...document.querySelectorAll('figure svg')].filter(s => s.getBoundingClientRect().width > 100).length;
        const ink = getComputedStyle(document.body).color, page = getComputedStyle(document.body).backgroundColor;
        e.dataset.probe = JSON.stringify({overflow: e.scrollWidth - e.clientWidth, width: innerWidth, drawn, ink, page}); })</script>";
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
        let is_dark = found["page"] == "rgb(13, 17, 23)";
        assert_eq!(is_dark, dark, "{found}");
    }
}
