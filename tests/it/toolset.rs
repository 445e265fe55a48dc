//! The tools of a running host: a list that changes, and what is kept for it.

use fabric_rules::internal::apply::Verdict;
use fabric_rules::internal::calls::names::NameError;
use fabric_rules::internal::host::Host;
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::session::Session;
use fabric_rules::internal::surface::{Surface, SurfaceError, twice};
use fabric_rules::internal::toolset::{Tool, Toolset};
use serde_json::json;

use crate::support::{fabric, parse};

const TWO: &str = r#"{"type": "object", "additionalProperties": false,
    "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}}"#;

fn session() -> Session {
    Session::new(fabric(), Default::default())
}

fn tool(reference: &str, schema: &str) -> Tool {
    Tool::parse(reference, Some(schema.as_bytes())).unwrap()
}

fn toolset(tools: &[(&str, &str)]) -> Toolset {
    let mut toolset = Toolset::new(&session());
    toolset.set(tools.iter().map(|(reference, schema)| tool(reference, schema)));
    toolset
}

/// Marks a compiled schema: from now on it takes `n` for a string, which no schema compiled anew does.
fn mark(schema: &Schema) {
    assert!(schema.misjudge("n", "s"), "it was asked before");
}

fn is_marked(toolset: &Toolset, reference: &str) -> bool {
    toolset.usable(reference).unwrap().accepts("n", &json!("text")).unwrap()
}

#[test]
fn a_call_works_on_the_list_that_it_began_with() {
    let mut now = toolset(&[("a.one", TWO), ("a.two", "true")]);
    let then = now.clone();
    let gone = now.insert(tool("a.one", "false")).unwrap();
    assert_eq!(gone.schema(), then.tool("a.one").unwrap().schema());
    assert!(now.insert(tool("a.three", TWO)).is_none());
    assert_eq!(now.remove("a.two").unwrap().reference(), "a.two");
    assert!(now.remove("a.two").is_none());
    assert_eq!(now.refs().collect::<Vec<_>>(), ["a.one", "a.three"]);
    assert_eq!(then.refs().collect::<Vec<_>>(), ["a.one", "a.two"]);
    assert!(now.plan("a.one").is_none() && now.plan("a.two").is_none() && now.plan("a.three").is_some());
    assert!(then.plan("a.one").is_some() && then.plan("a.three").is_none());
}

#[test]
fn names_and_digest_follow_the_list() {
    let mut toolset = toolset(&[("mcp.s.search", TWO)]);
    let before = toolset.digest().unwrap().clone();
    assert_eq!(toolset.resolve("search"), Ok("mcp.s.search"));
    toolset.insert(tool("mcp.t.search", "true"));
    assert!(matches!(toolset.resolve("search"), Err(NameError::Ambiguous { .. })));
    assert_ne!(toolset.digest(), Ok(&before));
    toolset.remove("mcp.t.search");
    assert_eq!(toolset.resolve("search"), Ok("mcp.s.search"));
    assert_eq!(toolset.digest(), Ok(&before));
    toolset.insert(Tool::parse("bare", None).unwrap());
    assert!(toolset.schema("bare").is_none() && toolset.schema("mcp.s.search").is_some());
}

#[test]
fn the_digest_is_that_of_the_surface_and_a_flaw_keeps_its_place() {
    let text = r#"{"tools": [{"name": "b", "inputSchema": {"x": 1}}, {"name": "a", "inputSchema": true},
        {"name": "c"}]}"#;
    let document = parse(text);
    let surface = Surface::read(&document, None).unwrap();
    let toolset = Toolset::of(&surface, &session());
    assert_eq!(toolset.digest().unwrap(), &surface.digest().unwrap());
    let flawed = parse(
        r#"{"tools": [{"name": "b", "inputSchema": {"x": 1, "x": 2}}, {"name": "a", "inputSchema": {}}]}"#,
    );
    let surface = Surface::read(&flawed, None).unwrap();
    let toolset = Toolset::of(&surface, &session());
    let error: SurfaceError = toolset.digest().unwrap_err();
    assert_eq!(error, surface.digest().unwrap_err());
    assert_eq!(toolset.tool("b").unwrap().digest(), None);
    assert!(toolset.schema("b").unwrap().is_err() && toolset.usable("a").is_some());
}

#[test]
fn of_a_ref_in_two_surfaces_the_first_counts_and_both_are_told() {
    let [one, other] = [TWO, "true"]
        .map(|schema| parse(&format!(r#"{{"tools": [{{"name": "x", "inputSchema": {schema}}}]}}"#)));
    let surfaces = [&one, &other].map(|document| Surface::read(document, None).unwrap());
    let toolset = Toolset::over(&surfaces, &session());
    assert!(toolset.plan("x").is_some());
    let found = twice(&surfaces).unwrap();
    assert_eq!((&*found.reference, found.first.surface, found.second.surface), ("x", 0, 1));
    assert_eq!(twice(&surfaces[..1]), None);
}

#[test]
fn a_tool_declared_in_the_same_words_keeps_what_was_worked_out() {
    let mut toolset = toolset(&[("kept", TWO), ("changed", TWO)]);
    let maximum =
        |n: &str| TWO.replace(r#"{"type": "integer"}"#, &format!(r#"{{"type": "integer", "maximum": {n}}}"#));
    toolset.insert(tool("exact", &maximum("9007199254740993")));
    for reference in ["kept", "changed", "exact"] {
        mark(&toolset.usable(reference).unwrap());
    }
    // Another layout is the same words; another spelling of a number may be another schema.
    let again = [
        ("kept", TWO.replace(' ', "")),
        ("changed", TWO.replace("integer", "number")),
        ("exact", maximum("9007199254740992")),
    ];
    toolset.set(again.iter().map(|(reference, schema)| tool(reference, schema)));
    assert!(is_marked(&toolset, "kept"));
    assert!(!is_marked(&toolset, "changed") && !is_marked(&toolset, "exact"));
    // Nothing is kept of a tool that was away.
    toolset.remove("kept");
    toolset.insert(tool("kept", TWO));
    assert!(!is_marked(&toolset, "kept"));
}

#[test]
fn what_is_kept_is_bounded_and_makes_room_with_the_tools() {
    // Each is estimated at 248 MiB, by the length of its text alone; five of them are beyond a gibibyte.
    let long = TWO.replacen(' ', &" ".repeat(31 << 20), 1);
    let document = Document::parse(long.as_bytes(), Limits::SURFACE).unwrap();
    let refs = ["a", "b", "c", "d", "e", "f"];
    let surface = parse(r#"{"tools": []}"#);
    let mut surface = Surface::read(&surface, None).unwrap();
    surface.actions = refs
        .map(|reference| fabric_rules::internal::surface::Action {
            reference: reference.to_owned(),
            place: Default::default(),
            ref_place: Default::default(),
            schema: Some(&document.root),
            output: Default::default(),
        })
        .into();
    let mut toolset = Toolset::of(&surface, &session());
    for reference in refs {
        mark(&toolset.usable(reference).unwrap());
    }
    assert_eq!(refs.map(|reference| is_marked(&toolset, reference)), [true, true, true, true, true, false]);
    // Room is made when the last list is gone that holds the tools.
    let then = toolset.clone();
    toolset.remove("a");
    toolset.remove("b");
    mark(&toolset.usable("f").unwrap());
    assert!(!is_marked(&toolset, "f"));
    drop(then);
    mark(&toolset.usable("f").unwrap());
    assert!(is_marked(&toolset, "f"));
}

#[test]
fn a_host_answers_by_the_list_of_the_moment() {
    let mut host = Host { toolset: toolset(&[("a", TWO)]), stored: None };
    let begun = host.ruling("a").unwrap();
    host.toolset.insert(tool("a", "false"));
    let verdict = |host: &Host| host.ruling("a").unwrap().verdict(r#"{"n": "2"}"#).unwrap();
    assert!(matches!(begun.verdict(r#"{"n": "2"}"#), Ok(Verdict::Normalized { .. })));
    assert!(matches!(verdict(&host), Verdict::Rejected(_)));
    host.toolset.insert(Tool::parse("a", None).unwrap());
    assert!(matches!(verdict(&host), Verdict::Unknown(_)));
    assert!(host.ruling("b").is_none());
}
