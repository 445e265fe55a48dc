//! Decoders: how a given value is read. Each moves quotes or brackets, cuts a member out, or respells to
//! what is declared; none computes.
//!
//! Beside each stands its inverse: what was given is what encoding makes of that which was read, or, where
//! the decoder respells, has the same form.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::facets::Site;
use crate::ir::{Decoder, Decoding, Lookup, Spelling, Unless, Vocabulary};
use crate::json::{Data, Document, Limits, Node, canonical, number};
use crate::spelling::{Forms, form};

/// The largest integer that a double tells from its neighbours.
const LARGEST: f64 = 9_007_199_254_740_991.0;

/// What a decoder made of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded {
    /// The value, for the validator.
    pub value: Value,
    /// Its text, as it is written.
    pub text: String,
}

/// A decoder at a position, with what it looks up there.
#[derive(Debug, Clone)]
pub struct Reader {
    decoding: Decoding,
    declared: Declared,
}

/// What a decoder looks up.
#[derive(Debug, Clone)]
enum Declared {
    Nothing,
    /// The texts of an enum by their forms.
    Members(Spelling, Forms<String>),
    /// `true` and `false` by their forms.
    Booleans(Spelling),
    /// The members of a vocabulary by the normal forms of all words for them.
    Ring(BTreeMap<String, String>),
    /// The keys of the arguments, and the forms that they have.
    Keys(BTreeSet<String>, Vec<(Spelling, BTreeSet<String>)>),
}

impl Reader {
    /// The reader of `decoding` at `site`.
    pub fn new(decoding: &Decoding, site: Site<'_>) -> Self {
        let decoder = &decoding.decoder;
        let spelling = decoder.spelling().and_then(|name| site.program.spelling(name)).cloned();
        let ring = decoder.vocabulary().and_then(|name| site.program.vocabulary(name));
        let declared = match (decoder.looks_up(), spelling, ring) {
            (Some(Lookup::Member(_)), Some(spelling), _) => {
                let forms = Forms::of(&spelling, site.texts().map(str::to_owned));
                Declared::Members(spelling, forms)
            }
            (None, Some(spelling), _) => Declared::Booleans(spelling),
            (None, None, Some(vocabulary)) => Declared::Ring(ring_of(vocabulary)),
            _ => Declared::Nothing,
        };
        Self { decoding: decoding.clone(), declared }
    }

    /// The reader of `decoding` on call, where `keys` are declared and names move to them by `spellings`.
    pub fn of_call<'k>(
        decoding: &Decoding,
        keys: impl Iterator<Item = &'k str> + Clone,
        spellings: impl Iterator<Item = Spelling>,
    ) -> Self {
        let forms = |spelling: Spelling| {
            let forms = keys.clone().filter_map(|key| form(&spelling, key)).collect();
            (spelling, forms)
        };
        let forms = spellings.map(forms).collect();
        let declared = Declared::Keys(keys.clone().map(str::to_owned).collect(), forms);
        Self { decoding: decoding.clone(), declared }
    }

    /// Whether `name` is a declared key of the arguments, or has the form of one.
    fn is_key(&self, name: &str) -> bool {
        let Declared::Keys(keys, forms) = &self.declared else { return false };
        let has_form = |(spelling, forms): &(Spelling, BTreeSet<String>)| {
            form(spelling, name).is_some_and(|form| forms.contains(&form))
        };
        keys.contains(name) || forms.iter().any(has_form)
    }

    /// What it makes of `given`, which stands in `source`; nothing where it does not take such a value.
    pub fn read(&self, given: &Node, source: &[u8]) -> Option<Decoded> {
        if !takes(&self.decoding, given) {
            return None;
        }
        let written = |node: &Node| std::str::from_utf8(source.get(node.span.start..node.span.end)?).ok();
        match &self.decoding.decoder {
            // The text that is the ECMAScript spelling of a number, its quotes off.
            Decoder::Number => {
                let text = given.as_str()?;
                number::exact(text)?;
                Some(Decoded { value: Value::Number(text.parse().ok()?), text: text.to_owned() })
            }
            Decoder::BooleanBy(_) => {
                let Declared::Booleans(spelling) = &self.declared else { return None };
                let own = form(spelling, given.as_str()?)?;
                let same = |word: &&str| form(spelling, word).as_ref() == Some(&own);
                let mut same = ["true", "false"].into_iter().filter(same);
                let (word, None) = (same.next()?, same.next()) else { return None };
                Some(Decoded { value: Value::Bool(word == "true"), text: word.to_owned() })
            }
            // The member that alone, among *all* members, is spelled like the text.
            Decoder::EnumBy(_) => {
                let Declared::Members(spelling, members) = &self.declared else { return None };
                let member = members.unique(spelling, given.as_str()?)?;
                Some(Decoded { value: Value::String(member.clone()), text: canonical::string(member) })
            }
            Decoder::EnumOf(_) => {
                let Declared::Ring(ring) = &self.declared else { return None };
                let member = ring.get(&normal_form(given.as_str()?))?;
                Some(Decoded { value: Value::String(member.clone()), text: canonical::string(member) })
            }
            // The text is the JSON text: its quotes and escapes off.
            Decoder::Json => {
                let text = given.as_str()?;
                let document = Document::parse(text.as_bytes(), Limits::ARGUMENTS).ok()?;
                let is_whole = document.flaws.is_empty();
                is_whole.then(|| Decoded { value: document.root.to_value(), text: text.to_owned() })
            }
            Decoder::Text => {
                let Data::Number(lexeme) = &given.data else { return None };
                let number = number::double(lexeme);
                let digits = number::print(number);
                let is_stable = *digits == **lexeme && number.fract() == 0.0 && number.abs() <= LARGEST;
                is_stable
                    .then(|| Decoded { value: Value::from(digits.clone()), text: canonical::string(&digits) })
            }
            Decoder::Item => Some(Decoded {
                value: Value::Array(vec![given.to_value()]),
                text: format!("[{}]", written(given)?),
            }),
            Decoder::OnlyMember(names) => {
                let [only] = given.as_object()? else { return None };
                names.iter().any(|name| **name == *only.name).then_some(())?;
                // What may be meant as a key is no wrapper.
                (!self.is_key(&only.name)).then_some(())?;
                Some(Decoded { value: only.value.to_value(), text: written(&only.value)?.to_owned() })
            }
        }
    }
}

/// Whether `given` is of the kinds that are read, and none of the texts that are not.
fn takes(decoding: &Decoding, given: &Node) -> bool {
    let text = given.as_str();
    let is_excluded = |unless: &Unless| match (unless, text) {
        (_, None) => false,
        (Unless::Empty, Some(text)) => text.is_empty(),
        (Unless::Json, Some(text)) => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
        (Unless::Literal, Some(text)) => {
            let is_other = text.trim_ascii_start().starts_with(['[', '{', '"']);
            !is_other && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
        }
        (Unless::Has(parts), Some(text)) => parts.iter().any(|part| text.contains(part)),
    };
    crate::facets::kind_of(given).meets(decoding.kinds) && !decoding.unless.iter().any(is_excluded)
}

/// The words of a vocabulary by their normal forms; a member goes before an alias.
fn ring_of(vocabulary: &Vocabulary) -> BTreeMap<String, String> {
    let mut ring = BTreeMap::new();
    for term in &vocabulary.terms {
        for alias in &term.aliases {
            ring.insert(normal_form(alias), term.member.clone());
        }
    }
    for term in &vocabulary.terms {
        ring.insert(normal_form(&term.member), term.member.clone());
    }
    ring
}

/// What a word of a vocabulary is compared by: trimmed, in lower case, white space as single spaces.
pub fn normal_form(word: &str) -> String {
    word.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What may have been given where `decoder` reads `value`; nothing where it never gives that.
pub fn encode(decoder: &Decoder, value: &Value) -> Option<Value> {
    Some(match decoder {
        Decoder::Number => Value::String(number::print(value.as_f64()?)),
        Decoder::BooleanBy(_) => Value::String(value.as_bool()?.to_string().to_ascii_uppercase()),
        Decoder::EnumBy(_) => Value::String(respelled(value.as_str()?)),
        Decoder::EnumOf(_) => Value::String(value.as_str()?.to_uppercase()),
        Decoder::Json => Value::String(value.to_string()),
        Decoder::Text => Value::Number(value.as_str()?.parse().ok()?),
        Decoder::Item => match value.as_array()?.as_slice() {
            [only] => only.clone(),
            _ => return None,
        },
        Decoder::OnlyMember(names) => {
            Value::Object([(names.first()?.clone(), value.clone())].into_iter().collect())
        }
    })
}

/// Another spelling of a name: capital letters, and one more separator.
pub fn respelled(name: &str) -> String {
    format!("{}_", name.to_ascii_uppercase())
}
