//! What keeps a call from being mended, as it is found; in words only where somebody asks.

use serde_json::Value;

use super::verdict::{Reason, ReasonCode, Verdict};
use crate::json::{Document, Flaw, FlawKind, pointer, surrogate};
use crate::plan::Rule;
use crate::schema::{Rejection, Schema};

/// How many of the validator's words are looked through for one about the member at issue.
const MOST_ASKED: usize = 64;

/// Something given: the way to it in the arguments, as a pointer, and its name.
#[derive(Debug, Clone, Default)]
pub(super) struct Given {
    pub(super) at: String,
    pub(super) name: String,
}

/// What stands in the way.
#[derive(Debug)]
pub(super) enum Obstacle<'p> {
    /// Two names claim the key of the rule.
    TwoNames { first: Given, second: Given, rule: &'p Rule },
    /// A name claims the key of the rule, which is given as well.
    KeyGiven { given: Given, rule: &'p Rule },
    /// One name claims the keys of two rules.
    TwoTargets { given: Given, rules: [&'p Rule; 2] },
    /// Two rules read one value differently.
    TwoOutcomes { given: Given, rules: [&'p Rule; 2] },
    /// No rule has anything to change.
    NothingToChange,
    /// There is no plan.
    NoPlan,
    /// The schema rejects the result of `rules`. `moved` has the ways to what was moved, by the new names
    /// and by the given ones.
    StillRejected { rules: Vec<Rule>, moved: Vec<(String, String)>, result: Value },
    /// The work is more than the bounds allow.
    TooCostly,
    /// The validator cannot evaluate the property by itself.
    Unevaluable { given: Given },
}

/// A call that the schema rejects and that stays as it is.
pub(super) struct Refused<'p> {
    pub(super) schema: &'p Schema,
    pub(super) value: Value,
    pub(super) obstacle: Obstacle<'p>,
}

/// What parsers disagree about, so that nothing is changed.
///
/// A member given twice is refused. A value that nobody could show to the validator may be a valid one.
pub(super) fn flawed(document: &Document, flaw: &Flaw) -> Verdict {
    let (code, why) = match flaw.kind {
        FlawKind::DuplicateName => {
            (ReasonCode::DuplicateMember, "a call that names a member twice is never changed")
        }
        FlawKind::LoneSurrogate => {
            (ReasonCode::LoneSurrogate, "a call with a lone surrogate is never changed")
        }
        FlawKind::NumberOverflow | FlawKind::TooDeep => {
            (ReasonCode::UnreadableNumber, "a call with a number beyond a double is never changed")
        }
    };
    let mut at = pointer::of(&document.root, flaw.span);
    if document.flaws.iter().any(|flaw| flaw.kind == FlawKind::LoneSurrogate) {
        at = surrogate::shown(&at);
    }
    let reason = Reason { at, why: why.to_owned(), ..Reason::general(code, flaw.kind.to_string()) };
    match flaw.kind {
        FlawKind::DuplicateName => Verdict::Rejected(reason),
        _ => Verdict::Unknown(reason),
    }
}

impl Refused<'_> {
    /// The reason. The validator is asked a second time, for its words.
    pub(super) fn reason(&self) -> (Reason, bool) {
        let (code, given, rules, why) = self.said();
        let place = given.map(|given| given.at.clone());
        let most = if place.is_some() { MOST_ASKED } else { 1 };
        let mut found = self.rejections(most);
        let is_inside = |rejection: &Rejection| {
            place.as_ref().is_some_and(|place| {
                rejection.at.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        // A name that is not declared is refused by the object that it stands in.
        let is_name = |rejection: &Rejection| place.is_some() && rejection.is_of_names();
        let chosen = found.iter().position(is_inside).or_else(|| found.iter().position(is_name)).unwrap_or(0);
        let Some(rejection) = (chosen < found.len()).then(|| found.swap_remove(chosen)) else {
            let message = "the schema rejects the arguments, and to say why would cost too much";
            let at = place.unwrap_or_default();
            return (Reason { at, why, rules, ..Reason::general(code, message) }, false);
        };
        // The place is the member's under each code: here an undeclared one's, which the object refuses.
        let stranger = || Some(pointer::push(&rejection.at, rejection.name.as_deref()?));
        let at = place.or_else(stranger).unwrap_or(rejection.at);
        let keyword = Some(rejection.keyword);
        (Reason { code, at, message: rejection.message, keyword, why, rules }, rejection.undecided)
    }

    /// What the validator refuses in what was last made of the arguments, with pointers into them.
    pub(super) fn rejections(&self, most: usize) -> Vec<Rejection> {
        let judged = match &self.obstacle {
            Obstacle::StillRejected { result, .. } => result,
            _ => &self.value,
        };
        let found = self.schema.rejections(judged, most).into_iter();
        found.map(|rejection| Rejection { at: self.as_given(&rejection.at), ..rejection }).collect()
    }

    /// A pointer into the result, as one into the arguments: a moved member has its given name there.
    fn as_given(&self, at: &str) -> String {
        let Obstacle::StillRejected { moved, .. } = &self.obstacle else { return at.to_owned() };
        // The longest way that leads there: what is moved inside another moved member says both.
        let mut moved: Vec<&(String, String)> = moved.iter().collect();
        moved.sort_by_key(|(result, _)| std::cmp::Reverse(result.len()));
        let found = moved.into_iter().find_map(|(result, given)| {
            let rest = at.strip_prefix(&**result)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{given}{rest}"))
        });
        found.unwrap_or_else(|| at.to_owned())
    }

    /// The code, what was given that it is about, the rules that it is about, and the words.
    fn said(&self) -> (ReasonCode, Option<&Given>, Vec<Rule>, String) {
        let both = |rules: &[&Rule]| rules.iter().map(|rule| (*rule).clone()).collect::<Vec<Rule>>();
        match &self.obstacle {
            Obstacle::TwoNames { first, second, rule } => {
                let (one, other) = (&first.name, &second.name);
                let why = format!("`{one}` and `{other}` are both spellings of `{}`", rule.place());
                (ReasonCode::AmbiguousName, Some(second), both(&[rule]), why)
            }
            Obstacle::KeyGiven { given, rule } => {
                let why = format!("`{}` is a spelling of `{}`, which is given too", given.name, rule.place());
                (ReasonCode::KeyGivenToo, Some(given), both(&[rule]), why)
            }
            Obstacle::TwoTargets { given, rules } => {
                let [one, other] = rules;
                let name = &given.name;
                let why = format!("`{name}` is a spelling of `{}` and of `{}`", one.place(), other.place());
                (ReasonCode::TwoTargets, Some(given), both(rules), why)
            }
            Obstacle::TwoOutcomes { given, rules } => {
                let [one, other] = rules;
                let why = format!("`{}` and `{}` read the value differently", one.kind, other.kind);
                (ReasonCode::TwoOutcomes, Some(given), both(rules), why)
            }
            Obstacle::NothingToChange => {
                let why = "no rule of the plan has anything to change".to_owned();
                (ReasonCode::NoRule, None, Vec::new(), why)
            }
            Obstacle::NoPlan => {
                (ReasonCode::NoRule, None, Vec::new(), "there is no plan for this tool".to_owned())
            }
            Obstacle::StillRejected { rules, .. } => {
                let why = "the schema rejects what the rules make of the arguments, and a partial repair is \
                           none"
                    .to_owned();
                (ReasonCode::StillRejected, None, rules.clone(), why)
            }
            Obstacle::TooCostly => {
                let why = "the values take more validations than one call may cost".to_owned();
                (ReasonCode::TooCostly, None, Vec::new(), why)
            }
            Obstacle::Unevaluable { given } => {
                let why = "the validator cannot evaluate the property by itself".to_owned();
                (ReasonCode::Unevaluable, Some(given), Vec::new(), why)
            }
        }
    }
}
