//! `null` for an optional member of a request is the same as none, in every operation of `rpc`.

use serde_json::{Value, json};

use super::{run, run_on, values};

/// The pointer of an object in an input, and its optional members.
type Object = (&'static str, &'static [&'static str]);

/// The members of a specification of a fact.
const SPEC: &[&str] = &["enum", "synonyms", "default", "grain", "type", "from"];

/// A search whose pages are counted.
const SEARCH: &str = "language 1 search a { source \"a\" population team any when omitted page from by offset first 0 limit server 9 }";

/// For each operation an input, and the pointers of the objects in it with their optional members.
fn operations() -> Vec<(&'static str, Value, Vec<Object>)> {
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {"pageCount": {"type": "integer"}}});
    let surface = json!({"version": 1, "actions": [{"ref": "a", "inputSchema": schema}]});
    let traces = json!([{"operations": [{"ref": "a", "args": {"pageCount": "2"}, "outcome": "failed"}]}]);
    let trace: Object = ("/traces/0", &["taskKey", "model"]);
    let call: Object = ("/traces/0/operations/0", &["failureStage", "normalization"]);
    let seen = json!({"ref": "a", "key": "pageCount", "value": "2"});
    let artifact = json!({"version": 1});
    let turn = json!({"now": "2026-03-01T12:00:00Z", "namespace": "n", "runId": "r", "ordinal": 1});
    let page = |offset: u64| {
        let turn = json!({"now": "2026-03-01T12:00:00Z", "namespace": "n", "runId": "r", "ordinal": offset});
        let result = json!({"rows": 1, "outcome": "complete"});
        let input =
            json!({"rules": SEARCH, "ref": "a", "turn": turn, "args": {"from": offset}, "result": result});
        output("compose", &input)["output"].clone()
    };
    vec![
        ("jcs", json!({"text": "1"}), vec![]),
        ("digest", json!({"a": 1}), vec![]),
        ("shape", json!({"value": {}}), vec![]),
        ("derive", json!({"ref": "a", "schema": schema}), vec![("", &["profile"])]),
        ("prove", json!({"schema": schema, "plan": {}}), vec![("", &["ref"])]),
        ("apply", json!({"ref": "a", "schema": schema}), vec![("", &["args", "profile"])]),
        ("distance", json!({"left": "a", "right": "b"}), vec![]),
        ("entropy", json!({"counts": [1]}), vec![]),
        ("freedom", json!({"schema": schema}), vec![]),
        ("trend", json!({"scores": [1]}), vec![]),
        (
            "measure",
            json!({"traces": traces}),
            vec![("", &["surface", "repairs", "catalogDigest"]), trace, call],
        ),
        ("ingest", json!({"lines": [""]}), vec![]),
        (
            "signals",
            json!({"traces": traces, "valueObservations": [seen]}),
            vec![
                ("", &["surface", "repairs", "catalogDigest"]),
                trace,
                call,
                ("/valueObservations/0", &["count"]),
            ],
        ),
        ("signals", json!({"traces": traces}), vec![("", &["valueObservations"])]),
        (
            "pool",
            json!({"steps": [[{"file": "f", "observations": [seen]}]]}),
            vec![("", &["start"]), ("/steps/0/0/observations/0", &["count"])],
        ),
        (
            "compile",
            json!({"traces": traces, "surface": surface, "valueObservations": [seen]}),
            vec![
                ("", &["artifact", "repairs", "catalogDigest", "profile"]),
                trace,
                call,
                ("/valueObservations/0", &["count"]),
            ],
        ),
        ("compile", json!({"traces": traces, "surface": surface}), vec![("", &["valueObservations"])]),
        ("merge", json!({"incoming": artifact, "live": surface}), vec![("", &["local", "profile"])]),
        ("parse-artifact", json!({"value": artifact}), vec![]),
        (
            "trial",
            json!({"traces": traces, "live": surface}),
            vec![("", &["artifact", "auditCalls", "profile"]), trace, call],
        ),
        (
            "cache",
            json!({"concept": "c", "key": ["a"], "options": {"fidelity": {}},
                "steps": [{"do": "call", "facts": {}, "returns": 1}, {"do": "call", "facts": {}, "returns": 1}]}),
            vec![
                ("", &["version"]),
                ("/options", &["max", "singleflight"]),
                ("/options/fidelity", &["warmup", "threshold"]),
                ("/steps/0", &["concept", "explore", "unkeyable", "fails"]),
            ],
        ),
        ("cache", json!({"concept": "c", "key": [], "steps": []}), vec![("", &["options"])]),
        ("canon", json!({"raw": 7, "spec": {}}), vec![("/spec", SPEC)]),
        (
            "canon",
            json!({"spec": {"enum": ["a"]}}),
            vec![("", &["raw"]), ("/spec", &["synonyms", "default", "from"])],
        ),
        ("facts", json!({"raw": {"a": 7}, "schema": {"a": {}}}), vec![("/schema/a", SPEC)]),
        ("facts", json!({"raw": {}}), vec![("", &["schema"])]),
        ("gbnf", json!({}), vec![("", &["spec"])]),
        ("gbnf", json!({"spec": {}}), vec![("/spec", SPEC)]),
        ("pick", json!({"answer": "a", "spec": {}}), vec![("/spec", SPEC)]),
        (
            "compose",
            json!({"rules": SEARCH, "ref": "a", "turn": turn, "filled": {"host": {}},
                "result": {"resolved": [{"argument": "team"}], "names": {"count": 1}, "cannotCover": [{"what": "a"}]}}),
            vec![
                ("", &["schema", "outputSchema", "args", "remote"]),
                ("/turn", &["within", "iteration", "toolCallId"]),
                ("/filled/host", &["identity", "credential"]),
                ("/result", &["value", "mcp", "rows", "total", "outcome", "paging", "period", "notChecked"]),
                ("/result/resolved/0", &["id", "name", "aliases"]),
                ("/result/names", &["source", "measuredAt"]),
                ("/result/cannotCover/0", &["why"]),
            ],
        ),
        ("compose", json!({"rules": SEARCH, "ref": "a", "turn": turn}), vec![("", &["filled", "result"])]),
        (
            "chain",
            json!({"rows": [page(0), page(1)]}),
            vec![("/rows/0", &["total", "period", "overclaim", "toolCallId"])],
        ),
        (
            "judge",
            json!({"row": page(0), "claim": {"kind": "none", "scope": [{"facet": "population"}]}}),
            vec![
                ("/claim", &["subject", "count", "within"]),
                ("/claim/scope/0", &["argument", "value", "identity", "from", "to"]),
            ],
        ),
        ("judge", json!({"row": page(0), "claim": {"kind": "none"}}), vec![("/claim", &["scope"])]),
        ("say", json!({"row": page(0)}), vec![("", &["claim"])]),
        ("constat", json!({"concept": "c", "facts": {}, "revision": null, "config": null}), vec![]),
    ]
}

fn output(op: &str, input: &Value) -> Value {
    let answers = values(&run_on(&["rpc"], json!({"op": op, "input": input}).to_string()).stdout);
    assert!(answers[0].get("output").is_some(), "{op}: {}", answers[0]);
    answers[0].clone()
}

#[test]
fn null_for_an_optional_member_is_none() {
    for (op, input, objects) in operations() {
        let without = output(op, &input);
        for (place, names) in objects {
            for name in names {
                let mut with = input.clone();
                with.pointer_mut(place).unwrap()[name] = Value::Null;
                assert_eq!(output(op, &with), without, "{op}: {place}/{name}");
            }
        }
    }
}

#[test]
fn every_operation_is_in_the_table() {
    let listed = run(&["rpc", "--list"]).stdout;
    // A long line goes on in the next one, behind white space.
    let names = listed.lines().filter_map(|line| line.split(' ').next());
    let mut listed: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let operations = operations();
    let mut tried: Vec<&str> = operations.iter().map(|(op, ..)| *op).collect();
    tried.dedup();
    listed.sort_unstable();
    tried.sort_unstable();
    assert_eq!(tried, listed);
}

#[test]
fn the_shape_of_what_is_no_object_is_an_error() {
    for value in ["null", "1", "\"a\"", "[]", "true"] {
        let ran = run_on(&["rpc"], format!("{{\"op\":\"shape\",\"input\":{{\"value\":{value}}}}}"));
        assert_eq!(values(&ran.stdout)[0]["error"]["code"], "wrong-kind", "{value}");
    }
}
