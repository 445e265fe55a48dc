//! Which model is speaking: records that name it, for the traces after them.

use super::members::text;
use super::record::Parts;

/// Texts of which one stands in every record that names a model, unless it is spelled with escapes.
/// The first is the usual one, and near the beginning of its line.
pub(super) const MARKERS: [&str; 2] = ["assistant", "model_change"];

/// The model that a record names, `provider/model`.
///
/// Either a model change with a provider and a model, or else an assistant's message with both.
pub(super) fn model(parts: &Parts<'_>) -> Option<Box<str>> {
    changed(parts).or_else(|| spoken(parts))
}

fn changed(parts: &Parts<'_>) -> Option<Box<str>> {
    if text(parts.kind?)? != "model_change" {
        return None;
    }
    joined(&text(parts.provider?)?, &text(parts.model?)?)
}

fn spoken(parts: &Parts<'_>) -> Option<Box<str>> {
    let message = parts.message.as_ref()?;
    if text(message.role?)? != "assistant" {
        return None;
    }
    joined(&text(message.provider?)?, &text(message.model?)?)
}

fn joined(provider: &str, model: &str) -> Option<Box<str>> {
    let named = !provider.is_empty() && !model.is_empty();
    named.then(|| format!("{provider}/{model}").into())
}
