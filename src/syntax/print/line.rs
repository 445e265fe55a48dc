//! Parts of a program as lines of rule text.

use crate::ir::{Action, Alphabet, Decoder, Guard, Literal, Omitted, ShapeClause, Spelling};
use crate::json::canonical;

/// A guard, as behind `derive when`. A guard that always holds has no text; it reads `always`.
pub fn guard(guard: &Guard) -> String {
    let parts = |parts: &[Guard], word: &str, parenthesized: fn(&Guard) -> bool| {
        let part = |part: &Guard| {
            if parenthesized(part) { format!("({})", self::guard(part)) } else { self::guard(part) }
        };
        parts.iter().map(part).collect::<Vec<_>>().join(word)
    };
    match guard {
        Guard::Always => "always".to_owned(),
        Guard::Not(inner) => match inner.as_ref() {
            Guard::And(_) | Guard::Or(_) => format!("not ({})", self::guard(inner)),
            // `not is …` would be about the schema keyword `not`.
            Guard::Is { keyword, .. } | Guard::Absent { keyword } if keyword == "is" => {
                format!("not ({})", self::guard(inner))
            }
            other => format!("not {}", self::guard(other)),
        },
        Guard::And(conditions) => {
            parts(conditions, " and ", |part| matches!(part, Guard::And(_) | Guard::Or(_)))
        }
        Guard::Or(conditions) => parts(conditions, " or ", |part| matches!(part, Guard::Or(_))),
        Guard::Is { keyword, literal } => format!("{keyword} is {}", self::literal(literal)),
        Guard::Absent { keyword } => format!("{keyword} is absent"),
        Guard::Required => "required".to_owned(),
        Guard::AcceptsNull => "accepts null".to_owned(),
        Guard::AcceptsEmptyString => "accepts \"\"".to_owned(),
        Guard::EveryEnumIsString => "every enum is a string".to_owned(),
        Guard::SomeEnumUnique(spelling) => format!("some enum has a unique {spelling}"),
        Guard::KeyUnique(spelling) => format!("{spelling} of key is unique among keys"),
        Guard::NamesClosed => "names are closed".to_owned(),
    }
}

/// A clause of a shape.
pub fn shape_clause(clause: &ShapeClause) -> String {
    match clause {
        ShapeClause::Is { keyword, literal } => format!("{keyword} is {}", self::literal(literal)),
        ShapeClause::IsNot { keyword, literal } => format!("{keyword} is not {}", self::literal(literal)),
        ShapeClause::PropertiesIsAnObject => "properties is an object".to_owned(),
        ShapeClause::Without(keywords) => format!("without {}", keywords.join(", ")),
        ShapeClause::NoKey(keys) => {
            let keys: Vec<String> = keys.iter().map(|key| canonical::string(key)).collect();
            format!("no key is {}", keys.join(" | "))
        }
    }
}

/// The clauses of a spelling.
pub fn spelling_clauses(spelling: &Spelling) -> Vec<String> {
    let mut clauses = vec![format!("first {}", alphabet(&spelling.first))];
    clauses.extend(spelling.then.as_ref().map(|then| format!("then {}", alphabet(then))));
    clauses.extend(spelling.last.as_ref().map(|last| format!("last {}", alphabet(last))));
    if spelling.fold_case {
        clauses.push("fold case".to_owned());
    }
    if !spelling.drop.is_empty() {
        let characters: Vec<String> = spelling.drop.iter().map(|one| character(*one)).collect();
        let except = if spelling.except_between_digits { " except between digits" } else { "" };
        clauses.push(format!("drop {}{except}", characters.join(", ")));
    }
    clauses.extend(spelling.apart_by.as_ref().map(|apart| format!("apart by {}", alphabet(apart))));
    if spelling.at_least > 1 {
        clauses.push(format!("at least {} characters", spelling.at_least));
    }
    clauses
}

/// What a convention takes, as behind `match`.
pub fn matching(action: &Action) -> String {
    match action {
        Action::Rename { spelling } => {
            format!("undeclared name where {spelling} of name is {spelling} of key")
        }
        Action::Omit(Omitted::Null) => "null".to_owned(),
        Action::Omit(Omitted::EmptyString) => "empty string".to_owned(),
        Action::Decode(Decoder::Number) => "string read as number n".to_owned(),
        Action::Decode(Decoder::EnumBy(spelling)) => format!("string read as enum by {spelling} m"),
    }
}

/// What it makes of that, as behind `rewrite`.
pub fn rewrite(action: &Action) -> String {
    let text = match action {
        Action::Rename { .. } => "name to key",
        Action::Omit(_) => "to omitted",
        Action::Decode(Decoder::Number) => "to n",
        Action::Decode(Decoder::EnumBy(_)) => "to m",
    };
    text.to_owned()
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Number(number) => number.clone(),
        Literal::String(text) => canonical::string(text),
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
