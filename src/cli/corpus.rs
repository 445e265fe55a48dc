//! Recorded sessions, read with a progress bar and on all cores.

use std::io;
use std::path::PathBuf;

use super::console::Console;
use super::exit::Fault;
use super::lines::Jobs;
use super::outputs;
use super::store::{store_fault, without_cache};
use crate::coverage::many;
use crate::diagnostic::Diagnostic;
use crate::evidence::{Fold, Reading};
use crate::metric::Partial;
use crate::store::{Cache, Scanned, Scanner, SourceFile, StoreError, in_parallel, sources};

/// How sessions are read.
#[derive(Debug, clap::Args)]
pub(super) struct ScanArgs {
    /// A folder that remembers where each file ended, so that the next run reads only what was appended
    #[arg(long, value_name = "DIR", value_parser = outputs::named())]
    cache: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
}

impl ScanArgs {
    /// What the cache writes, where there is one: its folder, its file, and the lock of that.
    pub(super) fn written(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.cache else { return Vec::new() };
        let file = Cache::file(folder);
        vec![folder.clone(), file.with_extension("lock"), file]
    }
}

/// One thing to read.
pub(super) enum Part {
    /// Standard input.
    Stdin,
    /// A file.
    File(SourceFile),
}

impl Part {
    /// What a person calls it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File(source) => source.name(),
        }
    }

    /// When it was last changed, in nanoseconds since 1970; nothing where that means nothing.
    pub(super) fn modified(&self) -> Option<u64> {
        match self {
            Self::Stdin => None,
            Self::File(source) => Some(source.modified),
        }
    }
}

/// The sessions that some paths stand for.
pub(super) struct Corpus {
    parts: Vec<Part>,
    /// What was found that cannot be read.
    pub(super) unread: Reading,
}

impl Corpus {
    /// Finds the sessions.
    ///
    /// A path that leads nowhere is a fault where it is the only one; else the rest is read, and the
    /// end says so.
    pub(super) fn find(paths: &[PathBuf]) -> Result<Self, Fault> {
        let files: Vec<&PathBuf> = paths.iter().filter(|path| path.as_os_str() != "-").collect();
        let found = sources(&files);
        let mut parts: Vec<Part> = found.files.into_iter().map(Part::File).collect();
        if files.len() < paths.len() {
            parts.push(Part::Stdin);
        }
        let unread = Reading { unread: found.unread, ..Reading::default() };
        if parts.is_empty() && !found.missing.is_empty() {
            return Err(Fault::Wrong(unreadable(&unread), Vec::new()));
        }
        Ok(Self { parts, unread })
    }

    /// Scans all sessions and gives what `each` makes of them, in order.
    pub(super) fn scan<R: Send>(
        &self,
        jobs: Jobs,
        console: &Console,
        each: impl Fn(&Scanner<'_>, &Part) -> Result<R, StoreError> + Sync,
    ) -> Result<Vec<R>, Fault> {
        let size = |part: &Part| match part {
            Part::Stdin => 0,
            Part::File(source) => source.size,
        };
        let bar = console.progress_of_bytes(self.parts.iter().map(size).sum());
        let progress = |bytes| bar.inc(bytes);
        let scanner = Scanner::new(&progress);
        // The largest first, so that no thread is left with one when the others are done.
        let mut order: Vec<(usize, &Part)> = self.parts.iter().enumerate().collect();
        order.sort_by_key(|(_, part)| std::cmp::Reverse(size(part)));
        let mut results = in_parallel(&order, jobs.threads(), |(index, part)| (*index, each(&scanner, part)));
        bar.finish_and_clear();
        results.sort_by_key(|(index, _)| *index);
        results.into_iter().map(|(_, result)| result.map_err(|error| store_fault(&error))).collect()
    }

    /// Counts the traces of all sessions.
    pub(super) fn count<R: Send>(
        &self,
        args: &ScanArgs,
        console: &Console,
        each: impl Fn(&Part, Scanned<Partial>) -> R + Sync,
    ) -> Result<Vec<R>, Fault> {
        let cache = args.cache.as_deref().map(Cache::open);
        let results = self.scan(args.jobs, console, |scanner, part| {
            let scanned = match (part, &cache) {
                (Part::File(source), Some(cache)) => scanner.cached(source, cache),
                _ => fold(scanner, part, Partial::default()),
            };
            Ok(each(part, scanned))
        })?;
        let trouble = cache.and_then(Cache::close);
        console.tell(&trouble.iter().map(|trouble| without_cache("scan", trouble)).collect::<Vec<_>>(), &[]);
        Ok(results)
    }
}

/// Scans one session.
pub(super) fn fold<F: Fold>(scanner: &Scanner<'_>, part: &Part, fold: F) -> Scanned<F> {
    match part {
        Part::Stdin => scanner.reader(io::stdin().lock(), &part.name(), fold),
        Part::File(source) => scanner.file(source, fold),
    }
}

/// A fault for what could not be read, or where nothing was understood, once everything else was
/// reported.
pub(super) fn end(reading: &Reading) -> Result<(), Fault> {
    match unread(reading) {
        unread if unread.is_empty() => Ok(()),
        unread => Err(Fault::Wrong(unread, Vec::new())),
    }
}

/// What could not be read, and whether nothing at all was understood.
pub(super) fn unread(reading: &Reading) -> Vec<Diagnostic> {
    let mut diagnostics = unreadable(reading);
    diagnostics.extend((!reading.is_understood()).then(|| nothing_understood(reading)));
    diagnostics
}

fn nothing_understood(reading: &Reading) -> Diagnostic {
    let message = match reading.files {
        0 => "there is no session file, and so nothing to measure".to_owned(),
        files => format!("nothing was understood in {}", many(files, "session file")),
    };
    Diagnostic::error("input::nothing-understood", message).help(
        "a session is a file of JSON Lines, `*.jsonl` in a folder, in which a host kept its executions: \
         records with an envelope of `pi-fabric.execution` at `details.trace`",
    )
}

/// Why there is no rate, in a sentence with what was found instead; `None` where there is a call.
pub(super) fn no_call(calls: u64, reading: &Reading) -> Option<String> {
    let found = format!("{}, {}", many(reading.files, "session file"), many(reading.lines, "line"));
    match (calls, reading.is_understood()) {
        (1.., _) => None,
        (0, true) => {
            let traces = many(reading.traces, "execution");
            Some(format!("no call to an action was recorded, so there is no rate: {found}, {traces}"))
        }
        (0, false) => Some(format!(
            "nothing was understood, so there is no rate: {found}, of which {} JSON and {} an execution",
            match reading.lines.saturating_sub(reading.malformed.count) {
                0 => "none is".to_owned(),
                1 => "1 is".to_owned(),
                json => format!("{json} are"),
            },
            if reading.refused.count > 0 { "none is valid as" } else { "none holds" }
        )),
    }
}

fn unreadable(reading: &Reading) -> Vec<Diagnostic> {
    let diagnostic = |file: &str, why: &str| {
        Diagnostic::error("input::unreadable", format!("`{file}` cannot be read: {why}"))
    };
    let mut diagnostics: Vec<Diagnostic> =
        reading.unread.first.iter().map(|(file, why)| diagnostic(file, why)).collect();
    let more = reading.unread.count.saturating_sub(diagnostics.len() as u64);
    if more > 0 {
        diagnostics.push(Diagnostic::error("input::unreadable", format!("{more} more paths cannot be read")));
    }
    diagnostics
}
