//! Objects of which some members are taken as they go by, others within others, in one pass over the
//! text.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

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

/// Reads a member name as its index among the names asked for.
pub(super) struct Index<'n>(pub(super) &'n [&'n str]);

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
