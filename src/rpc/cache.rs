//! `cache`: a script of lookups, and what the derivation cache makes of each.
//!
//! What a derivation would answer stands in the script, so that nothing runs: `call` looks up and ends at
//! once, `begin` looks up and `finish` ends what has begun.

use std::collections::VecDeque;

use serde_json::{Map, Value, json};

use super::{Operation, Problem, Request, Session};
use crate::cache::{Fidelity, Inputs, Key, Look, Memo, Options, Question, Run};
use crate::diagnostic::nearest::suggest;

pub(super) const OPERATION: Operation = Operation {
    name: "cache",
    about: "{concept, key, steps, version?, options?} -> {steps}: what a cache makes of lookups",
    run,
};

/// What a step may be.
const STEPS: [&str; 5] = ["call", "begin", "finish", "version", "clear"];

fn run(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let input = request.flawless(request.input)?.to_value();
    let input = object(&input, "`input`")?;
    let mut script = Script {
        memo: Memo::new(options(input.get("options").unwrap_or(&Value::Null))?),
        concept: text(input, "concept")?,
        version: given(input, "version").map_or(Ok(""), |_| text(input, "version"))?,
        key: list(input, "key")?
            .iter()
            .map(|name| name.as_str().ok_or_else(|| wrong("key", "texts")))
            .collect::<Result<_, _>>()?,
        begun: VecDeque::new(),
    };
    let steps = list(input, "steps")?;
    let told: Result<Vec<Value>, Problem> = steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let told = script.step(step);
            told.map_err(|problem| Problem {
                message: format!("step {}: {}", index + 1, problem.message),
                ..problem
            })
        })
        .collect();
    Ok(json!({"steps": told?}).to_string())
}

/// A script as far as it has run.
struct Script<'s> {
    memo: Memo,
    concept: &'s str,
    version: &'s str,
    key: Vec<&'s str>,
    /// What has begun, in its order.
    begun: VecDeque<Begun<'s>>,
}

struct Begun<'s> {
    id: &'s str,
    /// What runs; nothing where it waits for the key.
    run: Option<Run>,
    key: Key,
}

impl<'s> Script<'s> {
    fn step(&mut self, step: &'s Value) -> Result<Value, Problem> {
        let step = object(step, "a step")?;
        let mut told = match text(step, "do")? {
            "call" => self.call(step)?,
            "begin" => self.begin(step)?,
            "finish" => self.finish(step)?,
            "version" => {
                self.version = text(step, "to")?;
                Map::new()
            }
            "clear" => {
                self.memo.clear();
                Map::new()
            }
            other => {
                let message = format!("there is no step `{other}`: {}", suggest(other, STEPS));
                return Err(Problem::new("unknown-step", message));
            }
        };
        told.insert("stats".to_owned(), json!(self.memo.stats()));
        told.insert("size".to_owned(), json!(self.memo.len()));
        Ok(Value::Object(told))
    }

    fn call(&mut self, step: &'s Map<String, Value>) -> Result<Map<String, Value>, Problem> {
        let (_, look) = self.look(step)?;
        let (called, answer) = match look {
            Look::Served(answer) => (false, Ok(answer)),
            Look::Run(run) => {
                let answer = answer(step)?;
                self.memo.finish(run, answer.as_ref().ok());
                (true, answer)
            }
            Look::Wait => {
                let message = "this would wait for a run that has begun: write `begin`, with an `id`";
                return Err(Problem::new("would-wait", message));
            }
        };
        let mut told = served(answer);
        told.insert("called".to_owned(), json!(called));
        Ok(told)
    }

    fn begin(&mut self, step: &'s Map<String, Value>) -> Result<Map<String, Value>, Problem> {
        let id = text(step, "id")?;
        if self.begun.iter().any(|begun| begun.id == id) {
            return Err(Problem::new("repeated-id", format!("`{id}` has begun already")));
        }
        let (key, look) = self.look(step)?;
        let (mut started, mut delivered) = (Vec::new(), Vec::new());
        match look {
            Look::Served(answer) => delivered.push(delivery(id, Ok(answer))),
            Look::Run(run) => {
                started.push(id);
                self.begun.push_back(Begun { id, run: Some(run), key });
            }
            Look::Wait => self.begun.push_back(Begun { id, run: None, key }),
        }
        Ok(told(&started, delivered))
    }

    fn finish(&mut self, step: &'s Map<String, Value>) -> Result<Map<String, Value>, Problem> {
        let id = text(step, "id")?;
        let runs = |begun: &Begun<'_>| begun.id == id && begun.run.is_some();
        let found = self.begun.iter().position(runs).and_then(|index| self.begun.remove(index));
        let Some(Begun { run: Some(run), .. }) = found else {
            return Err(Problem::new("unknown-id", format!("nothing called `{id}` runs")));
        };
        let answer = answer(step)?;
        self.memo.finish(run, answer.as_ref().ok());
        let (mut started, mut delivered) = (Vec::new(), vec![delivery(id, answer)]);
        for mut begun in std::mem::take(&mut self.begun) {
            if begun.run.is_none() && !self.memo.is_awaited(&begun.key) {
                match self.memo.look_again(&begun.key) {
                    Look::Served(answer) => {
                        delivered.push(delivery(begun.id, Ok(answer)));
                        continue;
                    }
                    Look::Run(run) => {
                        started.push(begun.id);
                        begun.run = Some(run);
                    }
                    Look::Wait => {}
                }
            }
            self.begun.push_back(begun);
        }
        Ok(told(&started, delivered))
    }

    fn look(&mut self, step: &'s Map<String, Value>) -> Result<(Key, Look), Problem> {
        let facts = object(step.get("facts").unwrap_or(&Value::Null), "`facts`")?;
        let name = given(step, "concept").map_or(Ok(self.concept), |_| text(step, "concept"))?;
        let inputs = Inputs::of(facts, &self.key);
        let key = Key::of(&Question { name, version: self.version, inputs });
        let keyable = !flag(step, "unkeyable")?;
        let look = self.memo.look(Some(&key).filter(|_| keyable), flag(step, "explore")?);
        Ok((key, look))
    }
}

/// What the derivation of a step gives: its answer, or that it fails with these words.
fn answer(step: &Map<String, Value>) -> Result<Result<Value, String>, Problem> {
    match (step.get("returns"), given(step, "fails")) {
        (Some(answer), None) => Ok(Ok(answer.clone())),
        (None, Some(_)) => Ok(Err(text(step, "fails")?.to_owned())),
        _ => Err(Problem::new("missing-member", "a derivation `returns` something, or it `fails`")),
    }
}

fn served(answer: Result<Value, String>) -> Map<String, Value> {
    let (served, error) = match answer {
        Ok(answer) => (answer, None),
        Err(error) => (Value::Null, Some(error)),
    };
    let error = error.map(|error| ("error".to_owned(), Value::String(error)));
    [("served".to_owned(), served)].into_iter().chain(error).collect()
}

fn delivery(id: &str, answer: Result<Value, String>) -> Value {
    let mut told = served(answer);
    told.insert("id".to_owned(), json!(id));
    Value::Object(told)
}

fn told(started: &[&str], delivered: Vec<Value>) -> Map<String, Value> {
    [("started".to_owned(), json!(started)), ("delivered".to_owned(), Value::Array(delivered))]
        .into_iter()
        .collect()
}

fn options(value: &Value) -> Result<Options, Problem> {
    let mut options = Options::default();
    let Some(members) = value.as_object() else {
        return if value.is_null() { Ok(options) } else { Err(wrong("options", "an object")) };
    };
    if let Some(max) = given(members, "max") {
        let max = max.as_u64().ok_or_else(|| wrong("max", "a whole number"))?;
        options.max = usize::try_from(max).unwrap_or(usize::MAX);
    }
    if let Some(shared) = given(members, "singleflight") {
        options.single_flight = shared.as_bool().ok_or_else(|| wrong("singleflight", "true or false"))?;
    }
    if let Some(fidelity) = given(members, "fidelity") {
        let members = object(fidelity, "`fidelity`")?;
        let mut fidelity = Fidelity::default();
        if let Some(warmup) = given(members, "warmup") {
            let warmup = warmup.as_u64().and_then(|warmup| u32::try_from(warmup).ok());
            fidelity.warmup = warmup.ok_or_else(|| wrong("warmup", "a whole number"))?;
        }
        if let Some(threshold) = given(members, "threshold") {
            fidelity.threshold = threshold.as_f64().ok_or_else(|| wrong("threshold", "a number"))?;
        }
        options.fidelity = Some(fidelity);
    }
    Ok(options)
}

/// An optional member; `null` is none.
fn given<'v>(members: &'v Map<String, Value>, name: &str) -> Option<&'v Value> {
    members.get(name).filter(|value| !value.is_null())
}

fn object<'v>(value: &'v Value, what: &str) -> Result<&'v Map<String, Value>, Problem> {
    value.as_object().ok_or_else(|| Problem::new("wrong-kind", format!("{what} must be an object")))
}

fn text<'v>(members: &'v Map<String, Value>, name: &str) -> Result<&'v str, Problem> {
    members.get(name).and_then(Value::as_str).ok_or_else(|| wrong(name, "a text"))
}

fn list<'v>(members: &'v Map<String, Value>, name: &str) -> Result<&'v [Value], Problem> {
    members.get(name).and_then(Value::as_array).map(Vec::as_slice).ok_or_else(|| wrong(name, "a list"))
}

fn flag(members: &Map<String, Value>, name: &str) -> Result<bool, Problem> {
    let flag = given(members, name).unwrap_or(&Value::Bool(false));
    flag.as_bool().ok_or_else(|| wrong(name, "true or false"))
}

fn wrong(name: &str, expected: &str) -> Problem {
    Problem::new("wrong-kind", format!("`{name}` must be {expected}"))
}
