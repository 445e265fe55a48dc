//! The server's lines: lists are read, calls come to their end, and answers to us go no further.

use std::time::Duration;

use super::asking::Step;
use super::event::{Call, Event};
use super::fields::{Fields, Message, Name, place};
use super::id::Id;
use super::lists::Asked;
use super::logic::{Logic, Request, TaskMethod};
use super::outcome::{Answer, Outcome, of_error, of_result};
use super::verdict::Verdict;
use crate::plan::Witness;

/// What becomes of a line of the server's.
#[derive(Debug)]
pub(super) enum Received {
    /// It goes on as it is.
    AsGiven,
    /// This goes on in its place.
    Changed(Vec<u8>),
    /// It was for us.
    Swallowed,
}

impl Logic {
    /// What becomes of a line.
    pub(super) fn server_line(&mut self, now: Duration, line: &[u8], events: &mut Vec<Event>) -> Received {
        self.count();
        let Some(message) = Message::read(line) else { return Received::AsGiven };
        if let Some(Id::Text(id)) = message.own.raw(Name::Id).and_then(Id::read)
            && let Some(number) = self.asking.ours(&id)
        {
            if let Some(number) = number {
                self.ours(now, number, &message, line.len(), events);
            }
            return Received::Swallowed;
        }
        if message.is_doubtful {
            return Received::AsGiven;
        }
        if let Some(method) = message.method() {
            match &*method {
                "notifications/tools/list_changed" => self.lists.change(),
                "notifications/tasks" => self.task(now, message.params.as_ref(), None, events),
                _ => {}
            }
            return Received::AsGiven;
        }
        let id = message.own.raw(Name::Id).and_then(Id::read);
        match id.and_then(|id| self.open.answered(id)) {
            Some(Request::Call(call)) => return self.answered(now, *call, &message, line, events),
            Some(Request::List(asked)) => {
                let page = message.result.as_ref().and_then(|result| self.lists.page(&asked, result));
                if page.is_some() {
                    self.useful(&asked);
                    self.tell_list(events);
                }
            }
            Some(Request::Task(id, TaskMethod::Get)) => {
                self.task(now, message.result.as_ref(), Some(id), events);
            }
            Some(Request::Task(id, TaskMethod::Result)) => {
                if let Some(call) = self.waiting.of_task(&id) {
                    let by = decided(&call, &message);
                    self.repaired(&call, by);
                    self.ended(now, call, by, events);
                }
            }
            Some(Request::Other) | None => {}
        }
        Received::AsGiven
    }

    /// An answer to a request of ours.
    fn ours(
        &mut self,
        now: Duration,
        number: u64,
        message: &Message<'_>,
        bytes: usize,
        events: &mut Vec<Event>,
    ) {
        let Some(asked) = self.asking.answered(number) else { return };
        let page = message.result.as_ref().and_then(|result| self.lists.page(&asked, result));
        match self.asking.step(number, page.as_ref(), bytes) {
            Step::Done => self.useful(&asked),
            Step::Failed => self.asking.failed(now),
            // The next page is asked for by the call that waits for it, if one still does.
            Step::Next | Step::Late => {}
        }
        self.tell_list(events);
    }

    /// A list has passed. One that was out of date before it came is no reason to ask sooner.
    fn useful(&mut self, asked: &Asked) {
        if self.lists.counts(asked) {
            self.asking.succeeded();
        }
    }

    fn tell_list(&mut self, events: &mut Vec<Event>) {
        if !self.has_told_list && self.lists.is_complete() {
            self.has_told_list = true;
            events.push(Event::FirstList(self.lists.all()));
        }
    }

    /// A call is answered: that is its end, or it goes on as a task or after a question.
    fn answered(
        &mut self,
        now: Duration,
        mut call: Call,
        message: &Message<'_>,
        line: &[u8],
        events: &mut Vec<Event>,
    ) -> Received {
        let result = message.result.as_ref();
        let kind = result.and_then(|result| result.text(Name::ResultType));
        let task = result.and_then(|result| match result.fields(Name::Task) {
            Some(task) => task.text(Name::TaskId),
            None => result.text(Name::TaskId).filter(|_| kind.as_deref() == Some("task")),
        });
        if kind.as_deref() == Some("input_required") {
            let state = result.and_then(|result| result.given(Name::RequestState)).unwrap_or_default();
            let given_up = self.waiting.question(state, call);
            self.give_up(now, given_up, events);
            return Received::AsGiven;
        }
        if let Some(id) = task {
            call.is_task = true;
            let given_up = self.waiting.task(id, call);
            self.give_up(now, given_up, events);
            return Received::AsGiven;
        }
        let by = decided(&call, message);
        self.repaired(&call, by);
        let noted = match (&call.verdict, result) {
            (Verdict::Normalized { witness, applied: true }, Some(result)) if self.options.is_noting => {
                noted(line, result, witness)
            }
            _ => None,
        };
        self.ended(now, call, by, events);
        noted.map_or(Received::AsGiven, Received::Changed)
    }

    fn give_up(&mut self, now: Duration, calls: Vec<Call>, events: &mut Vec<Event>) {
        for call in calls {
            self.ended(now, call, (Outcome::Aborted, Answer::default()), events);
        }
    }

    /// How a task stands. Where it has ended, and this says with what, so has its call.
    fn task(
        &mut self,
        now: Duration,
        told: Option<&Fields<'_>>,
        asked: Option<String>,
        events: &mut Vec<Event>,
    ) {
        let Some(told) = told else { return };
        let Some(id) = told.text(Name::TaskId).or(asked) else { return };
        let status = told.text(Name::Status).unwrap_or_default();
        let (result, error) = (told.fields(Name::Result), told.fields(Name::Error));
        let is_over = match &*status {
            "completed" => result.is_some(),
            "failed" => result.is_some() || error.is_some(),
            "cancelled" => true,
            _ => false,
        };
        let Some(call) = is_over.then(|| self.waiting.of_task(&id)).flatten() else { return };
        let by = match (result, error) {
            _ if status == "cancelled" => (Outcome::Aborted, Answer::default()),
            (Some(result), _) => of_result(Some(&result), &call.tool, &call.verdict),
            (None, error) => of_error(error.as_ref(), &call.tool, &call.verdict),
        };
        self.repaired(&call, by);
        self.ended(now, call, by, events);
    }

    /// A server that refuses what its list takes has another list by now.
    fn repaired(&mut self, call: &Call, (_, answer): (Outcome, Answer)) {
        let is_refused = matches!(answer.code, Some(-32602 | -32020));
        if is_refused && matches!(call.verdict, Verdict::Normalized { applied: true, .. }) {
            self.lists.change();
        }
    }
}

/// What an answer says of a call.
fn decided(call: &Call, message: &Message<'_>) -> (Outcome, Answer) {
    match message.has_result {
        true => of_result(message.result.as_ref(), &call.tool, &call.verdict),
        false => of_error(message.own.fields(Name::Error).as_ref(), &call.tool, &call.verdict),
    }
}

/// The line with the witness in the `_meta` of its result.
fn noted(line: &[u8], result: &Fields<'_>, witness: &Witness) -> Option<Vec<u8>> {
    let member = format!("\"dev.fabric-rules/witness\":{}", serde_json::to_string(witness).ok()?);
    let (at, text) = match (result.fields(Name::Meta), result.raw(Name::Meta)) {
        (Some(meta), _) if meta.raw(Name::Witness).is_some() => return None,
        (Some(_), Some(raw)) => {
            let is_empty = raw.strip_prefix('{')?.trim_start().starts_with('}');
            let comma = if is_empty { "" } else { "," };
            (place(line, raw)?.start + 1, format!("{member}{comma}"))
        }
        (None, Some(_)) => return None,
        (_, None) => (place(line, result.any()?)?.end, format!(",\"_meta\":{{{member}}}")),
    };
    Some([line.get(..at)?, text.as_bytes(), line.get(at..)?].concat())
}
