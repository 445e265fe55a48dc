//! The text of a list of tools: every derived plan is proved, under any schema.

use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::report::{Levels, SurfaceReport, look};
use fabric_rules::internal::surface::Surface;

/// Nothing panics, no plan stays unproved, and every place lies in the text.
pub fn hold(bytes: &[u8]) {
    let limits = Limits::SURFACE.with_bytes(1 << 16);
    let Ok(document) = Document::parse(bytes, limits) else { return };
    let Ok(surface) = Surface::read(&document, Some("server")) else { return };
    let profile = super::fabric();
    let each = surface.actions.iter();
    let examined: Vec<_> =
        each.map(|action| look(&surface, action, &profile, Default::default(), None)).collect();
    for finding in examined.iter().flat_map(|action| &action.findings) {
        assert_ne!(finding.code, "check::unproved", "{}", finding.message);
        for label in &finding.labels {
            assert!(label.span.start <= label.span.end && label.span.end <= bytes.len(), "a place outside");
        }
    }
    let _ = SurfaceReport::new(&surface, &profile, &Levels::default(), examined);
}
