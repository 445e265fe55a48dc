//! Bounded: the worst case of rules against the profile's bound. A note, since the bound holds anyway.

use super::Subject;
use crate::diagnostic::{Diagnostic, Severity, rules};

/// Notes a profile whose largest schemas may have more rules than its plans hold.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for profile in &subject.program.profiles {
        let members = subject.members(profile);
        let reaches: Vec<_> =
            members.iter().filter_map(|(.., ir)| subject.reaches.get(ir.name.as_str())).collect();
        let at = |index| reaches.iter().filter(|reach| reach.at(index)).count();
        let a_key = (0..subject.points.len()).map(at).max().unwrap_or(0);
        let bounds = profile.ir.bounds;
        let worst = u64::from(bounds.properties).saturating_mul(a_key as u64);
        if worst <= u64::from(bounds.rules) {
            continue;
        }
        let beyond = if profile.ir.plan == 1 { "a plan is cut there" } else { "there is no plan beyond" };
        let message = format!(
            "a schema may yield up to {worst} rules under `{}`, whose bound is {}",
            profile.name.value, bounds.rules
        );
        report.push(
            Diagnostic::new(Severity::Note, rules::BOUND, message)
                .label(
                    profile.source,
                    profile.bounds,
                    format!("{} properties, {a_key} rules each; {beyond}", bounds.properties),
                )
                .help("that is allowed; tighten `properties` to rule it out"),
        );
    }
}
