//! Version 1 is inert: it loads, does nothing, and is replaced.

use fabric_rules::internal::artifact::{Artifact, Incoming, Status, merge};
use fabric_rules::internal::normalizer::Normalizer;
use fabric_rules::internal::surface::Surface;
use serde_json::json;

use super::{SURFACE, compiled, live, value_of};
use crate::support::{fabric, parse};

#[test]
fn version_1_does_nothing_and_is_replaced() {
    let document = parse(SURFACE);
    let surface = Surface::read(&document, None).unwrap();
    // It carries everything that could be believed: an overlay, a quarantine, proven plans, a gate.
    let mut value = value_of(&surface);
    value["version"] = json!(1);
    value["actions"] =
        json!([{"ref": "ledger.post", "inputSchema": {"type": "object"}, "baseSchemaDigest": "d"}]);
    value["quarantined"] = json!([{"ref": "parcel.track", "baseSchemaDigest": "d"}]);
    let artifact = Artifact::parse(value.to_string().as_bytes()).unwrap();
    assert_eq!(artifact.version(), 1);
    let (fabric, incoming) = (fabric(), Incoming::from(&artifact));
    let live = live(&surface, fabric.program());
    let normalizer = Normalizer::stored(&incoming, &live);
    assert!(["ledger.post", "parcel.track"].iter().all(|action| normalizer.plan(action).is_none()));
    // Nor does it stand in the way of the derived plans.
    let normalizer = normalizer.with_derived(&fabric, &live);
    assert!(["ledger.post", "parcel.track"].iter().all(|action| normalizer.plan(action).is_some()));
    let compilation = compiled(&surface, Some(&artifact));
    assert_eq!(compilation.status, Status::Compiled);
    assert_eq!(compilation.artifact, compiled(&surface, None).artifact);
    let merged = merge(Some(&incoming), &incoming, &live);
    assert_eq!((merged.dropped_overlays, merged.dropped_quarantines, merged.dropped.len()), (2, 2, 0));
    assert!(merged.file.plans().is_empty());
}
