//! Whether counts that come from a file can be counts of traces.

use super::partial::{Partial, RefCounts};

/// The largest count that is exact as a double.
const MAX: u64 = (1 << 53) - 1;

impl Partial {
    /// Checks that the counts agree with each other.
    ///
    /// # Errors
    ///
    /// What does not add up. Sums of counts that pass stay far below the bounds of their type.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let holds = |holds: bool, what| if holds { Ok(()) } else { Err(what) };
        holds(self.traces <= MAX && self.operations <= MAX, "a count is too large")?;
        for counts in self.refs.values() {
            counts.check()?;
        }
        let calls = sum(self.refs.values().map(|counts| counts.calls_checked().unwrap_or(u64::MAX)));
        let operations = calls.and_then(|calls| sum([calls, self.discovery, self.workflow]));
        holds(operations == Some(self.operations), "the operations are not those of all refs")?;
        let models = sum(self.models.values().map(|counts| counts.operations));
        holds(models.is_some_and(|models| models <= self.operations), "the models have too many operations")?;
        for counts in self.models.values() {
            holds(
                counts.action_operations <= counts.operations
                    && sum([counts.succeeded, counts.rejections])
                        .is_some_and(|sum| sum <= counts.action_operations),
                "a model has fewer operations than outcomes",
            )?;
        }
        let flows = sum(self.flows.values().flat_map(|sequences| sequences.values().copied()));
        holds(flows.is_some_and(|flows| flows <= self.traces), "there are more sequences than traces")
    }
}

impl RefCounts {
    fn calls_checked(&self) -> Option<u64> {
        sum([self.succeeded, self.failed, self.aborted, self.timed_out])
    }

    fn check(&self) -> Result<(), &'static str> {
        let holds = |holds: bool, what| if holds { Ok(()) } else { Err(what) };
        let calls = self.calls_checked();
        holds(calls.is_some(), "a count is too large")?;
        holds(sum(self.shapes.values().copied()) == calls, "the shapes of a ref are not those of its calls")?;
        holds(
            sum(self.stages.values().copied()) == Some(self.failed),
            "the stages of a ref are not those of its failures",
        )?;
        holds(self.rejections <= self.failed, "a ref has more rejections than failures")?;
        let pairs = sum(self.churn.values().copied());
        holds(pairs.is_some_and(|pairs| pairs <= self.failed), "a ref has more retries than failures")?;
        holds(
            pairs.is_some_and(|pairs| self.approximate <= pairs),
            "a ref has more approximate distances than retries",
        )?;
        holds(self.churn.keys().all(|distance| *distance <= 1_000_000), "a distance is greater than one")
    }
}

/// The sum, where it stays exact.
fn sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0_u64, |sum, count| sum.checked_add(count).filter(|sum| *sum <= MAX))
}
