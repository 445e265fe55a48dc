//! What of a ledger was looked at, and what was not.

use super::Ledger;
use crate::coverage::{Checked, Coverage, Gap, count};
use crate::diagnostic::visible::name;

impl Ledger {
    /// What was looked at: the lines that are records, and what was asked of them, a kind and a ref.
    pub fn coverage(&self, kind: Option<&str>, reference: Option<&str>) -> Coverage {
        let mut checked = vec![Checked { what: count(self.records.len(), "record"), facet: "population" }];
        checked.extend(kind.map(|kind| Checked { what: format!("kind {}", name(kind)), facet: "filter" }));
        checked.extend(
            reference.map(|reference| Checked { what: format!("ref {}", name(reference)), facet: "filter" }),
        );
        let damaged = self.damaged.len();
        let mut gaps = Vec::new();
        gaps.extend((damaged > 0).then(|| Gap {
            kind: "partial",
            what: count(damaged, "line"),
            why: "damaged, no record".to_owned(),
        }));
        gaps.extend(self.unfinished.map(|last| Gap {
            kind: "partial",
            what: format!("line {}", last.line),
            why: "unfinished, the last one".to_owned(),
        }));
        Coverage::new(checked, gaps)
    }
}
