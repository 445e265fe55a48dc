//! The vectors of every operation on evidence, through the library.

use fabric_rules::internal::evidence::{self, wire};
use fabric_rules::internal::json::{Document, Node};
use fabric_rules::internal::metric::{self, Context};
use fabric_rules::internal::pool::{self, Pool, Window};
use fabric_rules::internal::signals;
use serde_json::{Value, json};

use crate::support::Vectors;

/// Runs `operation` on the input of every case of a vector file.
fn check(name: &str, operation: impl Fn(&Document, &Node) -> Value) {
    let vectors = Vectors::read(&format!("{name}.json"));
    let mut failures = Vec::new();
    let cases = vectors.each(|name, input, expected| {
        let expected = plain(expected.to_value());
        let found = plain(operation(&vectors.document, input));
        if found != expected {
            failures.push(format!("{name}\n  expected {expected}\n  found    {found}"));
        }
    });
    assert!(cases > 30, "a vector file with hardly any case");
    assert!(failures.is_empty(), "{} of {cases} cases\n{}", failures.len(), failures.join("\n"));
}

/// All numbers as doubles, so that `1` and `1.0` are equal.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(n) => json!(n.as_f64().unwrap()),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, plain(value))).collect(),
        other => other,
    }
}

fn numbers(node: &Node) -> Vec<f64> {
    node.as_array().unwrap().iter().map(|n| n.to_value().as_f64().unwrap()).collect()
}

fn surface(input: &Node) -> Vec<(&str, &Node)> {
    let actions = input.get("surface").map(|surface| surface.get("actions").unwrap().as_array().unwrap());
    actions
        .unwrap_or_default()
        .iter()
        .map(|action| (action.get("ref").unwrap().as_str().unwrap(), action.get("inputSchema").unwrap()))
        .collect()
}

fn context(input: &Node) -> Context {
    let repairs = input.get("repairs").map(|node| wire::repairs(node, "/repairs").unwrap());
    let digest = input.get("catalogDigest").and_then(Node::as_str).unwrap_or_default();
    Context::default().surface(surface(input), None).repairs(repairs.iter().flatten()).catalog_digest(digest)
}

#[test]
fn distance() {
    check("distance", |_, input| {
        let text = |name| input.get(name).unwrap().as_str().unwrap();
        json!(metric::distance(text("left"), text("right")).figure)
    });
}

#[test]
fn entropy() {
    check("entropy", |_, input| json!(metric::entropy(numbers(input.get("counts").unwrap()))));
}

#[test]
fn freedom() {
    check("freedom", |_, input| json!(metric::freedom(input.get("schema").unwrap())));
}

#[test]
fn trend() {
    check("trend", |_, input| json!(metric::trend(&numbers(input.get("scores").unwrap()))));
}

#[test]
fn measure() {
    check("measure", |document, input| {
        let traces = wire::traces(document, input.get("traces").unwrap(), "/traces").unwrap();
        json!(metric::measure(&traces, &context(input)))
    });
}

#[test]
fn signals_of_traces() {
    check("signals", |document, input| {
        let traces = wire::traces(document, input.get("traces").unwrap(), "/traces").unwrap();
        let observations = input.get("valueObservations");
        let observations =
            observations.map(|node| wire::observations(document, node, "/valueObservations").unwrap());
        let report = metric::measure(&traces, &context(input));
        json!(signals::of_traces(&traces, surface(input), observations.as_deref(), &report))
    });
}

#[test]
fn ingest() {
    check("ingest", |_, input| {
        let lines: Vec<String> = input.get("lines").unwrap().as_array().unwrap().iter().map(line).collect();
        let (evidence, reading) = evidence::ingest(lines.iter().map(String::as_bytes));
        assert_eq!(reading.lines, lines.len() as u64);
        json!(evidence)
    });
}

/// A line, or one that is told as `before + repeat × times + after`.
fn line(node: &Node) -> String {
    if let Some(line) = node.as_str() {
        return line.to_owned();
    }
    let text = |name| node.get(name).unwrap().as_str().unwrap();
    let times = node.get("times").unwrap().to_value().as_u64().unwrap() as usize;
    format!("{}{}{}", text("before"), text("repeat").repeat(times), text("after"))
}

#[test]
fn pool() {
    check("pool", |document, input| {
        let mut pool = input.get("start").map(|start| Pool::read(start).unwrap());
        let mut steps = Vec::new();
        for step in input.get("steps").unwrap().as_array().unwrap() {
            let windows = step.as_array().unwrap().iter().map(|window| {
                let observations =
                    wire::observations(document, window.get("observations").unwrap(), "").unwrap();
                Window::new(window.get("file").unwrap().as_str().unwrap(), observations)
            });
            steps.push(pool::merge(pool.get_or_insert_default(), windows));
        }
        if let Some(pool) = &pool {
            let text = serde_json::to_string(pool).unwrap();
            assert_eq!(&Pool::parse(text.as_bytes()).unwrap(), pool, "a pool reads as it was written");
        }
        let observations: Vec<Value> = pool
            .iter()
            .flat_map(Pool::observations)
            .map(|observation| {
                let mut value = json!(observation);
                value["count"] = json!(observation.count);
                value
            })
            .collect();
        json!({"steps": steps, "file": pool, "observations": observations})
    });
}
