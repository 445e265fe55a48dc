//! What is made of records as they come, so that none of them is kept.

use super::Record;

/// What is kept of the records of a session.
pub trait Fold {
    /// Takes one record.
    fn record(&mut self, record: Record<'_>);
}

impl<F: FnMut(Record<'_>)> Fold for F {
    fn record(&mut self, record: Record<'_>) {
        self(record);
    }
}
