//! Standard output and standard error, and what is known of the terminal behind them.
//!
//! What is for people becomes a [`Page`] here, in which nothing acts on a terminal or on the runner of a
//! workflow; what is for programs, a [`document`](Console::document), is written as it is.
//!
//! A page is as wide as its stream: the columns of the terminal behind it, else those that the
//! environment's COLUMNS names, else 80. [`Console::print`] and [`Console::tell`] hold every line to it,
//! whoever made the text.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};

use ::console::Term;
use clap::ColorChoice;
use indicatif::{ProgressBar, ProgressStyle};

use super::exit::Fault;
use super::format::Promise;
use super::paint::{Look, fit};
use crate::diagnostic::visible::Page;
use crate::diagnostic::{Diagnostic, Source, human};

/// Where no terminal says otherwise, text is this wide.
const WIDTH: usize = 80;
/// Wider than this, lines are hard to read.
const MOST_WIDTH: usize = 120;
/// Narrower than this, nothing can be laid out.
const LEAST_WIDTH: usize = 20;
/// The longest progress bar.
const BAR: usize = 40;

/// The two ways out of the process.
pub(super) struct Console {
    out: BufWriter<io::Stdout>,
    colour: ColorChoice,
    /// The document that standard output is to hold however the command ends, until one is written.
    promised: Option<Promise>,
}

impl Console {
    pub(super) fn new(colour: ColorChoice) -> Self {
        Self { out: BufWriter::with_capacity(1 << 16, io::stdout()), colour, promised: None }
    }

    /// Promises a document, which is written even where the command can only say what went wrong.
    pub(super) fn promise(&mut self, promise: impl Into<Option<Promise>>) {
        self.promised = promise.into();
    }

    /// What was promised and is not written yet.
    pub(super) fn promised(&self) -> Option<Promise> {
        self.promised
    }

    /// Writes `text` for a person to standard output, sooner or later, in lines that are no wider than it.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Fault> {
        let look = self.look(false);
        // Where a line is broken, the next one may begin with what a runner would take for a command.
        let page = Page::new(&fit(text, look), look.colour);
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
        let (width, colour) = (width(&Term::stderr()), self.wants_colour(stderr.is_terminal()));
        let page = Page::new(&human::render(diagnostics, sources, width, colour), colour);
        // There is nobody left to tell where this fails.
        let _ = stderr.lock().write_all(page.as_str().as_bytes());
    }

    /// Writes `text` for a person to standard error, in lines that are no wider than it.
    pub(super) fn remark(&self, text: impl FnOnce(Look) -> String) {
        let stderr = io::stderr();
        let colour = self.wants_colour(stderr.is_terminal());
        let look = Look { width: width(&Term::stderr()), colour, verbose: false };
        let page = Page::new(&fit(&text(look), look), look.colour);
        // There is nobody left to tell where this fails.
        let _ = stderr.lock().write_all(page.as_str().as_bytes());
    }

    /// Shows help on standard output, and tells of arguments that mean nothing on standard error.
    pub(super) fn usage(&self, error: &clap::Error) {
        let write = |terminal: bool, out: &mut dyn io::Write| {
            let colour = self.wants_colour(terminal);
            let text = error.render();
            let text = if colour { text.ansi().to_string() } else { text.to_string() };
            // Help is wrapped already, but for its examples, which are copied as they stand.
            let text = match error.use_stderr() {
                true => fit(&text, Look { width: width(&Term::stderr()), colour, verbose: false }),
                false => text,
            };
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
        Look { width: width(&Term::stdout()), colour: self.wants_colour(io::stdout().is_terminal()), verbose }
    }

    /// Whether a stream takes colours: as the person said, else only a terminal that can, and not against
    /// the reader's wish (<https://no-color.org>).
    fn wants_colour(&self, terminal: bool) -> bool {
        let unwanted = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let unable = || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        match self.colour {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !unwanted() && !unable(),
        }
    }

    /// A bar on standard error that counts up to `length`; nothing at all without a terminal, or for one step.
    pub(super) fn progress(&self, length: usize, what: &'static str) -> ProgressBar {
        if length < 2 {
            return ProgressBar::hidden();
        }
        styled(ProgressBar::new(length as u64).with_message(what), "{msg}", "{pos}/{len}")
    }

    /// A bar on standard error that counts bytes up to `length`; nothing at all without a terminal.
    pub(super) fn progress_of_bytes(&self, length: u64) -> ProgressBar {
        styled(ProgressBar::new(length), "reading", "{bytes}/{total_bytes}")
    }

    /// The same for what is answered line by line, of which `length` bytes are known to come: nothing
    /// where the answers go to a terminal, which has enough to show.
    pub(super) fn progress_of_lines(&self, length: Option<u64>) -> ProgressBar {
        if io::stdout().is_terminal() || io::stdin().is_terminal() && length.is_none() {
            return ProgressBar::hidden();
        }
        match length {
            Some(length) => self.progress_of_bytes(length),
            None => {
                let bar = ProgressBar::new_spinner();
                match ProgressStyle::with_template("{spinner} {bytes} read, {elapsed}") {
                    Ok(style) => bar.with_style(style),
                    Err(_) => bar,
                }
            }
        }
    }
}

/// A bar between two words, as long as the terminal leaves room for.
fn styled(bar: ProgressBar, before: &str, after: &str) -> ProgressBar {
    /// The most that stands beside a bar: a word, brackets and two numbers of bytes.
    const BESIDE: usize = 36;
    let length = width(&Term::stderr()).saturating_sub(BESIDE).clamp(4, BAR);
    match ProgressStyle::with_template(&format!("{before} [{{bar:{length}}}] {after}")) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// The columns of what is read behind `term`.
fn width(term: &Term) -> usize {
    let of_terminal = || term.size_checked().map(|(_, columns)| usize::from(columns));
    let of_environment = || std::env::var("COLUMNS").ok()?.trim().parse().ok().filter(|columns| *columns > 0);
    of_terminal().or_else(of_environment).map_or(WIDTH, |columns| columns.clamp(LEAST_WIDTH, MOST_WIDTH))
}

/// Standard input and output as they are, for bytes that are neither a page nor a document: what is written
/// goes out at once.
pub(super) fn raw() -> io::Result<(File, File)> {
    #[cfg(unix)]
    let (from, to) = {
        use std::os::fd::AsFd as _;
        (io::stdin().as_fd().try_clone_to_owned()?, io::stdout().as_fd().try_clone_to_owned()?)
    };
    #[cfg(windows)]
    let (from, to) = {
        use std::os::windows::io::AsHandle as _;
        (io::stdin().as_handle().try_clone_to_owned()?, io::stdout().as_handle().try_clone_to_owned()?)
    };
    Ok((from.into(), to.into()))
}
