//! One call for people: each given member, each rule that was asked, the verdict, and what is needed.

use super::Explained;
use crate::apply::{Reason, Step, Trace, Tried, Try, TryResult, Use, Verdict};
use crate::cli::paint::{Look, wrap};
use crate::diagnostic::visible::{name, written_out as visible};
use crate::explain::call::{Need, shown};

/// The text of the explanation.
pub(in crate::cli::explain) fn render(explained: &Explained<'_>, look: Look) -> String {
    let page = Page { look };
    let Explained { reference, profile, explanation, .. } = explained;
    let mut out = format!("a call of {}, profile {profile}\n", look.bold(&name(reference)));
    if let Some(reason) = &explanation.no_plan {
        out.push_str(&page.lines("", &format!("no plan: {reason}")));
    }
    explanation
        .trace
        .steps
        .iter()
        .for_each(|step| page.step(step, explanation.unmoved.get(&step.name), &mut out));
    if !explanation.trace.calls.is_empty() {
        out.push_str("\nthe arguments as a whole\n");
        page.tries(&explanation.trace.calls, "  ", &mut out);
    }
    out.push('\n');
    page.verdict(&explanation.trace, &mut out);
    if !explanation.needed.is_empty() {
        out.push_str("\nneeded\n");
        explanation.needed.iter().for_each(|need| page.need(need, &mut out));
    }
    out
}

struct Page {
    look: Look,
}

impl Page {
    fn lines(&self, indent: &str, text: &str) -> String {
        wrap(indent, &format!("{indent}  "), &visible(text), self.look)
    }

    fn step(&self, step: &Step, unmoved: Option<&String>, out: &mut String) {
        out.push_str(&format!("\n{}\n", self.look.bold(&name(&step.name))));
        self.about(step, unmoved, "  ", out);
    }

    fn about(&self, step: &Step, unmoved: Option<&String>, indent: &str, out: &mut String) {
        out.push_str(
            &self.lines(indent, &unmoved.map_or_else(|| named(step), |why| format!("not declared; {why}"))),
        );
        let value = shown(&step.value);
        let accepted = match (step.is_accepted, &step.key) {
            (Some(true), Some(key)) => format!("{value} is accepted for `{key}`"),
            (Some(false), Some(key)) => format!("{value} is not accepted for `{key}`"),
            _ => return,
        };
        out.push_str(&self.lines(indent, &accepted));
        if step.is_accepted == Some(false) && step.tried.tries.is_empty() && step.tried.inside.is_empty() {
            out.push_str(&format!("{indent}no rule is about its value\n"));
        }
        self.tried(&step.tried, &deeper(indent), out);
    }

    fn tried(&self, tried: &Tried, indent: &str, out: &mut String) {
        self.tries(&tried.tries, indent, out);
        for inside in &tried.inside {
            let words =
                format!("inside, by {}{}", place(&inside.schema), in_branch(inside.branch.as_deref()));
            out.push_str(&self.lines(indent, &words));
            for step in &inside.steps {
                out.push_str(&format!("{}{}\n", deeper(indent), self.look.bold(&name(&step.name))));
                self.about(step, None, &deeper(&deeper(indent)), out);
            }
        }
    }

    fn tries(&self, tries: &[Try], indent: &str, out: &mut String) {
        for one in tries {
            let what = match &one.result {
                TryResult::NotRead => "does not read it".to_owned(),
                TryResult::NotAsked => "is not asked: another rule goes first".to_owned(),
                TryResult::IsRequired => "would leave it out, but it is required".to_owned(),
                TryResult::NotAccepted(text) => format!("makes it {}, which is not accepted", shown(text)),
                TryResult::Omitted => "leaves it out".to_owned(),
                TryResult::Written(text) => format!("makes it {}", shown(text)),
            };
            let branch = match &one.result {
                TryResult::Written(_) => in_branch(one.used.branch.as_deref()),
                _ => String::new(),
            };
            let words = format!("{}, {}: {what}{branch}", one.used.rule.kind, one.used.decoder);
            out.push_str(&self.lines(indent, &words));
            self.tried(&one.again, &deeper(indent), out);
        }
    }

    fn verdict(&self, trace: &Trace, out: &mut String) {
        match &trace.verdict {
            Verdict::Valid => {
                out.push_str(&format!("{}: the schema accepts it as it is\n", self.look.green("valid")));
            }
            Verdict::Normalized { args, .. } => {
                out.push_str(&format!("{}\n", self.look.green("normalized")));
                out.push_str(&self.lines("  ", &String::from_utf8_lossy(args)));
                self.uses(&trace.uses, out);
            }
            Verdict::Rejected(reason) => self.reason(&self.look.red("rejected"), reason, out),
            Verdict::Unknown(reason) => self.reason(&self.look.yellow("unknown"), reason, out),
        }
    }

    fn reason(&self, verdict: &str, reason: &Reason, out: &mut String) {
        out.push_str(&wrap("", "  ", &format!("{verdict}: {}", visible(&reason.why)), self.look));
        out.push_str(
            &self.lines("  ", &format!("{}{}: {}", reason.code.name(), at(&reason.at), reason.message)),
        );
        if let Some(schema) = &reason.schema {
            let words = format!("refused by {}{}", place(schema), in_branch(reason.branch.as_deref()));
            out.push_str(&self.lines("  ", &words));
        }
        self.uses(&reason.uses, out);
    }

    fn uses(&self, uses: &[Use], out: &mut String) {
        for used in uses {
            let branch = in_branch(used.branch.as_deref());
            let given = if used.given.is_empty() { "the arguments" } else { &*used.given };
            let (rule, decoder, schema) = (&used.rule.kind, &used.decoder, place(&used.schema));
            let words = format!("{given}: {rule}, {decoder}, by {schema}{branch}");
            out.push_str(&self.lines("  ", &words));
        }
    }

    fn need(&self, need: &Need, out: &mut String) {
        let hint = need.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        let at = if need.at.is_empty() { "the arguments" } else { &*need.at };
        out.push_str(&self.lines("  ", &format!("{at}: {}{hint}", need.message)));
        self.branches(need, "    ", out);
    }

    /// What keeps each branch of a union from taking the value.
    fn branches(&self, need: &Need, indent: &str, out: &mut String) {
        for (branch, first) in &need.branches {
            let words = format!("not {branch}: {}{}", first.message, at(&first.at));
            out.push_str(&self.lines(indent, &words));
            self.branches(first, &deeper(indent), out);
        }
    }
}

fn deeper(indent: &str) -> String {
    format!("{indent}  ")
}

/// A pointer in a sentence.
fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the whole schema" } else { pointer }
}

fn in_branch(branch: Option<&str>) -> String {
    branch.map(|branch| format!(", in the branch {branch}")).unwrap_or_default()
}

fn at(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!(" at {pointer}") }
}

/// What the name of a member is.
fn named(step: &Step) -> String {
    let of = |used: &Use| format!("`{}` ({}, {})", used.rule.place(), used.rule.kind, used.decoder);
    match (step.is_declared, step.claims.as_slice(), &step.form) {
        (true, _, _) => "declared".to_owned(),
        (false, [], Some(form)) => format!("not declared; its form `{form}` leads to no key"),
        (false, [], None) => "not declared, and no spelling of a key".to_owned(),
        // What leaves names out looks none up.
        (false, [only], _) if only.decoder.starts_with("no key") => {
            format!("not declared, nobody's and empty: left out by {}", only.rule.kind)
        }
        (false, claims, _) => {
            let all: Vec<String> = claims.iter().map(of).collect();
            format!("not declared; a spelling of {}", all.join(" and "))
        }
    }
}
