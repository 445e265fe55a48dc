//! A few members of a JSON object, found without building the rest of it.
//!
//! `serde_json` skips a value that nobody asked for without recursion and without allocating, and
//! still checks it for well-formedness. A member asked for comes back as a slice of the text, to be
//! read further or not at all. Of a member given twice the last one counts, as in `JSON.parse`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::object::Index;
use crate::json::{number, surrogate};

/// The values of the members called `names`, where `text` is an object; `None` where it is any
/// other JSON value.
///
/// # Errors
///
/// `text` is not one JSON value.
pub fn members<'t, const N: usize>(
    text: &'t str,
    names: [&str; N],
) -> Result<Option<[Option<&'t RawValue>; N]>, serde_json::Error> {
    if !text.trim_start_matches([' ', '\t', '\n', '\r']).starts_with('{') {
        return serde_json::from_str::<IgnoredAny>(text).map(|_| None);
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let found = reader.deserialize_map(Chosen { names })?;
    reader.end()?;
    Ok(Some(found))
}

/// Calls `each` with the items of an array, one after the other, each as a slice of the text; never
/// where `text` is no array.
pub fn each_item<'t>(text: &'t RawValue, each: impl FnMut(&'t RawValue)) {
    if text.get().starts_with('[') {
        // The text is well-formed, so this cannot fail; were it not, the items before the fault count.
        let _ = serde_json::Deserializer::from_str(text.get()).deserialize_seq(Items(each));
    }
}

/// The text of a JSON string; `None` for any other value, or where no `str` can hold it.
pub fn text(value: &RawValue) -> Option<Cow<'_, str>> {
    let inner = inner(value)?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(inner.into());
    }
    serde_json::from_str(value.get()).ok().map(Cow::Owned)
}

/// The text of a JSON string; half of a surrogate pair, which no `str` can hold, as its stand-in.
pub fn lossy(value: &RawValue) -> Cow<'_, str> {
    text(value).unwrap_or_else(|| surrogate::decode(inner(value).unwrap_or(value.get())).into())
}

/// What stands between the quotes of a JSON string.
fn inner(value: &RawValue) -> Option<&str> {
    value.get().strip_prefix('"')?.strip_suffix('"')
}

/// Whether the value is a string.
pub fn is_text(value: &RawValue) -> bool {
    value.get().starts_with('"')
}

/// The value of a number that is a safe integer from 0.
pub fn natural(value: &RawValue) -> Option<u64> {
    value.get().starts_with(|first: char| first == '-' || first.is_ascii_digit()).then_some(())?;
    number::natural(value.get())
}

/// Whether the value is an object.
pub fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

struct Chosen<'n, const N: usize> {
    names: [&'n str; N],
}

impl<'t, const N: usize> Visitor<'t> for Chosen<'_, N> {
    type Value = [Option<&'t RawValue>; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = [None; N];
        while let Some(index) = map.next_key_seed(Index(&self.names))? {
            match index.and_then(|index| found.get_mut(index)) {
                Some(place) => *place = Some(map.next_value()?),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(found)
    }
}

struct Items<F>(F);

impl<'t, F: FnMut(&'t RawValue)> Visitor<'t> for Items<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'t>>(mut self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            (self.0)(item);
        }
        Ok(())
    }
}
