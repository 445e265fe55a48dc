//! What a compile did, for people: the plans first, then gate and signals, last where it was written.

use std::fmt::Write as _;

use super::Compiled;
use crate::artifact::{PLANS, Proposal, Status};
use crate::cli::paint::{Look, wrap};
use crate::cli::table::{coverage_lines, percent};
use crate::coverage::count;
use crate::diagnostic::visible::{name, written_out as visible};
use crate::metric::Figure;
use crate::plan::Plan;
use crate::signals::Signal;

/// How many plans are shown where not all are.
const SHOWN: usize = 20;

/// What there is to tell.
pub(super) struct Page<'p> {
    pub(super) result: &'p Compiled<'p>,
    pub(super) plans: &'p [Plan],
    pub(super) actions: usize,
    pub(super) cut: usize,
    pub(super) score: Figure,
    /// The version of the artifact that was there.
    pub(super) replaced: Option<u8>,
    pub(super) dry_run: bool,
    pub(super) look: Look,
}

impl Page<'_> {
    pub(super) fn render(&self) -> String {
        let is_new = self.result.status == Status::Compiled;
        let status = if is_new { "compiled" } else { "converged" };
        let numbers = format!("{} of {}", count(self.plans.len(), "plan"), count(self.actions, "action"));
        let mut out = format!("{}: {numbers}\n", self.look.bold(status));
        if is_new {
            self.plans(&mut out);
        }
        if self.cut > 0 {
            let cut = format!("{} left off: an artifact holds no more than {PLANS}", count(self.cut, "plan"));
            let _ = writeln!(out, "{}", self.look.yellow(&cut));
        }
        if is_new && self.result.gate.is_some() {
            let score = percent(self.score);
            let _ = writeln!(out, "gate passed: {score} of calls rejected, before and after");
        } else if is_new {
            out.push_str("no gate: there is no recorded call to an action, and so no rate\n");
        }
        self.signals(&mut out);
        out.push_str(&wrap("", "  ", &self.end(), self.look));
        out.push_str(&coverage_lines(&self.result.coverage, self.look));
        out
    }

    fn plans(&self, out: &mut String) {
        let shown = self.look.shown(self.plans.len(), SHOWN);
        for plan in self.plans.iter().take(shown) {
            let rules = count(plan.rules().len(), "rule");
            let _ = writeln!(out, "  {}  {rules}", name(plan.reference()));
        }
        let more = self.plans.len() - shown;
        if more > 0 {
            let _ = writeln!(out, "  … and {more} more plans; `--verbose` shows them");
        }
    }

    fn signals(&self, out: &mut String) {
        let signals = self.result.proposals.iter().filter_map(|proposal| match proposal {
            Proposal::Signal(signal) => Some(short(signal)),
            Proposal::Plan(_) => None,
        });
        let signals: Vec<String> = signals.collect();
        if signals.is_empty() {
            return;
        }
        let _ = writeln!(out, "to review; `fabric-rules signals` shows the evidence");
        out.extend(signals.iter().map(|signal| wrap("  ", "    ", signal, self.look)));
    }

    fn end(&self) -> String {
        let path = visible(&self.result.artifact);
        match (self.result.status, self.dry_run, self.result.written) {
            (Status::Converged, _, _) if self.replaced.is_none() => {
                "nothing to write: there is no plan".to_owned()
            }
            (Status::Converged, ..) => format!("nothing to write: {path} holds these plans"),
            (Status::Compiled, true, _) => format!("not written, for this is a dry run: {path}"),
            (Status::Compiled, false, false) => format!("{path} is as it was"),
            (Status::Compiled, false, true) if self.replaced == Some(1) => {
                format!("written to {path}, in place of the legacy artifact of version 1")
            }
            (Status::Compiled, false, true) => format!("written to {path}"),
        }
    }
}

fn short(signal: &Signal) -> String {
    match signal {
        Signal::DeclareEnum { action, key, values, .. } => {
            format!("declare-enum: {} `{}` takes {} values", name(action), visible(key), values.len())
        }
        Signal::OverloadSplit { action, clusters, .. } => {
            format!("overload-split: {} is called in {} ways", name(action), clusters.len())
        }
        Signal::SequenceFuse { sequence, occurrences } => {
            let sequence: Vec<String> = sequence.iter().map(|action| name(action)).collect();
            format!("sequence-fuse: {}, {occurrences} times", sequence.join(" → "))
        }
    }
}
