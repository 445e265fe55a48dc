//! Text for a terminal: colours, widths and line breaks.

pub(super) use crate::diagnostic::human::shorten;
use console::{Style, measure_text_width};
use textwrap::{Options, WordSeparator, WordSplitter};

/// How a report is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Look {
    /// Columns of a line.
    pub(super) width: usize,
    /// Whether the reader takes colours.
    pub(super) colour: bool,
    /// Whether long lists are shown whole.
    pub(super) verbose: bool,
}

impl Look {
    /// How many of `all` are shown where `most` are, unless all are. One more is no reason to cut.
    pub(super) fn shown(self, all: usize, most: usize) -> usize {
        if self.verbose || all <= most + 1 { all } else { most }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.style(Style::new().bold(), text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.style(Style::new().dim(), text)
    }

    pub(super) fn green(self, text: &str) -> String {
        self.style(Style::new().green(), text)
    }

    pub(super) fn yellow(self, text: &str) -> String {
        self.style(Style::new().yellow(), text)
    }

    pub(super) fn red(self, text: &str) -> String {
        self.style(Style::new().red(), text)
    }

    fn style(self, style: Style, text: &str) -> String {
        style.force_styling(self.colour).apply_to(text).to_string()
    }
}

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    measure_text_width(text)
}

/// The text, cut to `most` columns.
pub(super) fn cut(text: &str, most: usize) -> String {
    console::truncate_str(text, most, "…").into_owned()
}

/// The words of `text` in lines no wider than the page, the first behind `first`, the others behind `others`.
pub(super) fn wrap(first: &str, others: &str, text: &str, look: Look) -> String {
    let options = Options::new(look.width)
        .initial_indent(first)
        .subsequent_indent(others)
        // Names stay whole where a line can hold them: they are copied from here.
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let mut out = textwrap::fill(text, options);
    out.push('\n');
    out
}

/// The text with every line that is wider than the page wrapped, a little behind where it began.
pub(super) fn fit(text: &str, look: Look) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        if width(content) <= look.width {
            out.push_str(line);
            continue;
        }
        let indent = content.len() - content.trim_start_matches(' ').len();
        let (first, rest) = content.split_at_checked(indent).unwrap_or(("", content));
        let others = " ".repeat((indent + 2).min(look.width / 2));
        for line in wrap(first, &others, rest, look).lines() {
            // What cannot be broken, such as a wide character at the very edge, is cut.
            out.push_str(&cut(line, look.width));
            out.push('\n');
        }
    }
    out
}
