//! The rule language: text to program, and every fault of a text.

pub(crate) mod automaton;
mod closed;
mod diagnostics;
mod digest;
mod docs;
mod embedded;
mod extends;
mod generated;
mod hostile;
mod items;
mod laws;
mod pairs;
mod print;
mod searches;

/// Runs `assertions` on snapshots in this folder below `snapshots/language`.
fn snapshots(folder: &str, assertions: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("{}/snapshots/language/{folder}", env!("CARGO_MANIFEST_DIR")));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(assertions);
}

/// Properties on `count` cases. Failures are shown, not kept in files.
pub(crate) fn cases(count: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config { cases: count, failure_persistence: None, ..Default::default() }
}
