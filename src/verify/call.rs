//! What becomes of the arguments as a whole, where what stands in them is not mended: the checker's reading
//! of conventions on call.

use super::allowed::{Allowed, read};
use super::decoded::{Declared, decoded};
use super::inside::Passed;
use super::outcome::{Made, Outcome};
use super::places::Bound;
use super::rebuild::{self, Piece};
use super::taken::Taken;
use super::way::{Given, Way};
use super::{Violation, order};
use crate::ir::{Action, Decoding};
use crate::json::{Data, Node};
use crate::prove::spelling::form_of;

/// How many rules on call may be taken after each other.
const STEPS: u32 = 2;

impl<'a> Allowed<'a> {
    /// The one outcome of the rules on call for these arguments, which are nothing where none were given;
    /// `steps` of such rules led to them.
    pub(super) fn call(
        &mut self,
        given: Option<Given<'_>>,
        steps: u32,
    ) -> Result<Option<Outcome>, Violation> {
        let rules = self.places.calls.clone();
        let found = order::outcomes(&rules, |_, bound| self.by_call_rule(bound, given, steps))?;
        let found = found.into_iter().map(|(_, outcome)| outcome).collect();
        order::single(found, |one, other| one.made == other.made, "")
    }

    fn by_call_rule(
        &mut self,
        bound: Bound<'a>,
        given: Option<Given<'_>>,
        steps: u32,
    ) -> Result<Option<Outcome>, Violation> {
        let is_null = given.is_none_or(|given| given.node.data == Data::Null);
        let (text, again) = match (&bound.convention.action, given) {
            (Action::EmptyCall, _) if is_null => ("{}".to_owned(), false),
            (Action::DecodeCall(decoding), _) if decoding.again && steps >= self.bounds.decodings => {
                return Ok(None);
            }
            (Action::DecodeCall(decoding), Some(given)) => match self.unwrapped(decoding, given) {
                Some(text) => (text, decoding.again),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let Some(inside) = read(text.as_bytes()) else { return Ok(None) };
        let taken = Taken::one(bound);
        if self.accepts(&inside)? {
            return Ok(Some(Outcome { made: Made::Text(text), taken }));
        }
        if !again {
            return Ok(None);
        }
        self.texts += 1;
        let given = Given { node: &inside, source: text.as_bytes(), text: self.texts };
        let outcome = match self.through_arguments(given, steps + 1)? {
            Some(outcome) => Some(outcome),
            None if steps + 1 < STEPS => self.call(Some(given), steps + 1)?,
            None => None,
        };
        Ok(outcome.map(|Outcome { made, taken: more }| Outcome { made, taken: taken.and(more) }))
    }

    /// What becomes of arguments by the rules for what stands in them, where the schema accepts the whole.
    pub(super) fn through_arguments(
        &mut self,
        given: Given<'_>,
        decodings: u32,
    ) -> Result<Option<Outcome>, Violation> {
        let root = self.places.root();
        let (Some(object), Some(members)) = (root.objects.first(), given.node.as_object()) else {
            return Ok(None);
        };
        let way = Way { decodings, ..Way::default() };
        let Passed { members: passed, taken } = self.through(object, &root, given, way)?;
        if taken.is_empty() {
            return Ok(None);
        }
        let pieces: Vec<Option<Piece>> = passed.into_iter().map(|(_, piece)| piece).collect();
        let span = given.node.span;
        let part = |from: usize, to: usize| given.source.get(from..to).unwrap_or_default();
        let middle = rebuild::object(given.source, span, members, &pieces);
        let whole = [part(0, span.start), &middle, part(span.end, given.source.len())].concat();
        let (Some(result), Ok(text)) = (read(&whole), String::from_utf8(whole)) else { return Ok(None) };
        Ok(self.accepts(&result)?.then_some(Outcome { made: Made::Text(text), taken }))
    }

    /// Whether arguments are an object that the schema accepts.
    fn accepts(&mut self, arguments: &Node) -> Result<bool, Violation> {
        self.look("", arguments.span.end - arguments.span.start)?;
        let is_object = matches!(arguments.data, Data::Object(_));
        Ok(is_object && self.proven.schema().accepts_arguments(&arguments.to_value()))
    }

    /// What a decoder may make of arguments. A member that a key may be meant by is around nothing.
    fn unwrapped(&self, decoding: &Decoding, given: Given<'_>) -> Option<String> {
        let (profile, root) = (self.proven.profile(), self.places.root());
        let program = profile.program().ir();
        if let (true, Some([only])) = (decoding.decoder.cuts_out(), given.node.as_object()) {
            let keys = root.objects.first().map(|object| object.keys.as_slice()).unwrap_or_default();
            let is_meant = |key: &&str| {
                let mut by = profile.conventions().filter_map(|convention| match &convention.action {
                    Action::Rename { spelling } => program.spelling(spelling),
                    _ => None,
                });
                **key == *only.name
                    || by.any(|by| form_of(key, by).is_some_and(|form| form_of(&only.name, by) == Some(form)))
            };
            if keys.iter().any(is_meant) {
                return None;
            }
        }
        decoded(decoding, given.node, given.source, &Declared { program, members: &[] })
    }
}
