//! Facts: what each of them is, and what stands in its place where it is missed.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::literal::whole;
use super::names::{Names, repeated};
use super::vocabulary::Vocabulary;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::facts::number::Grain;
use crate::facts::{Kind, Read, Ring, node, schema};
use crate::ir::{self, FactType, Several};
use crate::json::{Data, Node};
use crate::syntax::ast::{At, Collection, Fact, FactPart, Item, Literal, Word};
use crate::syntax::kind;

/// What facts are lowered with.
pub(super) struct Around<'c> {
    names: &'c Names<'c>,
    vocabularies: HashMap<&'c str, (&'c Vocabulary, Option<Arc<Ring>>)>,
}

impl<'c> Around<'c> {
    /// With these names and vocabularies. One whose words clash, which is told elsewhere, has no ring.
    pub(super) fn new(names: &'c Names<'c>, vocabularies: &'c [Vocabulary]) -> Self {
        let ring = |vocabulary: &Vocabulary| Ring::of(&vocabulary.ir).ok().map(Arc::new);
        // Of two of one name, which is told elsewhere, the first counts.
        let by_name = vocabularies.iter().rev().map(|it| (&*it.ir.name, (it, ring(it)))).collect();
        Self { names, vocabularies: by_name }
    }

    fn vocabulary(&self, name: &str) -> Option<(&'c Vocabulary, Option<Arc<Ring>>)> {
        self.vocabularies.get(name).cloned()
    }
}

pub(super) fn lower(
    item: &Item,
    facts: &[At<Fact>],
    around: &Around<'_>,
    report: &mut Vec<Diagnostic>,
) -> Option<ir::Facts> {
    let (source, name) = (item.source, &item.name);
    if facts.is_empty() && !item.broken {
        let error = Diagnostic::error(rules::MISSING_CLAUSE, format!("`{}` has no facts", name.value));
        let error = error.label(source, name.span, "no facts");
        report.push(error.help("write at least one `NAME : TYPE` between the braces"));
    }
    let mut seen: HashMap<&str, &Word> = HashMap::new();
    for At { value: fact, .. } in facts {
        match seen.get(&*fact.name.value) {
            Some(first) => report.push(repeated(source, &fact.name, first)),
            None => drop(seen.insert(&fact.name.value, &fact.name)),
        }
    }
    let lowered: Vec<ir::Fact> =
        facts.iter().filter_map(|at| Reader { source, around, report }.fact(&at.value)).collect();
    (!facts.is_empty() && lowered.len() == facts.len())
        .then(|| ir::Facts { name: name.value.clone(), facts: lowered })
}

struct Reader<'r> {
    source: usize,
    around: &'r Around<'r>,
    report: &'r mut Vec<Diagnostic>,
}

/// The parts behind a type, each at the place where it stands.
#[derive(Default)]
struct Parts<'f> {
    at_most: Option<At<&'f Word>>,
    default: Option<&'f At<Literal>>,
    from: Option<&'f Word>,
}

impl Reader<'_> {
    fn fact(&mut self, fact: &Fact) -> Option<ir::Fact> {
        let parts = self.parts(fact);
        let of = self.of(&fact.of);
        let several = fact.collection.map(|collection| self.several(collection, parts.at_most.as_ref()));
        if let (None, Some(at_most)) = (several, &parts.at_most) {
            let message = format!("`{}` is one value, so there is nothing to count", fact.name.value);
            self.tell(rules::WRONG_PART, message, at_most.span, "for lists and sets only", "take it out");
        }
        if let (Some(_), Some(default)) = (several, parts.default) {
            let message = format!("`{}` is a list or a set, which has no default", fact.name.value);
            let help = "a default would hide that it was missed: where it is, it is null";
            self.tell(rules::WRONG_PART, message, default.span, "it would hide a miss", help);
            return None;
        }
        let of = of?;
        let default = match parts.default {
            Some(default) => Some(self.default(&of, default)?),
            None => None,
        };
        let from = parts.from.map(|from| from.value.clone());
        let several = match several {
            Some(several) => Some(several?),
            None => None,
        };
        Some(ir::Fact { name: fact.name.value.clone(), of, several, default, from })
    }

    /// The parts of a fact, each the first of its kind; the others are reported.
    fn parts<'f>(&mut self, fact: &'f Fact) -> Parts<'f> {
        let mut parts = Parts::default();
        let mut first = BTreeMap::new();
        for At { value, span } in &fact.parts {
            let word = match value {
                FactPart::AtMost(_) => "at most",
                FactPart::Default(_) => "default",
                FactPart::From(_) => "from",
            };
            if let Some(first) = first.get(word) {
                let message = format!("`{}` has `{word}` twice", fact.name.value);
                let error =
                    Diagnostic::error(rules::REPEATED_CLAUSE, message).label(self.source, *span, "again");
                self.report.push(error.label(self.source, *first, "first here").help("keep one of them"));
                continue;
            }
            first.insert(word, *span);
            match value {
                FactPart::AtMost(number) => parts.at_most = Some(At::new(number, *span)),
                FactPart::Default(literal) => parts.default = Some(literal),
                FactPart::From(key) => parts.from = Some(key),
            }
        }
        parts
    }

    /// How many there may be; nothing where that is no number of them.
    fn several(&mut self, collection: Collection, at_most: Option<&At<&Word>>) -> Option<Several> {
        let at_most = match at_most {
            None => Several::USUAL,
            Some(number) => whole(number.value, 1, Several::MOST, self.source, self.report)?,
        };
        Some(Several { is_set: collection == Collection::Set, at_most })
    }

    fn of(&mut self, of: &FactTypeText) -> Option<FactType> {
        let word = match of {
            FactTypeText::Grain(number) => return self.grain(number),
            FactTypeText::Named(word) => word,
        };
        if let Some((_, of)) = FactType::WORDS.iter().find(|(known, _)| *known == word.value) {
            return Some(of.clone());
        }
        if self.around.names.knows(kind::Kind::Vocabulary, word) {
            return Some(FactType::Vocabulary(word.value.clone()));
        }
        let error = Diagnostic::error(rules::UNKNOWN_TYPE, format!("there is no type `{}`", word.value));
        let error = error.label(self.source, word.span, "unknown type");
        let types = FactType::WORDS.iter().map(|(known, _)| *known).chain(["grain"]);
        let names: Vec<&str> = types.chain(self.around.names.of_kind(kind::Kind::Vocabulary)).collect();
        self.report.push(error.help(suggest(&word.value, names)));
        None
    }

    /// A positive decimal, without an exponent.
    fn grain(&mut self, number: &Word) -> Option<FactType> {
        let text = &*number.value;
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = are_digits(whole) && are_digits(fraction) && (whole == "0" || !whole.starts_with('0'));
        if is_plain && Grain::parse(text).is_some() {
            return Some(FactType::Grain(text.to_owned()));
        }
        let message = format!("`{text}` is not a positive decimal");
        let help = "a grain is written like `100` or `0.25`: it says to which multiples values are snapped";
        self.tell(rules::BAD_NUMBER, message, number.span, "no grain", help);
        None
    }

    /// A default must be a value of its fact as it would come out, or `null`.
    fn default(&mut self, of: &FactType, default: &At<Literal>) -> Option<ir::Literal> {
        let vocabulary = match of {
            FactType::Vocabulary(name) => Some(self.around.vocabulary(name)?),
            _ => None,
        };
        let literal = match (&default.value, &vocabulary) {
            (Literal::Word(word), Some((known, _))) => {
                let is_member = known.ir.members().any(|member| member == word);
                if word == "null" && !is_member {
                    ir::Literal::Null
                } else {
                    ir::Literal::String(word.clone())
                }
            }
            _ => {
                let keyword = At::new("default".to_owned(), default.span);
                super::literal::scalar(&keyword, default, self.source, self.report)?
            }
        };
        let kind = match (of, vocabulary) {
            (_, Some((_, Some(ring)))) => Kind::Ring(ring),
            (_, Some((known, None))) => {
                // Whichever of the words that clash is kept, only a member comes out.
                let is_value = match &literal {
                    ir::Literal::String(text) => known.ir.members().any(|member| member == text),
                    literal => *literal == ir::Literal::Null,
                };
                if !is_value {
                    self.wrong_default(of, default, &literal, &Read::Miss);
                }
                return None;
            }
            (FactType::Grain(grain), _) => Kind::Grain(Grain::parse(grain)?),
            (FactType::Int, _) => Kind::Int,
            (FactType::Number, _) => Kind::Number,
            (FactType::Bool, _) => Kind::Bool,
            (FactType::Id, _) => Kind::Id,
            (FactType::Text | FactType::Vocabulary(_), _) => Kind::Text,
        };
        let given = node(schema::data(&literal));
        match kind.value(&given) {
            _ if given.data == Data::Null => Some(literal),
            Read::Value(value) if value == given => Some(literal),
            read => {
                self.wrong_default(of, default, &literal, &read);
                None
            }
        }
    }

    fn wrong_default(&mut self, of: &FactType, default: &At<Literal>, literal: &ir::Literal, read: &Read) {
        let message = format!("the default {} is not what `{}` gives", literal.text(), of.text());
        let help = match read {
            Read::Value(value) | Read::Synonym(value) => format!("write {}", shown(value)),
            _ => format!("a default is a value as it comes out: one of `{}`, or `null`", of.text()),
        };
        self.tell(rules::WRONG_DEFAULT, message, default.span, "no value of this fact", &help);
    }

    fn tell(
        &mut self,
        code: &'static str,
        message: String,
        span: crate::span::Span,
        label: &str,
        help: &str,
    ) {
        self.report.push(Diagnostic::error(code, message).label(self.source, span, label).help(help));
    }
}

/// The type of a fact in the tree.
type FactTypeText = crate::syntax::ast::FactType;

fn shown(value: &Node) -> String {
    format!("`{}`", crate::facts::reply::verbatim(value))
}
