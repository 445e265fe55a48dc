//! An explanation for people: the rule's words, whether they hold, what decides it, and where.

use super::Explained;
use crate::cli::paint::{Look, wrap};
use crate::coverage::count;
use crate::diagnostic::visible::{name, written_out as visible};
use crate::explain::{ConventionExplanation, Fact, KeyExplanation, WholeExplanation};
use crate::span::Span;

/// The text of the explanation.
pub(super) fn render(explained: &Explained<'_>, look: Look) -> String {
    let page = Page { explained, look };
    let Explained { action, profile, explanation, .. } = explained;
    let mut out = format!("{}, profile {}\n", look.bold(&name(&action.reference)), profile.name());
    out.push_str(&format!("{}\n", look.dim(&page.place(action.ref_place, true))));
    let verdict = match &explanation.plan {
        Ok(plan) if explanation.cut.is_empty() => {
            format!("a plan with {}", count(plan.plan().rules().len(), "rule"))
        }
        Ok(plan) => format!(
            "a plan with {}, which is full: {} cut off",
            count(plan.plan().rules().len(), "rule"),
            count(explanation.cut.len(), "rule")
        ),
        Err(reason) => format!("no plan: {}", visible(&reason.to_string())),
    };
    out.push_str(&wrap("", "  ", &verdict, look));
    for shape in &explanation.shapes {
        out.push_str(&format!("\nshape {}\n", look.bold(&shape.name)));
        shape.facts.iter().for_each(|fact| page.fact(fact, "  ", &mut out));
    }
    explanation.keys.iter().for_each(|key| page.key(key, &mut out));
    explanation.wholes.iter().for_each(|whole| page.whole(whole, &mut out));
    out
}

struct Page<'e> {
    explained: &'e Explained<'e>,
    look: Look,
}

impl Page<'_> {
    fn place(&self, span: Span, with_file: bool) -> String {
        let at = self.explained.places.at(span.start);
        let file = if with_file { format!("{}:", visible(self.explained.file)) } else { String::new() };
        format!("{file}{}:{}", at.line, at.column)
    }

    fn key(&self, key: &KeyExplanation, out: &mut String) {
        let place = self.look.dim(&self.place(key.span, false));
        let (word, which) = key.at.as_ref().map_or(("key", &key.key), |at| ("at", at));
        out.push_str(&format!("\n{word} {}  {place}\n", self.look.bold(&name(which))));
        if let Some(branch) = &key.branch {
            out.push_str(&wrap("  ", "    ", &format!("in the branch {}", visible(branch)), self.look));
        }
        if key.conventions.is_empty() {
            out.push_str("  no rule: its schema is no object\n");
        }
        key.conventions.iter().for_each(|convention| self.convention(convention, out));
    }

    fn whole(&self, whole: &WholeExplanation, out: &mut String) {
        let place = self.look.dim(&self.place(whole.span, false));
        let what = match (whole.is_call, whole.at.as_str()) {
            (true, _) => self.look.bold("the arguments as a whole"),
            (false, "") => format!("undeclared in {}", self.look.bold("the arguments")),
            (false, at) => format!("undeclared in {}", self.look.bold(&name(at))),
        };
        out.push_str(&format!("\n{what}  {place}\n"));
        whole.conventions.iter().for_each(|convention| self.convention(convention, out));
    }

    fn convention(&self, convention: &ConventionExplanation, out: &mut String) {
        let (derived, link) = match (convention.derived, &self.explained.explanation.plan) {
            _ if convention.excepted => {
                (self.look.yellow("not derived: the profile excepts it for this action"), "; it would need")
            }
            _ if convention.cut => (self.look.yellow("cut off, for the plan is full; derived"), " when"),
            (true, Ok(_)) => (self.look.green("derived"), " when"),
            (true, Err(_)) => (self.look.yellow("would be derived"), " when"),
            (false, _) => (self.look.yellow("not derived"), "; it needs"),
        };
        let guard = match (convention.derived, convention.facts.as_slice()) {
            (_, []) | (true, [_]) => String::new(),
            _ => format!("{link} {}", visible(&convention.guard)),
        };
        let verdict = format!("{derived}{guard}");
        let head = format!("  {}, {}: ", convention.name, visible(&convention.decoder));
        out.push_str(&wrap(&head, "    ", &verdict, self.look));
        convention.facts.iter().for_each(|fact| self.fact(fact, "    ", out));
    }

    fn fact(&self, fact: &Fact, indent: &str, out: &mut String) {
        let holds = match fact.holds {
            Some(true) => self.look.green("yes"),
            Some(false) => self.look.yellow("no "),
            None => self.look.red("?  "),
        };
        let text =
            format!("{}: {} ({})", visible(&fact.text), visible(&fact.because), self.place(fact.span, false));
        out.push_str(&wrap(&format!("{indent}{holds} "), &format!("{indent}    "), &text, self.look));
    }
}
