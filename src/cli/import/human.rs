//! What an import did, for people: what is new, what was dropped and why, last where it was written.

use std::fmt::Write as _;
use std::path::Path;

use crate::artifact::{Merged, PLANS, Side};
use crate::cli::paint::{Look, wrap};
use crate::cli::table::coverage_lines;
use crate::coverage::count;
use crate::coverage::row::Row;
use crate::diagnostic::visible::{name, written_out as visible};
use crate::diagnostic::{Diagnostic, Source, human};
use crate::store::path_name;

/// How many new plans, and how many dropped ones, are shown where not all are.
const SHOWN: usize = 10;

/// What there is to tell.
pub(super) struct Page<'p> {
    pub(super) merged: &'p Merged,
    /// How many plans the file carries.
    pub(super) incoming: usize,
    pub(super) findings: &'p [Diagnostic],
    pub(super) sources: &'p [Source],
    pub(super) artifact: &'p str,
    pub(super) written: bool,
    pub(super) dry_run: bool,
    /// The ledger, and how many records were appended to it.
    pub(super) ledger: Option<(&'p Path, usize)>,
    pub(super) coverage: &'p Row,
    pub(super) look: Look,
}

impl Page<'_> {
    pub(super) fn render(&self) -> String {
        let (added, dropped) = (self.merged.added.len(), &self.merged.dropped);
        let refused = dropped.iter().filter(|dropped| dropped.side == Side::Incoming).count();
        let known = self.incoming.saturating_sub(refused).saturating_sub(added);
        let title = format!("{} in the file", count(self.incoming, "plan"));
        let mut out =
            format!("{}: {added} new, {known} there already, {refused} dropped\n", self.look.bold(&title));
        self.added(&mut out);
        self.dropped(&mut out);
        self.numbers(&mut out);
        out.push_str(&coverage_lines(self.coverage, self.look));
        out
    }

    fn added(&self, out: &mut String) {
        let shown = self.look.shown(self.merged.added.len(), SHOWN);
        for reference in self.merged.added.iter().take(shown) {
            let _ = writeln!(out, "  {} {}", self.look.green("+"), name(reference));
        }
        self.more(self.merged.added.len() - shown, "new plans", out);
    }

    fn dropped(&self, out: &mut String) {
        let shown = self.look.shown(self.findings.len(), SHOWN);
        let first = self.findings.get(..shown).unwrap_or(self.findings);
        if !first.is_empty() {
            out.push('\n');
        }
        out.push_str(&human::render(first, self.sources, self.look.width, self.look.colour));
        self.more(self.findings.len() - shown, "dropped plans", out);
    }

    fn more(&self, number: usize, what: &str, out: &mut String) {
        if number > 0 {
            let _ = writeln!(out, "  … and {number} more {what}; `--verbose` shows them");
        }
    }

    fn numbers(&self, out: &mut String) {
        let merged = self.merged;
        let local = merged.dropped.iter().filter(|dropped| dropped.side == Side::Local).count();
        if local > 0 {
            let _ = writeln!(out, "{} of the stored artifact dropped", count(local, "plan"));
        }
        let (overlays, quarantines) = (merged.dropped_overlays, merged.dropped_quarantines);
        if overlays + quarantines > 0 {
            let _ = writeln!(
                out,
                "{} and {} of version 1 dropped; they did nothing",
                count(overlays, "overlay"),
                count(quarantines, "quarantine")
            );
        }
        if merged.cut > 0 {
            let _ = writeln!(
                out,
                "{} left off: an artifact holds no more than {PLANS}",
                count(merged.cut, "plan")
            );
        }
        if let Some((path, appended)) = self.ledger.filter(|_| !self.dry_run) {
            let path = visible(&path_name(path));
            let _ = writeln!(out, "{} appended to {path}", count(appended, "record"));
        }
        let (path, plans) = (visible(self.artifact), count(merged.file.plans().len(), "plan"));
        let end = match (self.dry_run, self.written) {
            (true, _) => format!("not written, for this is a dry run: {path} with {plans}"),
            (false, true) => format!("written to {path}: {plans}"),
            (false, false) => format!("nothing to write: {path} is the same, with {plans}"),
        };
        out.push_str(&wrap("", "  ", &end, self.look));
    }
}
