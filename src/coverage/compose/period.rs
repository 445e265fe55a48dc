//! Windows of time: what was surely searched, and what may have been.

use super::super::moment::{Length, Moment, Reach, Window};
use super::super::result::{Reading, Said};
use super::super::row::{Gap, Item};
use super::super::value::{is_empty, is_one_of, of_literal, text};
use super::argument::{any, item};
use super::{Draft, Sent, raw};
use crate::ir::search::{Facet, Omission, Period};
use crate::json::{Data, Node};
use crate::span::Span;

/// One end of a window.
#[derive(Clone, Copy)]
enum End {
    /// This moment.
    At(Moment),
    /// So long before the read.
    Before(Length),
}

impl End {
    fn of(node: &Node) -> Option<Self> {
        let text = node.as_str()?;
        Moment::parse(text).map(Self::At).or_else(|| Length::parse(text).map(Self::Before))
    }

    /// The earliest moment that it may be, with a clock that is read at `now` or later.
    fn earliest(self, now: Moment) -> Moment {
        match self {
            Self::At(moment) => moment,
            Self::Before(length) => now.earlier(length),
        }
    }

    /// The latest one, with a clock that is read within `within` of `now`.
    fn latest(self, now: Moment, within: Option<Length>) -> Option<Moment> {
        match self {
            Self::At(moment) => Some(moment),
            Self::Before(length) => Some(now.later(within?).earlier(length)),
        }
    }

    /// The one moment of the read that makes it `moment`; any for one that does not float.
    fn read_at(self, moment: Moment) -> Option<Option<Moment>> {
        match self {
            Self::At(at) => (at == moment).then_some(None),
            Self::Before(length) => Some(Some(moment.later(length))),
        }
    }
}

const FACET: &str = "period";

impl<'d> Draft<'d> {
    pub(super) fn periods(&mut self, reading: &Reading) {
        let search = self.search;
        let first = self.items.len();
        let mut ends = None;
        for period in &search.periods {
            ends = self.period(period);
        }
        match &reading.queried {
            Said::Nothing => {}
            Said::Unread => self.period_gap("the result does not say which time it read", FACET),
            Said::Is(window) => match search.periods.len() {
                0 => self.items.push(Item {
                    what: "period: as the result says".to_owned(),
                    facet: FACET.to_owned(),
                    quote: true,
                    from: "result".to_owned(),
                    span: Some(*window),
                    ..Item::default()
                }),
                1 => self.queried(first, *window, ends),
                _ => {
                    self.period_gap("the result reads one time, and several were asked for", FACET);
                    self.period_gap("the result reads one time, and several were asked for", "completeness");
                }
            },
        }
        let verdict =
            self.call.result.as_ref().and_then(|it| it.period.as_ref()).and_then(|it| it.verdict.clone());
        if verdict.is_some_and(|verdict| verdict != "covered") {
            self.period_gap("the time is not covered, as the result says", FACET);
        }
    }

    fn period_gap(&mut self, why: &str, bears: &str) {
        self.gap("period", "the time that was asked for", why, bears);
    }

    /// The end that a call sent, where it sent one; nothing where that says nothing, which is a gap.
    fn end(&mut self, period: &Period) -> Option<Option<&'d Node>> {
        let Some(to) = &period.to else { return Some(None) };
        let why = match self.sent(to) {
            Sent::Flawed => return None,
            Sent::Nothing if self.holds(to, &[]) => return Some(None),
            Sent::Nothing => "the live schema has another default",
            Sent::Value(value) if is_empty(value) => "what was sent says nothing",
            Sent::Value(value) => return Some(Some(value)),
        };
        self.unsent(to, why, FACET);
        None
    }

    /// The start, which may be any, and where it is from; nothing where nobody says, which is a gap.
    fn start(&mut self, period: &Period) -> Option<(Option<Node>, &'static str)> {
        let anything = if let Omission::Any(values) = &period.omitted { &values[..] } else { &[] };
        let why = match (self.sent(&period.from), &period.omitted) {
            (Sent::Flawed, _) => return None,
            (Sent::Value(value), _) if is_one_of(value, anything) => return Some((None, "call")),
            (Sent::Value(value), _) if is_empty(value) => "what was sent says nothing",
            (Sent::Value(value), _) => return Some((Some(value.clone()), "call")),
            (Sent::Nothing, Omission::Any(_)) if self.holds(&period.from, anything) => {
                return Some((None, "default"));
            }
            (Sent::Nothing, Omission::Value(value))
                if self.holds(&period.from, std::slice::from_ref(value)) =>
            {
                return Some((Some(of_literal(value)), "default"));
            }
            (Sent::Nothing, Omission::Unknown) => "it was not sent, and nobody says what is searched then",
            (Sent::Nothing, _) => "the live schema has another default",
        };
        self.unsent(&period.from, why, FACET);
        None
    }

    /// The item of one period, and its ends where both are known.
    fn period(&mut self, period: &Period) -> Option<(End, End)> {
        let (until, since) = (self.end(period), self.start(period));
        let ((since, from), until) = match (since, until) {
            (Some(since), Some(until)) => (since, until),
            (since, until) => {
                // One end by itself is no time: what is known of it is not searched for sure either.
                let to = period.to.as_ref().filter(|_| until.flatten().is_some());
                for name in since.map(|_| &period.from).into_iter().chain(to) {
                    self.gap("period", format!("argument {name}"), "its other end is not known", FACET);
                }
                return None;
            }
        };
        let quote = from == "call" || until.is_some();
        let Some(since) = since else {
            if let Some(until) = until {
                // All before a moment: a time without a start has no window that could be compared.
                let item = Item { quote, floating: false, ..item(FACET, &period.from, until, "call") };
                let what = format!("{}: any, up to {}", period.from, text(until));
                self.items.push(Item { what, value: None, ..item });
                self.period_gap("it has an end and no start", FACET);
            } else {
                self.items.push(Item { quote, ..any(FACET, &period.from, from) });
            }
            return None;
        };
        let ends = End::of(&since).zip(until.map_or(Some(End::Before(Length::default())), End::of));
        let turn = &self.call.turn;
        let windows = ends.and_then(|(start, end)| {
            let span = Window::of(start.latest(turn.now, turn.within)?, end.earliest(turn.now))?;
            Some((span, Reach { from: start.earliest(turn.now), to: end.latest(turn.now, turn.within) }))
        });
        let mut told = Item { quote, ..item(FACET, &period.from, &since, from) };
        if let Some(until) = until {
            told.what = format!("{}: {} to {}", period.from, text(&since), text(until));
            let both = vec![since.clone(), until.clone()];
            told.value = raw(&Node { span: Span::default(), data: Data::Array(both.into()) });
        }
        told.floating = !ends.is_some_and(|(start, end)| matches!((start, end), (End::At(_), End::At(_))));
        if let Some((span, reach)) = windows {
            told.span = Some(span);
            told.reach = (reach != span.reach()).then_some(reach);
        } else {
            self.period_gap("it is not certain which time that is", FACET);
        }
        self.items.push(told);
        ends
    }

    /// Compares the only period, whose item is the last, with the window that the result says was read.
    fn queried(&mut self, first: usize, window: Window, ends: Option<(End, End)>) {
        let turn = &self.call.turn;
        let is_explained = ends.is_some_and(|(start, end)| {
            let within = turn.within.unwrap_or_default();
            let in_time = |moment: Moment| turn.now <= moment && moment <= turn.now.later(within);
            match (start.read_at(window.from), end.read_at(window.to)) {
                (Some(one), Some(other)) => {
                    let agree = one.zip(other).is_none_or(|(one, other)| one == other);
                    agree && one.into_iter().chain(other).all(in_time)
                }
                _ => false,
            }
        });
        let mut items = self.items.iter_mut().skip(first);
        let Some(item) = items.next() else {
            self.period_gap("the result read a time that nobody asked for", "completeness");
            return;
        };
        if is_explained {
            item.span = Some(window);
            item.reach = None;
            let is_uncertain =
                |gap: &Gap| gap.kind == "period" && gap.why == "it is not certain which time that is";
            self.gaps.retain(|gap| !is_uncertain(gap));
            return;
        }
        if item.any {
            item.any = false;
            item.from = "result".to_owned();
            item.what = "period: as the result says".to_owned();
            item.quote = true;
            item.span = Some(window);
        } else {
            item.span = item.span.and_then(|span| span.and(window));
            item.reach = None;
        }
        let why = "the result read another time than was asked for";
        self.period_gap(why, Facet::Period.name());
        self.period_gap(why, "completeness");
    }
}
