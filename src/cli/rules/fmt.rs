//! `rules fmt`: rule files in their one layout.

use std::path::PathBuf;

use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Fault, Outcome};
use crate::cli::input::{self, Input};
use crate::cli::program::MOST;
use crate::cli::store::store_fault;
use crate::diagnostic::visible::written_out as visible;
use crate::diagnostic::{Diagnostic, Source, rules};
use crate::store::write_result;
use crate::syntax::FILE_BYTES;
use crate::syntax::layout::layout;

/// Rewrite rule files in their one layout; comments and meaning stay
///
/// Standard input comes out on standard output. A file with errors stays as it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  echo 'language 1' | fabric-rules rules fmt -")]
pub(super) struct Fmt {
    /// Files, folders of `*.rules` files, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and end with code 1 if there are any
    #[arg(long)]
    check: bool,
}

impl Run for Fmt {
    fn run(self, console: &mut Console) -> Outcome {
        let mut changes = false;
        let mut faults = Vec::new();
        for input in input::expand(&self.files, "rules")? {
            let source = input.read(MOST)?;
            match layout(0, &source.text) {
                Ok(text) => changes |= self.put(&input, &source, &text, console)?,
                Err(errors) => faults.push((errors, source)),
            }
        }
        let broken = !faults.is_empty();
        for (errors, source) in faults {
            console.tell(&errors, &[source]);
        }
        Ok(Exit::findings(broken || (self.check && changes)))
    }
}

impl Fmt {
    /// Puts the text where it belongs, and says whether it differs from what was there.
    fn put(&self, input: &Input, source: &Source, text: &str, console: &mut Console) -> Result<bool, Fault> {
        let differs = text != source.text;
        match input {
            Input::Stdin if !self.check => console.document(text)?,
            Input::File(path) if differs && !self.check => {
                must_be_readable(&source.name, text.len())?;
                write_result(path, text.as_bytes()).map_err(|error| store_fault(&error))?;
            }
            _ if differs => console.document(&format!("{}\n", visible(&source.name)))?,
            _ => {}
        }
        Ok(differs)
    }
}

/// A layout may be longer than what it lays out, and nobody could read it again.
fn must_be_readable(name: &str, bytes: usize) -> Result<(), Fault> {
    if bytes <= FILE_BYTES {
        return Ok(());
    }
    let message =
        format!("`{name}` would have {bytes} bytes in its layout, more than the {FILE_BYTES} that are read");
    Err(Diagnostic::error(rules::TOO_LARGE, message)
        .help("nothing was written; split it into several files, which are one program")
        .into())
}
