//! A proxy around a real server: a process, two pipes, and a thread for each direction.
//!
//! 1. [`relay`]: the proxy behind a lock, which nobody holds while reading or writing;
//! 2. [`pump`]: one thread for each direction. Only the client's writes to the server and only the server's
//!    to the client, so that two full pipes cannot lock each other;
//! 3. [`server`]: the process, in a group of its own;
//! 4. [`supervise`]: how all of it ends, and in which time.

mod pump;
mod relay;
mod server;
mod supervise;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;

use super::core::{Core, Input, Output};
use super::event::Event;
use relay::Relay;
use server::Server;
use supervise::Told;

/// What is between the two ends.
pub trait Proxy: Send {
    /// See [`Core::feed`].
    fn feed(&mut self, now: std::time::Duration, input: Input<'_>) -> Output;

    /// See [`Core::into_rest`].
    fn into_rest(self: Box<Self>) -> (Vec<u8>, Vec<u8>);
}

impl Proxy for Core {
    fn feed(&mut self, now: std::time::Duration, input: Input<'_>) -> Output {
        Self::feed(self, now, input)
    }

    fn into_rest(self: Box<Self>) -> (Vec<u8>, Vec<u8>) {
        Self::into_rest(*self)
    }
}

/// What a session has to tell while it runs.
#[derive(Debug)]
pub enum News {
    /// The proxy's own news.
    Event(Event),
    /// The proxy has failed. From now on all bytes pass as they are.
    Fault,
}

/// Who is told.
pub type Hear = Arc<dyn Fn(News) + Send + Sync>;

/// Where the client is: two open files, of which the operating system knows whether they still lead to it.
#[derive(Debug)]
pub struct Client {
    /// What it says.
    pub from: File,
    /// What it hears.
    pub to: File,
}

/// Runs `command` behind `proxy` until it has ended, and gives its exit code: 128 and the signal's number
/// where a signal ended it.
///
/// # Errors
///
/// The command cannot be started, or a thread cannot.
pub fn run(command: &[OsString], client: Client, proxy: Box<dyn Proxy>, hear: Hear) -> io::Result<u8> {
    let (tell, told) = channel();
    supervise::listen(&tell)?;
    supervise::watch(client.from.try_clone()?, &tell)?;
    let mut server = Server::start(command)?;
    let (stdin, stdout) = server.pipes()?;
    let relay = Arc::new(Relay::new(proxy, hear));
    let to_server = {
        let (relay, tell, stdin) = (relay.clone(), tell.clone(), stdin.clone());
        move || pump::to_server(&relay, client.from, &stdin, &tell)
    };
    let to_client = {
        let tell = tell.clone();
        move || pump::to_client(&relay, stdout, client.to, &tell)
    };
    let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
    if let Err(error) =
        thread("to-server").spawn(to_server).and_then(|_| thread("to-client").spawn(to_client))
    {
        server.kill();
        return Err(error);
    }
    drop(tell);
    Ok(supervise::supervise(&mut server, &stdin, &told))
}

/// Says something to the supervisor, where it still listens.
fn tell(to: &std::sync::mpsc::Sender<Told>, what: Told) {
    let _ = to.send(what);
}
