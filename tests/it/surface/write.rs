//! Writing surfaces: version 1, sorted, and the digest of that value.

use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::json::{Document, Limits, canonical};
use fabric_rules::internal::surface::{Surface, SurfaceError};

fn with<T>(text: &str, then: impl FnOnce(Surface<'_>) -> T) -> T {
    let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
    then(Surface::read(&document, None).unwrap())
}

/// U+FF5E is one code unit, above the surrogates that U+1F680 is written with, though below it as a character.
const UNSORTED: &str = r#"{"tools": [
    {"name": "～", "inputSchema": {"maximum": 18446744073709551617, "b": [], "a": {}}},
    {"name": "🚀", "inputSchema": true},
    {"name": "b"},
    {"name": "a\"", "inputSchema": [1.0, {"x": "é\n"}]}
]}"#;

#[test]
fn a_file_is_sorted_and_keeps_schemas_as_declared() {
    let expected = r#"{
  "version": 1,
  "actions": [
    {
      "ref": "a\"",
      "inputSchema": [
        1.0,
        {
          "x": "é\n"
        }
      ]
    },
    {
      "ref": "b",
      "inputSchema": null
    },
    {
      "ref": "🚀",
      "inputSchema": true
    },
    {
      "ref": "～",
      "inputSchema": {
        "maximum": 18446744073709551617,
        "b": [],
        "a": {}
      }
    }
  ]
}
"#;
    with(UNSORTED, |surface| assert_eq!(surface.write().unwrap(), expected));
    with(expected, |surface| assert_eq!(surface.write().unwrap(), expected, "writing is stable"));
    with("[]", |surface| {
        assert_eq!(surface.write().unwrap(), "{\n  \"version\": 1,\n  \"actions\": []\n}\n")
    });
}

#[test]
fn the_digest_is_of_the_canonical_form_of_the_file() {
    for text in [UNSORTED, "[]"] {
        with(text, |surface| {
            let file = Document::parse(surface.write().unwrap().as_bytes(), Limits::SURFACE).unwrap();
            assert_eq!(surface.canonical().unwrap(), canonical::text(&file.root));
            assert_eq!(surface.digest().unwrap(), Digest::of_node(&file.root));
        });
    }
}

#[test]
fn neither_order_nor_format_changes_the_digest() {
    let digest = |text| with(text, |surface| surface.digest().unwrap());
    let declared =
        digest(r#"{"version":1,"actions":[{"ref":"a","inputSchema":{}},{"ref":"b","inputSchema":{"x":1}}]}"#);
    for same in [
        r#"{"actions":[{"inputSchema":{"x":1e0},"ref":"b"},{"ref":"a","inputSchema":{}}],"version":1}"#,
        r#"{"tools":[{"name":"a","inputSchema":{}},{"name":"b","inputSchema":{"x":1}}]}"#,
        r#"[{"name":"b","input_schema":{"x":1}},{"name":"a","input_schema":{}}]"#,
    ] {
        assert_eq!(digest(same), declared, "{same}");
    }
    assert_ne!(digest(r#"{"version":1,"actions":[{"ref":"a","inputSchema":{}}]}"#), declared);
}

#[test]
fn a_schema_without_a_canonical_form_gives_the_surface_none() {
    for flawed in [r#"{"a":1,"a":1}"#, r#""\ud800""#, "1e400"] {
        let text = format!(
            r#"{{"tools":[{{"name":"a","inputSchema":{{}}}},{{"name":"b","inputSchema":{flawed}}}]}}"#
        );
        with(&text, |surface| {
            let Err(SurfaceError::Flawed { at, .. }) = surface.digest() else {
                panic!("{flawed} has a digest")
            };
            assert!(flawed.contains(at.of(&text)), "{flawed}: {}", at.of(&text));
            assert!(surface.write().is_err());
        });
    }
    with(r#"{"tools":[{"name":"a","title":"\ud800","inputSchema":{}}]}"#, |surface| {
        assert!(surface.digest().is_ok(), "what is not part of the surface has no say");
    });
}
