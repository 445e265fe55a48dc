//! The proxy as a value: bytes in, bytes out, and the time is given.
//!
//! [`Core::feed`] takes what came from a side and says what goes on to both. It reads no clock and starts no
//! thread; whoever holds it does the reading and writing.

use std::time::Duration;

use super::client::Sent;
use super::event::Event;
use super::frame::{Frame, Piece};
use super::logic::Logic;
use super::server::Received;
use crate::program::Profile;

/// What a proxy does, beside passing on.
#[derive(Debug, Clone)]
pub struct Options {
    /// The rules.
    pub profile: Profile,
    /// The server's name: its tools are `mcp.<server>.<tool>` then, else as they call themselves.
    pub server: Option<String>,
    /// Whether calls are judged and nothing is changed or asked.
    pub is_observing: bool,
    /// Whether lists may be asked for.
    pub is_asking: bool,
    /// Whether results of changed calls carry the witness.
    pub is_noting: bool,
    /// What nobody else's ids begin with: letters and digits.
    pub nonce: String,
}

/// One end of the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Who calls tools.
    Client,
    /// Who has them.
    Server,
}

/// What happened.
#[derive(Debug, Clone, Copy)]
pub enum Input<'b> {
    /// These bytes came from a side.
    Bytes(Side, &'b [u8]),
    /// No more will come from it.
    End(Side),
    /// The time has come that was asked for.
    Tick,
}

/// What is to be done.
#[derive(Debug, Default)]
pub struct Output {
    /// Bytes for the client.
    pub to_client: Vec<u8>,
    /// Bytes for the server.
    pub to_server: Vec<u8>,
    /// What there is to tell.
    pub events: Vec<Event>,
    /// Until when a call of the client's is held, at most: no more is to be read from it until then, or until
    /// an output says otherwise.
    pub hold: Option<Duration>,
}

/// A proxy between one client and one server.
#[derive(Debug)]
pub struct Core {
    client: Frame,
    server: Frame,
    logic: Logic,
    out: Output,
    has_client_ended: bool,
}

impl Core {
    /// A proxy that has seen nothing yet.
    pub fn new(options: Options) -> Self {
        let (client, server, out) = (Frame::default(), Frame::default(), Output::default());
        Self { client, server, logic: Logic::new(options), out, has_client_ended: false }
    }

    /// Has it fail once it has read so many lines more, as a fault of ours would.
    ///
    /// For the tests of those who must notice such a fault.
    #[doc(hidden)]
    pub fn fail_after(&mut self, lines: u64) {
        self.logic.fails_after = Some(lines);
    }

    /// What is to be done about `input`, which comes `now`: a time since the session began, never less than
    /// the one before.
    pub fn feed(&mut self, now: Duration, input: Input<'_>) -> Output {
        match input {
            Input::Bytes(Side::Client, bytes) => self.client.push(bytes),
            Input::Bytes(Side::Server, bytes) => {
                self.server.push(bytes);
                self.pass_to_client(now);
            }
            Input::End(Side::Client) => self.has_client_ended = true,
            Input::End(Side::Server) => {
                self.logic.is_server_gone = true;
                let rest = self.server.rest();
                self.out.to_client.extend(rest);
            }
            Input::Tick => {}
        }
        self.pass_to_server(now);
        if matches!(input, Input::End(Side::Server)) {
            self.logic.end(now, &mut self.out.events);
        }
        self.out.hold = self.logic.held_until();
        std::mem::take(&mut self.out)
    }

    /// Gives up: what came and has not gone on, to the client and to the server. Nothing is lost where
    /// [`feed`](Self::feed) could not come to its end.
    pub fn into_rest(mut self) -> (Vec<u8>, Vec<u8>) {
        self.out.to_client.extend(self.server.rest());
        self.out.to_server.extend(self.client.rest());
        (self.out.to_client, self.out.to_server)
    }

    fn pass_to_server(&mut self, now: Duration) {
        let Self { client, logic, out, .. } = self;
        while let Some(piece) = client.piece() {
            match piece {
                Piece::Part(bytes) => out.to_server.extend_from_slice(bytes),
                Piece::Line(line) => match logic.client_line(now, line, &mut out.events) {
                    Sent::AsGiven => out.to_server.extend_from_slice(line),
                    Sent::Changed(line) => out.to_server.extend(line),
                    Sent::Held(ask) => {
                        out.to_server.extend(ask.into_iter().flat_map(String::into_bytes));
                        return;
                    }
                },
            }
            let length = piece.len();
            client.advance(length);
        }
        if self.has_client_ended {
            let rest = self.client.rest();
            self.out.to_server.extend(rest);
        }
    }

    fn pass_to_client(&mut self, now: Duration) {
        let Self { server, logic, out, .. } = self;
        loop {
            let ahead = server.handed_on();
            let Some(piece) = server.piece() else { break };
            let rest = |bytes: &[u8]| bytes.get(ahead..).unwrap_or_default().to_vec();
            match piece {
                Piece::Part(bytes) => out.to_client.extend(rest(bytes)),
                Piece::Line(line) => match logic.server_line(now, line, &mut out.events) {
                    Received::Swallowed if ahead == 0 => {}
                    Received::Changed(line) if ahead == 0 => out.to_client.extend(line),
                    _ => out.to_client.extend(rest(line)),
                },
            }
            let length = piece.len();
            server.advance(length);
        }
        if logic.lets_ahead(server.waiting()) {
            out.to_client.extend_from_slice(server.ahead());
        }
    }
}
