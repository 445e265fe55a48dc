//! The extent of a text in which members may stand twice, each counted once: the last one.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserializer as _, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Extent;
use crate::evidence::members::each_item;
use crate::json::canonical;

/// How deep objects are looked into. An envelope that goes deeper fails its guard anyway.
const DEPTH: usize = 20;

/// The extent of `text`, one well-formed JSON value; `None` where the names in an object have more than
/// `bytes` bytes, so that memory is bounded.
pub(super) fn extent(text: &str, bytes: usize) -> Option<Extent> {
    of(serde_json::from_str(text).ok()?, bytes, DEPTH)
}

fn of(value: &RawValue, bytes: usize, levels: usize) -> Option<Extent> {
    let Some(levels) = levels.checked_sub(1) else { return Extent::of(value.get(), usize::MAX) };
    match value.get().as_bytes() {
        [b'{', ..] => {
            let members = Members { bytes, levels };
            serde_json::Deserializer::from_str(value.get()).deserialize_map(members).ok()
        }
        [b'[', ..] => {
            let mut items = Some((Extent::default(), 0));
            each_item(value, |item| {
                let item = items.and_then(|_| of(item, bytes, levels));
                items = items.zip(item).map(|((all, count), item)| (all.and(item), count + 1));
            });
            items.map(|(all, count)| all.within(count))
        }
        _ => Extent::of(value.get(), usize::MAX),
    }
}

impl Extent {
    /// Both, beside each other.
    fn and(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            depth: self.depth.max(other.depth),
            overflows: self.overflows || other.overflows,
        }
    }

    /// So many items together, within brackets and with commas between them.
    fn within(self, items: usize) -> Self {
        Self { bytes: self.bytes + 2 + items.saturating_sub(1), depth: self.depth + 1, ..self }
    }
}

/// Sums up the last value of each member of an object.
struct Members {
    bytes: usize,
    levels: usize,
}

impl<'t> Visitor<'t> for Members {
    type Value = Extent;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Extent, A::Error> {
        let mut members: HashMap<Cow<'t, str>, Extent> = HashMap::new();
        let mut names = 0;
        while let Some((name, value)) = map.next_entry::<Cow<'t, str>, &'t RawValue>()? {
            let value =
                of(value, self.bytes, self.levels).ok_or_else(|| A::Error::custom("too many names"))?;
            let size = canonical::string(&name).len() + 1;
            if members.insert(name, value).is_none() {
                names += size;
            }
            if names > self.bytes {
                return Err(A::Error::custom("too many names"));
            }
        }
        let count = members.len();
        let values = members.into_values().fold(Extent::default(), Extent::and);
        Ok(Extent { bytes: values.bytes + names, ..values }.within(count))
    }
}
