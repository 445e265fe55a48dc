//! A few members of a JSON object, found without building the rest of it.
//!
//! `serde_json` skips a value that nobody asked for without recursion and without allocating, and
//! still checks it for well-formedness. A member asked for comes back as a slice of the text, to be
//! read further or not at all. Of a member given twice the last one counts, as in `JSON.parse`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

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
    /// Borrows where there is nothing to unescape; plain `Cow` always copies.
    #[derive(serde::Deserialize)]
    struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
    serde_json::from_str::<Text<'_>>(value.get()).ok().map(|text| text.0)
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

/// Reads a member name as its index among the names asked for.
struct Index<'n>(&'n [&'n str]);

impl<'t> DeserializeSeed<'t> for Index<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Index<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|asked| *asked == name))
    }
}
