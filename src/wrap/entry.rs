//! The servers in a configuration file, and how each is started.

use std::ops::Range;

use super::tree::{Data, Member, Value};

/// A server of a file.
pub(super) struct Entry {
    pub(super) name: String,
    /// The names of members on the way to it.
    pub(super) way: Vec<String>,
    /// How it is started, or why it is left.
    pub(super) start: Result<Start, &'static str>,
}

/// How a server is started: by a command and its arguments.
#[derive(Clone)]
pub(super) struct Start {
    /// All words, the command first, and where they stand.
    pub(super) words: Vec<(String, Range<usize>)>,
    pub(super) form: Form,
}

/// How the words are written.
#[derive(Clone)]
pub(super) enum Form {
    /// One list.
    List,
    /// A command, and a list of its arguments.
    Apart {
        /// Where the list stands.
        list: Range<usize>,
        /// Where its name stands.
        name: Range<usize>,
    },
    /// A command without a list of arguments.
    Bare {
        /// Where the name of the command stands.
        name: Range<usize>,
        /// Where the entry begins: at a brace, unless it is a table of TOML with a line for each member.
        entry: usize,
    },
}

/// What the proxy's own command is called.
pub(super) const MODE: &str = "mcp";

impl Start {
    /// Whether it starts the proxy, which starts the server.
    pub(super) fn is_wrapped(&self) -> bool {
        let is_ours = self.words.first().is_some_and(|(command, _)| is_binary(command));
        is_ours && self.words.get(1).is_some_and(|(mode, _)| mode == MODE) && self.server().is_some()
    }

    /// Which word is the server's own command.
    pub(super) fn server(&self) -> Option<usize> {
        let end = self.words.iter().position(|(word, _)| word == "--")?;
        (end + 1 < self.words.len()).then_some(end + 1)
    }
}

/// Whether this is a path of ours, on any system.
fn is_binary(command: &str) -> bool {
    let file = command.rsplit(['/', '\\']).next().unwrap_or(command);
    file.strip_suffix(".exe").unwrap_or(file) == env!("CARGO_PKG_NAME")
}

/// Under which members clients keep their servers.
const ROOTS: &[&str] = &["mcpServers", "servers", "context_servers", "mcp_servers"];

pub(super) fn entries(root: &Value) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut add = |way: &[&str], holder: &Value| {
        for member in holder.members() {
            let way = way.iter().map(|name| (*name).to_owned()).chain([member.name.clone()]).collect();
            let is_twice = holder.get(&member.name).is_none();
            let start = if is_twice { Err("its name stands there twice") } else { start(&member.value) };
            found.push((member.at.start, Entry { name: member.name.clone(), way, start }));
        }
    };
    for name in ROOTS {
        root.get(name).into_iter().for_each(|holder| add(&[name], &holder.value));
    }
    if let Some(mcp) = root.get("mcp") {
        match mcp.value.get("servers").filter(|servers| !is_server(&servers.value)) {
            Some(servers) => add(&["mcp", "servers"], &servers.value),
            None => add(&["mcp"], &mcp.value),
        }
    }
    let projects = root.get("projects");
    for project in projects.map_or(&[][..], |projects| projects.value.members()) {
        let holder = project.value.get("mcpServers");
        holder.into_iter().for_each(|holder| add(&["projects", &project.name, "mcpServers"], &holder.value));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Whether this starts a server itself, and does not hold several.
fn is_server(value: &Value) -> bool {
    ["command", "url", "type"]
        .iter()
        .any(|name| matches!(value.get(name).map(|it| &it.value.data), Some(Data::Text(_) | Data::List(_))))
}

fn start(entry: &Value) -> Result<Start, &'static str> {
    const UNKNOWN: &str = "it is not a command with a list of arguments";
    let Data::Map(members) = &entry.data else { return Err(UNKNOWN) };
    let Some(command) = entry.get("command") else {
        let is_remote = members.iter().any(|it| matches!(&*it.name, "url" | "httpUrl" | "serverUrl"));
        return Err(if is_remote { "it is reached by a URL, not started" } else { UNKNOWN });
    };
    match &command.value.data {
        Data::List(_) => {
            let words = words(&command.value).filter(|words| !words.is_empty()).ok_or(UNKNOWN)?;
            Ok(Start { words, form: Form::List })
        }
        Data::Text(text) => apart(entry, command, text).ok_or(UNKNOWN),
        _ => Err(UNKNOWN),
    }
}

fn apart(entry: &Value, command: &Member, text: &str) -> Option<Start> {
    let mut all = vec![(text.to_owned(), command.value.at.clone())];
    let named = entry.members().iter().filter(|member| member.name == "args").count();
    let form = match (entry.get("args"), named) {
        (Some(args), _) => {
            all.extend(words(&args.value)?);
            Form::Apart { list: args.value.at.clone(), name: args.at.clone() }
        }
        (None, 0) => Form::Bare { name: command.at.clone(), entry: entry.at.start },
        (None, _) => return None,
    };
    Some(Start { words: all, form })
}

/// The words of a list of texts.
fn words(list: &Value) -> Option<Vec<(String, Range<usize>)>> {
    let Data::List(items) = &list.data else { return None };
    let word = |item: &Value| match &item.data {
        Data::Text(text) => Some((text.clone(), item.at.clone())),
        _ => None,
    };
    items.iter().map(word).collect()
}
