//! One line of a file of cases.

use crate::apply::ReasonCode;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::nearest::suggest;
use crate::json::{Document, Limits, Node};
use crate::span::Span;

/// The members of a case.
const MEMBERS: [&str; 6] = ["name", "ref", "schema", "given", "expected", "refused"];

/// A line and where it stands.
pub(super) struct Line<'t> {
    pub(super) source: usize,
    /// The byte of the file that it starts at.
    pub(super) offset: usize,
    pub(super) text: &'t str,
}

/// The parts of a case.
pub(super) struct Parts<'d> {
    pub(super) name: &'d str,
    pub(super) reference: &'d str,
    pub(super) schema: &'d Node,
    /// Nothing where the call has no arguments.
    pub(super) given: Option<&'d Node>,
    pub(super) wanted: Wanted<'d>,
}

/// What a case is to become.
pub(super) enum Wanted<'d> {
    /// These arguments.
    Arguments(&'d Node),
    /// A refusal.
    Refusal(ReasonCode),
}

type Fault = Box<Diagnostic>;

impl Line<'_> {
    pub(super) fn document(&self) -> Result<Document, Fault> {
        Document::parse(self.text.as_bytes(), Limits::SURFACE)
            .map_err(|error| self.fault(error.span(), error.to_string(), "no JSON from here on"))
    }

    pub(super) fn parts<'d>(&self, document: &'d Document) -> Result<Parts<'d>, Fault> {
        let root = &document.root;
        let Some(members) = root.as_object() else {
            let message = format!("a case is an object, not {}", root.kind());
            return Err(self.fault(root.span, message, "this line"));
        };
        let mut found: [Option<&Node>; MEMBERS.len()] = [None; MEMBERS.len()];
        for member in members {
            let slot = MEMBERS.iter().position(|name| *name == &*member.name);
            let Some(slot) = slot.and_then(|slot| found.get_mut(slot)) else {
                let fault = self.fault(
                    member.name_span,
                    format!("a case has no member `{}`", member.name),
                    "unknown",
                );
                return Err(Box::new(fault.help(suggest(&member.name, MEMBERS))));
            };
            if slot.replace(&member.value).is_some() {
                let message = format!("`{}` is given twice", member.name);
                return Err(self.fault(member.name_span, message, "again"));
            }
        }
        let [name, reference, schema, given, expected, refused] = found;
        let no_schema = || self.fault(root.span, "this case has no `schema`".to_owned(), "this line");
        let wanted = match (expected, refused) {
            (Some(expected), None) => Wanted::Arguments(expected),
            (None, Some(refused)) => Wanted::Refusal(self.code(refused)?),
            (Some(_), Some(refused)) => {
                let message = "a case is either `expected` to give something or `refused`";
                return Err(self.fault(refused.span, message.to_owned(), "one too many"));
            }
            (None, None) => {
                let message = "this case has neither `expected` nor `refused`";
                return Err(self.fault(root.span, message.to_owned(), "this line"));
            }
        };
        Ok(Parts {
            name: name.map_or(Ok(""), |name| self.word(name, "name"))?,
            reference: reference.map_or(Ok("case"), |reference| self.word(reference, "ref"))?,
            schema: schema.ok_or_else(no_schema)?,
            given,
            wanted,
        })
    }

    fn word<'d>(&self, node: &'d Node, name: &str) -> Result<&'d str, Fault> {
        let wrong =
            || self.fault(node.span, format!("`{name}` must be a string, not {}", node.kind()), "this");
        node.as_str().ok_or_else(wrong)
    }

    fn code(&self, node: &Node) -> Result<ReasonCode, Fault> {
        let word = self.word(node, "refused")?;
        ReasonCode::ALL.into_iter().find(|code| code.name() == word).ok_or_else(|| {
            let fault = self.fault(node.span, format!("nothing is refused with `{word}`"), "unknown code");
            Box::new(fault.help(suggest(word, ReasonCode::ALL.map(ReasonCode::name))))
        })
    }

    /// The text of a part.
    pub(super) fn of(&self, span: Span) -> &str {
        span.of(self.text)
    }

    /// A fault at a place in the line.
    pub(super) fn fault(&self, span: Span, message: String, label: &str) -> Fault {
        let span = Span::new(span.start + self.offset, span.end + self.offset);
        Box::new(Diagnostic::error("cases::malformed", message).label(self.source, span, label))
    }
}
