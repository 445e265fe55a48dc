//! A list on its way, from its first page to the last one.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Asked, Life};

/// The pages that came so far.
#[derive(Debug)]
pub(super) struct Sweep {
    /// The names in them.
    pub(super) names: HashSet<Arc<str>>,
    /// The oldest of their ages, and the shortest of their lives.
    pub(super) life: Life,
    /// The cursor of the next page.
    pub(super) next: Option<String>,
    /// Whether all that the pages say is kept.
    pub(super) is_whole: bool,
    has_first: bool,
}

impl Sweep {
    /// Goes on with the pages before the answer to `asked`, where it is the next page of them.
    pub(super) fn go_on(before: Option<Self>, asked: &Asked, life: Life) -> Self {
        let follows = |sweep: &Self| {
            asked.cursor.is_some()
                && sweep.next == asked.cursor
                && sweep.life.stamp.changes == life.stamp.changes
        };
        match before.filter(follows) {
            Some(sweep) => {
                let fresh_for = sweep.life.fresh_for.min(life.fresh_for);
                Self { life: Life { fresh_for, ..sweep.life }, ..sweep }
            }
            None => Self {
                names: HashSet::new(),
                life,
                next: None,
                is_whole: true,
                has_first: asked.cursor.is_none(),
            },
        }
    }

    /// Whether there is nothing that the pages leave out.
    pub(super) fn is_complete(&self) -> bool {
        self.has_first && self.is_whole && self.next.is_none()
    }
}
