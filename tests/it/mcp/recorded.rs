//! Recorded conversations of the SDKs: what comes out is what went in, and each call is told as it was.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fabric_rules::internal::mcp::{Era, Side, Verdict};
use serde_json::Value;

use super::support::{Session, ms, options};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mcp")
}

fn values(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The conversations: a name, and who said which line.
fn conversations() -> Vec<(String, Vec<(Side, String)>)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "jsonl"));
    paths.retain(|path| path.file_stem().unwrap() != "expected");
    paths.sort();
    let said = |value: &Value| {
        let side = if value["from"] == "client" { Side::Client } else { Side::Server };
        (side, format!("{}\n", value["line"].as_str().unwrap()))
    };
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), values(path).iter().map(said).collect())).collect()
}

/// How the bytes of a line are cut.
fn pieces(bytes: &[u8], cut: Option<u64>) -> Vec<&[u8]> {
    let Some(seed) = cut else { return vec![bytes] };
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut rest, mut pieces) = (bytes, Vec::new());
    while !rest.is_empty() {
        let length = if seed == 0 { 1 } else { random.usize(1..=rest.len().min(200)) };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Plays a conversation through a core that changes no call, cut as `cut` says.
fn play(lines: &[(Side, String)], cut: Option<u64>, is_observing: bool, profile: &str) -> Session {
    let mut options = options(profile);
    (options.is_asking, options.is_observing) = (false, is_observing);
    let mut session = Session::new(options);
    for (side, line) in lines {
        for piece in pieces(line.as_bytes(), cut) {
            session.bytes(*side, piece);
        }
        session.now += ms(20);
    }
    session.end();
    session
}

fn of(lines: &[(Side, String)], side: Side) -> String {
    lines.iter().filter(|(from, _)| *from == side).map(|(_, line)| &**line).collect()
}

#[test]
fn all_bytes_come_out_however_they_come_in() {
    let conversations = conversations();
    assert_eq!(conversations.len(), 12);
    for (name, lines) in conversations {
        for cut in [None].into_iter().chain((0..40).map(Some)) {
            let mut session = play(&lines, cut, true, "wide");
            assert!(session.sent() == of(&lines, Side::Client), "{name} {cut:?}: to the server");
            assert!(session.received() == of(&lines, Side::Server), "{name} {cut:?}: to the client");
        }
    }
}

#[test]
fn lines_that_come_at_once_come_out_in_order() {
    for (name, lines) in conversations() {
        let mut options = options("wide");
        (options.is_observing, options.is_noting) = (true, true);
        let mut session = Session::new(options);
        session.bytes(Side::Client, of(&lines, Side::Client));
        session.bytes(Side::Server, of(&lines, Side::Server));
        session.end();
        assert_eq!(session.sent(), of(&lines, Side::Client), "{name}");
        assert_eq!(session.received(), of(&lines, Side::Server), "{name}");
    }
}

/// Compares what is told of all calls with what is expected, where calls are changed under `profile` or not.
fn assert_told(profile: &str, is_observing: bool) -> usize {
    let expected = values(&folder().join("expected.jsonl"));
    let mut seen = 0;
    for (name, lines) in conversations() {
        let session = play(&lines, None, is_observing, profile);
        let calls = session.calls();
        let wanted: Vec<&Value> = expected.iter().filter(|row| row["file"] == name).collect();
        assert_eq!(calls.len(), wanted.len(), "{name}");
        for (call, row) in calls.into_iter().zip(wanted) {
            let as_given = match &call.verdict {
                Verdict::Valid => "valid",
                Verdict::Normalized { applied, .. } => {
                    assert_eq!(*applied, !is_observing);
                    "rejected"
                }
                Verdict::Invalid { faults, .. } => {
                    assert!((1..=8).contains(&faults.len()), "{call:?}");
                    "rejected"
                }
                Verdict::Unknown(_) => "unknown",
            };
            let mut told = serde_json::json!({"file": name, "id": row["id"], "tool": call.tool, "asGiven": as_given,
                "outcome": call.outcome.name()});
            let members = told.as_object_mut().unwrap();
            members.extend(call.outcome.stage().map(|stage| ("stage".to_owned(), stage.name().into())));
            members.extend((call.rounds > 1).then(|| ("rounds".to_owned(), call.rounds.into())));
            members.extend(call.is_task.then(|| ("task".to_owned(), true.into())));
            assert_eq!(&told, row, "{name}");
            let is_modern = name.ends_with("-modern");
            assert_eq!(call.era, Some(if is_modern { Era::Modern } else { Era::Legacy }), "{name}");
            seen += 1;
        }
    }
    seen
}

#[test]
fn each_call_is_told_as_it_was() {
    assert_eq!(assert_told("fabric", true), 40);
    assert_eq!(assert_told("wide", true), 40);
}

#[test]
fn verdicts_and_changes_are_those_of_the_profile() {
    let mut page = String::new();
    for (name, lines) in conversations() {
        for profile in ["fabric", "wide"] {
            let mut session = play(&lines, None, false, profile);
            for call in session.calls() {
                let given = call.given.as_deref().unwrap_or("-");
                let _ = write!(page, "{name} {profile} {} {given}: {}", call.tool, call.verdict.name());
                let _ = match &call.verdict {
                    Verdict::Valid | Verdict::Normalized { .. } => Ok(()),
                    Verdict::Invalid { faults, why } => {
                        let faults: Vec<String> =
                            faults.iter().map(|fault| format!("{} {}", fault.kind, fault.at)).collect();
                        write!(page, " ({}; {})", why.name(), faults.join(", "))
                    }
                    Verdict::Unknown(why) => write!(page, " ({})", why.name()),
                };
                if call.sent != call.given {
                    let _ = write!(page, " → {}", call.sent.as_deref().unwrap_or("-"));
                }
                page.push('\n');
            }
            // But for what was changed everything is as it was.
            let (sent, given) = (session.sent(), of(&lines, Side::Client));
            let pairs = sent.lines().zip(given.lines()).filter(|(sent, given)| sent != given);
            for (sent, given) in pairs {
                let split = |line: &str| {
                    let (head, _) = line.split_once("\"arguments\"").unwrap();
                    head.to_owned()
                };
                assert_eq!(split(sent), split(given));
            }
            assert_eq!(sent.lines().count(), given.lines().count());
        }
    }
    crate::support::snapshots("mcp").bind(|| insta::assert_snapshot!("verdicts", page));
}
