//! What keeps a call from being mended, as it is found; in words only where somebody asks.

use serde_json::Value;

use super::uses::{self, Use, Used};
use super::verdict::{Reason, ReasonCode, Verdict};
use crate::json::{Document, Flaw, FlawKind, pointer, surrogate};
use crate::plan::Rule;
use crate::schema::{Rejection, Schema, branch_around};

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
    TwoNames { first: Given, second: Given, used: Box<Used<'p>> },
    /// A name claims the key of the rule, which is given as well.
    KeyGiven { given: Given, used: Box<Used<'p>> },
    /// One name claims the keys of two rules.
    TwoTargets { given: Given, uses: Box<[Used<'p>; 2]> },
    /// Two rules read one value differently.
    TwoOutcomes { given: Given, uses: Box<[Use; 2]> },
    /// No rule gives anything that the schema takes.
    NothingToChange,
    /// There is no plan.
    NoPlan,
    /// The schema rejects the result of `rules`, which were used so.
    StillRejected { rules: Vec<Rule>, uses: Vec<Used<'p>>, result: Value },
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
        let Said { code, given, uses, rules, why } = self.said();
        let place = given.map(|given| given.at.clone());
        let most = if place.is_some() { MOST_ASKED } else { 1 };
        let mut found = self.rejections(most);
        let is_inside = |rejection: &Rejection| {
            place.as_ref().is_some_and(|place| {
                rejection.at.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        // A name that is not declared is refused by the object that it stands in.
        let is_name = |rejection: &Rejection| {
            let around = place.as_deref().and_then(|place| Some(place.rsplit_once('/')?.0));
            rejection.is_of_names() && around == Some(&*rejection.at)
        };
        let chosen = found.iter().position(is_inside).or_else(|| found.iter().position(is_name)).unwrap_or(0);
        let Some(rejection) = (chosen < found.len()).then(|| found.swap_remove(chosen)) else {
            let message = "the schema rejects the arguments, and to say why would cost too much";
            let at = place.unwrap_or_default();
            return (Reason { at, why, rules, uses, ..Reason::general(code, message) }, false);
        };
        // The place is the member's under each code: here an undeclared one's, which the object refuses.
        let stranger = || Some(pointer::push(&rejection.at, rejection.name.as_deref()?));
        let at = place.or_else(stranger).unwrap_or(rejection.at);
        let reason = Reason {
            code,
            at,
            message: rejection.message,
            keyword: Some(rejection.keyword),
            branch: branch_around(&rejection.schema).map(str::to_owned),
            schema: Some(rejection.schema),
            why,
            rules,
            uses,
        };
        (reason, rejection.undecided)
    }

    /// What the validator refuses in what was last made of the arguments, with pointers into them.
    pub(super) fn rejections(&self, most: usize) -> Vec<Rejection> {
        let judged = match &self.obstacle {
            Obstacle::StillRejected { result, .. } => result,
            _ => &self.value,
        };
        let found = self.schema.rejections(judged, most).into_iter();
        found.map(|rejection| rejection.moved(|at| self.as_given(at))).collect()
    }

    /// A pointer into the result, as one into the arguments: a moved member has its given name there.
    fn as_given(&self, at: &str) -> String {
        let Obstacle::StillRejected { uses, .. } = &self.obstacle else { return at.to_owned() };
        // The longest way that leads there: what is moved inside another moved member says both.
        let mut uses: Vec<&Used<'_>> = uses.iter().collect();
        uses.sort_by_key(|used| std::cmp::Reverse(used.path.result.len()));
        let found = uses.into_iter().find_map(|used| {
            let rest = at.strip_prefix(&*used.path.result)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{}{rest}", used.path.given()))
        });
        found.unwrap_or_else(|| at.to_owned())
    }

    /// What there is to say before the validator is asked.
    fn said(&self) -> Said<'_> {
        let schema = self.schema;
        let about = |code, given, uses: Vec<Use>, why: String| {
            let rules = uses.iter().map(|used| used.rule.clone()).collect();
            Said { code, given: Some(given), uses, rules, why }
        };
        let plain = |code, why: &str| Said {
            code,
            given: None,
            uses: Vec::new(),
            rules: Vec::new(),
            why: why.to_owned(),
        };
        match &self.obstacle {
            Obstacle::TwoNames { first, second, used } => {
                let (one, other) = (&first.name, &second.name);
                let why = format!("`{one}` and `{other}` are both spellings of `{}`", used.rule.place());
                about(ReasonCode::AmbiguousName, second, vec![used.told(schema, None)], why)
            }
            Obstacle::KeyGiven { given, used } => {
                let key = used.rule.place();
                let why = format!("`{}` is a spelling of `{key}`, which is given too", given.name);
                about(ReasonCode::KeyGivenToo, given, vec![used.told(schema, None)], why)
            }
            Obstacle::TwoTargets { given, uses } => {
                let [one, other] = &**uses;
                let (name, places) = (&given.name, [one.rule.place(), other.rule.place()]);
                let why = format!("`{name}` is a spelling of `{}` and of `{}`", places[0], places[1]);
                let uses = vec![one.told(schema, None), other.told(schema, None)];
                about(ReasonCode::TwoTargets, given, uses, why)
            }
            Obstacle::TwoOutcomes { given, uses } => {
                let [one, other] = &**uses;
                let why = if one.rule.kind == other.rule.kind {
                    format!("`{}` reads the value differently in two branches", one.rule.kind)
                } else {
                    format!("`{}` and `{}` read the value differently", one.rule.kind, other.rule.kind)
                };
                about(ReasonCode::TwoOutcomes, given, uses.to_vec(), why)
            }
            Obstacle::NothingToChange => {
                plain(ReasonCode::NoRule, "no rule of the plan gives what the schema takes")
            }
            Obstacle::NoPlan => plain(ReasonCode::NoRule, "there is no plan for this tool"),
            Obstacle::StillRejected { rules, uses, result } => {
                let why = "the schema rejects what the rules make of the arguments, and a partial repair is \
                           none";
                let (rules, uses) = (rules.clone(), uses::told(schema, uses, result));
                Said { rules, uses, ..plain(ReasonCode::StillRejected, why) }
            }
            Obstacle::TooCostly => {
                plain(ReasonCode::TooCostly, "the values take more validations than one call may cost")
            }
            Obstacle::Unevaluable { given } => {
                let why = "the validator cannot evaluate the property by itself".to_owned();
                about(ReasonCode::Unevaluable, given, Vec::new(), why)
            }
        }
    }
}

/// What is said of a call before the validator is asked for its words.
struct Said<'r> {
    code: ReasonCode,
    /// What was given that it is about.
    given: Option<&'r Given>,
    uses: Vec<Use>,
    rules: Vec<Rule>,
    why: String,
}
