//! The plans of a running host: one proven plan a ref, or none.
//!
//! What is stored is believed as far as it is proved against the live surface. A stored plan that is
//! not proved is refused and *not* silently replaced by the derived one: somebody should look. An
//! action for which nothing is stored gets the derived plan at once.

use std::collections::{BTreeMap, HashMap};

use crate::apply::{ApplyError, Outcome};
use crate::artifact::{Dropped, Incoming, Retracted, Side};
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::toolset::Toolset;

/// The plans in force.
///
/// ```
/// use fabric_rules::{
///     Document, Incoming, Limits, Normalizer, Outcome, Session, Surface, Toolset, built_in,
/// };
///
/// let read = |path: &str| std::fs::read(path).unwrap();
/// let document = Document::parse(&read("docs/examples/artifact.in/surface.json"), Limits::SURFACE).unwrap();
/// let surface = Surface::read(&document, None).unwrap();
/// let session = Session::new(built_in().unwrap().default_profile().unwrap(), Default::default());
/// let tools = Toolset::of(&surface, &session);
///
/// // What another machine compiled holds here as far as it is proved against this surface.
/// let sent = Incoming::parse(&read("docs/examples/artifact.out/sent.json")).unwrap();
/// let normalizer = Normalizer::stored(&sent, &tools);
/// let outcome = normalizer.normalize("report.render", br#"{"page_count": "2"}"#).unwrap();
/// assert!(matches!(outcome, Outcome::Unchanged), "a required member is missing");
/// assert!(normalizer.plan("report.render").is_some() && normalizer.dropped().is_empty());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Normalizer {
    plans: HashMap<Box<str>, ProvenPlan>,
    refused: BTreeMap<Box<str>, Retracted>,
    dropped: Vec<Dropped>,
}

impl Normalizer {
    /// The plans of `stored` that are proved against `live`, and no others. A file of version 1 has
    /// none.
    pub fn stored(stored: &Incoming, live: &Toolset) -> Self {
        let mut normalizer = Self::default();
        for (index, entry) in stored.entries.iter().enumerate() {
            match (live.judge(entry), entry.reference.clone()) {
                (Ok(proven), Some(reference)) => {
                    normalizer.plans.entry(reference).or_insert(proven);
                }
                (Ok(_), None) => {}
                (Err(retracted), reference) => {
                    if let Some(reference) = &reference {
                        normalizer.refused.insert(reference.clone(), retracted.clone());
                    }
                    normalizer.dropped.push(Dropped {
                        side: Side::Local,
                        entry: index,
                        reference,
                        span: entry.span,
                        retracted,
                    });
                }
            }
        }
        normalizer
    }

    /// The same, with the derived plan for each live action for which nothing is stored.
    #[must_use]
    pub fn with_derived(mut self, profile: &Profile, live: &Toolset) -> Self {
        for reference in live.refs() {
            if self.plans.contains_key(reference) || self.refused.contains_key(reference) {
                continue;
            }
            let Some(schema) = live.usable(reference) else { continue };
            if let Ok(proven) = profile.plan(reference, &schema) {
                self.plans.insert(reference.into(), proven);
            }
        }
        self
    }

    /// How many plans are in force.
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// The plan in force for `reference`.
    pub fn plan(&self, reference: &str) -> Option<&ProvenPlan> {
        self.plans.get(reference)
    }

    /// Why the stored plan of `reference` is refused, if it is.
    pub fn refusal(&self, reference: &str) -> Option<&Retracted> {
        self.refused.get(reference)
    }

    /// The stored plans that are not proved, in the order of their file.
    pub fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// Normalizes the arguments of one call.
    ///
    /// # Errors
    ///
    /// As [`ProvenPlan::apply`]; without a plan nothing is looked at, and nothing changes.
    pub fn normalize(&self, reference: &str, args: &[u8]) -> Result<Outcome, ApplyError> {
        self.plan(reference).map_or(Ok(Outcome::Unchanged), |proven| proven.apply(args))
    }
}
