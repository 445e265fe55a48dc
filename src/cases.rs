//! Cases of a convention: calls, and what a profile is to make of each.
//!
//! A case is a line of JSON: `{"name"?, "ref"?, "schema", "given"?, "expected"}`, or `refused` with the
//! code of a refusal in the place of `expected`. Without `given` the call has no arguments, where a rule of the
//! plan is for that. Arguments are compared as trees: the order of members
//! means nothing, and a number is what was written.
//!
//! 1. `line`: a line to its parts, each fault with its place;
//! 2. [`run`]: every line of a file under a profile, to a [`CasesReport`].

mod line;

use crate::apply::{Reason, ReasonCode, Verdict, judge};
use crate::diagnostic::Diagnostic;
use crate::json::{Data, Document, Limits, Member, Node};
use crate::program::Profile;
use crate::schema::{Schema, SchemaOptions};
use line::{Line, Parts, Wanted};

/// What came of the cases of a file.
#[derive(Debug, Clone, Default)]
pub struct CasesReport {
    /// Each case that could be read, in order.
    pub cases: Vec<Case>,
    /// What is wrong with the other lines. The labels' `source` is the one given to [`run`].
    pub faults: Vec<Diagnostic>,
}

/// A case and what became of it.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its line, from 1.
    pub line: usize,
    /// What it is about; empty where it does not say.
    pub name: String,
    /// Whether what became of the call is what was wanted.
    pub passed: bool,
    /// What was wanted.
    pub wanted: Became,
    /// What became of it.
    pub became: Became,
    /// The conventions whose rules changed something, each once, in order.
    pub rules: Vec<String>,
}

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Became {
    /// These arguments, as JSON text: the given ones, where the schema accepts them.
    Arguments(String),
    /// A refusal of this code, and why: the schema does not accept the arguments, and they stay as they are.
    Refusal(ReasonCode, String),
}

/// Runs every case in `text`, the source of this index, under `profile`.
pub fn run(source: usize, text: &str, profile: &Profile, options: SchemaOptions) -> CasesReport {
    let mut report = CasesReport::default();
    let mut offset = 0;
    for (index, text) in text.split_inclusive('\n').enumerate() {
        // A fault at the end of a line stands in it.
        let line = Line { source, offset, text: text.trim_end_matches(['\n', '\r']) };
        offset += text.len();
        if text.trim_ascii().is_empty() {
            continue;
        }
        match line.document().and_then(|document| case(index + 1, &line, &document, profile, options)) {
            Ok(case) => report.cases.push(case),
            Err(fault) => report.faults.push(*fault),
        }
    }
    report
}

fn case(
    number: usize,
    line: &Line<'_>,
    document: &Document,
    profile: &Profile,
    options: SchemaOptions,
) -> Result<Case, Box<Diagnostic>> {
    let Parts { name, reference, schema, given, wanted } = line.parts(document)?;
    let args = given.map_or("", |given| line.of(given.span));
    let not_given = || line.fault(document.root.span, "this case has no `given`".to_owned(), "this line");
    let verdict = match Schema::new(document, schema, options) {
        Ok(schema) => {
            let plan = profile.plan(reference, &schema).ok();
            if given.is_none() && !plan.as_ref().is_some_and(|plan| plan.takes(None)) {
                return Err(not_given());
            }
            judge(&schema, plan.as_ref(), args.as_bytes(), Limits::ARGUMENTS).map_err(|error| {
                let span = given.map_or(document.root.span, |given| given.span);
                line.fault(span, error.to_string(), "no arguments of a call")
            })?
        }
        Err(_) if given.is_none() => return Err(not_given()),
        Err(error) => Verdict::Unknown(Reason::general(ReasonCode::UnusableSchema, error.to_string())),
    };
    let rules = match &verdict {
        Verdict::Normalized { witness, .. } => {
            let mut rules: Vec<String> = witness.rules().iter().map(|rule| rule.kind.clone()).collect();
            rules.sort_unstable();
            rules.dedup();
            rules
        }
        _ => Vec::new(),
    };
    let became = match verdict {
        Verdict::Valid => Became::Arguments(args.to_owned()),
        Verdict::Normalized { args, .. } => Became::Arguments(String::from_utf8_lossy(&args).into_owned()),
        Verdict::Rejected(reason) | Verdict::Unknown(reason) => Became::Refusal(reason.code, told(&reason)),
    };
    let passed = match (&wanted, &became) {
        (Wanted::Arguments(expected), Became::Arguments(args)) => {
            // What `judge` gives is JSON.
            Document::parse(args.as_bytes(), Limits::ARGUMENTS).is_ok_and(|args| same(&args.root, expected))
        }
        (Wanted::Refusal(code), Became::Refusal(found, _)) => code == found,
        _ => false,
    };
    let wanted = match wanted {
        Wanted::Arguments(expected) => Became::Arguments(line.of(expected.span).to_owned()),
        Wanted::Refusal(code) => Became::Refusal(code, String::new()),
    };
    Ok(Case { line: number, name: name.to_owned(), passed, wanted, became, rules })
}

/// A refusal in words: where, what the validator says, and why no rule mended it.
fn told(reason: &Reason) -> String {
    let at = if reason.at.is_empty() { String::new() } else { format!("{}: ", reason.at) };
    let why = if reason.why == reason.message { String::new() } else { format!("; {}", reason.why) };
    format!("{at}{}{why}", reason.message)
}

/// Whether two values are the same, but for the order of members.
fn same(a: &Node, b: &Node) -> bool {
    match (&a.data, &b.data) {
        (Data::Object(a), Data::Object(b)) => {
            let sorted = |members: &[Member]| {
                let mut members: Vec<Member> = members.to_vec();
                members.sort_by(|a, b| a.name.cmp(&b.name));
                members
            };
            let (a, b) = (sorted(a), sorted(b));
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.name == b.name && same(&a.value, &b.value))
        }
        (Data::Array(a), Data::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b))
        }
        (a, b) => a == b,
    }
}
