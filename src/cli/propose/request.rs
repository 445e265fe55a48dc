//! What a command is asked: one JSON object.

use serde::Serialize;

use crate::facts::gbnf::NONE;
use crate::facts::{Ring, gbnf, text};
use crate::json::canonical;

/// The least that an answer may take, and the most.
const TOKENS: (usize, usize) = (16, 1_024);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Asked<'a> {
    system: &'a str,
    user: String,
    max_tokens: usize,
    temperature: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    grammar: Option<String>,
}

const SYSTEM: &str = "You sort a word into a closed list. Answer with one member of the list, exactly as it is \
                      written there, and with nothing else. Where no member means the same as the word, answer: none";

/// The request about `word`, a line of JSON.
pub(super) fn request(ring: &Ring, vocabulary: &str, word: &str, constrain: bool) -> String {
    let members: Vec<String> =
        ring.members().iter().map(|member| text::of(member).unwrap_or_default().into_owned()).collect();
    let quoted: Vec<String> = members.iter().map(|member| canonical::string(member)).collect();
    // A word in quotes is data, whatever it says.
    let user = format!(
        "List {vocabulary}: {}, or {NONE}\nWord: {}\nMember:",
        quoted.join(", "),
        canonical::string(word)
    );
    // A token has a byte at least, so that no member is cut.
    let longest = members.iter().map(String::len).max().unwrap_or(0);
    let asked = Asked {
        system: SYSTEM,
        user,
        max_tokens: longest.clamp(TOKENS.0, TOKENS.1),
        temperature: 0,
        grammar: constrain.then(|| gbnf(ring.members())),
    };
    serde_json::to_string(&asked).unwrap_or_default() + "\n"
}
