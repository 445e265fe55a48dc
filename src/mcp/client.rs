//! The client's lines: calls are judged, and everything that an answer will be for is remembered.

use std::time::Duration;

use super::asking::{MOST_AGAIN, PATIENCE};
use super::calls::Kept;
use super::era::Era;
use super::event::{Call, Event};
use super::fields::{Fields, Message, Name, place};
use super::id::Id;
use super::lists::{Age, Found};
use super::logic::{Hold, Logic, Request, TaskMethod};
use super::outcome::{Answer, Outcome};
use super::ruled::Judged;
use super::verdict::{Unknown, Verdict};
use crate::json::{Document, Limits};
use crate::span::Span;

/// What becomes of a line of the client's.
#[derive(Debug)]
pub(super) enum Sent {
    /// It goes on as it is.
    AsGiven,
    /// This goes on in its place.
    Changed(Vec<u8>),
    /// It waits for a list, for which this is sent now.
    Held(Option<String>),
}

/// A call as it was read.
struct Read<'l> {
    line: &'l [u8],
    params: Option<Fields<'l>>,
    meta: Option<Fields<'l>>,
    tool: String,
    era: Option<Era>,
    is_readable: bool,
}

impl Logic {
    /// What becomes of a line. One that is held comes again.
    pub(super) fn client_line(&mut self, now: Duration, line: &[u8], events: &mut Vec<Event>) -> Sent {
        self.count();
        let Some(message) = Message::read(line).filter(|message| !message.is_doubtful) else {
            return Sent::AsGiven;
        };
        // Without a method it is an answer to the server, whose ids are others.
        let Some(method) = message.method() else { return Sent::AsGiven };
        let id = message.own.raw(Name::Id).and_then(Id::read);
        let request = match (&*method, &id) {
            ("tools/call", Some(id)) => return self.call(now, line, &message, id, events),
            ("tools/list", Some(_)) => self.list(now, message.params.as_ref()),
            ("tasks/result" | "tasks/get", Some(_)) => {
                let id = message.params.and_then(|params| params.text(Name::TaskId));
                let way = if method == "tasks/get" { TaskMethod::Get } else { TaskMethod::Result };
                let known = id.filter(|id| self.waiting.has_task(id));
                known.map_or(Request::Other, |id| Request::Task(id, way))
            }
            _ => Request::Other,
        };
        match id {
            Some(id) => drop(self.open.open(id, request)),
            None if method == "notifications/cancelled" => {
                let id = message.params.and_then(|params| Id::read(params.raw(Name::RequestId)?));
                if let Some(Request::Call(call)) = id.and_then(|id| self.open.close(id)) {
                    self.ended(now, *call, (Outcome::Aborted, Answer::default()), events);
                }
            }
            None => {}
        }
        self.opening.note(&method);
        Sent::AsGiven
    }

    fn list(&self, now: Duration, params: Option<&Fields<'_>>) -> Request {
        let meta = params.and_then(|params| params.fields(Name::Meta));
        let cursor = params.and_then(|params| params.text(Name::Cursor));
        let is_legacy = self.opening.era(meta.as_ref()) != Some(Era::Modern);
        Request::List(self.lists.asked(now, cursor, is_legacy, false))
    }

    fn call(
        &mut self,
        now: Duration,
        line: &[u8],
        message: &Message<'_>,
        id: &Id,
        events: &mut Vec<Event>,
    ) -> Sent {
        let params = message.params;
        let meta = params.and_then(|params| params.fields(Name::Meta));
        let tool = params.and_then(|params| params.text(Name::Called));
        let is_readable = tool.is_some() && !message.own.is_twice && is_plain(line, params.as_ref());
        let era = self.opening.era(meta.as_ref());
        let read = Read { line, params, meta, tool: tool.unwrap_or_default(), era, is_readable };
        let (judged, list) = match self.judge(now, &read) {
            Ok(judged) => judged,
            Err(ask) => {
                events.extend(ask.is_some().then_some(Event::Asked));
                return Sent::Held(ask);
            }
        };
        self.hold = None;
        let Judged { mut verdict, change } = judged;
        if let Verdict::Normalized { applied, .. } = &mut verdict {
            *applied = !self.options.is_observing;
        }
        let change = change.filter(|_| !self.options.is_observing);
        let changed = change.as_deref().and_then(|args| rewritten(&read, args));
        let sent = change.as_deref().filter(|_| changed.is_some());
        let call = self.operation(now, &read, (verdict, list), sent, events);
        let weight = Kept::weight(&call);
        if !self.open.open(id.clone(), Request::Call(Box::new(call))) {
            self.kept.free(weight);
        }
        changed.map_or(Sent::AsGiven, Sent::Changed)
    }

    /// The verdict, and the list that it is by.
    ///
    /// # Errors
    ///
    /// That the call waits, and what is asked for it.
    fn judge(&mut self, now: Duration, read: &Read<'_>) -> Result<(Judged, Option<Age>), Option<String>> {
        let unknown = |why| Judged { verdict: Verdict::Unknown(why), change: None };
        if !read.is_readable {
            return Ok((unknown(Unknown::Unread), None));
        }
        let reference = self.reference(&read.tool);
        let profile = self.options.profile.clone();
        match self.lists.find(now, &read.tool, &profile, &reference) {
            Found::Ruled(ruled, age) => {
                let judged = ruled.judge(read.params.and_then(|params| params.raw(Name::Arguments)));
                let is_settled = age.fresh || judged.change.is_none() || self.options.is_observing;
                if is_settled {
                    return Ok((judged, Some(age)));
                }
                self.wait(now, read, true)?;
                Ok((unknown(Unknown::NoList), Some(age)))
            }
            Found::Twice(age) => Ok((unknown(Unknown::Duplicate), Some(age))),
            Found::NoSchema(age) => Ok((unknown(Unknown::NoSchema), Some(age))),
            Found::Unusable(age) => Ok((unknown(Unknown::UnusableSchema), Some(age))),
            Found::Absent(age) => Ok((unknown(Unknown::NoTool), Some(age))),
            Found::NotOnHand => {
                self.wait(now, read, false)?;
                Ok((unknown(Unknown::NoList), None))
            }
        }
    }

    /// Whether there is nothing to wait for.
    ///
    /// # Errors
    ///
    /// That the call waits for a list: one that is on its way, or the one that this asks for.
    fn wait(&mut self, now: Duration, read: &Read<'_>, is_on_hand: bool) -> Result<(), Option<String>> {
        let held = self.hold.take();
        if self.is_server_gone || self.options.is_observing {
            return Ok(());
        }
        let may_wait = match held {
            Some(hold) => now < hold.until,
            None => self.asking.is_allowed(now),
        };
        if !may_wait {
            if held.is_some() {
                self.asking.failed(now);
            }
            return Ok(());
        }
        let mut hold = held.unwrap_or(Hold { until: now + PATIENCE, again: 0 });
        let lists = &self.lists;
        let comes =
            |request: &Request| matches!(request, Request::List(asked) if lists.is_awaited(now, asked));
        if self.asking.awaited().is_some_and(|asked| lists.is_awaited(now, asked)) || self.open.any(comes) {
            self.hold = Some(hold);
            return Err(None);
        }
        // A failure while the call was held counts for it as well.
        if !self.options.is_asking || !self.asking.is_allowed(now) {
            return Ok(());
        }
        let Some(beside) = self.opening.beside(read.meta.as_ref()) else { return Ok(()) };
        let parked = self.asking.parked(now).filter(|(_, asked)| lists.counts(asked));
        let cursor = parked.filter(|_| held.is_some() || !is_on_hand).map(|(cursor, _)| cursor);
        if cursor.is_none() {
            if hold.again >= MOST_AGAIN {
                self.asking.failed(now);
                return Ok(());
            }
            hold.again += 1;
        }
        let asked = self.lists.asked(now, cursor, read.era != Some(Era::Modern), true);
        self.hold = Some(hold);
        Err(Some(self.asking.ask(now, asked, &beside)))
    }

    /// The operation that a call is, or goes on with.
    fn operation(
        &mut self,
        now: Duration,
        read: &Read<'_>,
        (verdict, list): (Verdict, Option<Age>),
        sent: Option<&[u8]>,
        events: &mut Vec<Event>,
    ) -> Call {
        let params = read.params.as_ref();
        let state = params.and_then(|params| params.given(Name::RequestState));
        let goes_on =
            state.is_some() || params.is_some_and(|params| params.given(Name::InputResponses).is_some());
        let before = match goes_on {
            true => self.waiting.of_question(&read.tool, state.unwrap_or_default()),
            false => None,
        };
        if let Some(mut call) = before {
            call.rounds += 1;
            (call.verdict, call.list) = (verdict, list);
            return call;
        }
        let given = params.and_then(|params| self.kept.keep(params.raw(Name::Arguments)?));
        let sent = match sent {
            Some(sent) => std::str::from_utf8(sent).ok().and_then(|sent| self.kept.keep(sent)),
            None => given.clone(),
        };
        let sequence = self.sequence;
        self.sequence += 1;
        events.extend((sequence == 0).then_some(Event::FirstCall));
        Call {
            sequence,
            tool: read.tool.clone(),
            given,
            sent,
            verdict,
            list,
            outcome: Outcome::Aborted,
            answer: Answer::default(),
            rounds: 1,
            is_task: false,
            era: read.era,
            trace_parent: read.meta.and_then(|meta| meta.text(Name::TraceParent)),
            time: (now, now),
        }
    }
}

/// Whether everything in a call but its arguments is what all parsers take it for.
fn is_plain(line: &[u8], params: Option<&Fields<'_>>) -> bool {
    if params.is_some_and(|params| params.is_twice) {
        return false;
    }
    let args = params.and_then(|params| place(line, params.raw(Name::Arguments)?));
    let is_inside =
        |span: Span| args.as_ref().is_some_and(|args| args.start <= span.start && span.end <= args.end);
    match Document::parse(line, Limits::SURFACE) {
        Ok(document) => document.flaws.iter().all(|flaw| is_inside(flaw.span)),
        Err(_) => false,
    }
}

/// The line with `args` in place of the arguments, or with them put in where there are none.
fn rewritten(read: &Read<'_>, args: &[u8]) -> Option<Vec<u8>> {
    let params = read.params.as_ref()?;
    let (place, before) = match params.raw(Name::Arguments) {
        Some(raw) => (place(read.line, raw)?, &b""[..]),
        None => {
            let end = place(read.line, params.raw(Name::Called)?)?.end;
            (end..end, &b",\"arguments\":"[..])
        }
    };
    let (head, tail) = (read.line.get(..place.start)?, read.line.get(place.end..)?);
    Some([head, before, args, tail].concat())
}
