//! Guards.

use super::flow::{Flow, Taken, unknown_kind};
use super::literal;
use super::names::{self, Names};
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{self, Kinds, Level};
use crate::syntax::ast::{At, Guard, Literal, Word};
use crate::syntax::kind::Kind;
use crate::syntax::words::GUARDS;

/// How many conditions a guard may have.
pub(super) const CONDITIONS: usize = 64;

/// Lowers guards of one source.
pub(super) struct Lowering<'n> {
    pub(super) source: usize,
    pub(super) names: &'n Names<'n>,
    /// What the guard is about, where that is known.
    pub(super) about: Option<About>,
}

/// What a guard is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// A declared property.
    Property,
    /// An object that takes or does not take undeclared names.
    Object,
    /// The arguments as a whole.
    Call,
}

impl About {
    /// What the guard of a convention of this level is about, which takes and writes this.
    pub(super) fn of(level: Level, flow: Option<&Flow>) -> Self {
        match (level, flow.map(|flow| &flow.taken.value)) {
            (Level::Call, _) => Self::Call,
            (_, Some(Taken::Surplus(_))) => Self::Object,
            _ => Self::Property,
        }
    }

    /// Whether it is about what `guard` asks.
    fn fits(self, guard: &Guard) -> bool {
        match guard {
            Guard::NoKey(_) => self == Self::Call,
            Guard::NamesClosed => self != Self::Call,
            _ => self == Self::Property,
        }
    }
}

impl Lowering<'_> {
    /// The guard, or nothing where a part of it is reported.
    pub(super) fn guard(&self, guard: &At<Guard>, report: &mut Vec<Diagnostic>) -> Option<ir::Guard> {
        let conditions = conditions(&guard.value);
        if conditions > CONDITIONS {
            let message = format!("this guard has {conditions} conditions, more than {CONDITIONS}");
            let error =
                Diagnostic::error(rules::TOO_LARGE, message).label(self.source, guard.span, "too many");
            report.push(error.help("write several conventions"));
            return None;
        }
        let misplaced = self.misplaced(guard);
        let fits = misplaced.is_none();
        report.extend(misplaced);
        self.lower(guard, report).filter(|_| fits)
    }

    /// The one error for all conditions of a guard that ask about something that the convention has not.
    fn misplaced(&self, guard: &At<Guard>) -> Option<Diagnostic> {
        let about = self.about?;
        let mut found = Vec::new();
        conditions_of(guard, &mut found);
        found.retain(|asks| !about.fits(&asks.value) && !matches!(asks.value, Guard::Unknown(_)));
        if found.is_empty() {
            return None;
        }
        let (message, help) = match about {
            About::Property => (
                "`no key is` asks about the arguments as a whole",
                "it is for shapes, and for conventions on call",
            ),
            About::Object => (
                "what is undeclared is no property that a guard could ask about",
                "write `names are closed`, which is about the object",
            ),
            About::Call => (
                "the arguments as a whole are no property that a guard could ask about",
                "write `no key is \"NAME\"`, or no `derive` at all",
            ),
        };
        let error = Diagnostic::error(rules::WRONG_LEVEL, message);
        let labelled =
            found.iter().fold(error, |error, asks| error.label(self.source, asks.span, "does not fit"));
        Some(labelled.help(help))
    }

    fn lower(&self, guard: &At<Guard>, report: &mut Vec<Diagnostic>) -> Option<ir::Guard> {
        Some(match &guard.value {
            Guard::Not(inner) => ir::Guard::Not(Box::new(self.lower(inner, report)?)),
            Guard::And(parts) => ir::Guard::And(self.joined(parts, report, |guard| match guard {
                ir::Guard::And(parts) => Ok(parts),
                other => Err(other),
            })?),
            Guard::Or(parts) => ir::Guard::Or(self.joined(parts, report, |guard| match guard {
                ir::Guard::Or(parts) => Ok(parts),
                other => Err(other),
            })?),
            Guard::Is(keyword, At { value: Literal::Word(word), .. }) if word == "required" => {
                let help = match keyword.value.as_str() {
                    "not" => "take `is` out: write `not required`",
                    _ => "write `required` alone: it is about the property",
                };
                return self.unknown(guard, "`required` is a guard, not a literal", help, report);
            }
            Guard::Is(keyword, literal) => {
                let literal = literal::scalar(keyword, literal, self.source, report)?;
                ir::Guard::Is { keyword: keyword.value.clone(), literal }
            }
            Guard::Absent(keyword) => ir::Guard::Absent { keyword: keyword.value.clone() },
            Guard::Required => ir::Guard::Required,
            Guard::Accepts(literal) => match &literal.value {
                Literal::Word(word) if word == "null" => ir::Guard::AcceptsNull,
                Literal::String(text) if text.is_empty() => ir::Guard::AcceptsEmptyString,
                _ => {
                    return self.unknown(
                        guard,
                        "no guard asks for this value",
                        "write `accepts null` or `accepts \"\"`",
                        report,
                    );
                }
            },
            Guard::EveryEnumIsString => ir::Guard::EveryEnumIsString,
            Guard::SomeEnumUnique(spelling) => {
                let known = self.names.has(Kind::Spelling, spelling, self.source, report);
                ir::Guard::SomeEnumUnique(known.then(|| spelling.value.clone())?)
            }
            Guard::KeyUnique(spelling) => {
                let known = self.names.has(Kind::Spelling, spelling, self.source, report);
                ir::Guard::KeyUnique(known.then(|| spelling.value.clone())?)
            }
            Guard::NamesClosed => ir::Guard::NamesClosed,
            Guard::IsNot(keyword, _) => {
                let help = format!("write `not {} is …`", keyword.value);
                return self.unknown(guard, "`is not` is a clause of shapes, not a guard", &help, report);
            }
            Guard::MayBe(kinds) => ir::Guard::MayBe(self.kinds(kinds, report)?),
            Guard::Never(kinds) => ir::Guard::Never(self.kinds(kinds, report)?),
            Guard::EnumMembers(vocabulary) => {
                let known = self.names.has(Kind::Vocabulary, vocabulary, self.source, report);
                ir::Guard::EnumIsMembersOf(known.then(|| vocabulary.value.clone())?)
            }
            Guard::NoKey(keys) => ir::Guard::NoKey(names::distinct(self.source, keys, report)),
            Guard::Unknown(phrase) => {
                let help = match nearest(phrase, GUARDS.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("a guard is one of {}", quoted()),
                };
                return self.unknown(guard, &format!("`{phrase}` is no guard"), &help, report);
            }
        })
    }

    /// The set of these kinds, or nothing where one of them is no kind.
    fn kinds(&self, words: &[Word], report: &mut Vec<Diagnostic>) -> Option<Kinds> {
        let mut kinds = Some(Kinds::NONE);
        for word in words {
            let kind = Kinds::of(&word.value);
            if kind.is_none() {
                report.push(unknown_kind(self.source, word));
            }
            kinds = kinds.zip(kind).map(|(kinds, kind)| kinds | kind);
        }
        kinds
    }

    /// The parts, those of a part of the same kind in its place.
    fn joined(
        &self,
        parts: &[At<Guard>],
        report: &mut Vec<Diagnostic>,
        open: fn(ir::Guard) -> Result<Vec<ir::Guard>, ir::Guard>,
    ) -> Option<Vec<ir::Guard>> {
        let lowered: Vec<Option<ir::Guard>> = parts.iter().map(|part| self.lower(part, report)).collect();
        let mut joined = Vec::new();
        for part in lowered {
            match open(part?) {
                Ok(inner) => joined.extend(inner),
                Err(other) => joined.push(other),
            }
        }
        Some(joined)
    }

    fn unknown<T>(
        &self,
        guard: &At<Guard>,
        message: &str,
        help: &str,
        report: &mut Vec<Diagnostic>,
    ) -> Option<T> {
        let error =
            Diagnostic::error(rules::UNKNOWN_GUARD, message).label(self.source, guard.span, "unknown guard");
        report.push(error.help(help));
        None
    }
}

fn quoted() -> String {
    GUARDS.iter().map(|guard| format!("`{guard}`")).collect::<Vec<_>>().join(", ")
}

/// The conditions of a guard, in their order.
fn conditions_of<'g>(guard: &'g At<Guard>, found: &mut Vec<&'g At<Guard>>) {
    match &guard.value {
        Guard::Not(inner) => conditions_of(inner, found),
        Guard::And(parts) | Guard::Or(parts) => parts.iter().for_each(|part| conditions_of(part, found)),
        _ => found.push(guard),
    }
}

fn conditions(guard: &Guard) -> usize {
    match guard {
        Guard::Not(inner) => conditions(&inner.value),
        Guard::And(parts) | Guard::Or(parts) => parts.iter().map(|part| conditions(&part.value)).sum(),
        _ => 1,
    }
}
