//! What the pages leave open, or other implementations do otherwise, and what is right here.

use fabric_rules::internal::evidence::{self, Evidence, Reading, wire};
use fabric_rules::internal::json::{Document, Limits, Node};
use fabric_rules::internal::metric::{self, Context};
use fabric_rules::internal::pool::{self, Pool, Window};
use fabric_rules::internal::signals;
use serde_json::{Value, json};

fn parsed(value: &Value) -> Document {
    Document::parse(value.to_string().as_bytes(), Limits::SURFACE).unwrap()
}

fn node(value: &Value) -> Node {
    parsed(value).root
}

fn envelope() -> Value {
    json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [], "operations": [
        {"type": "call", "sequence": 0, "ref": "a.one", "args": {}, "outcome": "succeeded"}],
        "counts": {"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0}})
}

fn line() -> String {
    json!({"details": {"trace": envelope()}}).to_string()
}

fn read(lines: &[&str]) -> (Evidence, Reading) {
    evidence::ingest(lines.iter().map(|line| line.as_bytes()))
}

fn model(lines: &[&str]) -> Option<String> {
    read(lines).0.traces.last().unwrap().model.as_deref().map(str::to_owned)
}

/// The line with a member of prose before all others, so that it is parsed only where it may matter.
fn long(line: &str) -> String {
    line.replacen('{', &format!(r#"{{"prose":"{}","#, "x".repeat(5000)), 1)
}

#[test]
fn escapes_do_not_hide_an_envelope() {
    for (name, hidden) in [
        ("pi-fabric.execution", r"pi-fabric\u002eexecution"),
        ("pi-fabric.execution", r"pi-f\u0061bric.execution"),
        ("pi-fabric.execution", r"\u0070i-fabric.execution"),
        ("pi-fabric.execution", r"pi\u002Dfabric.execution"),
        ("\"kind\"", r#""k\u0069nd""#),
        ("\"details\"", r#""det\u0061ils""#),
        ("\"trace\"", r#""tr\u0061ce""#),
    ] {
        let hidden = line().replacen(name, hidden, 1);
        assert_ne!(hidden, line(), "{name} stands in the line");
        for line in [&hidden, &long(&hidden)] {
            let (evidence, reading) = read(&[line]);
            assert_eq!((evidence.traces.len(), reading.framed), (1, 0), "{line}");
        }
    }
    // Where everything is spelled with escapes, the name of the kind included.
    let hidden = ["kind", "details", "trace", "pi-fabric.execution"].iter().fold(line(), |line, name| {
        let escaped: String = name.bytes().map(|byte| format!("\\u{byte:04x}")).collect();
        line.replace(name, &escaped)
    });
    assert!(!hidden.contains("fabric"));
    assert_eq!(read(&[&long(&hidden)]).0.traces.len(), 1);
    // Wherever the line is cut for searching, the name and an escape are found.
    for padding in 0..1100 {
        for name in ["pi-fabric.execution", r"pi-f\u0061bric.execution"] {
            let line = long(&line()).replacen("pi-fabric.execution", name, 1);
            let line = line.replacen("prose", &"y".repeat(padding), 1);
            assert_eq!(read(&[&line]).0.traces.len(), 1, "{padding} bytes, {name}");
        }
    }
}

#[test]
fn escapes_that_hide_no_letter_cost_no_parse() {
    let coloured = long(r#"{"message":{"role":"user","content":"\u001b[0m red \u00e9 \u2014"}}"#);
    let (_, reading) = read(&[&coloured]);
    assert_eq!(reading.framed, 1);
}

#[test]
fn escapes_do_not_hide_a_model() {
    let change = r#"{"type":"model\u005fchange","provider":"acme","modelId":"m-1"}"#;
    assert_eq!(model(&[change, &line()]).as_deref(), Some("acme/m-1"));
    assert_eq!(model(&[&long(change), &line()]).as_deref(), Some("acme/m-1"));
}

#[test]
fn a_long_message_of_an_assistant_names_the_model() {
    let prose = "assistant ".repeat(500);
    let spoken = |model: &str| {
        json!({"message": {"content": prose, "role": "assistant", "provider": "acme", "model": model}})
            .to_string()
    };
    let quoted = json!({"message": {"role": "user", "content": spoken("m-9")}}).to_string();
    assert_eq!(model(&[&spoken("m-1"), &line()]).as_deref(), Some("acme/m-1"));
    assert_eq!(
        model(&[&spoken("m-1"), &quoted, &line()]).as_deref(),
        Some("acme/m-1"),
        "a quotation names nobody"
    );
    assert_eq!(model(&[&spoken("m-1"), &spoken("m-2"), &quoted, &line()]).as_deref(), Some("acme/m-2"));
    let cut = &spoken("m-3")[..4000];
    assert_eq!(
        model(&[&spoken("m-1"), cut, &line()]).as_deref(),
        Some("acme/m-1"),
        "a broken line names nobody"
    );
    let change = r#"{"type":"model_change","provider":"acme","modelId":"m-4"}"#;
    assert_eq!(model(&[&spoken("m-1"), change, &line()]).as_deref(), Some("acme/m-4"));
    assert_eq!(model(&[change, &spoken("m-1"), &line()]).as_deref(), Some("acme/m-1"));
}

#[test]
fn an_incomplete_model_change_does_not_hide_its_assistant_message() {
    let change = r#"{"type":"model_change","provider":"acme","message":{"role":"assistant","provider":"beta","model":"m-2"}}"#;
    assert_eq!(model(&[change, &line()]).as_deref(), Some("beta/m-2"));
}

#[test]
fn only_json_white_space_may_stand_around_a_record() {
    for space in ["\u{feff}", "\u{a0}", "\u{3000}"] {
        let (evidence, reading) = read(&[&format!("{space}{}", line())]);
        assert_eq!((evidence.traces.len(), reading.malformed.count), (0, 1), "{space:?}");
    }
}

#[test]
fn malformed_lines_are_counted_and_placed() {
    let (_, reading) = read(&["{", "", "  ", "[1,2", "5", "null", "{\"a\":1}", "\u{0}", "{\"a\":}", &line()]);
    assert_eq!(reading.malformed.count, 4);
    let lines: Vec<u64> = reading.malformed.first.iter().map(|place| place.line).collect();
    assert_eq!(lines, [1, 4, 8, 9]);
    assert_eq!((reading.lines, reading.traces, reading.refused.count), (10, 1, 0));
}

#[test]
fn a_lone_surrogate_in_a_result_refuses_nothing() {
    let cut = line().replace(r#""args":{}"#, r#""args":{},"result":"cut \ud83d""#);
    assert_eq!(read(&[&cut]).0.traces.len(), 1);
}

#[test]
fn a_message_that_is_an_odd_text_or_number_costs_nothing_else() {
    for odd in [r#""cut \ud83d""#, "1e400", "[1e400]", "-0.5", "null", "true", "{}"] {
        let (evidence, reading) = read(&[&line().replacen('{', &format!(r#"{{"message":{odd},"#), 1)]);
        assert_eq!((evidence.traces.len(), reading.malformed.count), (1, 0), "{odd}");
    }
    let (evidence, reading) = read(&[&line().replace("\"trace\"", "\"\\ud83d\":1,\"trace\"")]);
    assert_eq!(
        (evidence.traces.len(), reading.malformed.count),
        (0, 0),
        "a name that no text can hold costs its record"
    );
}

#[test]
fn a_number_beyond_a_double_refuses_the_envelope() {
    let (evidence, reading) = read(&[&line().replace(r#""args":{}"#, r#""args":{"n":1e400}"#)]);
    assert_eq!((evidence.traces.len(), reading.refused.count), (0, 1));
}

#[test]
fn an_envelope_is_measured_as_compact_json() {
    let padded =
        |result: &str| line().replace(r#""args":{}"#, &format!(r#""args":{{}},"result":[{result}]"#));
    let room = evidence::ENVELOPE_BYTES - envelope().to_string().len() - r#","result":["",]"#.len();
    for (spelling, bytes) in [
        ("\"x\"", 3),
        ("\"\\u0078\"", 3),
        ("\"\\/\"", 3),
        ("\"\\n\"", 4),
        ("\"\\u000a\"", 4),
        ("\"\\u0001\"", 8),
        ("\"é\"", 4),
        ("\"\\u00e9\"", 4),
        ("\"\\ud83d\\ude00\"", 6),
        ("\"\\ud83d\"", 8),
        ("\"\\ude00\\ud83d\"", 14),
        ("1.0", 1),
        ("1e2", 3),
        ("-0", 1),
        ("1e21", 5),
        ("12345678901234567890", 20),
        ("true", 4),
        (" [ ] ", 2),
    ] {
        for (size, expected) in [(room - bytes, 1), (room - bytes + 1, 0)] {
            let (evidence, _) = read(&[&padded(&format!("\"{}\",{spelling}", "x".repeat(size)))]);
            assert_eq!(evidence.traces.len(), expected, "{spelling} beside {size} bytes of {room}");
        }
    }
}

#[test]
fn values_are_observed_in_the_order_written() {
    let audits =
        r#"{"details":{"audits":[{"ref":"a.one","args":{"b":1,"10":2,"9":3,"a":[4],"n":null}}],"trace":"#;
    let (evidence, _) = read(&[&format!("{audits}{}}}}}", envelope())]);
    let keys: Vec<&str> = evidence.value_observations.iter().map(|observation| &*observation.key).collect();
    assert_eq!(keys, ["b", "10", "9"]);
}

fn traces(value: Value) -> Vec<evidence::Trace> {
    wire::traces(&parsed(&value), &node(&value), "/traces").unwrap()
}

fn calls(refs: &[&str]) -> Value {
    let operations: Vec<Value> =
        refs.iter().map(|action| json!({"ref": action, "args": {}, "outcome": "succeeded"})).collect();
    json!({"operations": operations, "taskKey": "j"})
}

#[test]
fn sequences_are_told_apart_whatever_their_refs_hold() {
    let two = traces(json!([calls(&["a→b", "c"]), calls(&["a", "b→c"])]));
    assert_eq!(metric::measure(&two, &Context::default()).flow_entropy_bits.get(), 1.0);
    let three =
        traces(json!([calls(&["a→b", "c", "d"]), calls(&["a", "b→c", "d"]), calls(&["a→b", "c", "d"])]));
    let report = metric::measure(&three, &Context::default());
    assert_eq!(signals::of_traces(&three, [], None, &report), []);
}

#[test]
fn an_unknown_outcome_is_an_error_with_its_place() {
    let trace = json!([{"operations": [{"ref": "a", "args": {}, "outcome": "skipped"}]}]);
    let error = wire::traces(&parsed(&trace), &node(&trace), "/traces").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`succeeded`, `failed`, `aborted` or `timed_out` must stand at `/traces/0/operations/0/outcome`"
    );
}

#[test]
fn counts_that_are_not_above_zero_are_no_observations() {
    assert_eq!(metric::entropy([3.0, -1.0, 0.0]).get(), 0.0);
    for count in [json!(0), json!(-1), json!(1.5), json!("1")] {
        let observation = json!([{"ref": "a", "key": "k", "value": 1, "count": count}]);
        assert!(wire::observations(&parsed(&observation), &node(&observation), "").is_err(), "{count}");
    }
}

#[test]
fn a_call_without_arguments_is_no_second_way_to_call() {
    let call = |args: Value| json!({"ref": "mail.list", "args": args, "outcome": "succeeded"});
    let trace = traces(
        json!([{"operations": [call(json!({})), call(json!({})), call(json!({"limit": 1})), call(json!({"limit": 1}))]}]),
    );
    let report = metric::measure(&trace, &Context::default());
    assert_eq!(report.refs[0].shape_entropy_bits.get(), 1.0);
    assert_eq!(signals::of_traces(&trace, [], None, &report), []);
}

fn window(file: &str, values: &[&str]) -> Window {
    let observations: Vec<Value> =
        values.iter().map(|value| json!({"ref": "a", "key": "k", "value": value})).collect();
    Window::new(
        file,
        wire::observations(&parsed(&json!(observations)), &node(&json!(observations)), "").unwrap(),
    )
}

fn values(pool: &Pool) -> Vec<(String, u64)> {
    pool.observations().map(|observation| (observation.value.key(), observation.count)).collect()
}

#[test]
fn a_file_may_go_back_to_its_earlier_content() {
    let mut pool = Pool::default();
    let merged =
        pool::merge(&mut pool, [window("s1", &["work"]), window("s1", &["home"]), window("s1", &["work"])]);
    assert_eq!(merged.merged_sessions, 3);
    assert_eq!(values(&pool), [("string:work".to_owned(), 1)]);
}

#[test]
fn content_that_was_replaced_does_not_hide_that_of_another_file() {
    let mut pool = Pool::default();
    pool::merge(&mut pool, [window("s1", &["work"]), window("s1", &["home"]), window("s2", &["work"])]);
    assert_eq!(values(&pool), [("string:home".to_owned(), 1), ("string:work".to_owned(), 1)]);
}

#[test]
fn taking_back_an_evicted_value_takes_nothing() {
    let many: Vec<String> = (0..17).map(|n| format!("v{n:02}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let mut pool = Pool::default();
    pool::merge(&mut pool, [window("s1", &many), window("s2", &["v00"])]);
    assert_eq!(pool.entries()[0].total, 17);
    pool::merge(&mut pool, [window("s1", &["v16"])]);
    assert_eq!(values(&pool), [("string:v00".to_owned(), 1)]);
    assert_eq!(pool.entries()[0].total, 1);
}

#[test]
fn an_observation_with_nul_in_its_name_has_no_identity() {
    let observations = json!([{"ref": "a\0b", "key": "k", "value": 1}, {"ref": "a", "key": "k\0", "value": 1}, {"ref": "a", "key": "k", "value": "x\0"}]);
    let window =
        Window::new("s", wire::observations(&parsed(&observations), &node(&observations), "").unwrap());
    let mut pool = Pool::default();
    pool::merge(&mut pool, [window]);
    assert_eq!(values(&pool), [("string:x\0".to_owned(), 1)]);
    let text = serde_json::to_vec(&pool).unwrap();
    assert_eq!(Pool::parse(&text).unwrap(), pool);
}

#[test]
fn a_damaged_pool_is_an_error_with_its_place() {
    let mut pool = Pool::default();
    pool::merge(&mut pool, [window("s1", &["work", "home", "work"])]);
    let good = serde_json::to_value(&pool).unwrap();
    let edits: [(&str, Value); 12] = [
        ("/version", json!(2)),
        ("/entries", json!({})),
        ("/entries/0/ref", json!(1)),
        ("/entries/0/total", json!(4)),
        ("/entries/0/values", json!([])),
        ("/entries/0/values/0/count", json!(0)),
        ("/entries/0/values/0/value", json!(null)),
        ("/entries/0/values/1/value", json!("work")),
        ("/tracked/0/digest", json!("")),
        ("/tracked/0/file", json!("\0")),
        ("/tracked/0/counts", json!({"a\0k": 1})),
        ("/baked", json!([1])),
    ];
    for (at, edit) in edits {
        let mut bad = good.clone();
        *bad.pointer_mut(at).unwrap() = edit;
        let error = Pool::parse(bad.to_string().as_bytes()).expect_err(at).to_string();
        assert!(error.starts_with("the pool is damaged: "), "{at}: {error}");
    }
    let mut surplus = good.clone();
    surplus["note"] = json!(1);
    assert!(Pool::parse(surplus.to_string().as_bytes()).is_err());
    let text = good.to_string();
    for cut in 0..text.len() {
        assert!(Pool::parse(&text.as_bytes()[..cut]).is_err(), "cut at {cut}");
    }
}

#[test]
fn states_of_different_contexts_do_not_merge() {
    let schema = node(&json!({"type": "string"}));
    let state =
        |context: Context| metric::State::new(context, metric::Partial::default(), Reading::default());
    let mut plain = state(Context::default());
    let error = plain.merge(&state(Context::default().surface([("a", &schema)], None))).unwrap_err();
    assert_eq!(error.to_string(), "the states were measured against different surfaces");
    assert!(plain.merge(&state(Context::default().catalog_digest("d"))).is_err());
    assert!(plain.merge(&state(Context::default())).is_ok());
}

#[test]
fn a_damaged_state_is_an_error() {
    let operation = json!({"ref": "a", "args": {"x": 1}, "outcome": "failed", "failureStage": "validate"});
    let mut partial = metric::Partial::default();
    for trace in traces(json!([{"operations": [operation, operation], "model": "p/m"}])) {
        partial.add(&trace);
    }
    let good = json!(metric::State::new(Context::default(), partial, Reading::default()));
    assert!(metric::State::read(&good.to_string()).is_ok());
    for (at, edit) in [
        ("/partial/operations", json!(3)),
        ("/partial/traces", json!(0)),
        ("/partial/traces", json!(u64::MAX)),
        ("/partial/discovery", json!(u64::MAX)),
        ("/partial/refs/a/failed", json!(1)),
        ("/partial/refs/a/rejections", json!(3)),
        ("/partial/refs/a/stages", json!({})),
        ("/partial/refs/a/shapes", json!({"(x:num)": 3})),
        ("/partial/refs/a/churn", json!({"1000001": 1})),
        ("/partial/refs/a/churn", json!({"0": 3})),
        ("/partial/models/p~1m/operations", json!(3)),
        ("/partial/models/p~1m/succeeded", json!(1)),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(at).expect(at) = edit.clone();
        assert!(metric::State::read(&bad.to_string()).is_err(), "{at}: {edit}");
    }
}
