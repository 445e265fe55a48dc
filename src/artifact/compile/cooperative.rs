//! Compiling for hosts that have other things to do: one action a step.
//!
//! The same plans in the same order as [`compile`](super::compile), so the same bytes. To cancel it,
//! drop it: nothing was written, and nothing is left behind.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::{Compilation, Compiler};
use crate::artifact::Artifact;
use crate::metric::MetricReport;
use crate::plan::Plan;
use crate::signals::Signal;

/// A compile that goes on an action at a time.
///
/// Drive it with [`step`](Self::step) and [`finish`](Self::finish) it; or await it: as a future it
/// gives its thread back after every action. A future that is done stays pending when polled again.
#[derive(Debug)]
pub struct Cooperative<'c> {
    compiler: &'c Compiler<'c>,
    next: usize,
    plans: Vec<Plan>,
    end: Option<End<'c>>,
}

/// What the end of a compile takes.
#[derive(Debug)]
struct End<'c> {
    report: &'c MetricReport,
    signals: Vec<Signal>,
    current: Option<&'c Artifact>,
}

impl<'c> Cooperative<'c> {
    /// A compile that has not begun; see [`compile`](super::compile) for what it is given.
    pub fn new(
        compiler: &'c Compiler<'c>,
        (report, signals): (&'c MetricReport, Vec<Signal>),
        current: Option<&'c Artifact>,
    ) -> Self {
        let end = End { report, signals, current };
        Self { compiler, next: 0, plans: Vec::new(), end: Some(end) }
    }

    /// Looks at the next action; whether there was one.
    pub fn step(&mut self) -> bool {
        let Some(action) = self.compiler.actions().get(self.next) else { return false };
        self.plans.extend(self.compiler.plan(action));
        self.next += 1;
        true
    }

    /// How many actions were looked at, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.compiler.actions().len())
    }

    /// The result, once every action was looked at; it is given once.
    pub fn finish(&mut self) -> Option<Compilation> {
        let (done, all) = self.progress();
        let end = if done == all { self.end.take()? } else { return None };
        let plans = std::mem::take(&mut self.plans);
        Some(self.compiler.finish(plans, end.report, end.signals, end.current))
    }
}

impl Future for Cooperative<'_> {
    type Output = Compilation;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if self.step() {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.finish().map_or(Poll::Pending, Poll::Ready)
    }
}
