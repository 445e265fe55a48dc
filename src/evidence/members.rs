//! A few members of a JSON object, found without building the rest of it.
//!
//! `serde_json` skips a value that nobody asked for without recursion and without allocating, and
//! still checks it for well-formedness. A member asked for comes back as a slice of the text, to be
//! read further or not at all. Of a member given twice the last one counts, as in `JSON.parse`.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::json::number;

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

/// The text of a JSON string; where no `str` can hold it, as it is written.
pub fn lossy(value: &RawValue) -> Cow<'_, str> {
    let written = value.get();
    let inner = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    text(value).unwrap_or_else(|| inner.unwrap_or(written).into())
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

/// An object whose members are taken one by one, as they go by.
pub trait Object<'t>: Default {
    /// The names of the members that are taken.
    const NAMES: &'static [&'static str];

    /// Takes the value of the member that has this index in [`Self::NAMES`].
    ///
    /// # Errors
    ///
    /// Those of the map.
    fn take<A: MapAccess<'t>>(&mut self, index: usize, map: &mut A) -> Result<(), A::Error>;

    /// Is told of a member of any other name, whose value is then skipped.
    fn surplus(&mut self) {}
}

/// Reads an object, in one pass over the text however deep [`Object::take`] descends; `None` where
/// there is any other value.
///
/// # Errors
///
/// The value is not JSON, or is a text that no `str` or a number that no double can hold.
pub fn object<'t, T: Object<'t>>(
    reader: impl Deserializer<'t, Error = serde_json::Error>,
) -> Result<Option<T>, serde_json::Error> {
    AsObject(PhantomData).deserialize(reader)
}

/// Reads a member's value as an object; `None` where it is any other value.
///
/// # Errors
///
/// As [`object`].
pub fn next_object<'t, T: Object<'t>, A: MapAccess<'t>>(map: &mut A) -> Result<Option<T>, A::Error> {
    map.next_value_seed(AsObject(PhantomData))
}

/// Reads a member's value as an array of objects; `None` where it is any other value, or holds one.
///
/// # Errors
///
/// As [`object`].
pub fn next_objects<'t, T: Object<'t>, A: MapAccess<'t>>(map: &mut A) -> Result<Option<Vec<T>>, A::Error> {
    map.next_value_seed(AsObjects(PhantomData))
}

/// Scalars, which are neither an object nor an array.
macro_rules! no_scalars {
    () => {
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok(None)
        }
    };
}

struct AsObject<T>(PhantomData<T>);

impl<'t, T: Object<'t>> DeserializeSeed<'t> for AsObject<T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t, T: Object<'t>> Visitor<'t> for AsObject<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut object = T::default();
        while let Some(index) = map.next_key_seed(Index(T::NAMES))? {
            match index {
                Some(index) => object.take(index, &mut map)?,
                None => {
                    object.surplus();
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Some(object))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    no_scalars!();
}

struct AsObjects<T>(PhantomData<T>);

impl<'t, T: Object<'t>> DeserializeSeed<'t> for AsObjects<T> {
    type Value = Option<Vec<T>>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t, T: Object<'t>> Visitor<'t> for AsObjects<T> {
    type Value = Option<Vec<T>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut objects = Some(Vec::new());
        while let Some(item) = items.next_element_seed(AsObject(PhantomData))? {
            objects = objects.zip(item).map(|(mut objects, item)| {
                objects.push(item);
                objects
            });
        }
        Ok(objects)
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    no_scalars!();
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
