//! `canon facts gbnf pick`: what is read of replies, and of a model's answers.

use super::{Operation, Problem, Request, Session};
use crate::facts::reply::verbatim;
use crate::facts::spec::{self, Fault};
use crate::facts::{self, Fact, Read, text};
use crate::json::{Data, canonical};

pub(super) const CANON: Operation = Operation {
    name: "canon",
    about: "{raw, spec} -> {value, miss?, via?}: one value, by its specification",
    run: canon,
};

pub(super) const FACTS: Operation = Operation {
    name: "facts",
    about: "{raw, schema} -> {facts, misses, synonyms}: a reply, by a specification a fact",
    run: read,
};

pub(super) const GBNF: Operation =
    Operation { name: "gbnf", about: "{spec} -> text: the grammar of one member, or none", run: gbnf };

pub(super) const PICK: Operation = Operation {
    name: "pick",
    about: "{answer, spec} -> member or null: which member a model's answer names",
    run: pick,
};

fn canon(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let raw = request.member("raw")?;
    answer(fact(request), |fact| {
        let read = fact.kind.read(raw, request.document);
        let default = verbatim(&fact.default);
        Ok(match read {
            Read::Value(value) => format!("{{\"value\":{}}}", verbatim(&value)),
            Read::Synonym(value) => format!("{{\"value\":{},\"via\":\"synonym\"}}", verbatim(&value)),
            Read::Absent => format!("{{\"value\":{default}}}"),
            Read::Miss => format!("{{\"value\":{default},\"miss\":true}}"),
        })
    })
}

fn read(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let raw = request.required("raw")?;
    if raw.data != Data::Null && raw.as_object().is_none() {
        let message = format!("`raw` must be an object, not {}", raw.kind());
        return Err(Problem::new("wrong-kind", message));
    }
    let schema = match request.member("schema")? {
        Some(node) => spec::schema(request.flawless(node)?),
        None => spec::schema(&facts::schema::nothing()),
    };
    answer(Ok(schema), |schema| Ok(format!("{{{}}}", schema.canonical(request.document, raw).members())))
}

fn gbnf(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let nothing = facts::schema::nothing();
    let node = request.member("spec")?.map(|node| request.flawless(node)).transpose()?;
    answer(Ok(spec::members(node.unwrap_or(&nothing))), |members| {
        Ok(canonical::string(&facts::gbnf(members)))
    })
}

fn pick(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let given = request.required("answer")?;
    answer(fact(request), |fact| {
        let text = text::of(given).filter(|_| request.document.flaw_in(given.span).is_none());
        let member = fact.kind.ring().zip(text).and_then(|(ring, text)| facts::pick(ring, &text));
        Ok(member.map_or_else(|| "null".to_owned(), verbatim))
    })
}

/// The fact that `spec` specifies.
fn fact(request: Request<'_>) -> Result<Result<Fact, Fault>, Problem> {
    match request.member("spec")? {
        Some(node) => Ok(spec::fact("", request.flawless(node)?)),
        None => Ok(spec::fact("", &facts::schema::nothing())),
    }
}

/// What `tell` says of a specification that means something. That its words make no ring is an answer too.
fn answer<T>(
    read: Result<Result<T, Fault>, Problem>,
    tell: impl FnOnce(T) -> Result<String, Problem>,
) -> Result<String, Problem> {
    match read? {
        Ok(read) => tell(read),
        Err(Fault::Clash(clash)) => Ok(format!("{{\"error\":true,\"kind\":\"{}\"}}", clash.name())),
        Err(Fault::Form(message)) => Err(Problem::new("wrong-spec", message)),
    }
}
