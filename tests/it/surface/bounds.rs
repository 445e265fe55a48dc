//! Hostile and very large documents.

use std::time::{Duration, Instant};

use fabric_rules::internal::json::{Document, JsonError, Limits};
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fabric_rules::internal::surface::Surface;

const SIZE: usize = 50 << 20;

fn parse(text: &[u8]) -> Result<Document, JsonError> {
    Document::parse(text, Limits::SURFACE)
}

#[test]
fn fifty_megabytes_that_are_no_json_are_refused_at_once() {
    let start = Instant::now();
    let mut text = vec![b'x'; SIZE];
    assert!(matches!(parse(&text), Err(JsonError::Syntax { at: 0, .. })));
    // And not only at the first byte.
    text.fill(b' ');
    text[SIZE - 1] = b'x';
    assert_eq!(parse(&text).unwrap_err().span().start, SIZE - 1);
    text.fill(b'"');
    assert!(matches!(parse(&text), Err(JsonError::Syntax { at: 2, .. })));
    text[1..].fill(0xff);
    assert!(matches!(parse(&text), Err(JsonError::NotUtf8 { at: 1 })));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn fifty_megabytes_that_are_a_surface_are_read() {
    let padding = "p".repeat(4 << 10);
    let mut text = String::from("{\"tools\": [");
    let mut count = 0;
    while text.len() < SIZE {
        let comma = if count > 0 { "," } else { "" };
        text.push_str(&format!(
            "{comma}{{\"name\": \"tool-{count}\", \"inputSchema\": {{\"description\": \"{padding}\"}}}}"
        ));
        count += 1;
    }
    text.push_str("]}");
    let start = Instant::now();
    let document = parse(text.as_bytes()).unwrap();
    let surface = Surface::read(&document, None).unwrap();
    assert_eq!(surface.actions.len(), count);
    assert_eq!(surface.actions[count - 1].reference, format!("tool-{}", count - 1));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn ten_thousand_nested_arrays_are_too_deep_and_harmless() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    assert!(matches!(parse(deep.as_bytes()), Err(JsonError::TooDeep { at: 256, limit: 256 })));
    let inside = format!(r#"{{"tools": [{{"name": "a", "inputSchema": {deep}}}]}}"#);
    assert!(matches!(parse(inside.as_bytes()), Err(JsonError::TooDeep { limit: 256, .. })));
}

#[test]
fn one_tool_that_nests_too_deep_does_not_silence_the_others() {
    let deep = "{\"a\":[".repeat(500_000) + &"]}".repeat(500_000);
    let text = format!(
        r#"{{"tools": [{{"name": "deep", "inputSchema": {deep}}}, {{"name": "b", "inputSchema": {{"x": 1}}}}]}}"#
    );
    let document = Document::parse_past_deep(text.as_bytes(), Limits::SURFACE).unwrap();
    let surface = Surface::read(&document, None).unwrap();
    assert_eq!(surface.actions.len(), 2);
    let schema = |index: usize| {
        Schema::new(&document, surface.actions[index].schema.unwrap(), SchemaOptions::default())
    };
    let error = schema(0).unwrap_err();
    assert!(error.to_string().contains("nest deeper than is read"), "{error}");
    assert!(schema(1).is_ok());
    assert!(surface.digest().is_err(), "what was passed over has no digest");
    let flaw = document.flaws[0];
    assert!(flaw.span.of(&text).starts_with("[{\"a\"") && flaw.span.of(&text).ends_with("}]"));
    let broken = text.replacen("]}]}]}", "]}]]}", 1);
    assert!(Document::parse_past_deep(broken.as_bytes(), Limits::SURFACE).is_err());
}

#[test]
fn as_many_levels_as_are_allowed_are_read_and_written() {
    let deep = "[".repeat(253) + &"]".repeat(253);
    let text = format!(r#"{{"tools": [{{"name": "a", "inputSchema": {deep}}}]}}"#);
    let document = parse(text.as_bytes()).unwrap();
    let surface = Surface::read(&document, None).unwrap();
    assert!(surface.canonical().unwrap().contains(&deep));
    assert!(surface.write().is_ok());
}

#[test]
fn refs_are_compared_in_linear_time() {
    let tools: Vec<String> =
        (0..100_000).map(|n| format!(r#"{{"name": "t{n}", "inputSchema": {{}}}}"#)).collect();
    let text = format!(r#"{{"tools": [{}]}}"#, tools.join(","));
    let document = parse(text.as_bytes()).unwrap();
    let start = Instant::now();
    assert_eq!(Surface::read(&document, None).unwrap().actions.len(), 100_000);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
