//! The proxy behind a lock, and what waits to be written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Hear, News, Proxy};
use crate::mcp::core::{Input, Side};

/// The proxy, shared by both directions.
pub(super) struct Relay {
    state: Mutex<State>,
    changed: Condvar,
    began: Instant,
    hear: Hear,
}

struct State {
    /// `None` after a fault: then all bytes pass.
    proxy: Option<Box<dyn Proxy>>,
    to_server: Vec<u8>,
    to_client: Vec<u8>,
    hold: Option<Duration>,
}

impl Relay {
    pub(super) fn new(proxy: Box<dyn Proxy>, hear: Hear) -> Self {
        let (to_server, to_client) = (Vec::new(), Vec::new());
        let state = Mutex::new(State { proxy: Some(proxy), to_server, to_client, hold: None });
        Self { state, changed: Condvar::new(), began: Instant::now(), hear }
    }

    /// Something happened. What is to be written for it waits from now on.
    pub(super) fn feed(&self, input: Input<'_>) {
        let mut state = self.lock();
        // The time is read behind the lock: it never goes back.
        let now = self.began.elapsed();
        let news = state.feed(now, input);
        drop(state);
        self.changed.notify_all();
        news.into_iter().for_each(|news| (self.hear)(news));
    }

    /// Takes what waits for the client.
    pub(super) fn for_client(&self) -> Vec<u8> {
        std::mem::take(&mut self.lock().to_client)
    }

    /// Takes what waits for the server. While a call is held it waits, and nothing at all is the end of that.
    pub(super) fn for_server(&self) -> Vec<u8> {
        loop {
            let state = self.lock();
            let Some(until) = state.hold.filter(|_| state.to_server.is_empty()) else {
                let mut state = state;
                return std::mem::take(&mut state.to_server);
            };
            let left = until.saturating_sub(self.began.elapsed());
            if left.is_zero() {
                drop(state);
                self.feed(Input::Tick);
            } else {
                drop(self.changed.wait_timeout(state, left));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn feed(&mut self, now: Duration, input: Input<'_>) -> Vec<News> {
        let Some(proxy) = &mut self.proxy else {
            match input {
                Input::Bytes(Side::Client, bytes) => self.to_server.extend_from_slice(bytes),
                Input::Bytes(Side::Server, bytes) => self.to_client.extend_from_slice(bytes),
                Input::End(_) | Input::Tick => {}
            }
            return Vec::new();
        };
        // What it has taken in stays in it when it fails, and comes out by another way.
        if let Ok(out) = catch_unwind(AssertUnwindSafe(|| proxy.feed(now, input))) {
            append(&mut self.to_server, out.to_server);
            append(&mut self.to_client, out.to_client);
            self.hold = out.hold;
            return out.events.into_iter().map(News::Event).collect();
        }
        self.hold = None;
        if let Some(proxy) = self.proxy.take()
            && let Ok((to_client, to_server)) = catch_unwind(AssertUnwindSafe(|| proxy.into_rest()))
        {
            append(&mut self.to_client, to_client);
            append(&mut self.to_server, to_server);
        }
        vec![News::Fault]
    }
}

/// Most of the time nothing waits, and nothing is copied.
fn append(to: &mut Vec<u8>, bytes: Vec<u8>) {
    if to.is_empty() {
        *to = bytes;
    } else {
        to.extend(bytes);
    }
}
