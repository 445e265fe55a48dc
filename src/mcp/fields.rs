//! The members of a message that matter, read without building anything else.
//!
//! A message is gone through once, however long it is: members that are not listed are passed over, the
//! values of those that are stay slices of the line.

use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Lists the members of messages that are read, and gives each a name.
macro_rules! names {
    ($($name:ident = $text:literal,)*) => {
        /// A member that is read.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub(super) enum Name { $($name,)* }
        const NAMES: &[(&str, Name)] = &[$(($text, Name::$name),)*];
        const MANY: usize = [$($text,)*].len();
    };
}

names! {
    Arguments = "arguments",
    ClientCapabilities = "io.modelcontextprotocol/clientCapabilities",
    ClientInfo = "io.modelcontextprotocol/clientInfo",
    Code = "code",
    Content = "content",
    Cursor = "cursor",
    Error = "error",
    Id = "id",
    InputResponses = "inputResponses",
    InputSchema = "inputSchema",
    IsError = "isError",
    Message = "message",
    Meta = "_meta",
    Method = "method",
    Called = "name",
    NextCursor = "nextCursor",
    Params = "params",
    ProtocolVersion = "io.modelcontextprotocol/protocolVersion",
    RequestId = "requestId",
    RequestState = "requestState",
    Result = "result",
    ResultType = "resultType",
    Status = "status",
    StructuredContent = "structuredContent",
    Task = "task",
    TaskId = "taskId",
    Text = "text",
    Tools = "tools",
    TraceParent = "traceparent",
    TtlMs = "ttlMs",
    Witness = "dev.fabric-rules/witness",
}

/// The listed members of an object, each as the text that stands for it. Of a member given twice the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'t> {
    values: [Option<&'t RawValue>; MANY],
    /// Whether a listed member is given twice.
    pub(super) is_twice: bool,
}

impl<'t> Fields<'t> {
    /// Reads an object. `None` where `text` is something else.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let fields = Members.deserialize(&mut deserializer).ok()?;
        deserializer.end().ok()?;
        fields
    }

    /// The text of a member.
    pub(super) fn raw(&self, name: Name) -> Option<&'t str> {
        self.values.get(name as usize).copied().flatten().map(RawValue::get)
    }

    /// The text of a member, where that is not `null`.
    pub(super) fn given(&self, name: Name) -> Option<&'t str> {
        self.raw(name).filter(|raw| *raw != "null")
    }

    /// A member that is a text, unescaped.
    pub(super) fn text(&self, name: Name) -> Option<String> {
        self.raw(name).filter(|raw| raw.starts_with('"')).and_then(|raw| serde_json::from_str(raw).ok())
    }

    /// A member that is an object.
    pub(super) fn fields(&self, name: Name) -> Option<Self> {
        self.raw(name).filter(|raw| raw.starts_with('{')).and_then(Self::read)
    }

    /// A member that is a whole number.
    pub(super) fn whole(&self, name: Name) -> Option<i64> {
        let raw = self.raw(name)?;
        let n = raw.parse::<f64>().ok().filter(|n| n.fract() == 0.0 && n.abs() < 9e15)?;
        #[expect(clippy::cast_possible_truncation, reason = "whole, and below 2^53")]
        Some(n as i64)
    }

    /// The end of any listed member but the last one of the object: there another one can be put in.
    pub(super) fn any(&self) -> Option<&'t str> {
        self.values.iter().flatten().next().map(|raw| raw.get())
    }
}

/// A message: its own members, and those of its `params` or `result`.
#[derive(Debug)]
pub(super) struct Message<'t> {
    pub(super) own: Fields<'t>,
    pub(super) params: Option<Fields<'t>>,
    pub(super) result: Option<Fields<'t>>,
    /// Whether there is a result, whatever it is.
    pub(super) has_result: bool,
    /// Whether the id or the method is given twice, so that nobody can say what the message is.
    pub(super) is_doubtful: bool,
}

impl<'t> Message<'t> {
    /// Reads a line. `None` where that is no JSON object.
    pub(super) fn read(line: &'t [u8]) -> Option<Self> {
        if line.trim_ascii_start().first() != Some(&b'{') {
            return None;
        }
        let mut deserializer = serde_json::Deserializer::from_slice(line);
        let message = deserializer.deserialize_map(Whole).ok()?;
        deserializer.end().ok()?;
        Some(message)
    }

    /// The method, unescaped.
    pub(super) fn method(&self) -> Option<String> {
        self.own.text(Name::Method)
    }
}

/// Where a slice of `line` stands in it.
pub(super) fn place(line: &[u8], part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(line.as_ptr() as usize)?;
    let end = start.checked_add(part.len())?;
    (end <= line.len()).then_some(start..end)
}

/// Reads an array of objects, of which the first `most` are kept. `None` where `text` is something else;
/// beside the objects, whether that is all. What is no object is an entry without members.
pub(super) fn objects(text: &str, most: usize) -> Option<(Vec<Option<Fields<'_>>>, bool)> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.deserialize_seq(Objects(most)).ok()
}

/// The first of an array of objects.
pub(super) fn first(text: &str) -> Option<Fields<'_>> {
    objects(text, 1)?.0.into_iter().next().flatten()
}

struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Option<Name>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key {
    type Value = Option<Name>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(NAMES.iter().find(|(name, _)| *name == text).map(|(_, name)| *name))
    }
}

/// Reads the listed members of a value, where that is an object.
struct Members;

impl<'de> DeserializeSeed<'de> for Members {
    type Value = Option<Fields<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = Option<Fields<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Fields { values: [None; MANY], is_twice: false };
        while let Some(name) = map.next_key_seed(Key)? {
            let Some(name) = name else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let value = map.next_value::<&'de RawValue>()?;
            if let Some(slot) = fields.values.get_mut(name as usize) {
                fields.is_twice |= slot.replace(value).is_some();
            }
        }
        Ok(Some(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
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

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
}

struct Objects(usize);

impl<'de> Visitor<'de> for Objects {
    type Value = (Vec<Option<Fields<'de>>>, bool);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while found.len() < self.0 {
            match seq.next_element_seed(Members)? {
                Some(fields) => found.push(fields),
                None => return Ok((found, true)),
            }
        }
        let mut is_all = true;
        while seq.next_element::<IgnoredAny>()?.is_some() {
            is_all = false;
        }
        Ok((found, is_all))
    }
}

struct Whole;

impl<'de> Visitor<'de> for Whole {
    type Value = Message<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let own = Fields { values: [None; MANY], is_twice: false };
        let (params, result) = (None, None);
        let mut message = Message { own, params, result, has_result: false, is_doubtful: false };
        let mut has_params = false;
        while let Some(name) = map.next_key_seed(Key)? {
            match name {
                Some(Name::Params) => {
                    message.own.is_twice |= std::mem::replace(&mut has_params, true);
                    message.params = map.next_value_seed(Members)?;
                }
                Some(Name::Result) => {
                    message.own.is_twice |= std::mem::replace(&mut message.has_result, true);
                    message.result = map.next_value_seed(Members)?;
                }
                Some(name @ (Name::Id | Name::Method | Name::Error)) => {
                    let value = map.next_value::<&'de RawValue>()?;
                    if let Some(slot) = message.own.values.get_mut(name as usize) {
                        message.is_doubtful |= slot.replace(value).is_some();
                    }
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(message)
    }
}
