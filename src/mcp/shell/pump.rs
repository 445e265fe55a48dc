//! One direction each: what is read goes through the proxy, and what waits is written.

use std::io::{ErrorKind, Read, Write};
use std::process::ChildStdout;
use std::sync::mpsc::Sender;

use super::relay::Relay;
use super::server::Stdin;
use super::supervise::Told;
use super::tell;
use crate::mcp::core::{Input, Side};

/// How much is read at once.
const ROOM: usize = 64 << 10;
/// How much is written at once to the server: so much room a full pipe has once something was read from it, so
/// that each write tells of progress.
const PAGE: usize = 4 << 10;

/// From the client to the server, until the client has said everything.
///
/// A server that reads no more is not written to; the client is read all the same, so that its end is seen.
pub(super) fn to_server(relay: &Relay, mut from: impl Read, to: &Stdin, told: &Sender<Told>) {
    let mut room = vec![0; ROOM];
    while let Some(bytes) = read(&mut from, &mut room) {
        relay.feed(Input::Bytes(Side::Client, bytes));
        write(relay, to);
    }
    // The time of its end runs from here, whatever is still to be written.
    tell(told, Told::ClientGone);
    relay.feed(Input::End(Side::Client));
    write(relay, to);
    to.close();
}

fn write(relay: &Relay, to: &Stdin) {
    loop {
        let bytes = relay.for_server();
        if bytes.is_empty() {
            return;
        }
        bytes.chunks(PAGE).for_each(|bytes| to.write(bytes));
    }
}

/// From the server to the client, until the server has said everything.
pub(super) fn to_client(relay: &Relay, mut from: ChildStdout, mut to: impl Write, told: &Sender<Told>) {
    let mut room = vec![0; ROOM];
    let mut is_heard = true;
    let mut write = |bytes: &[u8]| {
        if is_heard && to.write_all(bytes).and_then(|()| to.flush()).is_err() {
            is_heard = false;
            tell(told, Told::ClientGone);
        }
    };
    while let Some(bytes) = read(&mut from, &mut room) {
        relay.feed(Input::Bytes(Side::Server, bytes));
        write(&relay.for_client());
    }
    relay.feed(Input::End(Side::Server));
    write(&relay.for_client());
    tell(told, Told::ServerClosed);
}

/// What comes next; `None` at the end, and where nothing can be read any more.
fn read<'r>(from: &mut impl Read, room: &'r mut [u8]) -> Option<&'r [u8]> {
    loop {
        match from.read(room) {
            Ok(0) => return None,
            Ok(length) => return room.get(..length),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}
