//! Decoders: how a given value is read. Each moves quotes, or respells to what is declared; none computes.
//!
//! Beside each stands its inverse: what was given is what encoding makes of that which was read, or, where
//! the decoder respells, has the same form.

use serde_json::Value;

use crate::facets::enum_texts;
use crate::ir::{Decoder, Lookup, Program, Spelling};
use crate::json::{Node, canonical, number};
use crate::schema::Schema;
use crate::spelling::Forms;

/// What a decoder made of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded {
    /// The value, for the validator.
    pub value: Value,
    /// Its text, as it is written.
    pub text: String,
}

/// A decoder at a property, with what it looks up there.
#[derive(Debug, Clone)]
pub struct Reader {
    decoder: Decoder,
    members: Option<(Spelling, Forms<String>)>,
}

impl Reader {
    /// The reader of `decoder` at `property`, which stands in `schema`.
    pub fn new(decoder: &Decoder, program: &Program, schema: &Schema, property: &Node) -> Self {
        let members = match decoder.looks_up() {
            Some(Lookup::Member(name)) => program.spelling(name).map(|spelling| {
                let texts = enum_texts(schema, property).map(str::to_owned);
                (spelling.clone(), Forms::of(spelling, texts))
            }),
            Some(Lookup::Key(_)) | None => None,
        };
        Self { decoder: decoder.clone(), members }
    }

    /// What it makes of `given`; nothing where it does not take such a value.
    pub fn read(&self, given: &Node) -> Option<Decoded> {
        match &self.decoder {
            // The text that is the ECMAScript spelling of a number, its quotes off.
            Decoder::Number => {
                let text = given.as_str()?;
                number::exact(text)?;
                Some(Decoded { value: Value::Number(text.parse().ok()?), text: text.to_owned() })
            }
            // The member that alone, among *all* members, is spelled like the text.
            Decoder::EnumBy(_) => {
                let (spelling, members) = self.members.as_ref()?;
                let member = members.unique(spelling, given.as_str()?)?;
                Some(Decoded { value: Value::String(member.clone()), text: canonical::string(member) })
            }
        }
    }
}

/// What may have been given where `decoder` reads `value`; nothing where it never gives that.
pub fn encode(decoder: &Decoder, value: &Value) -> Option<Value> {
    match decoder {
        Decoder::Number => Some(Value::String(number::print(value.as_f64()?))),
        Decoder::EnumBy(_) => Some(Value::String(respelled(value.as_str()?))),
    }
}

/// Another spelling of a name: capital letters, and one more separator.
pub fn respelled(name: &str) -> String {
    format!("{}_", name.to_ascii_uppercase())
}
