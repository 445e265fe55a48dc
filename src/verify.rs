//! Checks one change without `apply`.
//!
//! A proof says that the rules yield the plan; it does not say that `apply` follows them. This does,
//! for one call: the schema rejected the arguments before and accepts them now, each difference is
//! allowed by exactly one outcome of the plan's rules, the witness names those rules, and every
//! other byte is the same.
//!
//! 1. [`places`]: where the rules stand, and [`around`]: which schemas apply to a value;
//! 2. [`order`]: which rules are asked, and that they have one [`outcome`];
//! 3. [`allowed`]: what they make of a value, with [`decoded`] for the decoders, and [`inside`]: of what
//!    stands in it. The two call each other, as far as the [`way`] to the value may go;
//! 4. [`taken`]: the rules that the witness must name, and [`rebuild`]: the bytes that there must be.
//!
//! *Architecture invariant:* this module imports nothing of `derive facets spelling decode apply`.

mod allowed;
mod around;
mod decoded;
mod inside;
mod order;
mod outcome;
mod places;
mod rebuild;
mod taken;
mod violation;
mod way;

pub use violation::Violation;

use crate::json::{Document, Limits, Member, Node};
use crate::plan::{Witness, shape_of};
use crate::prove::ProvenPlan;
use crate::span::Span;
use allowed::Allowed;
use inside::Passed;
use rebuild::Piece;
use way::{Given, Way};

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
    let mut allowed = Allowed::of(proven, before);
    let root = allowed.places.root();
    // A schema without `properties` has no rules.
    let Some(object) = root.objects.first() else { return Err(Violation::OtherRules) };
    let arguments = Given { node: &given.root, source: before, text: 0 };
    let Passed { members, taken } = allowed.through(object, &root, arguments, Way::default())?;
    compare((before, members_of(&given.root)), members, (after, members_of(&result.root)))?;
    if taken.in_order(proven.plan().rules()) != witness.rules() {
        return Err(Violation::OtherRules);
    }
    Ok(())
}

fn members_of(node: &Node) -> &[Member] {
    node.as_object().unwrap_or_default()
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

/// Compares the members of both texts, then every byte.
fn compare(
    (before, members): (&[u8], &[Member]),
    passed: Vec<(&str, Option<Piece>)>,
    (after, results): (&[u8], &[Member]),
) -> Result<(), Violation> {
    let mut results = results.iter();
    for (name, piece) in &passed {
        let Some(Piece { value, .. }) = piece else { continue };
        let result = results.next().ok_or_else(|| Violation::Missing((*name).to_owned()))?;
        if *result.name != **name || slice(after, result.value.span) != value.trim_ascii() {
            return Err(Violation::Unexplained(result.name.to_string()));
        }
    }
    if let Some(surplus) = results.next() {
        return Err(Violation::Unexplained(surplus.name.to_string()));
    }
    let pieces: Vec<Option<Piece>> = passed.into_iter().map(|(_, piece)| piece).collect();
    let expected = rebuild::object(before, Span::new(0, before.len()), members, &pieces);
    match expected.iter().zip(after).position(|(expected, found)| expected != found) {
        Some(at) => Err(Violation::OtherBytes(Span::new(at, at + 1))),
        None if expected.len() != after.len() => {
            let shorter = expected.len().min(after.len());
            Err(Violation::OtherBytes(Span::new(shorter, after.len().max(shorter))))
        }
        None => Ok(()),
    }
}

fn slice(of: &[u8], span: Span) -> &[u8] {
    of.get(span.start..span.end).unwrap_or_default()
}
