//! What several topics need.

/// Runs `assertions` with snapshots under `snapshots/<topic>/`.
pub fn snapshots(topic: &str, assertions: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("{}/snapshots/{topic}", env!("CARGO_MANIFEST_DIR")));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(assertions);
}
