//! One answer of a command, in bounded time and of bounded size.
//!
//! The command runs in a process group of its own, and nothing of that group is left when the answer is
//! there, or when there will be none.

use std::fmt;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use super::groups::Groups;

/// How many bytes an answer may have.
const ANSWER_BYTES: u64 = 64 << 10;
/// How often a command that has answered is looked after.
const GLANCE: Duration = Duration::from_millis(2);

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// The system starts no such process, or no thread.
    NotStarted(String),
    /// It took too long.
    TimedOut,
    /// It ended with this code; with none where a signal ended it.
    Ended(Option<i32>),
    /// It said more than is read.
    TooMuch,
    /// What it said is no text.
    NotText,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(why) => write!(f, "it could not be started ({why})"),
            Self::TimedOut => f.write_str("it took too long"),
            Self::Ended(Some(code)) => write!(f, "it ended with code {code}"),
            Self::Ended(None) => f.write_str("a signal ended it"),
            Self::TooMuch => write!(f, "it said more than {} KiB", ANSWER_BYTES >> 10),
            Self::NotText => f.write_str("it said what is no text"),
        }
    }
}

/// What `command` says to `request` within `time`. While it runs, it is one of `groups`.
pub(super) fn ask(
    groups: &Groups,
    command: &str,
    request: Vec<u8>,
    time: Duration,
) -> Result<String, Failure> {
    let deadline = Instant::now() + time;
    let not_started = |error: std::io::Error| Failure::NotStarted(error.to_string());
    let mut command = shell(command);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = groups.start(|| command.spawn()).map_err(not_started)?;
    let said = converse(&mut child, request).map_err(not_started);
    let said = said.and_then(|said| answer(&child, &said, deadline));
    groups.end(&child);
    if said.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().map_err(not_started)?;
    let said = said?;
    if !status.success() {
        return Err(Failure::Ended(status.code()));
    }
    String::from_utf8(said).map_err(|_| Failure::NotText)
}

/// Writes the request and reads the answer, each in a thread of its own: a command may do without the one
/// or never come to an end with the other. Neither thread is waited for, since what the group left behind
/// elsewhere may keep a pipe open.
fn converse(child: &mut Child, request: Vec<u8>) -> std::io::Result<Receiver<Vec<u8>>> {
    let (sender, receiver) = sync_channel(1);
    if let Some(mut stdin) = child.stdin.take() {
        std::thread::Builder::new().spawn(move || {
            // It may answer without having read everything.
            let _ = stdin.write_all(&request);
        })?;
    }
    if let Some(stdout) = child.stdout.take() {
        std::thread::Builder::new().spawn(move || {
            let mut said = Vec::new();
            // What was said until it failed is judged like any answer.
            let _ = stdout.take(ANSWER_BYTES + 1).read_to_end(&mut said);
            let _ = sender.send(said);
        })?;
    }
    Ok(receiver)
}

/// What it said, once it has ended by itself.
fn answer(child: &Child, said: &Receiver<Vec<u8>>, deadline: Instant) -> Result<Vec<u8>, Failure> {
    let left = || deadline.saturating_duration_since(Instant::now());
    let said = said.recv_timeout(left()).map_err(|_| Failure::TimedOut)?;
    if said.len() as u64 > ANSWER_BYTES {
        return Err(Failure::TooMuch);
    }
    while !has_ended(child) {
        if left().is_zero() {
            return Err(Failure::TimedOut);
        }
        std::thread::sleep(GLANCE.min(left()));
    }
    Ok(said)
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

/// Whether the command has ended; it is not waited for, so that its number stays taken.
#[cfg(unix)]
fn has_ended(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = Pid::from_raw(child.id().try_into().unwrap_or(0)) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

/// Elsewhere it is waited for, after its last word.
#[cfg(not(unix))]
fn has_ended(_: &Child) -> bool {
    true
}
