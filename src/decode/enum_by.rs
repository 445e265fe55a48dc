//! `string read as enum by S`: respelled to the one member that has the form of the text.
//!
//! The inverse cannot give back the bytes, but their form: text and member have the same one.

use serde_json::Value;

use super::Decoded;
use crate::facets::{Site, enum_texts};
use crate::json::{Node, canonical};
use crate::spelling::Forms;

/// The member that alone, among *all* members, is spelled like the given text.
pub(super) fn read(spelling: &str, given: &Node, site: Site<'_>) -> Option<Decoded> {
    let text = given.as_str()?;
    let spelling = site.program.spelling(spelling)?;
    let members = Forms::of(spelling, enum_texts(&site.property.value));
    let member = members.unique(spelling, text)?;
    Some(Decoded { value: Value::String(member.to_owned()), text: canonical::string(member) })
}
