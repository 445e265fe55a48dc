//! What can be wrong with a change.

use crate::span::Span;

/// Something about a change that no rule allows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The text before or after is no JSON object that all parsers read alike.
    #[error("the arguments {0} are no object that all parsers read alike")]
    NotAnObject(&'static str),
    /// The schema accepted the arguments before: they were not to be touched.
    #[error("the schema accepted the arguments before")]
    AcceptedBefore,
    /// The schema rejects the result.
    #[error("the schema rejects the result")]
    RejectedAfter,
    /// A member of the witness is not what it must be.
    #[error("`{0}` of the witness is not what it must be")]
    FalseWitness(&'static str),
    /// The witness names other rules than the change took, or in another order.
    #[error("the witness names other rules than the change took")]
    OtherRules,
    /// A member has a name or value that no rule makes of what was given.
    #[error("no rule makes the member `{0}` of what was given")]
    Unexplained(String),
    /// A member is gone, and no rule leaves it out.
    #[error("no rule leaves out the member `{0}`")]
    Missing(String),
    /// Two members were given for one key.
    #[error("two members were given for the key `{0}`")]
    Collision(String),
    /// The rules have two outcomes: the call was to be left alone.
    #[error("the rules have two outcomes for `{0}`")]
    SecondOutcome(String),
    /// The validator cannot say what a property accepts.
    #[error("the validator cannot evaluate the property `{0}`")]
    Unevaluable(String),
    /// There is too much to ask.
    #[error("what becomes of `{0}` cannot be checked within the bounds")]
    TooMuch(String),
    /// Bytes changed that no rule touches.
    #[error("bytes changed that no rule touches")]
    OtherBytes(Span),
}
