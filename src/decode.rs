//! Decoders: how a given value is read. Each moves quotes, or respells to what is declared; none computes.

mod enum_by;
mod number;

use serde_json::Value;

use crate::facets::Site;
use crate::ir::Decoder;
use crate::json::Node;

/// What a decoder made of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded {
    /// The value, for the validator.
    pub value: Value,
    /// Its text, as it is written.
    pub text: String,
}

/// What `decoder` makes of `given` at `site`; nothing where it does not take such a value.
pub fn decode(decoder: &Decoder, given: &Node, site: Site<'_>) -> Option<Decoded> {
    match decoder {
        Decoder::Number => number::read(given),
        Decoder::EnumBy(spelling) => enum_by::read(spelling, given, site),
    }
}
