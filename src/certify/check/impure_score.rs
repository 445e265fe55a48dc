//! What is known beside the outcomes of calls moves the diagnostics and never the score.

use super::{Finding, ensure};
use crate::certify::setup::Setup;
use crate::evidence::{Repair, RepairKind};
use crate::metric::Context;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    let repairs = [Repair {
        kind: RepairKind::KeyAlias,
        action: "report.render".into(),
        from: "output_format".into(),
        to: "outputFormat".into(),
    }];
    let mut evidence = Vec::new();
    for (name, corpus) in setup.corpora() {
        let partial = corpus.partial();
        let plain = setup.subject.measure(partial, &Context::default());
        let told = setup.subject.measure(partial, &own.context().repairs(&repairs).catalog_digest("another"));
        ensure(plain.score == told.score && plain.behavioral_score == told.behavioral_score, || {
            format!("{name}: {} becomes {} with a surface and repair rows", plain.score, told.score)
        })?;
        // Nothing is shown where nothing moved.
        ensure(told.lexicon_rows == 1 && plain.lexicon_rows == 0, || {
            format!("{name}: {} repair rows instead of 1", told.lexicon_rows)
        })?;
        ensure(name != "built-in" || told.static_score > plain.static_score, || {
            format!("{name}: a surface leaves the static score at {}", told.static_score)
        })?;
        evidence.push(format!(
            "{name}: {}, whether the static score is {} or {}",
            plain.score, plain.static_score, told.static_score
        ));
    }
    Ok(evidence)
}
