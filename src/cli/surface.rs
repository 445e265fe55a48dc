//! Reading surfaces from files, with faults that point into them.

use std::path::Path;

use super::exit::Fault;
use super::input::{self, Input};
use crate::diagnostic::Source;
use crate::json::{Document, Limits};
use crate::surface::{Surface, SurfaceError};

/// A file that holds a surface, parsed.
pub(super) struct Loaded {
    pub(super) source: Source,
    pub(super) document: Document,
}

/// Reads one file.
pub(super) fn load(path: &Path) -> Result<Loaded, Fault> {
    Loaded::read(&input::file(path)?)
}

impl Loaded {
    /// Reads one input.
    pub(super) fn read(input: &Input) -> Result<Self, Fault> {
        let source = input.read(Limits::SURFACE.bytes)?;
        // One tool that nests too deep is a finding of its own, not the end of the file.
        match Document::parse_past_deep(source.text.as_bytes(), Limits::SURFACE) {
            Ok(document) => Ok(Self { source, document }),
            Err(error) => Err(fault(&error.into(), source)),
        }
    }

    /// The surface that the file holds.
    pub(super) fn surface(&self, server: Option<&str>) -> Result<Surface<'_>, Fault> {
        Surface::read(&self.document, server).map_err(|error| self.fault(&error))
    }

    /// A fault of the surface that the file holds.
    pub(super) fn fault(&self, error: &SurfaceError) -> Fault {
        fault(error, self.source.clone())
    }

    /// The same, where it must have a digest: no schema holds what parsers disagree about.
    pub(super) fn flawless(&self, server: Option<&str>) -> Result<Surface<'_>, Fault> {
        let surface = self.surface(server)?;
        match surface.digest() {
            Ok(_) => Ok(surface),
            Err(error) => Err(fault(&error, self.source.clone())),
        }
    }
}

fn fault(error: &SurfaceError, source: Source) -> Fault {
    Fault::Wrong(vec![error.diagnostic(0)], vec![source])
}
