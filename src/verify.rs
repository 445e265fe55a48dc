//! Checks one change without `apply`.
//!
//! A proof says that the rules yield the plan; it does not say that `apply` follows them. This does,
//! for one call: the schema rejected the arguments before and accepts them now, each difference is
//! allowed by exactly one outcome of the plan's rules, the witness names those rules, and every
//! other byte is the same. [`allowed`] reads the rules, with the checker's spellings.
//!
//! *Architecture invariant:* this module imports nothing of `derive facets spelling decode apply`.

mod allowed;
mod decoded;
mod rebuild;
mod violation;

use std::collections::BTreeSet;

pub use violation::Violation;

use crate::json::{Document, Limits, Member, Node, canonical};
use crate::plan::{Rule, Witness, shape_of};
use crate::prove::ProvenPlan;
use crate::span::Span;
use allowed::{Allowed, Made};
use rebuild::{Piece, rebuild};

/// Checks that `after`, with `witness`, is what `proven` makes of `before`.
///
/// ```
/// use fabric_rules::{Outcome, Schema, built_in, verify};
///
/// let fabric = built_in().unwrap().default_profile().unwrap();
/// let schema = Schema::parse(
///     br#"{"type": "object", "additionalProperties": false,
///          "properties": {"pageCount": {"type": "integer"}}}"#,
///     Default::default(),
/// )
/// .unwrap();
/// let proven = fabric.plan("report.render", &schema).unwrap();
/// let before = br#"{"page_count": 2}"#;
/// let Outcome::Normalized { args, witness } = proven.apply(before).unwrap() else { panic!() };
/// assert_eq!(verify(&proven, before, &args, &witness), Ok(()));
/// assert!(verify(&proven, before, br#"{"pageCount": 3}"#, &witness).is_err());
/// ```
///
/// # Errors
///
/// [`Violation`]: the first thing that no rule allows.
pub fn verify(proven: &ProvenPlan, before: &[u8], after: &[u8], witness: &Witness) -> Result<(), Violation> {
    let given = parse(before, "before")?;
    let result = parse(after, "after")?;
    let schema = proven.schema();
    if schema.accepts_arguments(&given.root.to_value()) {
        return Err(Violation::AcceptedBefore);
    }
    if !schema.accepts_arguments(&result.root.to_value()) {
        return Err(Violation::RejectedAfter);
    }
    check_witness(proven, &given.root, &result.root, witness)?;
    let mut walk = Walk::new(proven, (before, &given.root), (after, &result.root));
    walk.run()?;
    if walk.rules() != witness.rules() {
        return Err(Violation::OtherRules);
    }
    Ok(())
}

fn parse(text: &[u8], which: &'static str) -> Result<Document, Violation> {
    let limits = Limits { depth: Limits::SURFACE.depth, bytes: usize::MAX, values: usize::MAX };
    let document = Document::parse(text, limits).map_err(|_| Violation::NotAnObject(which))?;
    if document.root.as_object().is_none() || !document.flaws.is_empty() {
        return Err(Violation::NotAnObject(which));
    }
    Ok(document)
}

fn check_witness(
    proven: &ProvenPlan,
    before: &Node,
    after: &Node,
    witness: &Witness,
) -> Result<(), Violation> {
    let same = [
        ("baseSchemaDigest", witness.base_schema_digest() == proven.schema().digest()),
        ("beforeShape", *witness.before_shape() == shape_of(before)),
        ("afterShape", *witness.after_shape() == shape_of(after)),
        ("version", witness.version() == proven.plan().version()),
        ("rulesDigest", witness.stamp() == proven.plan().stamp()),
    ];
    match same.into_iter().find(|(_, holds)| !holds) {
        Some((member, _)) => Err(Violation::FalseWitness(member)),
        None => Ok(()),
    }
}

/// Goes through the members of both texts side by side.
struct Walk<'a> {
    proven: &'a ProvenPlan,
    allowed: Allowed<'a>,
    before: (&'a [u8], &'a [Member]),
    after: (&'a [u8], &'a [Member]),
    renamed: Vec<(&'a str, &'a Rule)>,
    changed: Vec<&'a Rule>,
}

impl<'a> Walk<'a> {
    fn new(proven: &'a ProvenPlan, before: (&'a [u8], &'a Node), after: (&'a [u8], &'a Node)) -> Self {
        Self {
            proven,
            allowed: Allowed { proven, before: before.0 },
            before: (before.0, before.1.as_object().unwrap_or_default()),
            after: (after.0, after.1.as_object().unwrap_or_default()),
            renamed: Vec::new(),
            changed: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<(), Violation> {
        let mut names = BTreeSet::new();
        let mut results = self.after.1.iter();
        let mut pieces = Vec::new();
        for given in self.before.1 {
            let name = self.name_after(given)?;
            if !names.insert(name) {
                return Err(Violation::Collision(name.to_owned()));
            }
            let made = self.allowed.value(name, &given.value)?;
            if let Some((rule, _)) = &made {
                self.changed.push(rule);
            }
            let value = match made {
                Some((_, Made::Gone)) => {
                    pieces.push(None);
                    continue;
                }
                Some((_, Made::Text(text))) => text.into_bytes(),
                None => slice(self.before.0, given.value.span).to_vec(),
            };
            let result = results.next().ok_or_else(|| Violation::Missing(name.to_owned()))?;
            if *result.name != *name || slice(self.after.0, result.value.span) != value.trim_ascii() {
                return Err(Violation::Unexplained(result.name.to_string()));
            }
            let renamed = (*given.name != *name).then(|| canonical::string(name).into_bytes());
            pieces.push(Some(Piece { renamed, value }));
        }
        if let Some(surplus) = results.next() {
            return Err(Violation::Unexplained(surplus.name.to_string()));
        }
        let expected = rebuild(self.before.0, self.before.1, &pieces);
        match expected.iter().zip(self.after.0).position(|(expected, found)| expected != found) {
            Some(at) => Err(Violation::OtherBytes(Span::new(at, at + 1))),
            None if expected.len() != self.after.0.len() => {
                let shorter = expected.len().min(self.after.0.len());
                Err(Violation::OtherBytes(Span::new(shorter, self.after.0.len().max(shorter))))
            }
            None => Ok(()),
        }
    }

    fn name_after(&mut self, given: &'a Member) -> Result<&'a str, Violation> {
        match self.allowed.name(&given.name)? {
            Some(rule) => {
                self.renamed.push((&given.name, rule));
                Ok(&rule.key)
            }
            None => Ok(&given.name),
        }
    }

    /// The rules that the change took, in the order of a witness.
    fn rules(&mut self) -> Vec<Rule> {
        self.renamed.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        let place = |rule: &Rule| self.proven.plan().rules().iter().position(|other| other == rule);
        self.changed.sort_by_key(|rule| place(rule));
        let renamed = self.renamed.iter().map(|(_, rule)| *rule);
        renamed.chain(self.changed.iter().copied()).cloned().collect()
    }
}

fn slice(of: &[u8], span: Span) -> &[u8] {
    of.get(span.start..span.end).unwrap_or_default()
}
