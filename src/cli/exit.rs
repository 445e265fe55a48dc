//! How a command ends.

use std::io;
use std::process::ExitCode;

use super::console::Console;
use crate::diagnostic::{Diagnostic, Source};

/// The exit code for wrong use or unreadable input.
pub(super) const WRONG: u8 = 2;

/// The end of a command that could do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// Code 0: nothing to report.
    Fine,
    /// Code 1: there are findings.
    Findings,
    /// The code of another command, which was run.
    Of(u8),
}

impl Exit {
    /// Findings where there are any.
    pub(super) fn findings(any: bool) -> Self {
        if any { Self::Findings } else { Self::Fine }
    }
}

/// The end of a command that could not.
#[derive(Debug)]
pub(super) enum Fault {
    /// Code 2: wrong use or unreadable input, with what there is to say about it.
    Wrong(Vec<Diagnostic>, Vec<Source>),
    /// Nobody reads the output any more, as in `fabric-rules … | head`. That is quiet, and code 0:
    /// the reader had what it wanted.
    Unread,
}

/// What a command gives.
pub(super) type Outcome = Result<Exit, Fault>;

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Wrong(vec![diagnostic], Vec::new())
    }
}

impl Fault {
    /// What failed to write to standard output.
    pub(super) fn writing(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Unread,
            _ => {
                Diagnostic::error("cli::cannot-write", format!("standard output cannot be written: {error}"))
                    .into()
            }
        }
    }
}

/// The exit code of `outcome`, everything said.
pub(super) fn code(outcome: Outcome, console: &mut Console) -> ExitCode {
    let outcome = outcome.and_then(|exit| console.flush().map(|()| exit));
    match outcome {
        Ok(Exit::Fine) | Err(Fault::Unread) => ExitCode::SUCCESS,
        Ok(Exit::Findings) => ExitCode::from(1),
        Ok(Exit::Of(code)) => ExitCode::from(code),
        Err(Fault::Wrong(diagnostics, sources)) => {
            // What was written so far is still an answer; that it cannot be written is then no news.
            let _ = console.keep_promise(&diagnostics, &sources).and_then(|()| console.flush());
            console.tell(&diagnostics, &sources);
            ExitCode::from(WRONG)
        }
    }
}
