//! What a tool tells of an answer: as declared, or so that it cannot be read, or lies where nothing is declared.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::clock::moment;
use super::declare::{Declared, Unless};
use super::tool::{Answer, Call};

/// What may be wrong with how a result is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    None,
    /// A declared place is absent, or holds something of another kind.
    Fact,
    /// All of it is a lie, and something says that it is not to be taken at its word.
    Whole,
    /// A line of the declaration says that it is incomplete.
    Partial,
}

/// The member `result` of a call, and the member `outputSchema`.
pub fn told(
    declared: &Declared,
    call: &Call,
    answer: &mut Answer,
    breach: Breach,
    rng: &mut Rng,
) -> (Value, Option<Value>) {
    if breach == Breach::Whole || (breach == Breach::Partial && declared.partial.is_some()) {
        // What no line declares is counted by the caller, who tells the truth.
        if declared.rows {
            answer.rows.truncate(if rng.bool() { 0 } else { rng.usize(..=answer.rows.len()) });
        }
        if declared.total {
            answer.total = answer.rows.len();
        }
        if declared.next.is_some() || declared.has_more.is_some() {
            answer.more = false;
        }
    }
    let mut body = honest(declared, call, answer, breach, rng);
    if breach == Breach::Fact {
        spoil(declared, &mut body, answer.more, rng);
    }
    let mut schema = None;
    let mut result = match breach {
        Breach::Whole => distrusted(&body, &mut schema, rng),
        _ => enveloped(&body, rng),
    };
    beside(declared, answer, &mut result, breach, rng);
    (result, schema)
}

/// A value that ends something, or one that does not.
fn flag(unless: &Unless, ends: bool, more: &Value) -> Option<Value> {
    if ends {
        return unless.first().cloned().flatten();
    }
    Some(more.clone()).filter(|it| !unless.contains(&Some(it.clone())))
}

fn honest(
    declared: &Declared,
    call: &Call,
    answer: &Answer,
    breach: Breach,
    rng: &mut Rng,
) -> Map<String, Value> {
    let mut body = Map::new();
    let items: Vec<Value> =
        answer.rows.iter().map(|key| json!({"id": format!("key5-{key}"), "x": 1})).collect();
    let is_counted = !call.careful && rng.u8(..12) == 0;
    body.insert("items".to_owned(), if is_counted { json!(items.len()) } else { json!(items) });
    let mut put =
        |name: &str, value: Option<Value>| drop(value.map(|value| body.insert(name.to_owned(), value)));
    if let Some(unless) = &declared.next {
        // Where a flag decides, what links the pages may be missing.
        let is_loose = declared.has_more.is_some() && !call.careful && rng.u8(..3) == 0;
        put("next", flag(unless, !answer.more || is_loose, &answer.next));
    }
    if let Some(unless) = &declared.has_more {
        let more = if unless.contains(&Some(json!(true))) { json!(false) } else { json!(true) };
        put("more", flag(unless, !answer.more, &more));
    }
    if let Some(unless) = &declared.partial {
        let is_partial = breach == Breach::Partial;
        put("partial", flag(unless, !is_partial, &json!(true)));
    }
    if declared.total && rng.u8(..6) > 0 {
        put("total", Some(json!(answer.total)));
    }
    if declared.queried {
        let (from, to) = answer.window.unwrap_or((i64::MIN, i64::MAX));
        // Where it read everything, it says so with moments that are far away.
        let (from, to) = (from.max(-300_000), to.min(call.clock.max(300_000)));
        put("window", Some(json!({"from": moment(from), "to": moment(to)})));
    }
    body
}

/// Makes one thing unreadable, in a way that is not one of the words that the declaration takes for an end.
fn spoil(declared: &Declared, body: &mut Map<String, Value>, more: bool, rng: &mut Rng) {
    let odd = [
        json!(null),
        json!("3"),
        json!(2.5),
        json!(-1),
        json!(true),
        json!({"a": 1}),
        json!([[]]),
        json!("none"),
    ];
    let value = (rng.u8(..4) > 0).then(|| odd[rng.usize(..odd.len())].clone());
    let ends = |unless: &Option<Unless>| unless.as_ref().is_some_and(|it| it.contains(&value));
    let name = ["items", "next", "more", "partial", "total", "window", "keys"][rng.usize(..7)];
    match name {
        "keys" => {
            let Some(Value::Array(items)) = body.get_mut("items") else { return };
            if let Some(item) = items.first_mut() {
                *item = [json!({}), json!({"id": null}), json!(7), json!({"id": ["key5-0"]})][rng.usize(..4)]
                    .clone();
            }
            return;
        }
        "next" if more && ends(&declared.next) => return,
        "more" if more && ends(&declared.has_more) => return,
        // A number is a number of rows, and an empty list a list.
        "items" if value.as_ref().is_some_and(Value::is_array) => return,
        "window" if rng.bool() => {
            body.insert(name.to_owned(), json!({"from": moment(-9000)}));
            return;
        }
        _ => {}
    }
    match value {
        Some(value) => drop(body.insert(name.to_owned(), value)),
        None => drop(body.remove(name)),
    }
}

/// A result that can be read.
fn enveloped(body: &Map<String, Value>, rng: &mut Rng) -> Value {
    let text = Value::Object(body.clone()).to_string();
    match rng.u8(..4) {
        0 => json!({"value": body, "outcome": "complete"}),
        1 => json!({"mcp": {"content": [{"type": "text", "text": text}]}}),
        // What is written for people says nothing.
        2 => {
            json!({"mcp": {"structuredContent": body, "content": [{"type": "text", "text": "{\"items\": [], \"total\": 0}"}]}})
        }
        _ => json!({"mcp": {"structuredContent": body, "content": []}}),
    }
}

/// A result of which nothing can be taken at its word.
fn distrusted(body: &Map<String, Value>, schema: &mut Option<Value>, rng: &mut Rng) -> Value {
    let text = Value::Object(body.clone()).to_string();
    let item = |text: &str| json!({"type": "text", "text": text});
    match rng.u8(..13) {
        0 => json!({"mcp": {"structuredContent": body, "content": [], "isError": true}}),
        1 => json!({"mcp": {"content": [item(&text), item("and more was found")]}}),
        2 => json!({"mcp": {"content": [item(&text.replacen('{', "{\"items\":[{\"id\":1}],", 1))]}}),
        3 => json!({"mcp": {"content": [item(&text[..text.len() - 1])]}}),
        4 => json!({"mcp": {"content": [item(&format!("{text} (cut)"))]}}),
        5 => {
            *schema = Some(json!({"type": "object", "required": ["whole"]}));
            json!({"mcp": {"structuredContent": body, "content": []}})
        }
        6 => json!({"value": body, "outcome": (["partial", "pending", "failed"][rng.usize(..3)])}),
        // Nobody says how it came out.
        7 => json!({"value": body}),
        8 => json!({"mcp": {"structuredContent": body, "isError": true}, "outcome": "complete"}),
        9 => json!({"value": body, "outcome": "complete", "notChecked": ["the archive"]}),
        10 => {
            json!({"value": body, "outcome": "complete", "cannotCover": [{"what": "paper", "why": "no collector"}]})
        }
        11 => json!({"value": body, "outcome": "complete", "period": {"verdict": "cut"}}),
        _ => json!({"mcp": {"content": [{"type": "image", "text": text}]}}),
    }
}

/// What is told beside a result: the truth where no line declares it, anything where one does.
fn beside(declared: &Declared, answer: &Answer, result: &mut Value, breach: Breach, rng: &mut Rng) {
    let lies = matches!(breach, Breach::Fact | Breach::Whole) && rng.bool();
    let shown = if lies { rng.usize(..3) } else { answer.rows.len() };
    // Without a declared list somebody must count the rows for a row to be worth anything.
    if (!declared.rows && rng.u8(..5) > 0) || (declared.rows && lies) {
        result["rows"] = json!(if declared.rows { shown } else { answer.rows.len() });
    }
    if (!declared.total && rng.u8(..4) == 0) || (declared.total && lies) {
        result["total"] = json!(if declared.total { shown } else { answer.total });
    }
    let says_end = declared.next.is_some() || declared.has_more.is_some();
    if !says_end && declared.page.is_some() && rng.u8(..4) > 0 {
        result["paging"] = json!({"next": if answer.more { answer.next.clone() } else { json!(null) }});
    } else if declared.next.is_some() && lies {
        result["paging"] = json!({"next": null});
    }
    let window = answer.window.filter(|window| window.0 > i64::MIN && window.1 < i64::MAX);
    if let Some((from, to)) = window
        .filter(|_| if declared.queried { rng.u8(..8) == 0 } else { answer.other_window || rng.u8(..4) == 0 })
    {
        // A window that is told in both ways may differ.
        let from = if declared.queried && lies { from - 3600 } else { from };
        result["period"]["queried"] = json!({"from": moment(from), "to": moment(to)});
        if result["period"].get("verdict").is_none() {
            result["period"]["verdict"] = json!("covered");
        }
    }
}
