//! `string read as enum by S`: respelled to the one member that has the form of the text.
//!
//! The inverse cannot give back the bytes, but their form: text and member have the same one.

use serde_json::Value;

use super::Decoded;
use crate::ir::Spelling;
use crate::json::{Node, canonical};
use crate::spelling::Forms;

/// The member that alone, among *all* members, is spelled like the given text.
pub(super) fn read(given: &Node, spelling: &Spelling, members: &Forms<String>) -> Option<Decoded> {
    let member = members.unique(spelling, given.as_str()?)?;
    Some(Decoded { value: Value::String(member.clone()), text: canonical::string(member) })
}
