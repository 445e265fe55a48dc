//! Artifacts: reading, compiling, merging, and whatever somebody may have forged.

mod apply;
mod compile;
mod forged;
mod legacy;
mod merge;
mod read;
mod standing;
mod vectors;

use fabric_rules::internal::artifact::{Artifact, Compilation, Compiled, Incoming, compile};
use fabric_rules::internal::json::Document;
use fabric_rules::internal::metric::{Context, measure};
use fabric_rules::internal::program::Program;
use fabric_rules::internal::schema::SchemaOptions;
use fabric_rules::internal::session::Session;
use fabric_rules::internal::surface::Surface;
use fabric_rules::internal::toolset::Toolset;
use serde_json::Value;

use crate::support::{fabric, parse};

/// A small surface: two actions that yield plans, and one that does not.
pub const SURFACE: &str = include_str!("../fixtures/artifact/surface.json");

/// The fixture surfaces, each with its name and text.
pub fn real_surfaces() -> Vec<(String, Document)> {
    let mut files: Vec<_> = std::fs::read_dir(crate::support::fixture("surfaces"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let name =
        |path: &std::path::Path| path.file_name().unwrap().to_string_lossy().replace(".tools.json", "");
    files.iter().map(|path| (name(path), parse(&std::fs::read_to_string(path).unwrap()))).collect()
}

/// Compiles a surface without evidence.
pub fn compiled(surface: &Surface<'_>, current: Option<&Artifact>) -> Compilation {
    let report = measure([], &Context::default());
    compile(surface, &fabric(), SchemaOptions::default(), (&report, Vec::new()), current).unwrap()
}

/// The artifact of a surface, which must have one.
pub fn artifact_of(surface: &Surface<'_>) -> Compiled {
    match compiled(surface, None).artifact {
        Some(Artifact::Compiled(compiled)) => compiled,
        other => panic!("{other:?}"),
    }
}

/// The artifact of a surface as a JSON value, to be altered.
pub fn value_of(surface: &Surface<'_>) -> Value {
    serde_json::from_str(&Artifact::from(artifact_of(surface)).to_text()).unwrap()
}

/// What a value carries, as `import` and `check` read it; `None` where the file is refused as a whole.
pub fn incoming(value: &Value) -> Option<Incoming> {
    Incoming::parse(value.to_string().as_bytes()).ok()
}

/// A live surface under a program.
pub fn live<'s>(surface: &'s Surface<'s>, program: &Program) -> Toolset {
    Toolset::of(surface, &Session::new(program.default_profile().unwrap(), SchemaOptions::default()))
}
