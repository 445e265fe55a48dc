//! Typed traces: what one execution called, with what, and how each call ended.

use serde::{Serialize, Serializer};

use crate::json::Node;
use crate::plan::Witness;

/// How a call, or a whole execution, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It gave a result.
    Succeeded,
    /// It gave an error; see [`FailureStage`].
    Failed,
    /// It was called off.
    Aborted,
    /// It took too long.
    TimedOut,
}

impl Outcome {
    /// Reads the name used on the wire.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "succeeded" => Some(Self::Succeeded),
            "failed" => Some(Self::Failed),
            "aborted" => Some(Self::Aborted),
            "timed_out" => Some(Self::TimedOut),
            _ => None,
        }
    }
}

/// Where on its way a call failed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureStage {
    /// The ref names no action.
    Resolve,
    /// The host's own adapter refused the arguments.
    Prepare,
    /// The declared schema rejected the arguments.
    Validate,
    /// A person or a policy said no.
    Approve,
    /// The action itself failed.
    Invoke,
    /// A guard around the action stopped it.
    Guard,
    /// A stage that only the host knows. It is a failure like any other, and none of the invocation.
    Other(Box<str>),
}

impl Serialize for FailureStage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FailureStage {
    /// The stage of this name, whether it was ever heard of or not.
    pub fn named(name: &str) -> Self {
        Self::parse(name).unwrap_or_else(|| Self::Other(name.into()))
    }

    /// Reads a name that an envelope may have.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "resolve" => Some(Self::Resolve),
            "prepare" => Some(Self::Prepare),
            "validate" => Some(Self::Validate),
            "approve" => Some(Self::Approve),
            "invoke" => Some(Self::Invoke),
            "guard" => Some(Self::Guard),
            _ => None,
        }
    }

    /// The name used on the wire.
    pub fn name(&self) -> &str {
        match self {
            Self::Resolve => "resolve",
            Self::Prepare => "prepare",
            Self::Validate => "validate",
            Self::Approve => "approve",
            Self::Invoke => "invoke",
            Self::Guard => "guard",
            Self::Other(name) => name,
        }
    }

    /// Whether the call never reached its action, so that a failure here is a rejection of the
    /// *invocation*.
    pub fn is_invocation(&self) -> bool {
        matches!(self, Self::Resolve | Self::Prepare | Self::Validate)
    }
}

/// One call within a trace.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The ref of the action called; it may be empty.
    pub action: Box<str>,
    /// The projected arguments: an object, each member name once.
    pub args: Node,
    /// How it ended.
    pub outcome: Outcome,
    /// Where it failed, if that was recorded. Kept whatever the outcome.
    pub failure_stage: Option<FailureStage>,
    /// The witness of the normalization that came before it.
    pub normalization: Option<Witness>,
}

impl Operation {
    /// Whether the call was rejected before it reached its action.
    pub fn is_rejection(&self) -> bool {
        self.outcome == Outcome::Failed
            && self.failure_stage.as_ref().is_some_and(FailureStage::is_invocation)
    }
}

/// One execution: its calls in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trace {
    /// The calls, in the order of their sequence numbers.
    pub operations: Vec<Operation>,
    /// What the execution was for, the name of its first phase.
    pub task_key: Option<Box<str>>,
    /// The model in force, `provider/model`.
    pub model: Option<Box<str>>,
}

/// The task key of a trace that has none.
pub const NO_TASK: &str = "(none)";
