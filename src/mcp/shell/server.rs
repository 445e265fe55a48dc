//! The server's process, in a group of its own, so that what it has started ends with it.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use process_wrap::std::{ChildWrapper, CommandWrap};

/// A running server.
#[derive(Debug)]
pub(super) struct Server(Box<dyn ChildWrapper>);

/// Its standard input, which may be closed while nobody writes to it, and how often something was written.
#[derive(Debug, Clone)]
pub(super) struct Stdin(Arc<(Mutex<Option<ChildStdin>>, AtomicU64)>);

impl Server {
    /// Starts a command, without a shell. It inherits the environment, the folder and standard error.
    pub(super) fn start(command: &[OsString]) -> io::Result<Self> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no command is given"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        command.spawn().map(Self)
    }

    /// Its standard input and output; they are given once.
    pub(super) fn pipes(&mut self) -> io::Result<(Stdin, ChildStdout)> {
        let stdin = self.0.stdin().take();
        let stdout = self.0.stdout().take().ok_or_else(|| io::Error::other("the command has no output"))?;
        Ok((Stdin(Arc::new((Mutex::new(stdin), AtomicU64::new(0)))), stdout))
    }

    /// How it ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }

    /// Passes a signal on to the whole group.
    #[cfg(unix)]
    pub(super) fn signal(&mut self, signal: i32) {
        // There may be nobody left in it.
        let _ = self.0.signal(signal);
    }

    /// Asks the whole group to end.
    #[cfg(unix)]
    pub(super) fn terminate(&mut self) {
        self.signal(signal_hook::consts::SIGTERM);
    }

    /// Elsewhere nobody can be asked.
    #[cfg(not(unix))]
    pub(super) fn terminate(&mut self) {
        self.kill();
    }

    /// Ends the whole group.
    pub(super) fn kill(&mut self) {
        let _ = self.0.start_kill();
    }
}

impl Stdin {
    /// Writes all of it. A server that reads no more is not written to again.
    pub(super) fn write(&self, bytes: &[u8]) {
        let mut stdin = self.lock();
        if let Some(open) = stdin.as_mut()
            && open.write_all(bytes).is_err()
        {
            *stdin = None;
        }
        self.0.1.fetch_add(1, Ordering::Relaxed);
    }

    /// How often something was written.
    pub(super) fn progress(&self) -> u64 {
        self.0.1.load(Ordering::Relaxed)
    }

    /// Closes it, after what is being written.
    pub(super) fn close(&self) {
        *self.lock() = None;
    }

    /// Closes it, unless somebody is writing to it.
    pub(super) fn close_idle(&self) {
        if let Ok(mut stdin) = self.0.0.try_lock() {
            *stdin = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<ChildStdin>> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The exit code that tells how a process ended: 128 and the number where that was a signal.
pub(super) fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(signal).map_or(u8::MAX, |signal| signal.saturating_add(128));
    }
    // What no byte holds is a failure all the same.
    status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1))
}
