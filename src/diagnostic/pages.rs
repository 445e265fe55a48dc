//! What the manual says of each code, of each word of the glossary, and of each item of the built-in rules.
//!
//! The pages are `docs/diagnostics.md`, `docs/glossary.md` and `docs/conventions.md` themselves: a section
//! is headed by its code in backticks, its first sentence says what happened, the others why and what to do. A test holds that
//! no code of this crate is without a section.

const DIAGNOSTICS: &str = include_str!("../../docs/diagnostics.md");
const GLOSSARY: &str = include_str!("../../docs/glossary.md");
const CONVENTIONS: &str = include_str!("../../docs/conventions.md");

/// A section of the manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The code or the word that it is about.
    pub code: &'static str,
    /// Its text, in Markdown, without the heading.
    pub markdown: &'static str,
}

/// The section of a diagnostic's code.
pub fn of_code(code: &str) -> Option<Page> {
    sections(DIAGNOSTICS).find(|page| page.code == code)
}

/// The section of a word of the glossary, or of an item of the built-in rules.
pub fn of_word(word: &str) -> Option<Page> {
    sections(GLOSSARY).chain(sections(CONVENTIONS)).find(|page| page.code == word)
}

/// Everything that has a section: the codes first, then the words, then the items of the built-in rules.
pub fn all() -> impl Iterator<Item = Page> + Clone {
    sections(DIAGNOSTICS).chain(sections(GLOSSARY)).chain(sections(CONVENTIONS))
}

impl Page {
    /// The first sentence: a line holds one.
    pub fn summary(&self) -> &'static str {
        self.markdown.lines().next().unwrap_or_default()
    }

    /// The whole section, its links written as the words that they stand behind: they lead from page to
    /// page, and not from elsewhere.
    pub fn without_links(&self) -> String {
        unlinked(self.markdown)
    }

    /// The paragraphs before the first example, each as one line.
    pub fn text(&self) -> String {
        let words = self.markdown.split("\n```").next().unwrap_or_default();
        let paragraphs = words.split("\n\n").map(|paragraph| unlinked(paragraph.trim()).replace('\n', " "));
        paragraphs.collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }
}

fn unlinked(markdown: &str) -> String {
    let mut rest = markdown;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let link =
            after.split_once("](").and_then(|(words, address)| Some((words, address.split_once(')')?.1)));
        match link {
            Some((words, behind)) if !words.contains(['[', ']']) => {
                out.push_str(words);
                rest = behind;
            }
            _ => {
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The sections of a page that are headed by a code, in order, however deep its headings are.
fn sections(page: &'static str) -> impl Iterator<Item = Page> + Clone {
    page.split("# `").skip(1).filter_map(|section| {
        let (code, text) = section.split_once("`\n")?;
        // The signs before the next code are left of its heading.
        let end = text.find("\n# ").into_iter().chain(text.find("\n## ")).min().unwrap_or(text.len());
        Some(Page { code, markdown: text.get(..end)?.trim_end_matches('#').trim() })
    })
}
