//! Results and arguments of any size: a gap, and work in proportion to them.

use fabric_rules::internal::coverage::chain::chains;
use fabric_rules::internal::coverage::row::Row;
use serde_json::{Value, json};

use super::compose::{call, kinds};
use super::{ask, ask_text};

fn with_value(value: impl Into<Value>) -> Value {
    let mut call = call();
    call["result"] = json!({"value": value.into()});
    call
}

fn with_result(value: Value) -> Value {
    ask("compose", &with_value(value)).unwrap()
}

#[test]
fn a_result_of_any_size_is_read() {
    let rows: Vec<Value> = (0..100_000).map(|id| json!({"id": id})).collect();
    let row = with_result(json!({"items": rows, "total": 100_000}));
    assert_eq!(row["rows"], 100_000);
    assert!(kinds(&row).contains(&"repeated"), "so many keys are not compared");
    let row = with_result(json!({"items": [], "nextCursor": "c".repeat(4 << 20)}));
    assert!(kinds(&row).contains(&"paged"));
    assert!(row.to_string().len() < 4_000, "a cursor is told by its digest");
}

#[test]
fn a_text_that_is_too_deep_says_nothing() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let mut call = call();
    call["result"] = json!({"mcp": {"content": [{"type": "text", "text": deep}]}});
    let row = ask("compose", &call).unwrap();
    assert!(row.get("rows").is_none());
    assert!(kinds(&row).contains(&"cap-reached"));
}

#[test]
fn places_through_lists_and_odd_numbers_say_nothing() {
    let big = "90071992547409930000000000000001";
    for (result, rows) in [
        (json!([[{"id": 1}]]), None),
        (json!({"items": {"0": {"id": 1}}}), None),
        (json!({"items": [{"id": 1}], "total": -1}), Some(1)),
        (json!({"items": [{"id": 1}], "total": 1.5}), Some(1)),
        (json!({"items": "3"}), None),
    ] {
        let row = with_result(result.clone());
        assert_eq!(row.get("rows").and_then(Value::as_u64), rows, "{result}");
        assert_eq!(row["complete"], false, "{result}");
    }
    // Keys beyond what a double holds are told apart, and names given twice are no result.
    let with = |value: &str| {
        let line = json!({"op": "compose", "input": with_value("HERE")}).to_string();
        ask_text(&line.replace("\"HERE\"", value)).unwrap()
    };
    let two = with(&format!("{{\"items\":[{{\"id\":{big}}},{{\"id\":{big}0}}]}}"));
    assert!(!kinds(&two).contains(&"repeated"), "{two}");
    let twice = with(&format!("{{\"items\":[{{\"id\":{big}}},{{\"id\":{big}}}]}}"));
    assert!(kinds(&twice).contains(&"repeated"), "{twice}");
    let flawed = with("{\"items\":[],\"items\":[]}");
    assert!(flawed.get("rows").is_none(), "{flawed}");
}

/// As many members, elements and names as this.
const MANY: usize = 20_000;

#[test]
fn arguments_of_any_number_are_read_once() {
    let mut call = call();
    for index in 0..MANY {
        call["args"][format!("a{index}")] = json!(1);
    }
    let row = ask("compose", &call).unwrap();
    assert_eq!(kinds(&row).iter().filter(|kind| **kind == "argument-unclassified").count(), MANY);

    let mut call = super::compose::call();
    call["args"]["team"] = (0..MANY).map(|index| json!(format!("t{index}"))).collect();
    call["result"]["resolved"] = (0..MANY)
        .map(|index| json!({"argument": "team", "id": format!("t{index}"), "name": format!("N{index}")}))
        .collect();
    let row = ask("compose", &call).unwrap();
    let named = row["checked"].as_array().unwrap().iter().filter(|item| item.get("resolved").is_some());
    assert_eq!(named.count(), MANY);
}

#[test]
fn a_file_of_many_rows_is_chained() {
    let mut call = call();
    call["result"] = json!({"value": {"items": [{"id": 0}], "nextCursor": "c1"}});
    let row: Row = serde_json::from_value(ask("compose", &call).unwrap()).unwrap();
    let rows: Vec<Row> = (0..MANY)
        .map(|index| {
            let mut row = row.clone();
            row.result_id = format!("claim-result/n/r/{index}");
            if let Some(page) = &mut row.page {
                page.first = index == 0;
                page.value = (index > 0).then(|| format!("c{index}"));
                page.next = Some(format!("c{}", index + 1));
            }
            row
        })
        .collect();
    let found = chains(&rows);
    assert_eq!(found.len(), 1);
    assert_eq!(found.first().unwrap().rows, Some(MANY as u64));
}
