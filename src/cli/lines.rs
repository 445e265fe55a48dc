//! JSON Lines: a line in, a line out, in order, in constant memory, on all cores.
//!
//! 1. [`reader`] reads ahead, as far as input is there, and cuts it into lines;
//! 2. the lines that wait are answered in parallel, and the answers written in order;
//! 3. when no more input waits, what was written is flushed: a host on the other end of two pipes gets
//!    each answer before it must ask again.
//!
//! A line ends at `\n`; the last one may do without. A blank line is passed over and has no answer, but
//! counts as a line. The commands read a file that is one document over many lines as that.

mod reader;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError};

use indicatif::ProgressBar;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use reader::{Layout, Line};

use super::console::Console;
use super::exit::{Exit, Fault, Outcome};
use super::input::{self, Input};
use crate::diagnostic::Diagnostic;
use crate::request::{Problem, Request, parse};

/// How many bytes of lines are answered together at most, unless one line is longer.
const BATCH: usize = 4 << 20;
/// With less input than this nobody wonders how long it takes.
const LONG: u64 = 4 << 20;
/// Room for deep values in the threads that answer.
const STACK: usize = 16 << 20;

/// Where lines come from, and how many of them are answered at a time.
#[derive(Debug, clap::Args)]
pub(super) struct LinesArgs {
    /// Files of JSON Lines, folders of `*.jsonl` files, or `-` for standard input (the default)
    files: Vec<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
}

impl LinesArgs {
    /// Whether lines come from standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|path| path.as_os_str() == "-")
    }

    /// The files and folders that lines come from.
    pub(super) fn read(&self) -> impl Iterator<Item = &std::path::Path> {
        self.files.iter().map(PathBuf::as_path)
    }
}

/// How many threads work.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Jobs {
    /// How many threads work [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl Jobs {
    /// How many threads.
    pub(super) fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// The threads.
    pub(super) fn pool(self) -> Result<rayon::ThreadPool, Fault> {
        let mut threads = self.threads();
        loop {
            let built = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
            match built {
                // Fewer do the same work.
                Err(_) if threads > 1 => threads /= 2,
                built => return built.map_err(|error| no_threads(&error)),
            }
        }
    }
}

/// The system starts no thread.
fn no_threads(error: &impl std::fmt::Display) -> Fault {
    Diagnostic::error("cli::threads", format!("no thread can be started: {error}"))
        .help("the system, or a limit set for this user, has too many processes already")
        .into()
}

/// An answer to a line.
pub(super) struct Answer {
    /// One line of output, without its end.
    pub(super) text: String,
    /// Whether the line was a good one.
    pub(super) good: bool,
}

/// Answers each line by `operation`. A bad line gets an error object on its line of output, the others
/// are answered all the same, and the end is then 1.
pub(super) fn transform(
    arguments: &LinesArgs,
    console: &mut Console,
    operation: impl Fn(Request<'_>) -> Result<String, Problem> + Sync,
) -> Outcome {
    transform_each(arguments, console, |request| vec![operation(request)])
}

/// The same for lines that may hold several things: each has an answer, on a line of its own.
pub(super) fn transform_each(
    arguments: &LinesArgs,
    console: &mut Console,
    operation: impl Fn(Request<'_>) -> Vec<Result<String, Problem>> + Sync,
) -> Outcome {
    let answer = |request: Request<'_>| {
        operation(request).into_iter().map(|told| told.map(|told| (told, ()))).collect()
    };
    let bad = answered(arguments, console, answer, |()| Ok(()))?;
    Ok(Exit::findings(bad > 0))
}

/// The same for answers that there is something to note of: `note` has it in the order of the lines.
/// Says how many lines were not good.
pub(super) fn transform_noting<N: Send>(
    arguments: &LinesArgs,
    console: &mut Console,
    operation: impl Fn(Request<'_>) -> Result<(String, N), Problem> + Sync,
    note: impl FnMut(N) -> Result<(), Fault>,
) -> Result<u64, Fault> {
    answered(arguments, console, |request| vec![operation(request)], note)
}

fn answered<N: Send>(
    arguments: &LinesArgs,
    console: &mut Console,
    operation: impl Fn(Request<'_>) -> Vec<Result<(String, N), Problem>> + Sync,
    note: impl FnMut(N) -> Result<(), Fault>,
) -> Result<u64, Fault> {
    let inputs = match arguments.files.as_slice() {
        [] => vec![Input::Stdin],
        files => input::expand(files, "jsonl")?,
    };
    let answer = |number: usize, line: Result<&str, Problem>| {
        if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
            return None;
        }
        let results = line.and_then(|line| {
            let document = parse(line)?;
            Ok(operation(Request { line, document: &document, input: &document.root }))
        });
        let results = results.unwrap_or_else(|problem| vec![Err(problem)]);
        let good = results.iter().all(Result::is_ok);
        let mut notes = Vec::new();
        let told = results.into_iter().map(|result| match result {
            Ok((told, noted)) => {
                notes.push(noted);
                told
            }
            Err(problem) => {
                format!("{{\"error\":{{{},\"line\":{number}}}{}}}", problem.members(), problem.tied)
            }
        });
        let text = told.collect::<Vec<String>>().join("\n");
        Some((Answer { text, good }, notes))
    };
    let bar = progress(&inputs, console);
    let blocks = reader::start(inputs, Layout::LinesOrDocument).map_err(|error| no_threads(&error))?;
    let bad = run_blocks(&blocks, arguments.jobs, console, &bar, answer, note);
    bar.finish_and_clear();
    bad
}

/// How far long input is read; of standard input it is not known how long it is.
fn progress(inputs: &[Input], console: &Console) -> ProgressBar {
    match inputs.iter().map(Input::size).sum::<Option<u64>>() {
        Some(short) if short < LONG => ProgressBar::hidden(),
        length => console.progress_of_lines(length),
    }
}

/// Answers each line of `inputs`, and says whether all were good.
pub(super) fn run(
    inputs: Vec<Input>,
    jobs: Jobs,
    console: &mut Console,
    answer: impl Fn(usize, Result<&str, Problem>) -> Option<Answer> + Sync,
) -> Result<bool, Fault> {
    let blocks = reader::start(inputs, Layout::Lines).map_err(|error| no_threads(&error))?;
    let answer = |number: usize, line: Result<&str, Problem>| Some((answer(number, line)?, Vec::new()));
    let bad = run_blocks(&blocks, jobs, console, &ProgressBar::hidden(), answer, |()| Ok(()))?;
    Ok(bad == 0)
}

/// Shows `visit` each line of `inputs`, or the document that a file is. They are shown in parallel.
pub(super) fn each(
    inputs: Vec<Input>,
    jobs: Jobs,
    console: &mut Console,
    visit: impl Fn(usize, Result<&str, Problem>) + Sync,
) -> Result<(), Fault> {
    let bar = progress(&inputs, console);
    let blocks = reader::start(inputs, Layout::LinesOrDocument).map_err(|error| no_threads(&error))?;
    let visit = |number: usize, line: Result<&str, Problem>| {
        visit(number, line);
        None
    };
    let seen = run_blocks(&blocks, jobs, console, &bar, visit, |()| Ok(()));
    bar.finish_and_clear();
    seen.map(|_| ())
}

fn run_blocks<N: Send>(
    blocks: &Receiver<reader::Block>,
    jobs: Jobs,
    console: &mut Console,
    bar: &ProgressBar,
    answer: impl Fn(usize, Result<&str, Problem>) -> Option<(Answer, Vec<N>)> + Sync,
    mut note: impl FnMut(N) -> Result<(), Fault>,
) -> Result<u64, Fault> {
    let pool = jobs.pool()?;
    let mut bad = 0;
    loop {
        // Who waits for answers before asking on has all that there are.
        let first = match blocks.try_recv() {
            Ok(block) => block,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                console.flush()?;
                let Ok(block) = blocks.recv() else { break };
                block
            }
        };
        let mut lines = Vec::new();
        let mut bytes = 0;
        let mut next = Ok(first);
        while let Ok(block) = next {
            let block: Vec<Line> = block?;
            bytes += block.iter().map(Line::size).sum::<usize>();
            lines.extend(block);
            next = if bytes < BATCH { blocks.try_recv() } else { Err(TryRecvError::Disconnected) };
        }
        bar.inc((bytes + lines.len()) as u64);
        let respond = |line: Line| answer(line.number, line.text());
        let answers: Vec<_> = pool.install(|| lines.into_par_iter().map(respond).collect());
        for (answer, notes) in answers.into_iter().flatten() {
            bad += u64::from(!answer.good);
            notes.into_iter().try_for_each(&mut note)?;
            console.document(&answer.text)?;
            console.document("\n")?;
        }
    }
    Ok(bad)
}
