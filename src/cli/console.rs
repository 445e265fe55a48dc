//! Standard output and standard error, and what is known of the terminal behind them.
//!
//! What is for people becomes a [`Page`] here, in which nothing acts on a terminal or on the runner of a
//! workflow; what is for programs, a [`document`](Console::document), is written as it is.

use std::io::{self, BufWriter, IsTerminal as _, Write as _};

use ::console::Term;
use indicatif::{ProgressBar, ProgressStyle};

use super::exit::Fault;
use super::format::Promise;
use super::paint::Look;
use crate::diagnostic::visible::Page;
use crate::diagnostic::{Diagnostic, Source, human};

/// Where no terminal says otherwise, text is this wide.
const WIDTH: usize = 80;
/// Wider than this, lines are hard to read.
const MOST_WIDTH: usize = 120;

/// The two ways out of the process.
pub(super) struct Console {
    out: BufWriter<io::Stdout>,
    /// The document that standard output is to hold however the command ends, until one is written.
    promised: Option<Promise>,
}

impl Console {
    pub(super) fn new() -> Self {
        Self { out: BufWriter::with_capacity(1 << 16, io::stdout()), promised: None }
    }

    /// Promises a document, which is written even where the command can only say what went wrong.
    pub(super) fn promise(&mut self, promise: impl Into<Option<Promise>>) {
        self.promised = promise.into();
    }

    /// What was promised and is not written yet.
    pub(super) fn promised(&self) -> Option<Promise> {
        self.promised
    }

    /// Writes `text` for a person to standard output, sooner or later.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Fault> {
        let page = Page::new(text, wants_colour(io::stdout().is_terminal()));
        self.write(page.as_str())
    }

    /// Writes `text` for a program to standard output, sooner or later, as it is.
    pub(super) fn document(&mut self, text: &str) -> Result<(), Fault> {
        self.promised = None;
        self.write(text)
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        self.out.write_all(text.as_bytes()).map_err(|error| Fault::writing(&error))
    }

    /// Writes what was printed, now.
    pub(super) fn flush(&mut self) -> Result<(), Fault> {
        self.out.flush().map_err(|error| Fault::writing(&error))
    }

    /// Tells a person about `diagnostics`, on standard error.
    pub(super) fn tell(&self, diagnostics: &[Diagnostic], sources: &[Source]) {
        let stderr = io::stderr();
        let (width, colour) = (width(&Term::stderr()), wants_colour(stderr.is_terminal()));
        let page = Page::new(&human::render(diagnostics, sources, width, colour), colour);
        // There is nobody left to tell where this fails.
        let _ = stderr.lock().write_all(page.as_str().as_bytes());
    }

    /// Shows help on standard output, and tells of arguments that mean nothing on standard error.
    pub(super) fn usage(error: &clap::Error) {
        let write = |terminal: bool, out: &mut dyn io::Write| {
            let colour = wants_colour(terminal);
            let text = error.render();
            let text = if colour { text.ansi().to_string() } else { text.to_string() };
            // Help that nobody reads any more is no fault.
            let _ = out.write_all(Page::new(&text, colour).as_str().as_bytes()).and_then(|()| out.flush());
        };
        if error.use_stderr() {
            write(io::stderr().is_terminal(), &mut io::stderr().lock());
        } else {
            write(io::stdout().is_terminal(), &mut io::stdout().lock());
        }
    }

    /// How standard output is to look.
    pub(super) fn look(&self, verbose: bool) -> Look {
        Look { width: width(&Term::stdout()), colour: wants_colour(io::stdout().is_terminal()), verbose }
    }

    /// A bar on standard error that counts up to `length`; nothing at all without a terminal, or for one step.
    pub(super) fn progress(&self, length: usize, what: &'static str) -> ProgressBar {
        if length < 2 {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(length as u64).with_message(what);
        match ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len}") {
            Ok(style) => bar.with_style(style.progress_chars("=> ")),
            Err(_) => bar,
        }
    }

    /// A bar on standard error that counts bytes up to `length`; nothing at all without a terminal.
    pub(super) fn progress_of_bytes(&self, length: u64) -> ProgressBar {
        let bar = ProgressBar::new(length);
        match ProgressStyle::with_template("reading [{bar:40}] {bytes}/{total_bytes}, {binary_bytes_per_sec}")
        {
            Ok(style) => bar.with_style(style.progress_chars("=> ")),
            Err(_) => bar,
        }
    }
}

fn width(term: &Term) -> usize {
    term.size_checked().map_or(WIDTH, |(_, columns)| usize::from(columns).min(MOST_WIDTH))
}

/// Colours only for a terminal that can, and not against the reader's wish (<https://no-color.org>).
fn wants_colour(terminal: bool) -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let unable = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    terminal && !unwanted && !unable
}
