//! One call for people: each given member, each rule that was asked, the verdict, and what is needed.

use super::Explained;
use crate::apply::{Reason, Step, Try, TryResult, Verdict};
use crate::cli::paint::{Look, wrap};
use crate::diagnostic::visible::{name, written_out as visible};
use crate::explain::call::{Need, shown};
use crate::plan::Rule;

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
    out.push('\n');
    page.verdict(&explanation.trace.verdict, &mut out);
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
        out.push_str(
            &self.lines("  ", &unmoved.map_or_else(|| named(step), |why| format!("not declared; {why}"))),
        );
        let value = shown(&step.value);
        let accepted = match (step.is_accepted, &step.key) {
            (Some(true), Some(key)) => format!("{value} is accepted for `{key}`"),
            (Some(false), Some(key)) => format!("{value} is not accepted for `{key}`"),
            _ => return,
        };
        out.push_str(&self.lines("  ", &accepted));
        if step.is_accepted == Some(false) && step.tries.is_empty() {
            out.push_str("  no rule is about its value\n");
        }
        step.tries.iter().for_each(|tried| out.push_str(&self.tried(tried)));
    }

    fn tried(&self, tried: &Try) -> String {
        let what = match &tried.result {
            TryResult::NotRead => "does not read it".to_owned(),
            TryResult::NotAsked => "is not asked: another rule goes first".to_owned(),
            TryResult::IsRequired => "would leave it out, but it is required".to_owned(),
            TryResult::NotAccepted(text) => format!("makes it {}, which is not accepted", shown(text)),
            TryResult::Omitted => "leaves it out".to_owned(),
            TryResult::Written(text) => format!("makes it {}", shown(text)),
        };
        self.lines("    ", &format!("{}: {what}", tried.rule.kind))
    }

    fn verdict(&self, verdict: &Verdict, out: &mut String) {
        match verdict {
            Verdict::Valid => {
                out.push_str(&format!("{}: the schema accepts it as it is\n", self.look.green("valid")));
            }
            Verdict::Normalized { args, .. } => {
                out.push_str(&format!("{}\n", self.look.green("normalized")));
                out.push_str(&self.lines("  ", &String::from_utf8_lossy(args)));
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
    }

    fn need(&self, need: &Need, out: &mut String) {
        let hint = need.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        let place = if need.at.is_empty() { "the arguments" } else { &*need.at };
        out.push_str(&self.lines("  ", &format!("{place}: {}{hint}", need.message)));
    }
}

fn at(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!(" at {pointer}") }
}

/// What the name of a member is.
fn named(step: &Step) -> String {
    let of = |rule: &Rule| format!("`{}` ({})", rule.key, rule.kind);
    match (step.is_declared, step.claims.as_slice(), &step.form) {
        (true, _, _) => "declared".to_owned(),
        (false, [], Some(form)) => format!("not declared; its form `{form}` leads to no key"),
        (false, [], None) => "not declared, and no spelling of a key".to_owned(),
        (false, claims, _) => {
            let all: Vec<String> = claims.iter().map(of).collect();
            format!("not declared; a spelling of {}", all.join(" and "))
        }
    }
}
