//! Decoders: how a given value is read. Each moves quotes, or respells to what is declared; none computes.

mod enum_by;
mod number;

use serde_json::Value;

use crate::ir::{Decoder, Spelling};
use crate::json::Node;
use crate::spelling::Forms;

/// What a decoder made of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded {
    /// The value, for the validator.
    pub value: Value,
    /// Its text, as it is written.
    pub text: String,
}

/// What `decoder` makes of `given`; nothing where it does not take such a value.
///
/// `members` are the declared texts that the decoder looks up, for those that do.
pub fn decode(
    decoder: &Decoder,
    given: &Node,
    members: Option<&(Spelling, Forms<String>)>,
) -> Option<Decoded> {
    match decoder {
        Decoder::Number => number::read(given),
        Decoder::EnumBy(_) => members.and_then(|(spelling, forms)| enum_by::read(given, spelling, forms)),
    }
}
