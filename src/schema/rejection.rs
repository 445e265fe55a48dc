//! Why the validator rejects arguments, in its own words but without their values, which may be secret.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use super::{MOST_WORDS, Schema};

/// How many characters of a message are kept: it may name every undeclared member.
const MOST_SHOWN: usize = 300;

/// How many branches of a union are told of.
const MOST_BRANCHES: usize = 8;
/// How many unions inside each other are.
const MOST_DEEP: usize = 2;

/// One way in which arguments are not what their schema wants.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// A JSON Pointer into the arguments.
    pub at: String,
    /// The keyword of the schema that refuses.
    pub keyword: String,
    /// A JSON Pointer into the schema, to that keyword.
    pub schema: String,
    /// The validator's words; `value` stands for the value.
    pub message: String,
    /// The first of the undeclared members, where it is about such.
    pub name: Option<String>,
    /// Whether the validator gave up instead of deciding.
    pub undecided: bool,
    /// Where no branch of a union takes the value: of the first branches what each refuses first. A branch is
    /// named by its JSON Pointer into the schema.
    pub branches: Vec<(String, Rejection)>,
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
    /// Whether an object has members that the schema does not declare.
    pub fn is_of_names(&self) -> bool {
        matches!(&*self.keyword, "additionalProperties" | "unevaluatedProperties")
    }

    /// The same with other pointers into the arguments.
    pub(crate) fn moved(self, moved: impl Fn(&str) -> String + Copy) -> Self {
        let at = moved(&self.at);
        let branches =
            self.branches.into_iter().map(|(branch, first)| (branch, first.moved(moved))).collect();
        Self { at, branches, ..self }
    }

    fn of(error: &ValidationError<'_>) -> Self {
        Self::within(error, MOST_DEEP)
    }

    fn within(error: &ValidationError<'_>, deep: usize) -> Self {
        let message = error.masked().to_string();
        let message = match message.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
            None => message,
        };
        Self {
            at: error.instance_path().as_str().to_owned(),
            keyword: error.kind().keyword().to_owned(),
            schema: error.schema_path().as_str().to_owned(),
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
            branches: match error.kind() {
                ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }
                    if deep > 0 =>
                {
                    let first = context.iter().map(|faults| faults.first()).take(MOST_BRANCHES).enumerate();
                    let named = |index| format!("{}/{index}", error.schema_path().as_str());
                    first
                        .filter_map(|(index, fault)| Some((named(index), Self::within(fault?, deep - 1))))
                        .collect()
                }
                _ => Vec::new(),
            },
        }
    }
}
