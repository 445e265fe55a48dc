//! What an action declares of its results, where that cannot be used.

use crate::diagnostic::{Diagnostic, Severity};
use crate::schema::{Schema, SchemaError, SchemaOptions};
use crate::surface::{Action, Output, Surface};

/// The schema of the results of `action`, which stands in `surface`; `None` where none is declared.
pub(super) fn compiled(
    surface: &Surface<'_>,
    action: &Action<'_>,
    options: SchemaOptions,
) -> Option<Result<Schema, SchemaError>> {
    action.output.schema().map(|node| Schema::new(surface.document, node, options))
}

/// What is wrong with what the action declares of its results.
pub(super) fn unusable(
    surface: &Surface<'_>,
    action: &Action<'_>,
    options: SchemaOptions,
) -> Option<Diagnostic> {
    let found = |message: String| {
        Diagnostic::new(Severity::Warning, "check::unusable-output-schema", message).help(
            "its arguments are normalized all the same; no place in its results can be checked against this, \
             and a result that is checked against it is refused",
        )
    };
    if let Output::Twice(one, other) = action.output {
        let message = format!("`{}` declares its results twice", action.reference);
        return Some(found(message).label(0, other.name_span, "again here").label(
            0,
            one.name_span,
            "first here",
        ));
    }
    let error = compiled(surface, action, options)?.err()?;
    let message = format!("the schema of the results of `{}` cannot be used: {error}", action.reference);
    Some(found(message).label(0, error.span(), "here"))
}
