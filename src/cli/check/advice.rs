//! Advice for people: of each kind how much there is, and the first places.

use std::collections::BTreeMap;

use super::human::Page;
use crate::cli::paint::wrap;
use crate::diagnostic::visible::written_out as visible;
use crate::diagnostic::{Diagnostic, Severity, pages};
use crate::report::advice;

/// How many places of one kind are shown where not all are.
const PLACES: usize = 3;

/// Whether a finding is advice that nobody denies.
pub(super) fn is_advice(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Note && advice::codes().any(|code| code == finding.code)
}

impl Page<'_> {
    pub(super) fn advice(&self, findings: &[Diagnostic], out: &mut String) {
        let mut by_code: BTreeMap<&str, Vec<&Diagnostic>> = BTreeMap::new();
        for finding in findings.iter().filter(|finding| is_advice(finding)) {
            by_code.entry(finding.code).or_default().push(finding);
        }
        for (code, found) in &by_code {
            let summary = pages::of_code(code).map_or("", |page| page.summary());
            let title = format!("{} × {code}: {summary}", found.len());
            out.push('\n');
            out.push_str(&wrap("  ", "    ", &title, self.look));
            let shown = self.look.shown(found.len(), PLACES);
            for finding in found.iter().take(shown) {
                let place = finding.labels.first().map(|label| self.places.at(label.span.start));
                let place = place.map_or_else(String::new, |at| format!("{}:{}  ", at.line, at.column));
                let words = format!("{place}{}", visible(&finding.message));
                out.push_str(&wrap("    ", "      ", &words, self.look));
            }
            self.more(found.len() - shown, "of this kind", out);
        }
        if !by_code.is_empty() {
            let words = "`fabric-rules explain --code CODE` says what to do; `--allow CODE` leaves such advice \
                         out, `--deny CODE` makes it an error";
            out.push_str(&wrap("  ", "    ", words, self.look));
        }
    }
}
