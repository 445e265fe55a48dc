//! `rules list`: the items of a program and what they are for.

use serde::Serialize;

use super::RulesPath;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::paint::{Look, width, wrap};
use crate::cli::program::compiled;
use crate::diagnostic::Source;
use crate::diagnostic::visible::written_out as visible;
use crate::syntax;

/// List the items of a program: what each is, its name, and what its doc string says
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules rules list")]
pub(super) struct List {
    #[command(flatten)]
    path: RulesPath,
    /// How the list is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

/// The room for the kind of an item.
const KIND: usize = 11;
/// The least room for a doc string beside the name of its item.
const DOC: usize = 32;

/// One item.
#[derive(Serialize)]
struct Listed {
    kind: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    doc: String,
    file: String,
}

impl Run for List {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        // A list of what does not compile would be a list of something else.
        let (_, sources) = compiled(&self.path.sources()?)?;
        let items = items(&sources);
        match self.format {
            ResultFormat::Json => console.print_json(&items)?,
            ResultFormat::Human => {
                let look = console.look(false);
                console.print(&render(&items, look))?;
            }
        }
        Ok(Exit::Fine)
    }
}

/// A line for each item, or a few where its doc string is longer than the room beside its name.
fn render(items: &[Listed], look: Look) -> String {
    let widest = items.iter().map(|item| width(&visible(&item.name))).max().unwrap_or(0);
    let beside = KIND + widest + 3;
    let is_narrow = beside + DOC > look.width;
    let mut out = String::new();
    for item in items {
        let status = item.status.as_deref().filter(|status| *status != "active");
        let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
        let (kind, name) = (visible(&item.kind), visible(&item.name));
        let doc = format!("{}{status} [{}]", visible(&item.doc), visible(&item.file));
        if is_narrow {
            out.push_str(&format!("{kind} {name}\n"));
            out.push_str(&wrap("    ", "    ", &doc, look));
        } else {
            let first = format!("{kind:<KIND$} {name:<widest$}  ");
            out.push_str(&wrap(&first, &" ".repeat(beside), &doc, look));
        }
    }
    out
}

/// The items of all files, sorted by kind and name.
fn items(sources: &[Source]) -> Vec<Listed> {
    let mut items = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let (file, _) = syntax::parse(index, &source.text);
        items.extend(file.items.into_iter().map(|item| Listed {
            kind: item.kind.value.word().to_owned(),
            on: item.on().map(|on| on.value.clone()),
            status: item.status().map(|status| status.value.clone()),
            name: item.name.value,
            doc: item.doc.map(|doc| doc.value).unwrap_or_default(),
            file: source.name.clone(),
        }));
    }
    items.sort_by(|a, b| (&a.kind, &a.name).cmp(&(&b.kind, &b.name)));
    items
}
