//! The guard of one operation within an envelope.

use super::witness::whole;
use super::{FailureStage, Operation, Outcome, Witness};
use crate::json::{Data, Member, Node};

/// How many containers may stand inside each other in `args` and `result`, the outermost counted.
const DEPTH: usize = 15;

/// Reads an operation and its sequence number; `None` unless it has exactly the members that an
/// operation may have, each of its type.
///
/// Member names must be unique and numbers finite; the envelope sees to both.
pub(super) fn read(node: Node) -> Option<(u64, Operation)> {
    let Data::Object(members) = node.data else { return None };
    let mut read = Parts::default();
    for member in members {
        read.take(member)?;
    }
    let operation = Operation {
        action: read.action?,
        args: read.args?,
        outcome: read.outcome?,
        failure_stage: read.failure_stage,
        normalization: read.normalization,
    };
    if read.is_call { Some((read.sequence?, operation)) } else { None }
}

#[derive(Default)]
struct Parts {
    is_call: bool,
    sequence: Option<u64>,
    action: Option<Box<str>>,
    args: Option<Node>,
    outcome: Option<Outcome>,
    failure_stage: Option<FailureStage>,
    normalization: Option<Witness>,
}

impl Parts {
    /// Takes one member; `None` where it is not one that an operation may have.
    fn take(&mut self, member: Member) -> Option<()> {
        let value = member.value;
        match &*member.name {
            "type" => self.is_call = value.as_str()? == "call",
            "sequence" => self.sequence = Some(whole(&value)?),
            "ref" => self.action = Some(text(value)?),
            "args" => {
                value.as_object()?;
                shallow(&value, DEPTH)?;
                self.args = Some(value);
            }
            "outcome" => self.outcome = Some(Outcome::parse(value.as_str()?)?),
            "failureStage" => self.failure_stage = Some(FailureStage::parse(value.as_str()?)?),
            "normalization" => self.normalization = Some(Witness::read(&value)?),
            "provider" | "action" | "error" => {
                value.as_str()?;
            }
            "resultTruncated" => {
                let Data::Bool(_) = value.data else { return None };
            }
            "result" => shallow(&value, DEPTH)?,
            _ => return None,
        }
        Some(())
    }
}

fn text(node: Node) -> Option<Box<str>> {
    match node.data {
        Data::String(text) => Some(text),
        _ => None,
    }
}

/// Nothing, where at most `depth` containers stand inside each other.
fn shallow(node: &Node, depth: usize) -> Option<()> {
    match &node.data {
        Data::Array(items) => {
            let depth = depth.checked_sub(1)?;
            items.iter().try_for_each(|item| shallow(item, depth))
        }
        Data::Object(members) => {
            let depth = depth.checked_sub(1)?;
            members.iter().try_for_each(|member| shallow(&member.value, depth))
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => Some(()),
    }
}
