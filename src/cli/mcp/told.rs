//! What a running proxy says on standard error: one line once the tools are known, and one where it failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use super::super::console::Console;
use crate::mcp::shell::News;
use crate::mcp::{Event, reference};
use crate::program::Profile;
use crate::schema::{Schema, SchemaOptions};

/// The profile that reaches tools which take undeclared members.
const WIDE: &str = "wide";

/// Says it, in a thread of its own: to plan all tools may take longer than a call should wait.
pub(super) struct Teller {
    profile: Profile,
    server: Option<String>,
    is_over: AtomicBool,
}

type Tools = Vec<(Arc<str>, Option<Arc<str>>)>;

impl Teller {
    pub(super) fn new(profile: Profile, server: Option<String>) -> Self {
        Self { profile, server, is_over: AtomicBool::new(false) }
    }

    /// The session is over: nobody waits for a line that is not there yet.
    pub(super) fn stop(&self, last: &Sender<Option<News>>) {
        self.is_over.store(true, Ordering::Relaxed);
        let _ = last.send(None);
    }

    /// Tells everything that there is to tell, until it is [stopped](Self::stop).
    pub(super) fn tell(&self, news: &Receiver<Option<News>>, console: &Console) {
        for news in news.iter().map_while(|news| news) {
            let line = match news {
                News::Fault => Some("internal fault; messages pass as they are from now on".to_owned()),
                News::Event(Event::FirstList(tools)) => self.planned(&tools),
                News::Event(_) => None,
            };
            if let Some(line) = line {
                console.remark(|_| format!("fabric-rules: {line}\n"));
            }
        }
    }

    /// How many tools have a plan, and how many would have one.
    fn planned(&self, tools: &Tools) -> Option<String> {
        let wide = (self.profile.name() != WIDE).then(|| self.profile.program().profile(WIDE)).flatten();
        let (mut planned, mut would) = (0, 0);
        for (name, schema) in tools {
            if self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            let schema =
                schema.as_deref().map(|text| Schema::parse(text.as_bytes(), SchemaOptions::default()));
            let Some(Ok(schema)) = schema else { continue };
            let reference = reference(self.server.as_deref(), name);
            planned += usize::from(self.profile.plan(&reference, &schema).is_ok());
            would += usize::from(wide.as_ref().is_some_and(|wide| wide.plan(&reference, &schema).is_ok()));
        }
        let line = format!("{planned} of {} tools have a plan", tools.len());
        Some(if wide.is_some() { format!("{line}; with `--profile wide`: {would}") } else { line })
    }
}
