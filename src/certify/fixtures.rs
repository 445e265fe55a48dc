//! The built-in fixtures: small files that are part of the program.

use super::{CertifyError, Corpus};
use crate::artifact::Incoming;
use crate::evidence::{Evidence, Trace, ingest, wire};
use crate::json::{Document, Limits, Node};
use crate::program::Profile;
use crate::rules;
use crate::schema::SchemaOptions;
use crate::session::Session;
use crate::surface::Surface;
use crate::toolset::Toolset;

/// A session with traces, audits, model changes, and a line that is no JSON.
pub(super) const SESSION: &str = include_str!("fixtures/session.jsonl");
/// An artifact of version 1, with an overlay, quarantines, and a plan that it should not have.
pub(super) const LEGACY: &str = include_str!("fixtures/legacy.json");
/// Records with evidence that nothing vouches for, each on one line.
pub(super) const UNGUARDED: &str = include_str!("fixtures/unguarded.json");

const FILES: [(&str, &str); 7] = [
    ("surface", include_str!("fixtures/surface.json")),
    ("drifted surface", include_str!("fixtures/drifted.json")),
    ("surface of unsupported schemas", include_str!("fixtures/unsupported.json")),
    ("calls that are changed", include_str!("fixtures/changed.json")),
    ("calls that are refused", include_str!("fixtures/refused.json")),
    ("corpora with their rates", include_str!("fixtures/rates.json")),
    ("unguarded records", UNGUARDED),
];

/// The files, parsed.
pub(super) struct Documents([Document; FILES.len()]);

impl Documents {
    pub(super) fn load() -> Result<Self, CertifyError> {
        let [surface, drifted, unsupported, changed, refused, rates, unguarded] = FILES;
        let parse = |(what, text): (&'static str, &str)| {
            Document::parse(text.as_bytes(), Limits::SURFACE).map_err(|error| fault(what, &error))
        };
        Ok(Self([
            parse(surface)?,
            parse(drifted)?,
            parse(unsupported)?,
            parse(changed)?,
            parse(refused)?,
            parse(rates)?,
            parse(unguarded)?,
        ]))
    }
}

/// The fixtures, read.
pub(super) struct Fixtures<'d> {
    /// The rules that are built in.
    pub(super) profile: Profile,
    /// Actions that have plans, and one that has none.
    pub(super) surface: Surface<'d>,
    /// The same: one as it was, two whose schemas changed, one gone.
    pub(super) drifted: Surface<'d>,
    /// Actions whose schemas yield no plan.
    pub(super) unsupported: Surface<'d>,
    /// Calls that become valid.
    pub(super) changed: Vec<Call<'d>>,
    /// Calls that stay as they are, though the schema rejects them.
    pub(super) refused: Vec<Call<'d>>,
    /// Corpora and their rates.
    pub(super) rates: Vec<Rate>,
    /// Records; the one without a fault is as it should be.
    pub(super) unguarded: Vec<Unguarded<'d>>,
    /// The evidence of [`SESSION`].
    pub(super) evidence: Evidence,
    /// Its traces, counted.
    pub(super) corpus: Corpus,
    /// [`LEGACY`], read.
    pub(super) legacy: Incoming,
}

/// A call.
pub(super) struct Call<'d> {
    pub(super) reference: &'d str,
    pub(super) args: &'d str,
    /// What becomes of it, or why nothing does.
    pub(super) then: &'d str,
}

/// A corpus whose rate was worked out by hand.
pub(super) struct Rate {
    pub(super) name: String,
    pub(super) traces: Vec<Trace>,
    pub(super) actions: u64,
    pub(super) rejections: u64,
    pub(super) score: f64,
}

/// A record, and what is wrong with it.
pub(super) struct Unguarded<'d> {
    pub(super) fault: &'d str,
    pub(super) record: &'static str,
}

impl<'d> Fixtures<'d> {
    pub(super) fn read(documents: &'d Documents) -> Result<Self, CertifyError> {
        let Documents([surface, drifted, unsupported, changed, refused, rates, unguarded]) = documents;
        let program = rules::built_in().map_err(|found| {
            let first = found.first().map_or("no program", |diagnostic| &diagnostic.message);
            fault("rules", &first)
        })?;
        let evidence = ingest(SESSION.as_bytes().split(|byte| *byte == b'\n')).0;
        Ok(Self {
            profile: program.fabric().ok_or_else(|| fault("rules", &"there is no profile `fabric`"))?,
            surface: declared(surface)?,
            drifted: declared(drifted)?,
            unsupported: declared(unsupported)?,
            changed: calls(changed, "becomes")?,
            refused: calls(refused, "why")?,
            rates: each(rates, |node| rate(rates, node))?,
            unguarded: each(unguarded, |node| {
                let record = node.get("record")?;
                Some(Unguarded { fault: node.get("fault")?.as_str()?, record: record.span.of(UNGUARDED) })
            })?,
            corpus: Corpus::of(&evidence.traces),
            evidence,
            legacy: Incoming::parse(LEGACY.as_bytes()).map_err(|error| fault("artifact", &error))?,
        })
    }

    /// A surface of the fixtures under the rules that are built in.
    pub(super) fn live<'l>(&self, surface: &'l Surface<'l>) -> Toolset {
        Toolset::of(surface, &Session::new(self.profile.clone(), SchemaOptions::default()))
    }
}

fn fault(what: &'static str, why: &impl ToString) -> CertifyError {
    CertifyError::Build { what, why: why.to_string() }
}

fn declared(document: &Document) -> Result<Surface<'_>, CertifyError> {
    Surface::read(document, None).map_err(|error| fault("surface", &error))
}

/// The items of a list, all of them.
fn each<'d, T>(document: &'d Document, read: impl Fn(&'d Node) -> Option<T>) -> Result<Vec<T>, CertifyError> {
    let items = document.root.as_array().unwrap_or_default();
    let read: Option<Vec<T>> = items.iter().map(read).collect();
    read.filter(|items| !items.is_empty()).ok_or_else(|| fault("fixture", &"an item is of another shape"))
}

fn calls<'d>(document: &'d Document, then: &str) -> Result<Vec<Call<'d>>, CertifyError> {
    each(document, |node| {
        let text = |name| node.get(name).and_then(Node::as_str);
        Some(Call { reference: text("ref")?, args: text("args")?, then: text(then)? })
    })
}

fn rate(document: &Document, node: &Node) -> Option<Rate> {
    Some(Rate {
        name: node.get("name")?.as_str()?.to_owned(),
        traces: wire::traces(document, node.get("traces")?, "").ok()?,
        actions: node.get("actions")?.as_natural()?,
        rejections: node.get("rejections")?.as_natural()?,
        score: node.get("score")?.to_value().as_f64()?,
    })
}
