//! The JSON form of the representation, and the digests taken of it.
//!
//! Plans carry these digests, so the form is kept: what the language learns later is written only
//! where a program uses it.

use serde_json::{Value, json};

use super::{
    Alphabet, Bounds, Convention, Facts, Literal, Profile, Program, Reach, Search, Shape, ShapeClause,
    Spelling, Vocabulary,
};
use crate::digest::Digest;
use crate::json::{Document, Limits};

impl Program {
    /// The digest of the whole program.
    pub fn digest(&self) -> Digest {
        let said = json!({
            "conventions": self.conventions.iter().map(convention).collect::<Vec<_>>(),
            "profiles": self.profiles.iter().map(profile).collect::<Vec<_>>(),
            "shapes": self.shapes.iter().map(shape).collect::<Vec<_>>(),
            "spellings": self.spellings.iter().map(spelling).collect::<Vec<_>>(),
        });
        let said = with(said, "vocabularies", self.vocabularies.iter().map(Vocabulary::canonical));
        let said = with(said, "facts", self.facts.iter().map(Facts::canonical));
        digest(&with(said, "searches", self.searches.iter().map(Search::canonical)))
    }

    /// The digest of one profile and what it uses: the `rulesDigest` of its plans.
    ///
    /// An edit to anything else leaves it as it is.
    pub fn rules_digest(&self, of: &Profile) -> Digest {
        let conventions: Vec<&Convention> =
            self.conventions.iter().filter(|item| of.conventions.contains(&item.name)).collect();
        let used = |name: &String| conventions.iter().any(|item| item.spellings().any(|used| used == name));
        let vocabularies = self.vocabularies.iter().filter(|vocabulary| {
            conventions.iter().any(|item| item.vocabularies().any(|used| used == vocabulary.name))
        });
        let said = json!({
            "conventions": conventions.iter().map(|item| convention(item)).collect::<Vec<_>>(),
            "profile": profile(of),
            "shapes": self.shapes.iter().filter(|item| of.over.contains(&item.name)).map(shape).collect::<Vec<_>>(),
            "spellings": self.spellings.iter().filter(|item| used(&item.name)).map(spelling).collect::<Vec<_>>(),
        });
        digest(&with(said, "vocabularies", vocabularies.map(Vocabulary::canonical)))
    }
}

/// `said` with one more member, where there is anything to say.
fn with(mut said: Value, name: &str, values: impl Iterator<Item = Value>) -> Value {
    let values: Vec<Value> = values.collect();
    if let (Some(members), false) = (said.as_object_mut(), values.is_empty()) {
        members.insert(name.to_owned(), Value::Array(values));
    }
    said
}

fn digest(value: &Value) -> Digest {
    // A value printed by serde_json is JSON, so reading it back cannot fail; if it did, the digest
    // of the empty text would match no program.
    let text = value.to_string();
    let limits = Limits { depth: 1 << 10, bytes: usize::MAX, values: usize::MAX };
    Document::parse(text.as_bytes(), limits)
        .map_or_else(|_| Digest::of_text(""), |document| Digest::of_node(&document.root))
}

fn shape(shape: &Shape) -> Value {
    json!({"name": shape.name, "clauses": shape.clauses.iter().map(clause).collect::<Vec<_>>()})
}

fn clause(clause: &ShapeClause) -> Value {
    match clause {
        ShapeClause::Is { keyword, literal: value } => json!({"is": [keyword, literal(value)]}),
        ShapeClause::IsNot { keyword, literal: value } => json!({"is-not": [keyword, literal(value)]}),
        ShapeClause::PropertiesIsAnObject => json!("properties-is-an-object"),
        ShapeClause::Without(keywords) => json!({"without": keywords}),
        ShapeClause::NoKey(keys) => json!({"no-key": keys}),
    }
}

pub(super) fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => json!(value),
        Literal::Number(number) => number.parse().map_or(Value::Null, Value::Number),
        Literal::String(text) => json!(text),
    }
}

fn spelling(spelling: &Spelling) -> Value {
    json!({
        "name": spelling.name,
        "first": alphabet(&spelling.first),
        "then": spelling.then.as_ref().map(alphabet),
        "last": spelling.last.as_ref().map(alphabet),
        "fold-case": spelling.fold_case,
        "drop": spelling.drop,
        "except-between-digits": spelling.except_between_digits,
        "apart-by": spelling.apart_by.as_ref().map(alphabet),
        "at-least": spelling.at_least,
    })
}

fn alphabet(alphabet: &Alphabet) -> Value {
    json!({"letter": alphabet.letter, "digit": alphabet.digit, "characters": alphabet.characters})
}

fn convention(convention: &Convention) -> Value {
    json!({
        "name": convention.name,
        "status": convention.status.name(),
        "derive": convention.guard.canonical(),
        "after": convention.after,
        "action": convention.action.canonical(),
    })
}

pub(super) fn profile(profile: &Profile) -> Value {
    let said = json!({
        "name": profile.name,
        "status": profile.status.name(),
        "plan": profile.plan,
        "over": profile.over,
        "conventions": profile.conventions,
        "bounds": bounds(profile.bounds),
    });
    let Reach { properties, items } = profile.reach;
    let reach = [("properties", properties), ("items", items)];
    let said = with(said, "reach", reach.into_iter().filter(|(_, on)| *on).map(|(name, _)| json!(name)));
    let except = profile.except.iter().map(|except| json!([except.conventions, except.reference]));
    with(said, "except", except)
}

fn bounds(bounds: Bounds) -> Value {
    let said = json!({
        "ref": bounds.reference,
        "key": bounds.key,
        "properties": bounds.properties,
        "rules": bounds.rules,
        "plans": bounds.plans,
    });
    let wire = Bounds::WIRE;
    let further = [
        ("depth", bounds.depth, wire.depth),
        ("decodings", bounds.decodings, wire.decodings),
        ("steps", bounds.steps, wire.steps),
    ];
    let further = further.into_iter().filter(|(_, bound, widest)| bound != widest);
    with(said, "further", further.map(|(name, bound, _)| json!([name, bound])))
}
