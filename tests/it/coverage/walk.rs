//! The rows of pages, composed into one.

use fabric_rules::internal::coverage::chain::chains;
use serde_json::{Value, json};

use super::ask;
use super::compose::{kinds, rules};

/// A page of the forge's issues: its number, and how many rows it has.
fn page(number: u64, rows: u64, change: impl FnOnce(&mut Value)) -> Value {
    let list: Vec<Value> = (0..rows).map(|row| json!({"number": number * 100 + row})).collect();
    let mut call = json!({
        "rules": rules(), "ref": "mcp.forge.list_issues",
        "args": {"repo": "r", "perPage": 3, "page": number},
        "turn": {"now": format!("2026-03-01T12:0{number}:00Z"), "within": "5s", "namespace": "n", "runId": "r", "ordinal": number},
        "result": {"value": list, "outcome": "complete"},
    });
    change(&mut call);
    ask("compose", &call).unwrap()
}

fn chain(rows: &[Value]) -> Result<Value, Value> {
    ask("chain", &json!({"rows": rows}))
}

#[test]
fn pages_in_order_are_one_list() {
    let row = chain(&[page(1, 3, |_| ()), page(2, 3, |_| ()), page(3, 1, |_| ())]).unwrap();
    assert_eq!(row["rows"], 7);
    assert_eq!(row["resultId"], "claim-result/n/r/1+2+3");
    assert_eq!(row["handle"], "r1+2+3");
    assert_eq!(row["read"], json!({"from": "2026-03-01T12:01:00Z", "to": "2026-03-01T12:03:05Z"}));
    assert_eq!(kinds(&row), ["unstable"]);
    assert_eq!((&row["complete"], &row["completeIfStill"]), (&json!(false), &json!(true)));
    let claim = |within: Value| {
        let scope = json!([{"facet": "population", "argument": "repo", "value": "r"},
                           {"facet": "filter", "argument": "state", "value": "open"}]);
        let claim = json!({"kind": "exactly", "count": 7, "scope": scope, "within": within});
        ask("judge", &json!({"row": row, "claim": claim})).unwrap()["supported"].clone()
    };
    assert_eq!((claim(json!(["unstable"])), claim(json!([]))), (json!(true), json!(false)));
}

#[test]
fn what_does_not_follow_is_no_chain() {
    let nothing = |_: &mut Value| ();
    let first = || page(1, 3, nothing);
    let bad = [
        vec![first()],
        vec![page(2, 1, nothing), first()],
        vec![first(), page(3, 1, nothing)],
        // A short page says nothing of the next one.
        vec![page(1, 2, nothing), page(2, 1, nothing)],
        vec![first(), first()],
        vec![first(), page(2, 1, |call| call["args"]["repo"] = json!("s"))],
        vec![first(), page(2, 1, |call| call["turn"]["runId"] = json!("s"))],
        vec![first(), page(2, 1, |call| call["remote"] = json!(true))],
        vec![first(), page(2, 3, |call| call["args"]["page"] = json!(1))],
    ];
    for rows in bad {
        assert_eq!(chain(&rows).unwrap_err()["code"], "not-a-chain", "{rows:?}");
    }
}

#[test]
fn what_pages_leave_open_is_found_anew() {
    let gaps = |rows: &[Value]| {
        let row = chain(rows).unwrap();
        kinds(&row).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let nothing = |_: &mut Value| ();
    // The last page is full, so there may be another one.
    assert_eq!(gaps(&[page(1, 3, nothing), page(2, 3, nothing)]), ["paged", "cap-reached", "unstable"]);
    // The first one is missing.
    assert_eq!(gaps(&[page(2, 3, nothing), page(3, 1, nothing)]), ["paged", "unstable"]);
    // A count beside the pages.
    let counted = |total: u64| move |call: &mut Value| call["result"]["total"] = json!(total);
    assert_eq!(gaps(&[page(1, 3, counted(6)), page(2, 3, counted(6))]), ["unstable"]);
    assert_eq!(gaps(&[page(1, 3, counted(5)), page(2, 1, counted(4))]), ["total-differs", "unstable"]);
    // A row on two pages, and rows without keys.
    let same = |call: &mut Value| call["result"]["value"] = json!([{"number": 100}]);
    assert_eq!(gaps(&[page(1, 3, nothing), page(2, 1, same)]), ["unstable", "repeated"]);
    let keyless = |call: &mut Value| call["result"]["value"] = json!([{}]);
    assert!(gaps(&[page(1, 3, nothing), page(2, 1, keyless)]).contains(&"repeated".to_owned()));
}

#[test]
fn the_chains_in_a_file_are_found_whatever_stands_between() {
    let nothing = |_: &mut Value| ();
    let other = |call: &mut Value| {
        call["args"]["repo"] = json!("s");
        call["turn"]["ordinal"] = json!(9);
    };
    let again = |call: &mut Value| call["turn"]["ordinal"] = json!(8);
    let rows =
        [page(1, 3, nothing), page(3, 1, other), page(2, 3, nothing), page(2, 3, again), page(3, 1, nothing)];
    let rows: Vec<_> = rows.iter().map(|row| serde_json::from_str(&row.to_string()).unwrap()).collect();
    let found: Vec<String> = chains(&rows).into_iter().map(|row| row.handle).collect();
    assert_eq!(found, ["r1+8+3"]);
}

#[test]
fn a_walk_that_was_left_ends_at_its_last_page() {
    let nothing = |_: &mut Value| ();
    let again = |ordinal: u64| move |call: &mut Value| call["turn"]["ordinal"] = json!(ordinal);
    // The second walk stops before a page that only the first one asked for.
    let rows = [
        page(1, 3, nothing),
        page(2, 3, nothing),
        page(3, 1, nothing),
        page(1, 3, again(8)),
        page(2, 3, again(9)),
    ];
    let rows: Vec<_> = rows.iter().map(|row| serde_json::from_str(&row.to_string()).unwrap()).collect();
    let found: Vec<String> = chains(&rows).into_iter().map(|row| row.handle).collect();
    assert_eq!(found, ["r1+2+3", "r8+9"]);
}
