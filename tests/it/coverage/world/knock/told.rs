//! What is told of a call, or declared, with the evidence for a rule withheld.

use serde_json::{Value, json};

use super::super::clock::second;
use super::super::declare::{Declared, Limit};
use super::super::play::Input;
use super::super::tool::is_empty;

pub fn first_of_two(it: &mut Input) {
    let mut seen = Vec::new();
    it.args.retain(|(name, _)| {
        let is_new = !seen.contains(name);
        seen.push(name.clone());
        is_new
    });
}

pub fn without_empty_elements(it: &mut Input) {
    for list in it.args.iter_mut().filter_map(|(_, value)| value.as_array_mut()) {
        list.retain(|value| !is_empty(value) && *value != json!("all"));
    }
}

pub fn no_default(it: &mut Input, names: &[&str]) {
    let Some(properties) = it.rest.get_mut("schema").and_then(|it| it["properties"].as_object_mut()) else {
        return;
    };
    for name in names {
        if let Some(property) = properties.get_mut(*name).and_then(Value::as_object_mut) {
            property.remove("default");
        }
    }
}

pub fn no_members(it: &mut Input) {
    let Some(properties) = it.rest.get_mut("schema").and_then(|it| it["properties"].as_object_mut()) else {
        return;
    };
    properties.values_mut().filter_map(Value::as_object_mut).for_each(|it| drop(it.remove("enum")));
}

pub fn fill(it: &mut Input, name: &str, with: Value) {
    it.rest["filled"][name] = with;
}

fn answering(it: &Input) -> Vec<Value> {
    let sent: Vec<&Value> =
        it.args.iter().filter(|(name, _)| name == "team").map(|(_, value)| value).collect();
    let answers = |entity: &&Value| {
        let aliases = entity["aliases"].as_array().into_iter().flatten();
        [&entity["id"], &entity["name"]].into_iter().chain(aliases).any(|word| sent.contains(&word))
    };
    it.rest["result"]["resolved"].as_array().into_iter().flatten().filter(answers).cloned().collect()
}

pub fn first_answering(it: &mut Input) {
    let found = answering(it);
    if found.len() > 1 {
        it.rest["result"]["resolved"] = json!([found[0]]);
    }
}

pub fn only_answering(it: &mut Input) {
    let found = answering(it);
    if !found.is_empty() {
        it.rest["result"]["resolved"] = json!(found);
    }
}

pub fn within(it: &mut Input, text: &str) {
    it.rest["turn"]["within"] = json!(text);
}

pub fn zoned(it: &mut Input) {
    for (_, value) in &mut it.args {
        if let Some(text) = value.as_str().filter(|text| text.starts_with("2026") && second(text).is_none()) {
            *value = json!(format!("{text}Z"));
        }
    }
}

/// Changes the value that a result has, wherever it stands.
pub fn in_body(it: &mut Input, change: impl FnOnce(&mut Value)) {
    let result = &mut it.rest["result"];
    if result.get("value").is_some() {
        return change(&mut result["value"]);
    }
    if result["mcp"].get("structuredContent").is_some() {
        return change(&mut result["mcp"]["structuredContent"]);
    }
    let text = &mut result["mcp"]["content"][0]["text"];
    let Some(mut value) = text.as_str().and_then(|it| serde_json::from_str(it).ok()) else { return };
    change(&mut value);
    *text = json!(value.to_string());
}

pub fn no_queried(it: &mut Input) {
    in_body(it, |body| {
        // The longest window: it takes nothing away from what was asked for.
        if let Some(window) = body.get_mut("window").filter(|it| it.is_object()) {
            *window = json!({"from": "2000-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"});
        }
    });
    if let Some(period) = it.rest["result"].get_mut("period").and_then(Value::as_object_mut) {
        period.remove("queried");
    }
}

pub fn no_error(it: &mut Input) {
    if let Some(answer) = it.rest["result"].get_mut("mcp").and_then(Value::as_object_mut) {
        answer.remove("isError");
    }
}

fn texts(it: &mut Input, change: impl Fn(&str) -> String) {
    for item in it.rest["result"]["mcp"]["content"].as_array_mut().into_iter().flatten() {
        if let Some(text) = item["text"].as_str() {
            item["text"] = json!(change(text));
        }
    }
}

pub fn only_item(it: &mut Input) {
    if let Some(list) = it.rest["result"]["mcp"]["content"].as_array_mut() {
        list.truncate(1);
    }
}

pub fn whole_text(it: &mut Input) {
    texts(it, |text| match text.rfind('}') {
        Some(end) if text.ends_with("(cut)") => text[..=end].to_owned(),
        _ => text.to_owned(),
    });
}

pub fn no_duplicates(it: &mut Input) {
    texts(it, |text| serde_json::from_str::<Value>(text).map_or(text.to_owned(), |value| value.to_string()));
}

pub fn as_text(it: &mut Input) {
    if let Some(item) = it.rest["result"].get_mut("mcp").and_then(|it| it["content"].get_mut(0)) {
        item["type"] = json!("text");
    }
}

pub fn beside_wins(it: &mut Input) {
    let result = it.rest["result"].clone();
    in_body(it, |body| {
        if let Some(rows) = result.get("rows").filter(|_| body.is_object()) {
            body["items"] = rows.clone();
        }
        if let Some(total) = result.get("total").filter(|_| body.is_object()) {
            body["total"] = total.clone();
        }
    });
}

pub fn size(it: &mut Input, is_odd: fn(&Value) -> bool) {
    for (_, value) in it.args.iter_mut().filter(|(name, value)| name == "size" && is_odd(value)) {
        *value = json!(99);
    }
}

pub fn limit(it: &mut Declared, change: fn(&mut Option<u64>, &mut Option<u64>, &mut Option<u64>)) {
    if let Limit::Is { omitted, server, window, .. } = &mut it.limit {
        change(omitted, server, window);
    }
}

pub fn ends_short(it: &mut Declared) {
    if let (Some(page), Limit::Is { server: Some(_), .. }) = (&mut it.page, it.limit) {
        page.ends_short = true;
    }
}
