//! `explain --code`: the section of the manual about a code or a word.

use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::paint::{Look, wrap};
use crate::diagnostic::pages::{self, Page};
use crate::diagnostic::{Diagnostic, nearest::nearest};

#[derive(Serialize)]
struct CodeResult {
    code: &'static str,
    summary: &'static str,
    markdown: &'static str,
}

pub(super) fn explain(code: &str, format: ResultFormat, console: &mut Console) -> Outcome {
    let page = pages::of_code(code).or_else(|| pages::of_word(code)).ok_or_else(|| unknown(code))?;
    match format {
        ResultFormat::Json => {
            let Page { code, markdown } = page;
            console.print_json(&CodeResult { code, summary: page.summary(), markdown })?;
        }
        ResultFormat::Human => {
            let look = console.look(true);
            console.print(&render(&page, look))?;
        }
    }
    Ok(Exit::Fine)
}

fn unknown(code: &str) -> Diagnostic {
    let names = pages::all().map(|page| page.code);
    // A code is often remembered without the word before its colons.
    let lower = code.to_lowercase();
    let ends = |name: &&str| name.rsplit_once("::").is_some_and(|(_, end)| end == lower);
    let help = match names.clone().find(ends).or_else(|| nearest(&lower, names)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a code stands in each diagnostic, such as `check::no-schema`; a word is one of the \
                 glossary, such as `plan`"
            .to_owned(),
    };
    Diagnostic::error("cli::unknown-code", format!("nothing is known of `{code}`")).help(help)
}

/// The section for a terminal: its words wrapped, its examples as they are.
fn render(page: &Page, look: Look) -> String {
    let mut out = format!("{}\n\n", look.bold(page.code));
    for paragraph in page.text().lines() {
        out.push_str(&wrap("", "", paragraph, look));
    }
    let examples = page.markdown.split("```").skip(1).step_by(2);
    for example in examples {
        out.push('\n');
        // The first line says what language it is in.
        out.extend(example.lines().skip(1).map(|line| format!("    {line}\n")));
    }
    out
}
