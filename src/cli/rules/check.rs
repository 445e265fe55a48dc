//! `rules check`: every error of a program at once.

use super::RulesPath;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::{Deny, FindingsFormat, Promise};
use crate::coverage::count;
use crate::diagnostic::{Severity, github, json, sarif};
use crate::rules;

/// Compile rule files and print everything that is wrong with them
///
/// Exit codes: 0 the rules compile, 1 they do not, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules rules check")]
pub(super) struct Check {
    #[command(flatten)]
    path: RulesPath,
    /// What else ends with code 1
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// How what is wrong is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: FindingsFormat,
}

impl Run for Check {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(match self.format {
            FindingsFormat::Json => Some(Promise::Diagnostics),
            other => other.into(),
        });
        let given = self.path.sources()?;
        let rules::Compiled { diagnostics: found, sources, .. } = rules::compile(&given);
        match self.format {
            FindingsFormat::Human => console.tell(&found, &sources),
            FindingsFormat::Json => console.document(&json::render(&found, &sources))?,
            FindingsFormat::Sarif => console.document(&sarif::render(&found, &sources))?,
            FindingsFormat::Github => console.document(&github::render(&found, &sources))?,
        }
        let number = |severity| found.iter().filter(|finding| finding.severity == severity).count();
        let (errors, warnings) = (number(Severity::Error), number(Severity::Warning));
        if self.format == FindingsFormat::Human {
            let (errors, warnings) = (count(errors, "error"), count(warnings, "warning"));
            console.print(&format!("{}: {errors}, {warnings}\n", count(given.len(), "file")))?;
        }
        Ok(Exit::findings(errors > 0 || (self.deny.is_some() && warnings > 0)))
    }
}
