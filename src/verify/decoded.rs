//! What a decoder may make of a value, as the checker of changes reads it: by what the decoder's inverse
//! would have to give back.

use crate::ir::{Decoder, Decoding, Kinds, Program, Unless};
use crate::json::{Data, Document, Limits, Node, canonical, number};
use crate::prove::spelling::{form_of, only_name};

/// What there is to look up at a place.
pub(super) struct Declared<'a> {
    pub(super) program: &'a Program,
    /// The texts of the enum that stands there.
    pub(super) members: &'a [&'a str],
}

/// The text that is allowed in place of `given`, which stands in `source`.
pub(super) fn decoded(
    decoding: &Decoding,
    given: &Node,
    source: &[u8],
    declared: &Declared<'_>,
) -> Option<String> {
    if !is_taken(decoding, given) {
        return None;
    }
    let part = |node: &Node| {
        let bytes = source.get(node.span.start..node.span.end)?;
        std::str::from_utf8(bytes).ok().map(str::to_owned)
    };
    let text = given.as_str();
    // Each decoder has an arm of its own, so that a new one is not forgotten here.
    match &decoding.decoder {
        // Putting the quotes back gives the given text.
        Decoder::Number => {
            let text = text?;
            let is_number = serde_json::from_str::<serde_json::Number>(text).is_ok();
            (is_number && number::print(number::double(text)) == *text).then(|| text.to_owned())
        }
        Decoder::BooleanBy(spelling) => {
            let by = declared.program.spelling(spelling)?;
            let own = form_of(text?, by)?;
            let is = |word: &str| form_of(word, by).is_some_and(|form| form == own);
            match (is("true"), is("false")) {
                (true, false) => Some("true".to_owned()),
                (false, true) => Some("false".to_owned()),
                _ => None,
            }
        }
        Decoder::EnumBy(spelling) => {
            let by = declared.program.spelling(spelling)?;
            only_name(text?, declared.members, by).map(canonical::string)
        }
        Decoder::EnumOf(vocabulary) => {
            let terms = &declared.program.vocabulary(vocabulary)?.terms;
            let own = plain(text?);
            let is_member = terms.iter().find(|term| plain(&term.member) == own);
            let by_alias = || terms.iter().find(|term| term.aliases.iter().any(|alias| plain(alias) == own));
            is_member.or_else(by_alias).map(|term| canonical::string(&term.member))
        }
        Decoder::Json => {
            let inside = Document::parse(text?.as_bytes(), Limits::ARGUMENTS).ok()?;
            inside.flaws.is_empty().then_some(text?.to_owned())
        }
        Decoder::Text => {
            let Data::Number(lexeme) = &given.data else { return None };
            let integer: i64 = lexeme.parse().ok()?;
            let is_held = integer.unsigned_abs() < 1 << 53 && integer.to_string() == **lexeme;
            is_held.then(|| format!("\"{integer}\""))
        }
        Decoder::Item => part(given).map(|inside| format!("[{inside}]")),
        Decoder::OnlyMember(names) => match given.as_object()? {
            [only] if names.iter().any(|name| *only.name == **name) => part(&only.value),
            _ => None,
        },
    }
}

/// Whether something is put around what is read.
pub(super) fn wraps(decoding: &Decoding) -> bool {
    matches!(decoding.decoder, Decoder::Item)
}

fn is_taken(decoding: &Decoding, given: &Node) -> bool {
    let kind = match &given.data {
        Data::Null => Kinds::NULL,
        Data::Bool(_) => Kinds::BOOLEAN,
        Data::Number(_) => Kinds::NUMBER,
        Data::String(_) => Kinds::STRING,
        Data::Array(_) => Kinds::ARRAY,
        Data::Object(_) => Kinds::OBJECT,
    };
    let Data::String(text) = &given.data else { return kind & decoding.kinds != Kinds::NONE };
    let excluded = decoding.unless.iter().any(|unless| match unless {
        Unless::Empty => text.is_empty(),
        Unless::Json => Document::parse(text.as_bytes(), Limits::ARGUMENTS).is_ok(),
        Unless::Literal => Document::parse(text.as_bytes(), Limits::ARGUMENTS)
            .is_ok_and(|it| matches!(it.root.data, Data::Null | Data::Bool(_) | Data::Number(_))),
        Unless::Has(parts) => parts.iter().any(|part| text.contains(&**part)),
    });
    !excluded && kind & decoding.kinds != Kinds::NONE
}

/// A word as a ring compares it: no white space around it, single spaces within, lower case.
fn plain(word: &str) -> String {
    let mut plain = String::new();
    for character in word.trim().chars() {
        match character.is_whitespace() {
            true if plain.ends_with(' ') => {}
            true => plain.push(' '),
            false => plain.push(character),
        }
    }
    plain.to_lowercase()
}
