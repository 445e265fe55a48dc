//! How a session ends, and in which time.
//!
//! | what happens | what is done |
//! | --- | --- |
//! | the client is gone, or the server has closed its output | the server's input is closed; after 1.5 s its group is asked to end, and ended 1.5 s later |
//! | the client is gone, and the server reads nothing of what it left | the same, 1.5 s after that |
//! | a signal ends us | the group gets it at once, and is ended 0.7 s later |
//! | the server has ended | what it said passes; what it left in its group is ended |

use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::server::{Server, Stdin, code};

/// How long a server may take to end by itself, and how long once it was asked to.
const POLITE: Duration = Duration::from_millis(1_500);
/// How long it may take after a signal: whoever sent it kills us after a second.
const SIGNALLED: Duration = Duration::from_millis(700);
/// How long what a server has left behind may go on to use its pipes.
const REST: Duration = Duration::from_millis(500);
/// How often a server that is to end is looked after, and always where no signal tells of its end.
const GLANCE: Duration = Duration::from_millis(20);
/// The exit code of a server that does not end even so: as if it had been killed.
const KILLED: u8 = 128 + 9;

/// What the supervisor is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// The client says no more, or hears no more.
    ClientGone,
    /// The client has let go of its end, which may still hold what it said.
    #[cfg(unix)]
    LetGo,
    /// The server says no more.
    ServerClosed,
    /// A signal came that would end us.
    #[cfg(unix)]
    Signal(i32),
    /// The server may have ended.
    #[cfg(unix)]
    Look,
}

/// Has signals told from now on.
#[cfg(unix)]
pub(super) fn listen(tell: &Sender<Told>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGCHLD, SIGHUP, SIGINT, SIGTERM])?;
    let tell = tell.clone();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            super::tell(&tell, if signal == SIGCHLD { Told::Look } else { Told::Signal(signal) });
        }
    })?;
    Ok(())
}

/// Elsewhere there are none.
#[cfg(not(unix))]
pub(super) fn listen(_: &Sender<Told>) -> std::io::Result<()> {
    Ok(())
}

/// Has it told when the client lets go of the end that it writes to. Whoever is busy writing to a server that
/// does not read would never come to see it.
#[cfg(unix)]
pub(super) fn watch(from: std::fs::File, tell: &Sender<Told>) -> std::io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    let tell = tell.clone();
    std::thread::Builder::new().name("client".to_owned()).spawn(move || {
        // Nothing is asked for but what is always told: that there is nobody at the other end.
        let mut ends = [PollFd::new(&from, PollFlags::empty())];
        while matches!(poll(&mut ends, None), Err(rustix::io::Errno::INTR)) {}
        super::tell(&tell, Told::LetGo);
    })?;
    Ok(())
}

/// Elsewhere it is seen when it is read.
#[cfg(not(unix))]
pub(super) fn watch(_: std::fs::File, _: &Sender<Told>) -> std::io::Result<()> {
    Ok(())
}

/// What is done next, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Terminate,
    Kill,
    GiveUp,
}

/// Waits for the end, and brings it about where it does not come. Gives the exit code.
pub(super) fn supervise(server: &mut Server, stdin: &Stdin, told: &Receiver<Told>) -> u8 {
    let mut ending: Option<(Instant, Next)> = None;
    let (mut is_closed, mut is_client_gone) = (false, false);
    let mut status: Option<ExitStatus> = None;
    // Since when the server has taken nothing of what a client that let go has left, and how much before that.
    let mut stuck: Option<(Instant, u64)> = None;
    loop {
        if status.is_none() {
            status = server.ended();
            if status.is_some() {
                // Whoever still holds its pipes has a little time.
                ending = Some((Instant::now() + REST, Next::Kill));
            }
        }
        if let Some(status) = status.filter(|_| is_closed) {
            server.kill();
            return code(status);
        }
        if let Some((since, progress)) = stuck.filter(|_| ending.is_none()) {
            if progress != stdin.progress() {
                stuck = Some((Instant::now(), stdin.progress()));
            } else if since.elapsed() >= POLITE {
                is_client_gone = true;
                ending = Some((Instant::now(), Next::Terminate));
            }
        }
        match wait(told, ending.map(|(at, _)| at), stuck.is_some()) {
            #[cfg(unix)]
            Some(Told::LetGo) => stuck = Some((Instant::now(), stdin.progress())),
            Some(Told::ClientGone) => {
                is_client_gone = true;
                ending = ending.or_else(|| Some((Instant::now() + POLITE, Next::Terminate)));
            }
            Some(Told::ServerClosed) => {
                is_closed = true;
                stdin.close_idle();
                ending = ending.or_else(|| Some((Instant::now() + POLITE, Next::Terminate)));
            }
            #[cfg(unix)]
            Some(Told::Signal(signal)) => {
                is_client_gone = true;
                server.signal(signal);
                let until = Instant::now() + SIGNALLED;
                // A second signal does not win the server more time.
                if !ending.is_some_and(|(at, next)| next != Next::Terminate && at < until) {
                    ending = Some((until, Next::Kill));
                }
            }
            #[cfg(unix)]
            Some(Told::Look) => {}
            None => {}
        }
        let Some((_, next)) = ending.filter(|(at, _)| *at <= Instant::now()) else { continue };
        match next {
            Next::Terminate => {
                server.terminate();
                ending = Some((Instant::now() + POLITE, Next::Kill));
            }
            Next::Kill => {
                server.kill();
                // A client that reads slowly still gets everything; one that is gone waits for nothing.
                let gives_up = is_client_gone || status.is_none();
                ending = gives_up.then(|| (Instant::now() + REST, Next::GiveUp));
            }
            Next::GiveUp => return status.or_else(|| server.ended()).map_or(KILLED, code),
        }
    }
}

/// What is told next. `None` where it is time to do or to look at something.
fn wait(told: &Receiver<Told>, until: Option<Instant>, is_watching: bool) -> Option<Told> {
    let time = match until {
        Some(at) => at.saturating_duration_since(Instant::now()).min(GLANCE),
        None if cfg!(unix) && !is_watching => Duration::from_secs(3600),
        None => GLANCE,
    };
    match told.recv_timeout(time) {
        Ok(told) => Some(told),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => {
            std::thread::sleep(time.min(GLANCE));
            None
        }
    }
}
