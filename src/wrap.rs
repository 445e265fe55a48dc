//! Configuration files of MCP clients: their servers put behind the proxy, and taken out again.
//!
//! 1. `tree`: a file, JSON with comments or TOML, as values with places;
//! 2. `entry`: the servers in it, and how each is started;
//! 3. here: the edits, spliced into the text, so that comments, order and layout stay.
//!
//! An edit is used only if taking it back gives the same bytes: [`wrap`] and [`unwrap`] undo each other, or
//! the entry is left as it is.

mod entry;
mod splice;
mod tree;

use entry::{Entry, Start, entries};
use splice::{Edit, Style};
pub use tree::Syntax;
use tree::tree;

/// How a server is started behind the proxy.
#[derive(Debug, Clone)]
pub struct Proxy<'p> {
    /// The absolute path of the binary.
    pub binary: &'p str,
    /// Flags of the proxy beside the server's name.
    pub flags: &'p [String],
}

/// A file with its servers put behind the proxy, or taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrapped {
    /// The text.
    pub text: String,
    /// What became of each server, in the order of the file.
    pub servers: Vec<Server>,
}

/// What became of a server.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Server {
    /// Its name in the file.
    pub name: String,
    /// What became of it.
    #[serde(flatten)]
    pub done: Done,
}

/// What became of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "done", content = "why")]
pub enum Done {
    /// Its entry was edited.
    Changed,
    /// It was so already.
    Already,
    /// It was not asked for.
    NotAsked,
    /// It is left as it is, for this reason.
    Left(&'static str),
}

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It is neither JSON with comments nor TOML.
    #[error("{message}")]
    Syntax {
        /// What is wrong, and where.
        message: String,
        /// The byte where it is.
        at: usize,
    },
    /// It has no servers where clients have them.
    #[error("there are no MCP servers in this file")]
    NoServers,
}

/// What is done to each entry.
#[derive(Clone, Copy)]
enum Way<'p> {
    In(&'p Proxy<'p>),
    Out,
}

/// The file with its servers behind the proxy; with names in `only`, these alone.
///
/// # Errors
///
/// The file cannot be read, or has no servers.
pub fn wrap(text: &str, syntax: Syntax, proxy: &Proxy<'_>, only: &[String]) -> Result<Wrapped, Unread> {
    turn(text, syntax, Way::In(proxy), only)
}

/// The file with its servers started by themselves again.
///
/// # Errors
///
/// See [`wrap`].
pub fn unwrap(text: &str, syntax: Syntax, only: &[String]) -> Result<Wrapped, Unread> {
    turn(text, syntax, Way::Out, only)
}

fn turn(text: &str, syntax: Syntax, way: Way<'_>, only: &[String]) -> Result<Wrapped, Unread> {
    let found = entries(&tree(text, syntax)?);
    if found.is_empty() {
        return Err(Unread::NoServers);
    }
    let mut edits = Vec::new();
    let mut servers = Vec::new();
    for entry in found {
        let is_asked = only.is_empty() || only.contains(&entry.name);
        let done = if is_asked { done(text, syntax, way, &entry, &mut edits) } else { Done::NotAsked };
        servers.push(Server { name: entry.name, done });
    }
    Ok(Wrapped { text: splice::spliced(text, edits), servers })
}

fn done(text: &str, syntax: Syntax, way: Way<'_>, entry: &Entry, edits: &mut Vec<Edit>) -> Done {
    let start = match &entry.start {
        Ok(start) => start,
        Err(why) => return Done::Left(why),
    };
    let style = Style { text, syntax };
    match (way, start.is_wrapped()) {
        (Way::In(_), true) | (Way::Out, false) => Done::Already,
        (Way::In(proxy), false) => {
            let mine = style.wrapped(start, proxy, &entry.name);
            if !is_undone(text, syntax, &mine, entry) {
                return Done::Left("its layout could not be given back");
            }
            edits.extend(mine);
            Done::Changed
        }
        (Way::Out, true) => match style.unwrapped(start) {
            Some(mine) => {
                edits.extend(mine);
                Done::Changed
            }
            None => Done::Left("it was edited since it was put behind the proxy"),
        },
    }
}

/// Whether the entry, edited so, is read as one behind the proxy, and gives back the same bytes.
fn is_undone(text: &str, syntax: Syntax, mine: &[Edit], entry: &Entry) -> bool {
    let edited = splice::spliced(text, mine.to_vec());
    let Ok(tree) = tree(&edited, syntax) else { return false };
    let again = entries(&tree).into_iter().find(|other| other.way == entry.way);
    let start = again.as_ref().and_then(|again| again.start.as_ref().ok()).filter(|start| start.is_wrapped());
    let back = start.and_then(|start: &Start| Style { text: &edited, syntax }.unwrapped(start));
    back.is_some_and(|back| splice::spliced(&edited, back) == text)
}
