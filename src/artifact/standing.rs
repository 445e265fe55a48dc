//! What became of each plan of a file since it was written.

use std::collections::HashSet;

use super::{Entry, Fallen, Incoming, Live};
use crate::plan::Plan;

/// How one plan stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing<'a> {
    /// It is proved.
    Held(&'a Entry),
    /// It does not hold any more, or never did.
    Fallen(&'a Entry, Fallen),
    /// The surface yields it, and the file has no plan for its ref.
    New(&'a Plan),
}

/// How the plans of `file` stand against `live`, in the order of the file, and which of the plans
/// that the surface yields are new.
pub fn standings<'a>(
    file: &'a Incoming,
    live: &Live<'_>,
    derived: impl IntoIterator<Item = &'a Plan>,
) -> Vec<Standing<'a>> {
    let known: HashSet<&str> = file.entries.iter().filter_map(|entry| entry.reference.as_deref()).collect();
    let judged = file.entries.iter().map(|entry| match live.judge(entry) {
        Ok(_) => Standing::Held(entry),
        Err(fallen) => Standing::Fallen(entry, fallen),
    });
    let new = derived.into_iter().filter(|plan| !known.contains(plan.reference())).map(Standing::New);
    judged.chain(new).collect()
}
