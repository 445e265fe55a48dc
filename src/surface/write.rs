//! A surface as version 1 of our own format, whatever format it was read from.
//!
//! Actions are sorted by ref, in code units. One that declares no schema is written with `null`: like
//! no schema, that is nothing a plan could be derived from. A file keeps what an action says of its results;
//! the digest is of the refs and the schemas of arguments alone.

use super::{Action, Output, Surface, SurfaceError};
use crate::digest::Digest;
use crate::json::{Node, canonical, compare, pretty};

impl Surface<'_> {
    /// The surface as a file: indented, the members and numbers of schemas as declared, a final newline.
    ///
    /// A schema of results that has no canonical form is written as far as it could be read.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Flawed`] where a schema has no canonical form.
    pub fn write(&self) -> Result<String, SurfaceError> {
        let mut out = String::from("{\n  \"version\": 1,\n  \"actions\": [");
        for (index, action) in self.sorted()?.into_iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let reference = canonical::string(&action.reference);
            out.push_str(&format!("{comma}\n    {{\n      \"ref\": {reference},\n      \"inputSchema\": "));
            match action.schema {
                Some(schema) => pretty::write(schema, 3, &mut out),
                None => out.push_str("null"),
            }
            let outputs = match action.output {
                Output::Undeclared => [None, None],
                Output::Declared(member) => [Some(member), None],
                Output::Twice(one, other) => [Some(one), Some(other)],
            };
            for member in outputs.into_iter().flatten() {
                out.push_str(",\n      \"outputSchema\": ");
                pretty::write(&member.value, 3, &mut out);
            }
            out.push_str("\n    }");
        }
        out.push_str(if self.actions.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
        Ok(out)
    }

    /// The RFC 8785 form of the surface.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Flawed`] where a schema has no canonical form.
    pub fn canonical(&self) -> Result<String, SurfaceError> {
        let sorted = self.sorted()?;
        Ok(canonical_of(sorted.into_iter().map(|action| (&*action.reference, action.schema))))
    }

    /// The surface digest: the digest of the canonical form.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Flawed`] where a schema has no canonical form.
    pub fn digest(&self) -> Result<Digest, SurfaceError> {
        Ok(Digest::of_text(&self.canonical()?))
    }

    /// The format and the digest, in words.
    pub fn described(&self) -> String {
        match self.digest() {
            Ok(digest) => format!("{}, digest {digest}", self.format.name()),
            Err(_) => format!("{}, without a digest", self.format.name()),
        }
    }

    fn sorted(&self) -> Result<Vec<&Action<'_>>, SurfaceError> {
        for schema in self.actions.iter().filter_map(|action| action.schema) {
            if let Some(flaw) = self.document.flaw_in(schema.span) {
                return Err(SurfaceError::Flawed { kind: flaw.kind, at: flaw.span });
            }
        }
        let mut sorted: Vec<_> = self.actions.iter().collect();
        sorted.sort_by(|a, b| compare(&a.reference, &b.reference));
        Ok(sorted)
    }
}

/// The digest of actions, each a ref with its schema, as if one surface declared them all.
pub fn digest_of<'a>(actions: impl IntoIterator<Item = (&'a str, Option<&'a Node>)>) -> Digest {
    Digest::of_text(&canonical_of(actions))
}

fn canonical_of<'a>(actions: impl IntoIterator<Item = (&'a str, Option<&'a Node>)>) -> String {
    let mut sorted: Vec<_> = actions.into_iter().collect();
    sorted.sort_by(|a, b| compare(a.0, b.0));
    let mut out = String::from("{\"actions\":[");
    for (index, (reference, schema)) in sorted.into_iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let schema = schema.map_or_else(|| "null".to_owned(), canonical::text);
        let reference = canonical::string(reference);
        out.push_str(&format!("{comma}{{\"inputSchema\":{schema},\"ref\":{reference}}}"));
    }
    out.push_str("],\"version\":1}");
    out
}
