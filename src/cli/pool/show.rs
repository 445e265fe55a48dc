//! `pool show`: what is in the pool.

use std::fmt::Write as _;

use super::secret::{Told, is_secret};
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::paint::{Look, wrap};
use crate::cli::store::{StoreArgs, store_fault};
use crate::coverage::count;
use crate::diagnostic::visible::written_out as visible;
use crate::pool::Pool;
use crate::store::{load_pool, path_name, pool_path};

/// Show the values in the pool, by action and argument
///
/// Values under a name that speaks of a secret, such as `apiKey` or `access_token`, are counted and not
/// shown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  fabric-rules pool update --sessions s.jsonl
  fabric-rules pool show")]
pub(super) struct Show {
    #[command(flatten)]
    store: StoreArgs,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    /// Show the values of secrets too
    #[arg(long)]
    verbatim: bool,
}

impl Run for Show {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let path = pool_path(self.store.existing_if_named()?);
        let pool = load_pool(&path).map_err(|error| store_fault(&error))?;
        match (self.format, pool) {
            (ResultFormat::Json, pool) if self.verbatim => console.print_json(&pool.unwrap_or_default())?,
            (ResultFormat::Json, pool) => console.print_json(&Told::new(&pool.unwrap_or_default()))?,
            (ResultFormat::Human, None) => {
                console.print(&format!("there is no pool at `{}` yet\n", visible(&path_name(&path))))?;
            }
            (ResultFormat::Human, Some(pool)) => {
                let look = console.look(false);
                console.print(&render(&pool, self.verbatim, look))?;
            }
        }
        Ok(Exit::Fine)
    }
}

fn render(pool: &Pool, verbatim: bool, look: Look) -> String {
    let mut out = String::new();
    for entry in pool.entries() {
        let _ = writeln!(
            out,
            "{} `{}`  {} seen",
            look.bold(&visible(&entry.action)),
            visible(&entry.key),
            entry.total
        );
        if !verbatim && is_secret(&entry.key) {
            let hidden =
                format!("{}, not shown; `--verbatim` shows them", count(entry.values.len(), "value"));
            out.push_str(&wrap("  ", "  ", &hidden, look));
            continue;
        }
        let values: Vec<String> = entry
            .values
            .iter()
            .map(|counted| {
                let value = serde_json::to_string(&counted.value).unwrap_or_default();
                format!("{} × {}", visible(&value), counted.count)
            })
            .collect();
        out.push_str(&wrap("  ", "  ", &values.join(", "), look));
    }
    let _ = writeln!(
        out,
        "{}, {} that can still change, {} remembered",
        count(pool.entries().len(), "argument"),
        count(pool.tracked().len(), "session"),
        pool.baked().len()
    );
    out
}
