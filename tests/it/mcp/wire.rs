//! What may differ on the wire, and that nothing else does.

use fabric_rules::internal::mcp::{Id, Input, Outcome, Side, Stage, Unknown, Verdict, Why};

use super::support::{Session, ms, options};

const DOCK: &str = r#"{"name":"dock","inputSchema":{"type":"object","additionalProperties":false,"properties":{"berthNo":{"type":"integer"},"side":{"enum":["port","star-board"],"type":"string"}}}}"#;

/// A legacy session whose client has a list with these tools.
fn listed(change: impl FnOnce(&mut fabric_rules::internal::mcp::Options), tools: &str) -> Session {
    let mut options = options("fabric");
    change(&mut options);
    let mut session = Session::new(options);
    session.client(r#"{"id":0,"method":"initialize"}"#);
    session.client(r#"{"method":"notifications/initialized"}"#);
    session.client(r#"{"id":"l","method":"tools/list"}"#);
    session.server(format!(r#"{{"id":"l","result":{{"tools":[{tools}]}}}}"#));
    session.sent();
    session.received();
    session
}

fn with_dock() -> Session {
    listed(|_| {}, DOCK)
}

#[test]
fn only_the_value_of_the_arguments_changes() {
    for (given, sent) in [
        (
            "{ \"params\" : {\"_meta\":{\"n\":1.50,\"b\":9007199254740993},\"arguments\" : { \"berth_no\" :\t4 } ,\"name\":\"d\\u006fck\"}, \"method\":\"tools\\/call\" ,\"id\":1e0}\r\n",
            "{ \"params\" : {\"_meta\":{\"n\":1.50,\"b\":9007199254740993},\"arguments\" : { \"berthNo\" :\t4 } ,\"name\":\"d\\u006fck\"}, \"method\":\"tools\\/call\" ,\"id\":1e0}\r\n",
        ),
        (
            "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"dock\",\"arguments\":{\"berthNo\":9007199254740993,\"side\":\"Star Board\"}}}\n",
            "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"dock\",\"arguments\":{\"berthNo\":9007199254740993,\"side\":\"star-board\"}}}\n",
        ),
    ] {
        let mut session = with_dock();
        session.bytes(Side::Client, given);
        assert_eq!(session.sent(), sent);
    }
}

#[test]
fn what_cannot_be_read_for_sure_passes() {
    let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
    for (line, is_told) in [
        ("noise".to_owned(), false),
        (String::new(), false),
        (r#"[{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}}]"#.to_owned(), false),
        (r#"{"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}}"#.to_owned(), false),
        (r#"{"id":null,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}}"#.to_owned(), false),
        (r#"{"id":1,"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}}"#.to_owned(), false),
        (r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}"#.to_owned(), false),
        (r#"{"id":1,"method":"tools/call","params":{"name":"dock","name":"dock","arguments":{"berth_no":4}}}"#.to_owned(), true),
        (r#"{"id":1,"method":"tools/call","params":{"name":"dock","_meta":{"a":1,"a":1},"arguments":{"berth_no":4}}}"#.to_owned(), true),
        (r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}},"x":{"a":1,"a":1}}"#.to_owned(), true),
        (r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4},"arguments":{"berth_no":4}}}"#.to_owned(), true),
        (r#"{"id":1,"method":"tools/call","params":{"arguments":{"berth_no":4}}}"#.to_owned(), true),
        (format!(r#"{{"id":1,"method":"tools/call","params":{{"name":"dock","_meta":{deep},"arguments":{{"berth_no":4}}}}}}"#), true),
    ] {
        let mut session = with_dock();
        session.client(&line);
        assert_eq!(session.sent(), format!("{line}\n"));
        session.end();
        let calls = session.calls();
        assert_eq!(calls.len(), usize::from(is_told), "{line}");
        assert!(calls.iter().all(|call| call.verdict == Verdict::Unknown(Unknown::Unread)), "{line}");
    }
}

#[test]
fn arguments_that_are_none_are_judged_as_such() {
    let open = r#"{"name":"rest","inputSchema":{"type":"object","properties":{}}},{"name":"bare"},{"name":"odd","inputSchema":{"type":"objekt"}}"#;
    let mut session = listed(|_| {}, &format!("{DOCK},{open}"));
    let verdict = |session: &mut Session, params: &str| {
        let line = format!(r#"{{"id":1,"method":"tools/call","params":{{{params}}}}}"#);
        session.client(&line);
        assert_eq!(session.sent(), format!("{line}\n"));
        session.server(r#"{"id":1,"result":{}}"#);
        session.calls().last().unwrap().verdict.clone()
    };
    assert_eq!(verdict(&mut session, r#""name":"dock""#), Verdict::Valid);
    for (args, kind) in [("null", "type"), ("7", "type"), ("[]", "type")] {
        match verdict(&mut session, &format!(r#""name":"dock","arguments":{args}"#)) {
            Verdict::Invalid { faults, why: Why::None } => assert_eq!(faults[0].kind, kind),
            other => panic!("{other:?}"),
        }
    }
    let why = |session: &mut Session, params: &str| match verdict(session, params) {
        Verdict::Invalid { why, .. } => why.name(),
        Verdict::Unknown(why) => why.name(),
        other => other.name(),
    };
    for (params, name) in [
        (r#""name":"dock","arguments":{"berth_no":1,"berth-no":2}"#, "ambiguous"),
        (r#""name":"dock","arguments":{"berth_no":1,"x":2}"#, "partial"),
        (r#""name":"dock","arguments":{"berthNo":"x"}"#, "none"),
        (r#""name":"rest","arguments":7"#, "no-plan"),
        (r#""name":"dock","arguments":{"berth_no":1,"berth_no":1}"#, "duplicate"),
        (r#""name":"dock","arguments":{"berth_no":1e999}"#, "unread"),
        (r#""name":"bare","arguments":{}"#, "no-schema"),
        (r#""name":"odd","arguments":{}"#, "unusable-schema"),
        (r#""name":"absent","arguments":{}"#, "no-tool"),
    ] {
        assert_eq!(why(&mut session, params), name, "{params}");
    }
    let many: Vec<String> = (0..20).map(|n| format!(r#""k{n}":1"#)).collect();
    match verdict(
        &mut session,
        &format!(r#""name":"dock","arguments":{{"berthNo":"x","side":1,{}}}"#, many.join(",")),
    ) {
        Verdict::Invalid { faults, .. } => {
            let told: Vec<&str> = faults.iter().map(|fault| &*fault.at).collect();
            assert!(told.contains(&"/berthNo") && told.contains(&"/side") && told.len() <= 8, "{told:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn arguments_are_put_in_where_a_rule_is_for_none() {
    let mut options = options("wide");
    options.is_asking = false;
    let mut session = Session::new(options);
    session.client(r#"{"id":"l","method":"tools/list"}"#);
    session.server(r#"{"id":"l","result":{"tools":[{"name":"rest","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}]}}"#);
    session.sent();
    for (given, sent) in [
        (r#"{"name":"rest","arguments":null}"#, r#"{"name":"rest","arguments":{}}"#),
        (r#"{ "name" : "rest" , "x":1}"#, r#"{ "name" : "rest","arguments":{} , "x":1}"#),
    ] {
        let line = |params: &str| format!("{{\"id\":1,\"method\":\"tools/call\",\"params\":{params}}}\n");
        session.bytes(Side::Client, line(given));
        assert_eq!(session.sent(), line(sent));
        session.server(r#"{"id":1,"result":{}}"#);
        assert_eq!(session.calls().last().unwrap().verdict.name(), "normalized");
    }
}

#[test]
fn lines_beyond_the_bound_pass_as_they_come() {
    let most = 16 << 20;
    for (length, is_read) in [(most, true), (most + 1, false)] {
        let mut session = with_dock();
        let head =
            r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}},"pad":""#;
        let line = format!("{head}{}\"}}\n", "x".repeat(length - head.len() - 3));
        assert_eq!(line.len(), length);
        for piece in line.as_bytes().chunks(1 << 20) {
            session.bytes(Side::Client, piece);
        }
        let sent = session.sent();
        assert_eq!(sent.len(), line.len() - usize::from(is_read));
        assert_eq!(sent.contains("berthNo"), is_read);
        // And the next line is read again.
        session
            .client(r#"{"id":2,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}}"#);
        assert!(session.sent().contains("berthNo"));
    }
    let mut session = with_dock();
    let chunk = vec![b'y'; 1 << 20];
    for n in 1..=40 {
        session.bytes(Side::Client, &chunk);
        let sent = session.sent().len();
        assert_eq!(
            sent,
            if n < 17 {
                0
            } else if n == 17 {
                17 << 20
            } else {
                1 << 20
            },
            "chunk {n}"
        );
    }
}

#[test]
fn the_servers_bytes_are_not_kept_back() {
    let mut session = with_dock();
    session.bytes(Side::Server, r#"{"id":5,"result":{"con"#);
    assert_eq!(session.received(), r#"{"id":5,"result":{"con"#);
    session.bytes(Side::Server, "tent\":[]}}\nhalf a");
    assert_eq!(session.received(), "tent\":[]}}\nhalf a");
    session.feed(Input::End(Side::Server));
    assert_eq!(session.received(), "");
    // What the client left without an end passes too.
    session.bytes(Side::Client, "half");
    assert_eq!(session.sent(), "");
    session.feed(Input::End(Side::Client));
    assert_eq!(session.sent(), "half");
}

#[test]
fn the_witness_is_noted_where_it_is_wanted() {
    let mut session = listed(|options| options.is_noting = true, DOCK);
    let call = r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}}"#;
    for (result, before, after) in [
        (r#"{"content":[]}"#, r#"{"content":[],"_meta":{"#, "}}"),
        (r#"{"content":[],"_meta":{}}"#, r#"{"content":[],"_meta":{"#, "}}"),
        (r#"{"_meta":{"a":1},"content":[]}"#, r#"{"_meta":{"#, r#","a":1},"content":[]}"#),
    ] {
        session.client(call);
        session.server(format!(r#"{{"id":1,"result":{result}}}"#));
        let received = session.received();
        let value: serde_json::Value = serde_json::from_str(&received).unwrap();
        let witness = &value["result"]["_meta"]["dev.fabric-rules/witness"];
        assert_eq!(witness["rules"][0]["key"], "berthNo");
        let given = format!(r#"{{"id":1,"result":{before}"#);
        assert!(
            received.starts_with(&given) && received.trim_end().ends_with(&format!("{after}}}")),
            "{received}"
        );
    }
    for result in
        [r#"{"content":[],"_meta":7}"#, r#"{"content":[],"_meta":{"dev.fabric-rules/witness":1}}"#, "{}", "7"]
    {
        session.client(call);
        let line = format!(r#"{{"id":1,"result":{result}}}"#);
        session.server(&line);
        assert_eq!(session.received(), format!("{line}\n"));
    }
    // A valid call gets none.
    session.client(call.replace("berth_no", "berthNo"));
    session.server(r#"{"id":1,"result":{"content":[]}}"#);
    assert_eq!(session.received(), "{\"id\":1,\"result\":{\"content\":[]}}\n");
}

#[test]
fn ids_are_equal_by_value() {
    let id = |raw: &str| Id::read(raw);
    for equal in
        [["7", "7.0"], ["70", "7e1"], ["-0", "0"], ["0.5", "5E-1"], ["\"a\"", "\"\\u0061\""], ["1e2", "100"]]
    {
        assert_eq!(id(equal[0]), id(equal[1]), "{equal:?}");
        assert!(id(equal[0]).is_some());
    }
    for other in [
        ["9007199254740993", "9007199254740992"],
        ["7", "\"7\""],
        ["1", "-1"],
        ["1", "10"],
        ["\"7\"", "\"7.0\""],
    ] {
        assert_ne!(id(other[0]), id(other[1]), "{other:?}");
    }
    for none in ["null", "true", "[1]", "{}", "1e99999999999999999999"] {
        assert_eq!(id(none), None, "{none}");
    }
    let long = format!("\"{}\"", "x".repeat(2_000));
    assert_eq!(id(&long), None);
}

#[test]
fn an_id_that_is_used_twice_at_once_is_nobodys() {
    let mut session = with_dock();
    let call = |name: &str| {
        format!(r#"{{"id":1,"method":"tools/call","params":{{"name":"{name}","arguments":{{}}}}}}"#)
    };
    session.client(call("dock"));
    session.client(r#"{"id":1.0,"method":"ping"}"#);
    session.server(r#"{"id":1,"result":{}}"#);
    session.server(r#"{"id":1,"result":{}}"#);
    session.client(r#"{"id":1.0,"method":"ping"}"#);
    session.client(call("dock"));
    session.server(r#"{"id":1,"result":{}}"#);
    session.server(r#"{"id":1,"result":{}}"#);
    assert_eq!(session.calls().len(), 0);
    // Once both are answered it can be used again; the server's own requests of that id are others.
    session.client(call("dock"));
    session.server(r#"{"id":1,"method":"elicitation/create"}"#);
    session.client(r#"{"id":1,"result":{}}"#);
    assert_eq!(session.calls().len(), 0);
    session.server(r#"{"id":"1","result":{}}"#);
    assert_eq!(session.calls()[0].outcome, Outcome::Succeeded);
}

#[test]
fn tasks_of_both_eras_decide_their_calls() {
    let task = |session: &mut Session, id: &str| {
        session
            .client(r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":1}}}"#);
        session.server(format!(r#"{{"id":1,"result":{id}}}"#));
        session.now += ms(50);
    };
    let legacy = r#"{"task":{"taskId":"t"}}"#;
    let modern = r#"{"resultType":"task","taskId":"t","status":"working"}"#;
    let answers = [
        (legacy, "tasks/result", r#""result":{"content":[]}"#, Outcome::Succeeded),
        (legacy, "tasks/result", r#""error":{"code":-32603,"message":"x"}"#, Outcome::Failed(Stage::Invoke)),
        (legacy, "tasks/get", r#""result":{"taskId":"t","status":"cancelled"}"#, Outcome::Aborted),
        (
            modern,
            "tasks/get",
            r#""result":{"taskId":"t","status":"completed","result":{"content":[]}}"#,
            Outcome::Succeeded,
        ),
        (
            modern,
            "tasks/get",
            r#""result":{"status":"completed","result":{"isError":true,"content":[{"text":"Input validation error: x"}]}}"#,
            Outcome::Failed(Stage::Validate),
        ),
        (
            modern,
            "tasks/get",
            r#""result":{"taskId":"t","status":"failed","error":{"code":-32602,"message":"x"}}"#,
            Outcome::Failed(Stage::Validate),
        ),
    ];
    for (handle, method, answer, outcome) in answers {
        let mut session = with_dock();
        task(&mut session, handle);
        for status in ["working", "completed"] {
            session.client(r#"{"id":2,"method":"tasks/get","params":{"taskId":"t"}}"#);
            session.server(format!(r#"{{"id":2,"result":{{"taskId":"t","status":"{status}"}}}}"#));
        }
        assert_eq!(session.calls().len(), 0);
        session.client(format!(r#"{{"id":3,"method":"{method}","params":{{"taskId":"t"}}}}"#));
        session.server(format!(r#"{{"id":3,{answer}}}"#));
        let call = session.calls()[0].clone();
        assert_eq!((call.outcome, call.is_task, call.rounds), (outcome, true, 1), "{answer}");
        assert_eq!(call.time.1 - call.time.0, ms(50));
    }
    let mut session = with_dock();
    task(&mut session, modern);
    session.server(
        r#"{"method":"notifications/tasks","params":{"taskId":"t","status":"completed","result":{}}}"#,
    );
    assert_eq!(session.calls()[0].outcome, Outcome::Succeeded);
    // So many are remembered, and the oldest is given up.
    let mut session = with_dock();
    for n in 0..1_030 {
        task(&mut session, &format!(r#"{{"task":{{"taskId":"t{n}"}}}}"#));
    }
    assert_eq!(session.calls().len(), 6);
    session.end();
    assert_eq!(session.calls().len(), 1_030);
}

#[test]
fn a_question_is_one_round_of_its_call() {
    let mut session = with_dock();
    let call = |more: &str| {
        format!(
            r#"{{"id":1,"method":"tools/call","params":{{"name":"dock","arguments":{{"berth_no":1}}{more}}}}}"#
        )
    };
    let asks = |state: &str| format!(r#"{{"id":1,"result":{{"resultType":"input_required"{state}}}}}"#);
    session.client(call(""));
    session.server(asks(r#","requestState":"a""#));
    // Another state is another call.
    session.client(call(r#","requestState":"b""#));
    session.server(asks(""));
    session.client(call(r#","inputResponses":{}"#));
    session.server(r#"{"id":1,"result":{}}"#);
    session.client(call(r#","requestState":"a","inputResponses":{}"#));
    assert_eq!(session.sent().matches("berthNo").count(), 4);
    session.server(r#"{"id":1,"error":{"code":-32600}}"#);
    let told: Vec<_> = session.calls().iter().map(|call| (call.rounds, call.outcome)).collect();
    assert_eq!(told, [(2, Outcome::Failed(Stage::Prepare)), (2, Outcome::Succeeded)]);
}

#[test]
fn outcomes_are_read_as_the_table_says() {
    let text =
        |text: &str| format!(r#""result":{{"isError":true,"content":[{{"type":"text","text":"{text}"}}]}}"#);
    let error = |code: i64, text: &str| format!(r#""error":{{"code":{code},"message":"{text}"}}"#);
    use Outcome::{Failed, Succeeded};
    for (args, answer, outcome) in [
        ("{}", r#""result":null"#.to_owned(), Succeeded),
        ("{}", r#""result":{"isError":"true"}"#.to_owned(), Succeeded),
        ("{}", text("broken"), Failed(Stage::Invoke)),
        (r#"{"x":1}"#, text("broken"), Failed(Stage::Validate)),
        ("{}", text("MCP error -32602: Tool dock not found"), Failed(Stage::Resolve)),
        ("{}", text("MCP error -32602: Tool duck not found"), Failed(Stage::Invoke)),
        ("{}", text("Unknown tool: dock"), Failed(Stage::Resolve)),
        ("{}", text("MCP error -32602: Input validation error: x"), Failed(Stage::Validate)),
        ("{}", text("Error executing tool dock: 2 validation errors for x"), Failed(Stage::Validate)),
        ("{}", text("Error executing tool dock: many validation errors"), Failed(Stage::Invoke)),
        ("{}", text("failed to deserialize parameters: x"), Failed(Stage::Validate)),
        ("{}", error(-32601, "x"), Failed(Stage::Resolve)),
        ("{}", error(-32602, "Tool dock not found"), Failed(Stage::Resolve)),
        ("{}", error(-32602, "tool not found"), Failed(Stage::Resolve)),
        ("{}", error(-32602, "x"), Failed(Stage::Validate)),
        ("{}", error(-32600, "x"), Failed(Stage::Prepare)),
        ("{}", error(-32700, "x"), Failed(Stage::Prepare)),
        ("{}", error(-32020, "x"), Failed(Stage::Prepare)),
        ("{}", error(-32021, "x"), Failed(Stage::Prepare)),
        ("{}", error(-32022, "x"), Failed(Stage::Prepare)),
        ("{}", error(-32000, "x"), Failed(Stage::Invoke)),
        ("{}", r#""error":7"#.to_owned(), Failed(Stage::Invoke)),
    ] {
        let mut session = with_dock();
        session.client(format!(
            r#"{{"id":1,"method":"tools/call","params":{{"name":"dock","arguments":{args}}}}}"#
        ));
        session.server(format!(r#"{{"id":1,{answer}}}"#));
        assert_eq!(session.calls()[0].outcome, outcome, "{args} {answer}");
    }
}

#[test]
fn a_cancelled_call_is_aborted_and_its_late_answer_passes() {
    let mut session = with_dock();
    session.client(r#"{"id":7,"method":"tools/call","params":{"name":"dock","arguments":{}}}"#);
    session.client(r#"{"method":"notifications/cancelled","params":{"requestId":7.0}}"#);
    assert_eq!(session.calls()[0].outcome, Outcome::Aborted);
    session.server(r#"{"id":7,"result":{}}"#);
    assert_eq!(session.received(), "{\"id\":7,\"result\":{}}\n");
    session.end();
    assert_eq!(session.calls().len(), 1);
}
