//! Why the validator rejects arguments, in its own words but without their values, which may be secret.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use super::{MOST_WORDS, Schema};

/// How many characters of a message are kept: it may name every undeclared member.
const MOST_SHOWN: usize = 300;

/// One way in which arguments are not what their schema wants.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// A JSON Pointer into the arguments.
    pub at: String,
    /// The keyword of the schema that refuses.
    pub keyword: String,
    /// The validator's words; `value` stands for the value.
    pub message: String,
    /// The first of the undeclared members, where it is about such.
    pub name: Option<String>,
    /// Whether the validator gave up instead of deciding.
    pub undecided: bool,
}

impl Schema {
    /// The first `most` ways in which `arguments` are not accepted, in the validator's order.
    ///
    /// None where they are accepted, and none where asking would cost too much.
    pub fn rejections(&self, arguments: &Value, most: usize) -> Vec<Rejection> {
        if self.0.work.of(arguments) > MOST_WORDS {
            return Vec::new();
        }
        self.0.validator.iter_errors(arguments).take(most).map(|error| Rejection::of(&error)).collect()
    }
}

impl Rejection {
    /// Whether the arguments have members that the schema does not declare.
    pub fn is_of_names(&self) -> bool {
        self.at.is_empty() && matches!(&*self.keyword, "additionalProperties" | "unevaluatedProperties")
    }

    fn of(error: &ValidationError<'_>) -> Self {
        let message = error.masked().to_string();
        let message = match message.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
            None => message,
        };
        Self {
            at: error.instance_path().as_str().to_owned(),
            keyword: error.kind().keyword().to_owned(),
            message,
            name: match error.kind() {
                ValidationErrorKind::AdditionalProperties { unexpected }
                | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected.first().cloned(),
                _ => None,
            },
            undecided: matches!(
                error.kind(),
                ValidationErrorKind::BacktrackLimitExceeded { .. }
                    | ValidationErrorKind::RegexEngineFailure { .. }
            ),
        }
    }
}
