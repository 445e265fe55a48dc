//! The text of an artifact: what is read is written alike, and nothing forged is in force.

use std::sync::LazyLock;

use fabric_rules::internal::artifact::{Artifact, Incoming};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::session::Session;
use fabric_rules::internal::surface::Surface;
use fabric_rules::internal::toolset::Toolset;

const SURFACE: &[u8] = include_bytes!("../../fixtures/artifact/surface.json");
static DOCUMENT: LazyLock<Document> =
    LazyLock::new(|| Document::parse(SURFACE, Limits::SURFACE).expect("the fixture is JSON"));
static LIST: LazyLock<Surface<'static>> =
    LazyLock::new(|| Surface::read(&DOCUMENT, None).expect("the fixture is a surface"));

/// Strict reading and writing are inverse; every plan that proves is the derived one.
pub fn hold(bytes: &[u8]) {
    if let Ok(artifact) = Artifact::parse(bytes) {
        let text = artifact.to_text();
        assert_eq!(Artifact::parse(text.as_bytes()).as_ref(), Ok(&artifact), "written and read again");
    }
    let Ok(incoming) = Incoming::parse(bytes) else { return };
    let live = Toolset::of(&LIST, &Session::new(super::fabric().clone(), Default::default()));
    for entry in &incoming.entries {
        if let Ok(proven) = live.judge(entry) {
            let reference = proven.plan().reference();
            let derived = derive(&super::fabric(), reference, proven.schema());
            assert_eq!(derived.as_ref(), Ok(proven.plan()), "what is in force is what is derived");
        }
    }
}
