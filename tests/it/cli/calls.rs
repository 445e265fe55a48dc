//! `apply` on calls as hosts have them.

use serde_json::{Value, json};

use super::{run_on, values};

const SURFACE: &str = "docs/examples/report.json";

fn apply(input: &str) -> super::Ran {
    run_on(&["apply", "--surface", SURFACE], input)
}

/// The calls of one message, as each host writes them.
fn messages(args: &Value) -> Vec<(&'static str, Value, Value)> {
    let (name, text) = ("report.render", args.to_string());
    let chat = json!({"id": "c1", "type": "function", "function": {"name": name, "arguments": text}});
    let item = json!({"type": "function_call", "id": "fc", "name": name, "arguments": text, "call_id": "r1"});
    let block = json!({"type": "tool_use", "id": "t1", "name": name, "input": args});
    let request = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": name, "arguments": args}});
    vec![
        ("mcp", request.clone(), json!(7)),
        ("mcp params", request["params"].clone(), Value::Null),
        ("chat", chat.clone(), json!("c1")),
        ("chat message", json!({"role": "assistant", "content": null, "tool_calls": [chat]}), json!("c1")),
        ("chat answer", json!({"choices": [{"message": {"tool_calls": [chat]}}]}), json!("c1")),
        ("responses", item.clone(), json!("r1")),
        (
            "responses answer",
            json!({"object": "response", "output": [{"type": "reasoning"}, item]}),
            json!("r1"),
        ),
        ("anthropic", block.clone(), json!("t1")),
        (
            "anthropic message",
            json!({"role": "assistant", "content": [{"type": "text", "text": "hm"}, block]}),
            json!("t1"),
        ),
        ("a list", json!([block]), json!("t1")),
    ]
}

#[test]
fn every_host_s_calls_are_told_by_their_content() {
    let all = messages(&json!({"output-format": "PDF"}));
    let lines: Vec<String> = all.iter().map(|(_, message, _)| message.to_string()).collect();
    let ran = apply(&lines.join("\n"));
    assert_eq!((ran.code, &*ran.stderr), (0, ""), "{}", ran.stdout);
    let answers = values(&ran.stdout);
    assert_eq!(answers.len(), all.len());
    for ((what, _, id), answer) in all.iter().zip(answers) {
        assert_eq!(answer["args"], json!({"outputFormat": "pdf"}), "{what}");
        assert_eq!(answer["verdict"], "normalized", "{what}");
        assert_eq!(answer["ref"], "report.render", "{what}");
        assert_eq!(answer["id"], *id, "{what}");
    }
}

#[test]
fn a_document_over_many_lines_is_one_input() {
    for (what, message, _) in messages(&json!({"output-format": "PDF"})) {
        let pretty = serde_json::to_string_pretty(&message).unwrap();
        for text in [pretty.clone(), format!("\n{pretty}\n\n"), pretty.replace('\n', "\r\n")] {
            let ran = apply(&text);
            assert_eq!(ran.code, 0, "{what}: {}", ran.stdout);
            assert_eq!(values(&ran.stdout)[0]["args"], json!({"outputFormat": "pdf"}), "{what}");
        }
    }
    // Our own lines too, with their bytes, and for the other commands.
    let ours = "{\n  \"ref\": \"report.render\",\n  \"args\": {\n    \"output-format\": \"PDF\"\n  }\n}\n";
    assert_eq!(values(&apply(ours).stdout)[0]["verdict"], "normalized");
    let derived = run_on(&["derive"], "{\n\"ref\": \"a\",\n\"schema\": {}\n}");
    assert_eq!((derived.code, &*derived.stdout), (0, "null\n"));
    // A broken one is one error, and what is no document stays lines.
    let broken = apply("{\n\"ref\": \"report.render\",\n");
    assert_eq!((broken.code, broken.stdout.lines().count()), (1, 1), "{}", broken.stdout);
    let lines = apply("{\"ref\": \"report.render\"}\n{\n{\"ref\": \"report.render\"}\n");
    assert_eq!(lines.stdout.lines().count(), 3);
}

#[test]
fn a_message_of_several_calls_has_an_answer_for_each() {
    let block = |id: u8, name: &str, input: Value| json!({"type": "tool_use", "id": id, "name": name, "input": input});
    let message = json!({"role": "assistant", "content": [
        block(1, "report.render", json!({"outputFormat": "pdf"})),
        block(2, "nothing", json!({})),
        block(3, "report.render", json!({"outputFormat": "word"})),
        {"type": "tool_use", "id": 4, "input": {}},
        block(5, "report.render", json!([1])),
    ]});
    let ran = apply(&message.to_string());
    assert_eq!(ran.code, 1);
    let answers = values(&ran.stdout);
    assert_eq!(answers.len(), 5);
    assert_eq!((&answers[0]["verdict"], &answers[0]["id"]), (&json!("valid"), &json!(1)));
    assert_eq!(answers[1]["error"]["code"], "unknown-ref");
    assert_eq!((&answers[2]["verdict"], &answers[2]["id"]), (&json!("rejected"), &json!(3)));
    assert_eq!(answers[3]["error"]["code"], "missing-member");
    assert_eq!(
        answers[4]["error"],
        json!({"code": "not-an-object", "message": "arguments are an object, these are an array", "line": 1})
    );
}

#[test]
fn a_call_without_arguments_is_one_with_none() {
    let surface = tempfile::NamedTempFile::new().unwrap();
    let tool = |name: &str, required: Value| json!({"name": name, "inputSchema": {"type": "object", "required": required, "properties": {"a": {}}}});
    let tools = json!({"tools": [tool("free", json!([])), tool("bound", json!(["a"]))]});
    std::fs::write(surface.path(), tools.to_string()).unwrap();
    for (name, verdict) in [("free", "valid"), ("bound", "rejected")] {
        let lines = [
            json!({"ref": name}),
            json!({"ref": name, "args": null}),
            json!({"name": name}),
            json!({"name": name, "arguments": null}),
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name}}),
            json!({"type": "function", "function": {"name": name, "arguments": ""}}),
            json!({"type": "function", "function": {"name": name, "arguments": " null "}}),
            json!({"type": "function_call", "name": name}),
            json!({"type": "tool_use", "name": name, "input": null}),
        ];
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        let ran = run_on(&["apply", "--surface", surface.path().to_str().unwrap()], lines.join("\n"));
        assert_eq!(ran.code, 0, "{}", ran.stdout);
        for answer in values(&ran.stdout) {
            assert_eq!(answer["changed"], false, "{answer}");
            assert_eq!(answer["args"], Value::Null, "{answer}");
            assert_eq!(answer["verdict"], verdict, "{answer}");
        }
    }
}

#[test]
fn what_is_no_call_says_so() {
    let twice = r#"{"type":"tool_use","name":"report.render","input":{},"input":{}}"#;
    for (line, code) in [
        (r#"{"hello": 1}"#, "missing-member"),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize"}"#, "no-call"),
        (r#"{"role": "assistant", "content": "no tool"}"#, "no-call"),
        (r#"{"role": "assistant", "tool_calls": null}"#, "no-call"),
        (r#"{"type": "tool_use", "name": 5, "input": {}}"#, "wrong-kind"),
        (r#"{"type": "function_call", "name": "report.render", "arguments": "{"}"#, "not-json"),
        (r#"{"type": "function_call", "name": "report.render", "arguments": "[1]"}"#, "not-an-object"),
        (r#"{"type": "function_call", "name": "report.render", "arguments": 5}"#, "wrong-kind"),
        (twice, "duplicate-member"),
        ("[]", "missing-member"),
        ("5", "missing-member"),
    ] {
        let ran = apply(line);
        assert_eq!(ran.code, 1, "{line}");
        assert_eq!(values(&ran.stdout)[0]["error"]["code"], code, "{line}");
    }
    let bare = run_on(&["apply"], r#"{"type": "tool_use", "name": "a", "input": {}}"#);
    assert!(values(&bare.stdout)[0]["error"]["message"].as_str().unwrap().contains("--surface"));
}

#[test]
fn names_mean_the_one_tool_that_is_called_that() {
    use fabric_rules::internal::calls::names::{NameError, Names};

    let names =
        Names::of(["mcp.docs.render", "mcp.mail.send", "mcp.news.send", "plain", "send.all", "mcp.x.plain"]);
    for (name, reference) in [
        ("mcp.docs.render", "mcp.docs.render"),
        ("render", "mcp.docs.render"),
        ("mcp__docs__render", "mcp.docs.render"),
        ("mcp__elsewhere__render", "mcp.docs.render"),
        ("mcp__mail__send", "mcp.mail.send"),
        ("plain", "plain"),
        ("mcp__x__plain", "mcp.x.plain"),
        ("send.all", "send.all"),
    ] {
        assert_eq!(names.resolve(name), Ok(reference), "{name}");
    }
    assert!(matches!(names.resolve("send"), Err(NameError::Ambiguous { .. })));
    assert!(matches!(names.resolve("mcp__nowhere__send"), Err(NameError::Ambiguous { .. })));
    assert!(matches!(names.resolve("all"), Err(NameError::Unknown { .. })));
    assert!(matches!(names.resolve(""), Err(NameError::Unknown { .. })));
}

#[test]
fn a_plan_that_is_withheld_says_why() {
    let schema =
        r#"{"type":"object","additionalProperties":false,"properties":{"pageCount":{"type":"integer"}}}"#;
    let line =
        |more: &str| format!("{{\"ref\":\"a\",\"schema\":{schema},\"args\":{{\"page_count\":\"2\"}}{more}}}");
    for (more, verdict, code) in [
        ("", "normalized", Value::Null),
        (",\"plan\":null", "rejected", json!("unproved-plan")),
        (",\"plan\":{}", "rejected", json!("unproved-plan")),
    ] {
        let answer = &values(&run_on(&["apply"], line(more)).stdout)[0];
        assert_eq!((&answer["verdict"], &answer["reason"]["code"]), (&json!(verdict), &code), "{answer}");
    }
    let unusable = r#"{"ref":"a","schema":{"type":"nothing"},"args":{}}"#;
    let answer = &values(&run_on(&["apply"], unusable).stdout)[0];
    assert_eq!(
        (&answer["verdict"], &answer["reason"]["code"]),
        (&json!("unknown"), &json!("unusable-schema"))
    );
}

#[test]
fn arguments_under_another_format_s_name_are_told() {
    let (name, args) = ("report.render", json!({"outputFormat": 5}));
    for (line, given, expected) in [
        (json!({"name": name, "input": args}), "input", "arguments"),
        (json!({"name": name, "args": args}), "args", "arguments"),
        (json!({"type": "tool_use", "id": 1, "name": name, "arguments": args}), "arguments", "input"),
        (json!({"type": "function_call", "name": name, "input": args}), "input", "arguments"),
        (json!({"type": "function", "function": {"name": name, "args": args}}), "args", "arguments"),
        (
            json!({"type": "function", "function": {"name": name}, "arguments": args}),
            "arguments",
            "function.arguments",
        ),
        (json!({"method": "tools/call", "params": {"name": name, "args": args}}), "args", "arguments"),
        (
            json!({"method": "tools/call", "params": {"name": name}, "arguments": args}),
            "arguments",
            "params.arguments",
        ),
        (json!({"ref": name, "arguments": args}), "arguments", "args"),
        (json!({"ref": name, "args": null, "input": args}), "input", "args"),
    ] {
        let ran = apply(&line.to_string());
        let error = &values(&ran.stdout)[0]["error"];
        assert_eq!((ran.code, &error["code"]), (1, &json!("misplaced-member")), "{line}: {}", ran.stdout);
        let message = format!("the arguments of this call belong into `{expected}`, not `{given}`");
        assert_eq!(error["message"], json!(message), "{line}");
    }
    // What has its arguments may have a member of another name besides.
    let both = json!({"ref": name, "args": {"outputFormat": "pdf"}, "input": "a text"});
    assert_eq!(values(&apply(&both.to_string()).stdout)[0]["verdict"], "valid");
}

#[test]
fn a_call_without_its_marks_is_not_passed_over() {
    let (name, args) = ("report.render", json!({"outputFormat": "pdf"}));
    let text = args.to_string();
    let untyped = json!({"id": "c4", "function": {"name": name, "arguments": text}});
    let typed = json!({"id": "c5", "type": "function", "function": {"name": name, "arguments": text}});
    let block = json!({"type": "tool_use", "id": "b", "name": name, "input": args});
    for (message, ids) in [
        (json!({"tool_calls": [untyped, typed]}), vec!["c4", "c5"]),
        (untyped.clone(), vec!["c4"]),
        (json!({"content": [{"type": "text", "text": "hm"}, block]}), vec!["b"]),
        (json!({"role": "assistant", "content": [{"id": "u", "name": name, "input": args}]}), vec!["u"]),
        (json!({"output": [{"call_id": "o", "name": name, "arguments": text}]}), vec!["o"]),
    ] {
        let ran = apply(&message.to_string());
        assert_eq!(ran.code, 0, "{message}: {}", ran.stdout);
        let answers = values(&ran.stdout);
        let told: Vec<&str> = answers.iter().filter_map(|answer| answer["id"].as_str()).collect();
        assert_eq!(told, ids, "{message}");
        assert!(answers.iter().all(|answer| answer["verdict"] == "valid"), "{message}: {}", ran.stdout);
    }
}

#[test]
fn what_is_no_call_in_a_list_is_told() {
    let name = "report.render";
    let list = json!([
        {"type": "function_call", "call_id": "a", "name": name, "arguments": "{\"outputFormat\":\"pdf\"}"},
        7,
        {"ref": name, "args": {"outputFormat": "pdf"}},
        {"type": "message"},
        {"role": "user", "content": "hello"},
        {"hello": 1},
    ]);
    let ran = apply(&list.to_string());
    let answers = values(&ran.stdout);
    assert_eq!((ran.code, answers.len()), (1, 4), "{}", ran.stdout);
    assert_eq!((&answers[0]["verdict"], &answers[0]["id"]), (&json!("valid"), &json!("a")));
    assert_eq!(answers[2]["verdict"], "valid");
    for (answer, item) in [(&answers[1], 2), (&answers[3], 6)] {
        assert_eq!(answer["error"]["code"], "no-call");
        assert!(answer["error"]["message"].as_str().unwrap().contains(&format!("item {item} ")), "{answer}");
    }
    // Messages alone are nothing wrong, beside a call; without one there is nothing to answer.
    let none = apply(r#"[{"type": "message"}, {"role": "user"}]"#);
    assert_eq!((none.code, &values(&none.stdout)[0]["error"]["code"]), (1, &json!("no-call")));
}

#[test]
fn an_error_is_tied_to_its_call() {
    let name = "report.render";
    for (call, reference) in [
        (json!({"type": "tool_use", "id": "t", "name": name, "input": [1]}), json!(name)),
        (json!({"type": "tool_use", "id": "t", "name": name, "arguments": {}}), json!(name)),
        (json!({"type": "tool_use", "id": "t", "name": "nothing", "input": {}}), Value::Null),
        (json!({"type": "tool_use", "id": "t", "input": {}}), Value::Null),
        (json!({"type": "function", "id": "t", "function": {"name": name, "arguments": "{"}}), json!(name)),
        (json!({"tool_calls": [{"type": "custom", "id": "t"}]}), Value::Null),
    ] {
        let answer = &values(&apply(&call.to_string()).stdout)[0];
        assert!(answer["error"]["code"].is_string(), "{answer}");
        assert_eq!((&answer["ref"], &answer["id"]), (&reference, &json!("t")), "{answer}");
    }
}

#[test]
fn an_undeclared_member_is_the_place_of_its_reason() {
    let schema = r#"{"type":"object","additionalProperties":false,"properties":{"a":{}},"patternProperties":{"^x":{}}}"#;
    for args in [r#"{"a":1,"x1":2,"z/z":3}"#, r#"{"z/z":3}"#] {
        let line = format!("{{\"ref\":\"a\",\"schema\":{schema},\"args\":{args}}}");
        let answer = &values(&run_on(&["apply"], line).stdout)[0];
        assert_eq!(answer["reason"]["code"], "no-rule", "{answer}");
        assert_eq!(answer["reason"]["at"], "/z~1z", "{answer}");
    }
}
