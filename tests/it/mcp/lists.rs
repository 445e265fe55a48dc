//! When a list is asked for, and what is done with it: never early, never stale, never for long.

use std::time::Duration;

use fabric_rules::internal::mcp::{Outcome, Side, Stage, Unknown, Verdict};

use super::support::{Session, ms, options};

const PORT: &str = r#"{"name":"dock","inputSchema":{"type":"object","additionalProperties":false,"properties":{"berthNo":{"type":"integer"}}}}"#;
/// What is sent for `BAD` once the tool has another key.
const NEW: &str = r#"{"berth_No_":4}"#;
/// The same tool with that key.
const MOVED: &str = r#"{"name":"dock","inputSchema":{"type":"object","additionalProperties":false,"properties":{"berth_No_":{"type":"integer"}}}}"#;
const META: &str = r#"{"io.modelcontextprotocol/clientCapabilities":{}, "io.modelcontextprotocol/protocolVersion" : "2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c"},"x":1}"#;
/// Those of its members that a request of ours repeats.
const OURS: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A legacy session that has opened.
fn opened() -> Session {
    let mut session = Session::new(options("fabric"));
    session.client(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#);
    session.server(r#"{"jsonrpc":"2.0","id":0,"result":{}}"#);
    session.client(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    session.sent();
    session.received();
    session
}

fn call(id: u32, args: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"dock","arguments":{args}}}}}"#
    )
}

fn ask(number: u32) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"fabric-rules:n0nce:{number}","method":"tools/list"}}"#) + "\n"
}

fn answer(number: u32, tools: &str, more: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"fabric-rules:n0nce:{number}","result":{{"tools":[{tools}]{more}}}}}"#)
}

const BAD: &str = r#"{"berth_no":4}"#;
const GOOD: &str = r#"{"berthNo":4}"#;

fn line(text: &str) -> String {
    format!("{text}\n")
}

#[test]
fn a_call_without_a_list_asks_for_one_and_waits_for_it() {
    let mut session = opened();
    session.client(call(1, BAD));
    assert_eq!(session.sent(), ask(1));
    assert_eq!(session.hold, Some(ms(1_000)));
    // What comes behind it waits as well, in order.
    session.client(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(session.sent(), "");
    session.wait(ms(300));
    session.server(answer(1, PORT, ""));
    assert_eq!(session.received(), "");
    assert_eq!(session.sent(), line(&call(1, GOOD)) + &line(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#));
    assert_eq!(session.hold, None);
    session.server(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    let call = session.calls()[0];
    assert_eq!(call.outcome, Outcome::Succeeded);
    assert!(matches!(&call.verdict, Verdict::Normalized { applied: true, .. }));
    assert_eq!((call.given.as_deref(), call.sent.as_deref()), (Some(BAD), Some(GOOD)));
}

#[test]
fn nothing_is_asked_before_the_client_has_opened() {
    let mut session = Session::new(options("fabric"));
    session.client(call(1, BAD));
    assert_eq!(session.sent(), line(&call(1, BAD)));
    session.client(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#);
    session.sent();
    session.client(call(2, BAD));
    assert_eq!(session.sent(), line(&call(2, BAD)), "it has not said that it is ready");
    session.client(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    session.sent();
    session.client(call(3, BAD));
    assert_eq!(session.sent(), ask(1));
}

#[test]
fn a_modern_request_is_repeated_with_its_members_alone() {
    let mut session = Session::new(options("fabric"));
    let probe = format!(r#"{{"id":"p","method":"server/discover","params":{{"_meta":{META}}}}}"#);
    session.client(&probe);
    assert_eq!(session.sent(), line(&probe));
    let call = format!(
        r#"{{"id":1,"method":"tools/call","params":{{"_meta":{META},"name":"dock","arguments":{BAD}}}}}"#
    );
    session.client(&call);
    let asked = format!(
        r#"{{"jsonrpc":"2.0","id":"fabric-rules:n0nce:1","method":"tools/list","params":{{"_meta":{OURS}}}}}"#
    );
    assert_eq!(session.sent(), line(&asked));
    session.server(answer(1, PORT, r#","ttlMs":0,"nextCursor":"é\"\u0000""#));
    // The tool is on hand: the other pages can wait for a call that needs them.
    assert_eq!(session.sent(), line(&call.replace(BAD, GOOD)));
    session.wait(ms(100));
    session.client(call.replace("dock", "undock"));
    let next = format!(
        r#"{{"jsonrpc":"2.0","id":"fabric-rules:n0nce:2","method":"tools/list","params":{{"_meta":{OURS},"cursor":"é\"\u0000"}}}}"#
    );
    assert_eq!(session.sent(), line(&next));
}

#[test]
fn a_list_holds_for_its_time_and_no_longer() {
    let seconds = |ms: &str| format!(r#","ttlMs":{ms}"#);
    for (more, fresh, stale) in [
        (String::new(), 599_999, 600_000),
        (seconds("0"), 999, 1_000),
        (seconds("5000"), 4_999, 5_000),
        (seconds("1e300"), 599_999, 600_000),
        (seconds("8e14"), 86_399_999, 86_400_000),
    ] {
        for (age, is_fresh) in [(fresh, true), (stale, false)] {
            let mut session = opened();
            session.client(r#"{"id":9,"method":"tools/list"}"#);
            session.sent();
            session.server(format!(r#"{{"id":9,"result":{{"tools":[{PORT}]{more}}}}}"#));
            session.wait(ms(age));
            session.client(call(1, GOOD));
            assert_eq!(session.sent(), line(&call(1, GOOD)), "a valid call never waits");
            session.client(call(2, BAD));
            let expected = if is_fresh { line(&call(2, GOOD)) } else { ask(1) };
            assert_eq!(session.sent(), expected, "{more} after {age} ms");
        }
    }
}

#[test]
fn a_change_outdates_what_was_asked_for_before_it() {
    let mut session = opened();
    session.client(r#"{"id":9,"method":"tools/list"}"#);
    session.sent();
    session.server(r#"{"method":"notifications/tools\/list_changed"}"#);
    session.server(format!(r#"{{"id":9,"result":{{"tools":[{PORT}]}}}}"#));
    session.client(call(1, BAD));
    assert_eq!(session.sent(), ask(1));
    // So does one that comes while a call waits.
    session.server(r#"{"method":"notifications/tools/list_changed"}"#);
    assert_eq!(session.sent(), ask(2));
    session.server(answer(2, MOVED, ""));
    assert_eq!(session.sent(), line(&call(1, NEW)));
    // Nor does an answer that was overtaken come back into use.
    session.server(answer(1, PORT, ""));
    session.client(call(2, BAD));
    assert_eq!(session.sent(), line(&call(2, NEW)));
}

#[test]
fn a_server_that_refuses_what_its_list_takes_has_another_one() {
    for (code, is_stale) in [(-32602, true), (-32020, true), (-32603, false)] {
        let mut session = opened();
        session.client(call(1, BAD));
        session.server(answer(1, PORT, ""));
        session.sent();
        session.server(format!(r#"{{"id":1,"error":{{"code":{code},"message":"no"}}}}"#));
        session.client(call(2, BAD));
        assert_eq!(session.sent(), if is_stale { ask(2) } else { line(&call(2, GOOD)) }, "{code}");
    }
}

/// What a server does with our requests: with each, and with its number.
type Adversary = fn(&mut Session, u32);

#[test]
fn whatever_the_server_does_a_call_waits_for_a_second_at_most() {
    let adversaries: [(&str, Adversary); 7] = [
        ("silence", |_, _| {}),
        ("error", |session, n| {
            session.server(format!(
                r#"{{"id":"fabric-rules:n0nce:{n}","error":{{"code":-32601,"message":"no"}}}}"#
            ));
        }),
        ("no list", |session, n| {
            session.server(format!(r#"{{"id":"fabric-rules:n0nce:{n}","result":7}}"#));
        }),
        ("endless pages", |session, n| {
            session.server(answer(n, "", &format!(r#","nextCursor":"{n}""#)));
        }),
        ("a repeated cursor", |session, n| session.server(answer(n, "", r#","nextCursor":"""#))),
        ("changes", |session, n| {
            session.server(r#"{"method":"notifications/tools/list_changed"}"#);
            session.server(answer(n, PORT, ""));
        }),
        ("slow pages", |session, n| {
            for _ in 0..9 {
                // The call may be let go meanwhile.
                session.wait(if session.hold.is_some() { ms(10) } else { ms(0) });
            }
            session.server(answer(n, "", &format!(r#","nextCursor":"{n}""#)));
        }),
    ];
    for (name, adversary) in adversaries {
        let mut session = opened();
        let mut asked = 0;
        for round in 0..40 {
            let began = session.now;
            session.client(call(round, BAD));
            for _ in 0..5_000 {
                let sent = session.sent();
                let asks = sent.matches("\"tools/list\"").count();
                if sent.contains("tools/call") {
                    assert!(sent.ends_with(&line(&call(round, BAD))), "{name}: {sent}");
                    break;
                }
                if asks > 0 {
                    asked += asks;
                    adversary(&mut session, asked as u32);
                } else {
                    session.wait(ms(10));
                }
            }
            assert_eq!(session.hold, None, "{name}");
            assert!(session.now - began <= ms(1_000), "{name}: waited for {:?}", session.now - began);
            session.now += ms(100);
        }
        session.end();
        let calls = session.calls();
        assert_eq!(calls.len(), 40, "{name}");
        for call in calls {
            assert_eq!(call.verdict, Verdict::Unknown(Unknown::NoList), "{name}");
        }
        // It is asked ever more seldom, but for pages that may lead on.
        let most = match name {
            "endless pages" | "slow pages" => 10_000,
            "changes" => 24,
            _ => 8,
        };
        assert!((1..=most).contains(&asked), "{name}: asked {asked} times");
        assert_eq!(session.received().matches("nonce").count(), 0, "{name}");
    }
}

#[test]
fn late_answers_are_swallowed_and_used() {
    let mut session = opened();
    session.client(call(1, BAD));
    session.wait(ms(1_500));
    assert_eq!(session.sent(), ask(1) + &line(&call(1, BAD)));
    session.server(answer(1, PORT, ""));
    assert_eq!(session.received(), "");
    session.client(call(2, BAD));
    assert_eq!(session.sent(), line(&call(2, GOOD)));
    // Even twice, and whatever it is.
    session.server(answer(1, PORT, ""));
    session.server(r#"{"id":"fabric-rules:n0nce:x","method":"odd"}"#);
    assert_eq!(session.received(), "");
    session.server(r#"{"id":"fabric-rules:other:1","result":{}}"#);
    assert_eq!(session.received(), line(r#"{"id":"fabric-rules:other:1","result":{}}"#));
}

#[test]
fn a_list_of_the_clients_that_is_on_its_way_is_waited_for() {
    let mut session = opened();
    session.client(r#"{"id":9,"method":"tools/list"}"#);
    session.client(call(1, BAD));
    assert_eq!(session.sent(), line(r#"{"id":9,"method":"tools/list"}"#));
    session.server(format!(r#"{{"id":9.0,"result":{{"tools":[{PORT}]}}}}"#));
    assert_eq!(session.sent(), line(&call(1, GOOD)));
    assert!(session.received().contains("dock"));
}

#[test]
fn a_complete_list_says_who_is_absent_and_an_incomplete_one_does_not() {
    let page = |session: &mut Session, cursor: &str, tools: &str, next: &str| {
        session.client(format!(r#"{{"id":9,"method":"tools/list","params":{{{cursor}}}}}"#));
        session.server(format!(r#"{{"id":9,"result":{{"tools":[{tools}]{next}}}}}"#));
        session.sent();
    };
    let other = PORT.replace("dock", "other");
    let absent = call(1, BAD).replace("dock", "absent");
    // The empty text is a cursor.
    let mut session = opened();
    page(&mut session, "", &other, r#","nextCursor":"""#);
    session.client(&absent);
    assert!(session.sent().starts_with(r#"{"jsonrpc":"2.0","id":"fabric"#));
    let mut session = opened();
    page(&mut session, "", &other, r#","nextCursor":"""#);
    page(&mut session, r#""cursor":"""#, PORT, r#","nextCursor":null"#);
    session.client(&absent);
    assert_eq!(session.sent(), line(&absent));
    session.server(r#"{"id":1,"result":{"isError":true,"content":[{"type":"text","text":"nobody"}]}}"#);
    let told = session.calls()[0];
    assert_eq!(told.verdict, Verdict::Unknown(Unknown::NoTool));
    assert_eq!(told.outcome, Outcome::Failed(Stage::Resolve));
    // A page that follows from nothing is none of a complete list.
    let mut session = opened();
    page(&mut session, r#""cursor":"7""#, PORT, "");
    session.client(&absent);
    assert_eq!(session.sent(), ask(1));
    // A tool that the next complete list lacks is gone.
    let mut session = opened();
    page(&mut session, "", PORT, "");
    page(&mut session, "", &other, "");
    session.client(call(1, BAD));
    assert_eq!(session.sent(), line(&call(1, BAD)));
}

#[test]
fn a_name_that_is_listed_twice_is_not_used() {
    let mut session = opened();
    session.client(r#"{"id":9,"method":"tools/list"}"#);
    session.server(format!(r#"{{"id":9,"result":{{"tools":[{PORT},{MOVED}]}}}}"#));
    session.sent();
    session.client(call(1, BAD));
    assert_eq!(session.sent(), line(&call(1, BAD)));
    session.end();
    assert_eq!(session.calls()[0].verdict, Verdict::Unknown(Unknown::Duplicate));
    assert_eq!(session.calls()[0].outcome, Outcome::Aborted);
}

#[test]
fn who_only_observes_or_may_not_ask_sends_nothing() {
    for is_observing in [true, false] {
        let mut options = options("fabric");
        (options.is_observing, options.is_asking) = (is_observing, is_observing);
        let mut session = Session::new(options);
        session.client(r#"{"id":0,"method":"initialize"}"#);
        session.client(r#"{"method":"notifications/initialized"}"#);
        session.sent();
        session.client(call(1, BAD));
        assert_eq!(session.sent(), line(&call(1, BAD)));
        session.client(r#"{"id":9,"method":"tools/list"}"#);
        session.server(format!(r#"{{"id":9,"result":{{"tools":[{PORT}]}}}}"#));
        session.sent();
        session.client(call(2, BAD));
        let sent = if is_observing { BAD } else { GOOD };
        assert_eq!(session.sent(), line(&call(2, sent)));
        session.wait(Duration::from_secs(3_600));
        session.client(call(3, BAD));
        assert_eq!(session.sent(), line(&call(3, BAD)), "its list is stale");
        session.bytes(Side::Server, b"");
        session.end();
        assert!(session.calls().iter().all(|call| call.outcome == Outcome::Aborted));
    }
}
