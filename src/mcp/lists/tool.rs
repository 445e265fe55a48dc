//! One tool of a list.

use std::sync::Arc;

use super::{Age, Life};
use crate::mcp::ruled::Ruled;

/// A tool as it was last told.
#[derive(Debug)]
pub(super) struct Tool {
    /// Its schema, as it stands in the list.
    pub(super) schema: Option<Arc<str>>,
    pub(super) life: Life,
    /// Whether one list names it twice.
    pub(super) is_twice: bool,
    /// What was worked out for it: of a schema that cannot be used, that.
    pub(super) ruled: Option<Option<Arc<Ruled>>>,
}

/// What is on hand for a call.
#[derive(Debug, Clone)]
pub(in crate::mcp) enum Found {
    /// The schema and the plan.
    Ruled(Arc<Ruled>, Age),
    /// The list names it twice.
    Twice(Age),
    /// It has no schema.
    NoSchema(Age),
    /// Its schema cannot be used.
    Unusable(Age),
    /// A complete and fresh list lacks it.
    Absent(Age),
    /// No list told of it, and none that counts says that it is absent.
    NotOnHand,
}

impl Tool {
    pub(super) fn new(schema: Option<&str>, life: Life, is_twice: bool) -> Self {
        Self { schema: schema.map(Arc::from), life, is_twice, ruled: None }
    }

    pub(super) fn text(&self) -> Option<Arc<str>> {
        self.schema.clone()
    }
}
