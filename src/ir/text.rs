//! Shapes, spellings, profiles and literals as rule text.

use serde_json::Value;

use super::canonical::profile;
use super::{Alphabet, Literal, Profile, ShapeClause, Spelling, Status, Term, Vocabulary};
use crate::json::canonical;

impl Status {
    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Review => "review",
            Self::Active => "active",
        }
    }
}

impl Profile {
    /// Its clauses, a line each: one for every member of its canonical form, and one for every exception.
    pub fn clauses(&self) -> Vec<String> {
        let form = profile(self);
        let told_here = ["name", "except"];
        let members =
            form.as_object().into_iter().flatten().filter(|(word, _)| !told_here.contains(&word.as_str()));
        let except = self.except.iter().map(|except| {
            let reference = canonical::string(&except.reference);
            format!("except {} for {reference}", except.conventions.join(", "))
        });
        members.map(|(word, value)| format!("{word} {}", words(value))).chain(except).collect()
    }
}

impl Vocabulary {
    /// Its members as rule text, each with the words that stand for it.
    pub fn clauses(&self) -> Vec<String> {
        let text = |term: &Term| {
            let aliases: Vec<String> = term.aliases.iter().map(|alias| canonical::string(alias)).collect();
            let member = canonical::string(&term.member);
            if aliases.is_empty() { member } else { format!("{member} = {}", aliases.join(" | ")) }
        };
        self.terms.iter().map(text).collect()
    }
}

fn words(value: &Value) -> String {
    let joined = |words: Vec<String>| words.join(", ");
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => joined(items.iter().map(words).collect()),
        Value::Object(members) => {
            joined(members.iter().map(|(word, value)| format!("{word} {}", words(value))).collect())
        }
        other => other.to_string(),
    }
}

impl ShapeClause {
    /// The clause as rule text.
    pub fn text(&self) -> String {
        match self {
            Self::Is { keyword, literal } => format!("{keyword} is {}", literal.text()),
            Self::IsNot { keyword, literal } => format!("{keyword} is not {}", literal.text()),
            Self::PropertiesIsAnObject => "properties is an object".to_owned(),
            Self::Without(keywords) => format!("without {}", keywords.join(", ")),
            Self::NoKey(keys) => {
                let keys: Vec<String> = keys.iter().map(|key| canonical::string(key)).collect();
                format!("no key is {}", keys.join(" | "))
            }
        }
    }
}

impl Spelling {
    /// Its clauses as rule text.
    pub fn clauses(&self) -> Vec<String> {
        let mut clauses = vec![format!("first {}", alphabet(&self.first))];
        clauses.extend(self.then.as_ref().map(|then| format!("then {}", alphabet(then))));
        clauses.extend(self.last.as_ref().map(|last| format!("last {}", alphabet(last))));
        if self.fold_case {
            clauses.push("fold case".to_owned());
        }
        if !self.drop.is_empty() {
            let characters: Vec<String> = self.drop.iter().map(|one| character(*one)).collect();
            let except = if self.except_between_digits { " except between digits" } else { "" };
            clauses.push(format!("drop {}{except}", characters.join(", ")));
        }
        clauses.extend(self.apart_by.as_ref().map(|apart| format!("apart by {}", alphabet(apart))));
        if self.at_least > 1 {
            clauses.push(format!("at least {} characters", self.at_least));
        }
        clauses
    }
}

impl Literal {
    /// The literal as rule text.
    pub fn text(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.clone(),
            Self::String(text) => canonical::string(text),
        }
    }
}

fn alphabet(alphabet: &Alphabet) -> String {
    let mut sorts: Vec<String> = Vec::new();
    sorts.extend(alphabet.letter.then(|| "letter".to_owned()));
    sorts.extend(alphabet.digit.then(|| "digit".to_owned()));
    sorts.extend(alphabet.characters.iter().map(|one| character(*one)));
    sorts.join(" | ")
}

fn character(character: char) -> String {
    canonical::string(character.encode_utf8(&mut [0; 4]))
}
