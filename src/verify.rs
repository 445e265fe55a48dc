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
//! 4. [`call`]: what they make of the arguments as a whole, where nothing in them is mended;
//! 5. [`taken`]: the rules that the witness must name, and [`rebuild`]: the bytes that there must be.
//!
//! *Architecture invariant:* this module imports nothing of `derive facets spelling decode apply`.

mod allowed;
mod around;
mod call;
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
use crate::plan::{Witness, shape_of, shape_of_absent};
use crate::prove::ProvenPlan;
use crate::span::Span;
use allowed::Allowed;
use inside::Passed;
use outcome::{Made, Outcome};
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
    let mut allowed = Allowed::of(proven, before);
    // What is no object, or nothing at all, only rules on call have to do with.
    let has_calls = !allowed.places.calls.is_empty();
    let is_absent = has_calls && before.trim_ascii().is_empty();
    let given = if is_absent { None } else { Some(parse(before, "before")?) };
    let given = given.as_ref().map(|document| &document.root);
    let result = parse(after, "after")?;
    let is_object = |node: &Node| node.as_object().is_some();
    if given.is_some_and(|given| !has_calls && !is_object(given)) {
        return Err(Violation::NotAnObject("before"));
    }
    if !is_object(&result.root) {
        return Err(Violation::NotAnObject("after"));
    }
    let schema = proven.schema();
    if given.is_some_and(|given| schema.accepts_arguments(&given.to_value())) {
        return Err(Violation::AcceptedBefore);
    }
    if !schema.accepts_arguments(&result.root.to_value()) {
        return Err(Violation::RejectedAfter);
    }
    check_witness(proven, given, &result.root, witness)?;
    let arguments = given.map(|node| Given { node, source: before, text: 0 });
    let by_call = if has_calls { by_call(&mut allowed, arguments)? } else { None };
    let taken = match (by_call, arguments) {
        (Some(Outcome { made: Made::Text(text), taken }), _) => {
            compare_bytes(text.as_bytes(), after)?;
            taken
        }
        (_, Some(arguments)) if is_object(arguments.node) => {
            let root = allowed.places.root();
            // A schema without `properties` has no rules for what stands in the arguments.
            let Some(object) = root.objects.first() else { return Err(Violation::OtherRules) };
            let Passed { members, taken } = allowed.through(object, &root, arguments, Way::default())?;
            compare((before, members_of(arguments.node)), members, (after, members_of(&result.root)))?;
            taken
        }
        _ => return Err(Violation::OtherRules),
    };
    if taken.in_order(proven.plan().rules()) != witness.rules() {
        return Err(Violation::OtherRules);
    }
    Ok(())
}

/// What the rules on call make of arguments that those for what stands in them do not mend.
fn by_call(allowed: &mut Allowed<'_>, given: Option<Given<'_>>) -> Result<Option<Outcome>, Violation> {
    let is_mended = match given {
        Some(given) => allowed.through_arguments(given, 0)?.is_some(),
        None => false,
    };
    if is_mended { Ok(None) } else { allowed.call(given, 0) }
}

fn members_of(node: &Node) -> &[Member] {
    node.as_object().unwrap_or_default()
}

fn parse(text: &[u8], which: &'static str) -> Result<Document, Violation> {
    let limits = Limits { depth: Limits::SURFACE.depth, bytes: usize::MAX, values: usize::MAX };
    let document = Document::parse(text, limits).map_err(|_| Violation::NotAnObject(which))?;
    if !document.flaws.is_empty() {
        return Err(Violation::NotAnObject(which));
    }
    Ok(document)
}

fn check_witness(
    proven: &ProvenPlan,
    before: Option<&Node>,
    after: &Node,
    witness: &Witness,
) -> Result<(), Violation> {
    let before = before.map_or_else(shape_of_absent, shape_of);
    let same = [
        ("baseSchemaDigest", witness.base_schema_digest() == proven.schema().digest()),
        ("beforeShape", *witness.before_shape() == before),
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
    compare_bytes(&expected, after)
}

fn compare_bytes(expected: &[u8], after: &[u8]) -> Result<(), Violation> {
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
