//! Which revision of the protocol a request is in, and whether its client has opened.

use super::fields::{Fields, Name};

/// The members of `_meta` that each modern request has.
const MEMBERS: [(Name, &str); 3] = [
    (Name::ProtocolVersion, "io.modelcontextprotocol/protocolVersion"),
    (Name::ClientInfo, "io.modelcontextprotocol/clientInfo"),
    (Name::ClientCapabilities, "io.modelcontextprotocol/clientCapabilities"),
];

/// A family of revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// Revisions to 2025-11-25, opened by `initialize`.
    Legacy,
    /// 2026-07-28 and later: each request says its revision.
    Modern,
}

impl Era {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        }
    }
}

/// What the client has said so far.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// Whether it sent `initialize`.
    is_initialized: bool,
    /// Whether it said after that that it is ready.
    is_ready: bool,
}

impl Opening {
    /// Takes note of a message of the client's.
    pub(super) fn note(&mut self, method: &str) {
        match method {
            "initialize" => self.is_initialized = true,
            "notifications/initialized" => self.is_ready |= self.is_initialized,
            _ => {}
        }
    }

    /// The era of a request with this `_meta`, told by the message itself.
    pub(super) fn era(&self, meta: Option<&Fields<'_>>) -> Option<Era> {
        match meta {
            Some(meta) if meta.given(Name::ProtocolVersion).is_some() => Some(Era::Modern),
            _ => self.is_initialized.then_some(Era::Legacy),
        }
    }

    /// How a request of ours can be sent beside one with this `_meta`; `None` before the client has opened.
    pub(super) fn beside(&self, meta: Option<&Fields<'_>>) -> Option<Beside> {
        match (self.era(meta)?, meta) {
            (Era::Modern, Some(meta)) => {
                let member = |(name, text): (Name, &str)| Some(format!("\"{text}\":{}", meta.raw(name)?));
                let members: Vec<String> = MEMBERS.into_iter().filter_map(member).collect();
                Some(Beside::Modern(format!("{{{}}}", members.join(","))))
            }
            _ => self.is_ready.then_some(Beside::Legacy),
        }
    }
}

/// What a request of ours needs to be in the era of the client's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing.
    Legacy,
    /// This `_meta`, with the client's own members, byte for byte.
    Modern(String),
}
