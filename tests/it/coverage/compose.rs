//! The row of one call.

use serde_json::{Value, json};

use super::{ask, ask_text, reasons};

/// The searches of the fixture with every clause.
pub(super) fn rules() -> &'static str {
    include_str!("../../fixtures/rules/examples.rules")
}

/// One call of the incident tracker, with everything that may be known of it.
pub(super) fn call() -> Value {
    json!({
        "rules": rules(), "ref": "mcp.incidents.query",
        "args": {"query": "disk full", "team": "core", "since": "7d"},
        "turn": {"now": "2026-03-01T12:00:00Z", "within": "10m", "namespace": "ops", "runId": "run/7", "ordinal": 3,
                 "iteration": 1, "toolCallId": "call_9"},
        "filled": {"tenant": {"identity": "org"}, "account": {"credential": "s3cret-tracker"}},
        "result": {"mcp": {"content": [], "structuredContent": {"items": [{"id": "a-1"}, {"id": "a-2"}], "total": 2, "incomplete_results": false}},
                   "resolved": [{"argument": "team", "id": "t-1", "name": "Core", "aliases": ["core"]}]},
    })
}

fn compose(change: impl FnOnce(&mut Value)) -> Value {
    let mut call = call();
    change(&mut call);
    ask("compose", &call).unwrap()
}

pub(super) fn kinds(row: &Value) -> Vec<&str> {
    row["gaps"].as_array().unwrap().iter().map(|gap| gap["kind"].as_str().unwrap()).collect()
}

fn item<'r>(row: &'r Value, argument: &str) -> &'r Value {
    let mut items = row["checked"].as_array().unwrap().iter();
    items.find(|item| item["argument"] == argument).unwrap_or(&Value::Null)
}

#[test]
fn a_call_is_told_as_it_ran() {
    let row = compose(|_| ());
    insta::with_settings!({snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/coverage"), prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!("incidents", serde_json::to_string_pretty(&row).unwrap());
    });
    assert_eq!(row["complete"], true);
    assert_eq!(row["resultId"], "claim-result/ops/run%2F7/3");
}

#[test]
fn nothing_secret_is_told() {
    let secret = |row: &Value, text: &str| row.to_string().contains(text);
    let row = compose(|call| {
        call["args"]["account"] = json!("pa55word");
        call["args"]["tenant"] = json!("tenant-of-mine");
        call["args"]["cursor"] = json!("cur50r");
        call["result"]["mcp"]["structuredContent"]["nextCursor"] = json!("n3xt");
    });
    for text in ["s3cret-tracker", "pa55word", "tenant-of-mine", "cur50r", "n3xt", "a-1"] {
        assert!(!secret(&row, text), "{text} in {row}");
    }
    // What is of another kind is not told either.
    let error =
        ask("compose", &json!({"rules": rules(), "ref": "mcp.incidents.query", "turn": {"now": "pa55word"}}));
    assert!(!error.unwrap_err().to_string().contains("pa55word"));
}

#[test]
fn an_argument_is_checked_or_in_a_gap() {
    let unsent = |argument: &str, value: Value| {
        let row = compose(|call| call["args"][argument] = value.clone());
        assert_eq!(item(&row, argument), &Value::Null, "{argument} {value}");
        assert!(kinds(&row).contains(&"argument-unsent"), "{argument} {value}");
        assert_eq!(row["complete"], false, "{argument} {value}");
    };
    for empty in [json!(null), json!(""), json!([]), json!({})] {
        for argument in ["query", "team", "severity", "since", "until", "archived"] {
            unsent(argument, empty.clone());
        }
    }
    unsent("team", json!(["core", ""]));
    assert!(kinds(&compose(|call| call["args"]["max"] = json!(null))).contains(&"argument-unsent"));
    assert_eq!(item(&compose(|call| call["args"]["severity"] = json!("all")), "severity")["any"], true);
    let lists = compose(|call| call["args"]["team"] = json!(["core", "edge"]));
    let teams = lists["checked"].as_array().unwrap().iter().filter(|item| item["argument"] == "team");
    assert_eq!(teams.count(), 2);
    let stranger = compose(|call| call["args"]["colour"] = json!("red"));
    assert!(kinds(&stranger).contains(&"argument-unclassified"));
    let overridden = compose(|call| call["args"]["archived"] = json!(true));
    assert_eq!(item(&overridden, "archived")["value"], true);
    assert!(kinds(&overridden).contains(&"fixed-overridden"));
}

#[test]
fn one_end_of_a_time_is_open_where_the_other_says_nothing() {
    let open = |since: Value, until: Value, name: &str| {
        let row = compose(|call| {
            call["args"]["since"] = since.clone();
            call["args"]["until"] = until.clone();
        });
        assert!(row["checked"].as_array().unwrap().iter().all(|item| item["facet"] != "period"), "{row}");
        assert!(row["gaps"].as_array().unwrap().iter().any(|gap| gap["what"] == name), "{row}");
    };
    open(json!("7d"), json!(""), "argument since");
    open(json!(null), json!("1d"), "argument until");
}

#[test]
fn a_default_of_the_live_schema_may_contradict() {
    for (argument, default) in [("severity", "high"), ("since", "30d"), ("archived", "true"), ("max", "10")] {
        let with = |default: Value| {
            compose(|call| {
                call["args"].as_object_mut().unwrap().remove("since");
                call["schema"] = json!({"$ref": "#/$defs/all", "$defs": {"all": {"properties": {argument: {"anyOf": [{"default": default}]}}}}});
            })
        };
        assert!(kinds(&with(json!(default))).contains(&"argument-unsent"), "{argument}");
        assert!(!kinds(&with(json!(null))).contains(&"argument-unsent"), "{argument}");
    }
}

#[test]
fn a_member_that_is_sent_twice_is_not_told() {
    let line = json!({"op": "compose", "input": call()}).to_string();
    let line = line.replace("\"team\":\"core\"", "\"team\":\"core\",\"team\":\"edge\"");
    let row = ask_text(&line).unwrap();
    assert_eq!(item(&row, "team"), &Value::Null);
    assert!(kinds(&row).contains(&"argument-unclassified"));
}

#[test]
fn a_window_is_what_was_surely_searched() {
    let since = |since: &str| item(&compose(|call| call["args"]["since"] = json!(since)), "since").clone();
    assert_eq!(since("24h")["span"], json!({"from": "2026-02-28T12:10:00Z", "to": "2026-03-01T12:00:00Z"}));
    assert_eq!(since("24h")["reach"], json!({"from": "2026-02-28T12:00:00Z", "to": "2026-03-01T12:10:00Z"}));
    assert_eq!(since("2026-02-01T00:00:00+01:00")["span"]["from"], "2026-01-31T23:00:00Z");
    for odd in ["yesterday", "2026-02-01", "2026-02-01T00:00:00", "-1d", "1.5h", "5m", "1y"] {
        assert_eq!(since(odd)["span"], Value::Null, "{odd}");
        assert!(kinds(&compose(|call| call["args"]["since"] = json!(odd))).contains(&"period"), "{odd}");
    }
    let adrift = compose(|call| drop(call["turn"].as_object_mut().unwrap().remove("within")));
    assert!(kinds(&adrift).contains(&"period"));
    let both = compose(|call| {
        call["args"]["since"] = json!("2026-02-01T00:00:00Z");
        call["args"]["until"] = json!("2026-02-02T00:00:00Z");
    });
    assert_eq!(item(&both, "since")["reach"], Value::Null);
    assert_eq!(item(&both, "since")["value"], json!(["2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z"]));
}

#[test]
fn a_window_that_one_moment_explains_settles_the_time() {
    let read = |from: &str, to: &str| {
        compose(|call| {
            call["args"]["since"] = json!("24h");
            call["result"]["period"] = json!({"queried": {"from": from, "to": to}, "verdict": "covered"});
        })
    };
    let settled = read("2026-02-28T12:04:00Z", "2026-03-01T12:04:00Z");
    assert_eq!(item(&settled, "since")["span"]["from"], "2026-02-28T12:04:00Z");
    assert_eq!(item(&settled, "since")["reach"], Value::Null);
    assert!(!kinds(&settled).contains(&"period"));
    for (from, to) in [
        ("2026-02-28T12:04:00Z", "2026-03-01T12:05:00Z"),
        ("2026-02-28T12:11:00Z", "2026-03-01T12:11:00Z"),
        ("2026-02-28T13:00:00Z", "2026-03-01T12:04:00Z"),
    ] {
        let other = read(from, to);
        assert!(kinds(&other).contains(&"period"), "{from}");
        assert_eq!(other["complete"], false, "{from}");
    }
}

#[test]
fn what_a_result_does_not_say_for_sure_is_a_gap() {
    let content = |content: Value| compose(|call| call["result"]["mcp"]["structuredContent"] = content);
    let rows = |count: usize| (0..count).map(|id| json!({"id": id})).collect::<Vec<_>>();
    let full = content(json!({"items": rows(50), "nextCursor": null, "incomplete_results": false}));
    assert!(full["complete"].as_bool().unwrap(), "{full}");
    for (said, kind) in [
        (json!({"items": rows(2), "nextCursor": "x"}), "paged"),
        (json!({"items": rows(2), "nextCursor": true}), "paged"),
        (json!({"items": rows(2), "total": 3}), "total-differs"),
        (json!({"items": rows(2), "total": 2.5}), "total-differs"),
        (json!({"items": rows(2), "incomplete_results": true}), "partial"),
        (json!({"items": [{"id": 1}, {"id": 1.0}]}), "repeated"),
        (json!({"items": [{"id": 1}, {}]}), "repeated"),
        (json!({"items": "none"}), "cap-reached"),
        (json!({"items": rows(10_001)}), "repeated"),
    ] {
        let row = content(said.clone());
        assert!(kinds(&row).contains(&kind), "{said} {row}");
        assert_eq!(row["complete"], false);
    }
    let refused = compose(|call| call["outputSchema"] = json!({"required": ["page"]}));
    assert_eq!(refused["rows"], Value::Null);
    let failed = compose(|call| call["result"]["mcp"]["isError"] = json!(true));
    assert!(failed["gaps"].as_array().unwrap().iter().any(|gap| gap["bears"] == "everything"));
    let odd = compose(|call| call["result"]["rows"] = json!(5));
    assert_eq!(odd["rows"], Value::Null);
}

#[test]
fn a_row_from_outside_supports_nothing() {
    let claim = json!({"kind": "exactly", "count": 2, "subject": "disk full", "within": ["credential-limited", "scope"],
        "scope": [{"facet": "population", "argument": "team", "value": "Core"},
                  {"facet": "population", "argument": "tenant", "identity": "org"},
                  {"facet": "filter", "argument": "archived", "value": "not archived"},
                  {"facet": "period", "value": "7d"}]});
    let local = compose(|_| ());
    assert_eq!(ask("judge", &json!({"row": local, "claim": claim})), Ok(json!({"supported": true})));
    let remote = compose(|call| call["remote"] = json!(true));
    assert_eq!(remote["complete"], false);
    assert!(remote["checked"].as_array().unwrap().iter().all(|item| item["quote"] == true));
    let verdict = ask("judge", &json!({"row": remote, "claim": claim})).unwrap();
    assert!(reasons(&verdict).0.contains(&"remote-row".to_owned()));
    // A gap of a kind that is not known yet survives, and refuses.
    let mut later = local;
    later["gaps"].as_array_mut().unwrap().push(json!({"kind": "weather", "bears": "sky", "degrees": 9}));
    let verdict = ask("judge", &json!({"row": later, "claim": claim})).unwrap();
    assert_eq!(reasons(&verdict).1, ["weather"]);
}
