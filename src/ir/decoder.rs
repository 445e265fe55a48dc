//! How a value is read; and all that is to be known of a decoder without running it, in one place.
//!
//! What it does stands in [`decode`](crate::decode), and how a checker of changes reads it in
//! [`verify`](crate::verify).

use serde_json::{Value, json};

use super::model::class::{Class, Classes};
use super::{Kinds, Lookup, Provenance};
use crate::json::canonical;

/// How a value is read. A decoder moves quotes or brackets, cuts one member out, or respells to something
/// declared; it computes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoder {
    /// `string read as number`: text that is `String(n)` of a finite double becomes that number.
    Number,
    /// `string read as boolean by S`: text that has the form of `true` or of `false` becomes that.
    BooleanBy(String),
    /// `string read as enum by S`: text becomes the one member that has its form.
    EnumBy(String),
    /// `string read as enum by V`: text becomes the member of the vocabulary that it stands for.
    EnumOf(String),
    /// `string read as json`: text that is one JSON value becomes that value.
    Json,
    /// `number read as text`: an integer that a double holds, written as ECMAScript prints it, becomes its
    /// digits.
    Text,
    /// `string, number or boolean read as item`: the value becomes a list of one.
    Item,
    /// `the only member "a" | "b"`: an object of one member, which is called so, becomes its value.
    OnlyMember(Vec<String>),
}

/// What is read by a decoder: which values, and what becomes of what it gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoding {
    /// The decoder.
    pub decoder: Decoder,
    /// The kinds of values that are taken; no others than the decoder takes.
    pub kinds: Kinds,
    /// Texts that are not taken.
    pub unless: Vec<Unless>,
    /// `planned again`: where the schema does not accept what the decoder gives, the rules for what is
    /// inside are asked.
    pub again: bool,
}

/// A sort of text that is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unless {
    /// `empty`
    Empty,
    /// `json`: text that is one JSON value.
    Json,
    /// `literal`: text that is a JSON number, `true`, `false` or `null`.
    Literal,
    /// `it has "c", …`: text with one of these in it.
    Has(Vec<String>),
}

/// What the word of a decoder stands for.
#[derive(Debug, Clone)]
pub enum Called {
    /// A decoder that needs nothing more.
    Alone(Decoder),
    /// One that reads by a spelling, which is to be named.
    By(fn(String) -> Decoder),
}

/// All decoders that are called by a word. `enum` goes by a vocabulary too.
const CALLED: [(&str, Called); 6] = [
    ("number", Called::Alone(Decoder::Number)),
    ("boolean", Called::By(Decoder::BooleanBy)),
    ("enum", Called::By(Decoder::EnumBy)),
    ("json", Called::Alone(Decoder::Json)),
    ("text", Called::Alone(Decoder::Text)),
    ("item", Called::Alone(Decoder::Item)),
];

/// Every class of text but the empty one.
const FULL_TEXTS: [Class; 7] = [
    Class::NumberText,
    Class::BooleanText,
    Class::NullText,
    Class::ContainerText,
    Class::StringText,
    Class::WordText,
    Class::OtherText,
];

/// Every class of text that is a JSON number, `true`, `false` or `null`.
const LITERAL_TEXTS: [Class; 3] = [Class::NumberText, Class::BooleanText, Class::NullText];

/// Every class of text that is one JSON value.
const JSON_TEXTS: [Class; 5] =
    [Class::NumberText, Class::BooleanText, Class::NullText, Class::ContainerText, Class::StringText];

impl From<Decoder> for Decoding {
    /// Everything that the decoder takes, and nothing further.
    fn from(decoder: Decoder) -> Self {
        Self { kinds: decoder.kinds(), decoder, unless: Vec::new(), again: false }
    }
}

impl Decoder {
    /// The words that decoders are called by.
    pub fn words() -> impl Iterator<Item = &'static str> + Clone {
        CALLED.iter().map(|(word, _)| *word)
    }

    /// What `word` stands for, if it is the word of a decoder.
    pub fn called(word: &str) -> Option<Called> {
        CALLED.iter().find(|(known, _)| *known == word).map(|(_, called)| called.clone())
    }

    /// The decoder called `word` that reads by this vocabulary, if there is one.
    pub fn of_vocabulary(word: &str, vocabulary: &str) -> Option<Self> {
        (word == "enum").then(|| Self::EnumOf(vocabulary.to_owned()))
    }

    /// One decoder of each sort that is called by a word, with `S` for a spelling.
    pub fn samples() -> impl Iterator<Item = Self> {
        CALLED.iter().map(|(_, called)| called.with("S"))
    }

    /// What it looks up by a spelling that has to be unique, if anything.
    pub fn looks_up(&self) -> Option<Lookup<'_>> {
        match self {
            Self::EnumBy(spelling) => Some(Lookup::Member(spelling)),
            _ => None,
        }
    }

    /// The spelling that it goes by, if any.
    pub fn spelling(&self) -> Option<&str> {
        match self {
            Self::EnumBy(spelling) | Self::BooleanBy(spelling) => Some(spelling),
            _ => None,
        }
    }

    /// The vocabulary that it goes by, if any.
    pub fn vocabulary(&self) -> Option<&str> {
        match self {
            Self::EnumOf(vocabulary) => Some(vocabulary),
            _ => None,
        }
    }

    /// Whether it gives members of the enum that stands at the place itself.
    pub fn gives_members(&self) -> bool {
        matches!(self, Self::EnumBy(_) | Self::EnumOf(_))
    }

    /// Whether it puts something around what it reads.
    pub fn wraps(&self) -> bool {
        matches!(self, Self::Item)
    }

    /// Whether it cuts one member out of what it reads.
    pub fn cuts_out(&self) -> bool {
        matches!(self, Self::OnlyMember(_))
    }

    /// Where that comes from which it gives.
    pub fn provenance(&self) -> Provenance {
        match self {
            Self::EnumBy(_) | Self::EnumOf(_) => Provenance::Declared,
            Self::Number
            | Self::BooleanBy(_)
            | Self::Json
            | Self::Text
            | Self::Item
            | Self::OnlyMember(_) => Provenance::Decoded,
        }
    }

    /// The kinds of values that it takes.
    pub fn kinds(&self) -> Kinds {
        match self {
            Self::Number | Self::BooleanBy(_) | Self::EnumBy(_) | Self::EnumOf(_) | Self::Json => {
                Kinds::STRING
            }
            Self::Text => Kinds::NUMBER,
            Self::Item => Kinds::STRING | Kinds::NUMBER | Kinds::BOOLEAN,
            Self::OnlyMember(_) => Kinds::OBJECT,
        }
    }

    /// The classes of values that it takes, over-approximated.
    fn takes(&self) -> Classes {
        match self {
            Self::Number => Classes::of(&[Class::NumberText]),
            // In other letters they are words, or are joined by something.
            Self::BooleanBy(_) => Classes::of(&[Class::BooleanText, Class::WordText, Class::OtherText]),
            // A spelling has a first character, so the empty text has no form; any other may have one.
            // No ring has an empty alias.
            Self::EnumBy(_) | Self::EnumOf(_) => Classes::of(&FULL_TEXTS),
            Self::Json => Classes::of(&JSON_TEXTS),
            Self::Text => Classes::of(&[Class::StableNumber]),
            Self::Item => Classes::of(&FULL_TEXTS).or(Classes::of(&[
                Class::EmptyText,
                Class::StableNumber,
                Class::Number,
                Class::Boolean,
            ])),
            Self::OnlyMember(_) => Classes::of(&[Class::Object]),
        }
    }

    /// The kinds of values that it gives, over-approximated.
    pub(crate) fn gives(&self) -> Kinds {
        match self {
            Self::Number => Kinds::NUMBER,
            Self::BooleanBy(_) => Kinds::BOOLEAN,
            Self::EnumBy(_) | Self::EnumOf(_) | Self::Text => Kinds::STRING,
            Self::Json | Self::OnlyMember(_) => Kinds::ALL,
            Self::Item => Kinds::ARRAY,
        }
    }

    /// As rule text, as behind `read as`.
    pub fn text(&self) -> String {
        match self {
            Self::Number => "number".to_owned(),
            Self::BooleanBy(by) => format!("boolean by {by}"),
            Self::EnumBy(by) | Self::EnumOf(by) => format!("enum by {by}"),
            Self::Json => "json".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Item => "item".to_owned(),
            Self::OnlyMember(names) => format!("the only member {}", quoted(names, " | ")),
        }
    }

    /// What that is called which it gives, where a rule text is made up.
    pub fn binder(&self) -> &'static str {
        match self {
            Self::Number => "n",
            Self::BooleanBy(_) => "b",
            Self::EnumBy(_) | Self::EnumOf(_) => "m",
            Self::Json => "v",
            Self::Text => "t",
            Self::Item => "i",
            Self::OnlyMember(_) => "inner",
        }
    }

    fn canonical(&self) -> Value {
        match self {
            Self::Number => json!("number"),
            Self::BooleanBy(spelling) => json!(["boolean-by", spelling]),
            Self::EnumBy(spelling) => json!(["enum-by", spelling]),
            Self::EnumOf(vocabulary) => json!(["enum-of", vocabulary]),
            Self::Json => json!("json"),
            Self::Text => json!("text"),
            Self::Item => json!("item"),
            Self::OnlyMember(names) => json!(["only-member", names]),
        }
    }
}

impl Decoding {
    /// `the only member "a" | "b"`: it is read by a match of its own.
    pub fn of_only_member(names: Vec<String>) -> Self {
        Decoder::OnlyMember(names).into()
    }

    /// The classes of values that it takes, over-approximated.
    pub(crate) fn takes(&self) -> Classes {
        let of_kinds = Class::ALL.iter().map(|(class, _)| *class);
        let of_kinds: Vec<Class> = of_kinds.filter(|class| class.kinds().meets(self.kinds)).collect();
        let taken = self.decoder.takes().and(Classes::of(&of_kinds));
        self.unless.iter().fold(taken, |taken, unless| taken.minus(unless.covers()))
    }

    /// What is taken, as behind `match`.
    pub fn matching(&self) -> String {
        match &self.decoder {
            Decoder::OnlyMember(_) => format!("{} as {}", self.decoder.text(), self.decoder.binder()),
            _ => format!("{} {}", self.reading(), self.decoder.binder()),
        }
    }

    /// The same without a name for what is read.
    pub(crate) fn reading(&self) -> String {
        let names = self.kinds.names_in_rules();
        let kinds = match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        };
        let unless: Vec<String> = self.unless.iter().map(Unless::text).collect();
        let unless = if unless.is_empty() { String::new() } else { format!(" unless {}", unless.join(", ")) };
        format!("{kinds}{unless} read as {}", self.decoder.text())
    }

    /// What becomes of it, as behind `rewrite`.
    pub fn rewrite(&self) -> String {
        let again = if self.again { ", planned again" } else { "" };
        format!("to {}{again}", self.decoder.binder())
    }

    pub(super) fn canonical(&self) -> Value {
        let mut said = json!({"read-as": self.decoder.canonical()});
        let Some(members) = said.as_object_mut() else { return said };
        if self.kinds != self.decoder.kinds() {
            members.insert("kinds".to_owned(), json!(self.kinds.names()));
        }
        if !self.unless.is_empty() {
            let unless: Vec<Value> = self.unless.iter().map(Unless::canonical).collect();
            members.insert("unless".to_owned(), json!(unless));
        }
        if self.again {
            members.insert("planned-again".to_owned(), json!(true));
        }
        said
    }
}

impl Unless {
    /// The classes that are excluded in full; under-approximated.
    fn covers(&self) -> Classes {
        match self {
            Self::Empty => Classes::of(&[Class::EmptyText]),
            Self::Json => Classes::of(&JSON_TEXTS),
            Self::Literal => Classes::of(&LITERAL_TEXTS),
            Self::Has(_) => Classes::NONE,
        }
    }

    /// What it excludes, one by one.
    pub fn parts(&self) -> Vec<Self> {
        match self {
            Self::Has(parts) => parts.iter().map(|part| Self::Has(vec![part.clone()])).collect(),
            other => vec![other.clone()],
        }
    }

    /// As rule text.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => "empty".to_owned(),
            Self::Json => "json".to_owned(),
            Self::Literal => "literal".to_owned(),
            Self::Has(parts) => format!("it has {}", quoted(parts, ", ")),
        }
    }

    fn canonical(&self) -> Value {
        match self {
            Self::Empty => json!("empty"),
            Self::Json => json!("json"),
            Self::Literal => json!("literal"),
            Self::Has(parts) => json!({"has": parts}),
        }
    }
}

impl Called {
    /// The decoder, by this spelling where it needs one.
    pub fn with(&self, spelling: &str) -> Decoder {
        match self {
            Self::Alone(decoder) => decoder.clone(),
            Self::By(of) => of(spelling.to_owned()),
        }
    }
}

fn quoted(texts: &[String], between: &str) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| canonical::string(text)).collect();
    quoted.join(between)
}
