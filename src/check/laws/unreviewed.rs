//! Review: an active profile names active conventions only.

use super::Subject;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::Status;

/// Refuses a convention that is not active in a profile that is.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for profile in subject.program.profiles.iter().filter(|profile| profile.ir.status == Status::Active) {
        for word in &profile.conventions {
            let Some(convention) = subject.program.convention(&word.value) else { continue };
            let Some(status) = convention.status.as_ref().filter(|status| status.value != Status::Active)
            else {
                continue;
            };
            let message =
                format!("`{}` is active and names `{}`, which is not", profile.name.value, word.value);
            report.push(
                Diagnostic::error(rules::UNREVIEWED, message)
                    .label(profile.source, word.span, "named here")
                    .label(convention.source, status.span, "not active yet")
                    .help("finish the review of the convention, or give the profile `status review`"),
            );
        }
    }
}
