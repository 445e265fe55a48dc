//! How long the arguments in a line are, told before anything is built of them.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Problem;
use crate::json::{JsonError, Limits};

/// A line of `apply`, or a request of `rpc` for it.
#[derive(Deserialize)]
struct Line<'l> {
    op: Option<&'l str>,
    #[serde(borrow)]
    args: Option<&'l RawValue>,
    #[serde(borrow)]
    input: Option<&'l RawValue>,
}

/// Refuses a line whose arguments are longer than what is read of them.
///
/// A line that is none of `apply` passes, and so does a broken one: that is told by who reads it whole.
pub(super) fn check(line: &str) -> Result<(), Problem> {
    let limit = Limits::ARGUMENTS.bytes;
    let args = if line.len() > limit { args(line) } else { None };
    match args.map(|args| args.get().len()) {
        Some(bytes) if bytes > limit => Err(JsonError::TooLarge { bytes, limit }.into()),
        _ => Ok(()),
    }
}

fn args(line: &str) -> Option<&RawValue> {
    let outer: Line<'_> = serde_json::from_str(line).ok()?;
    match (outer.op, outer.input) {
        (Some("apply"), Some(input)) => serde_json::from_str::<Line<'_>>(input.get()).ok()?.args,
        (None, _) => outer.args,
        _ => None,
    }
}
