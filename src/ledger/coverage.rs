//! What of a ledger was looked at, and what was not.

use super::Ledger;
use crate::coverage::count;
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};

impl Ledger {
    /// What was looked at: the lines that are records, and what was asked of them, a kind and a ref.
    pub fn coverage(&self, kind: Option<&str>, reference: Option<&str>) -> Row {
        let damaged = self.damaged.len();
        let damaged = (damaged > 0).then(|| Gap::partial(count(damaged, "line"), "damaged, no record"));
        let last = self
            .unfinished
            .map(|last| Gap::partial(format!("line {}", last.line), "unfinished, the last one"));
        let mut looked = Looked::by("ledger").asked("records", self.records.len()).not(damaged).not(last);
        for (argument, value) in [("kind", kind), ("ref", reference)] {
            looked = match value {
                Some(value) => looked.asked(argument, value),
                None => looked,
            };
        }
        looked.row()
    }
}
