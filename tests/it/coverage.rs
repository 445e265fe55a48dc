//! What a call covered, and what may be said on the strength of it.

mod cases;
mod compose;
mod edges;
mod hostile;
mod live;
mod reports;
mod searches;
mod sentence;
mod walk;
mod world;

use std::sync::LazyLock;

use fabric_rules::internal::rpc::respond;
use fabric_rules::internal::rules::built_in;
use fabric_rules::internal::session::Session;
use serde_json::{Value, json};

/// The answer of an operation: its output, or its error.
fn ask(op: &str, input: &Value) -> Result<Value, Value> {
    ask_text(&json!({"op": op, "input": input}).to_string())
}

fn ask_text(line: &str) -> Result<Value, Value> {
    static SESSION: LazyLock<Session> =
        LazyLock::new(|| Session::new(built_in().unwrap().default_profile().unwrap(), Default::default()));
    let answer: Value = serde_json::from_str(&respond(&SESSION, Ok(line))).unwrap();
    answer.get("output").cloned().ok_or_else(|| answer["error"].clone())
}

/// The codes of the reasons, and the kinds of gaps among them.
fn reasons(verdict: &Value) -> (Vec<String>, Vec<String>) {
    let because = verdict["because"].as_array().cloned().unwrap_or_default();
    let of = |name: &str| because.iter().filter_map(|it| it[name].as_str().map(str::to_owned)).collect();
    (of("code"), of("gap"))
}
