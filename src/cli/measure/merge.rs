//! `measure merge`: the report of several measurements together.

use std::path::PathBuf;

use super::output::OutputArgs;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::context::own_file;
use crate::cli::corpus::end;
use crate::cli::exit::{Exit, Fault, Outcome};
use crate::cli::outputs;
use crate::diagnostic::{Diagnostic, Source};
use crate::metric::{Declared, State, StateError};
use crate::span::Span;

/// Merge states that `measure --partial` wrote into the report of their union
///
/// The report is the same, byte for byte, as that of all sessions measured at once, in whatever order
/// and groups they are merged. With `--partial` the union is written as a state again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  fabric-rules measure --partial s.jsonl > part.json
  fabric-rules measure merge part.json")]
pub(super) struct Merge {
    /// Files written with `measure --partial`, or `-` for standard input
    #[arg(required = true, value_name = "STATE")]
    states: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Run for Merge {
    fn run(self, console: &mut Console) -> Outcome {
        self.output.promise(console);
        outputs::distinct(self.output.role(), self.states.iter().map(PathBuf::as_path))?;
        let mut merged: Option<State> = None;
        for path in &self.states {
            let source = own_file(path)?;
            let state = State::read(&source.text).map_err(|error| no_state(&error, &source))?;
            match &mut merged {
                None => merged = Some(state),
                Some(merged) => merged.merge(&state).map_err(|error| {
                    let message = format!("`{}` cannot be merged with the others: {error}", source.name);
                    let help =
                        "measure all parts with the same `--surface`, `--repairs` and `--catalog-digest`";
                    Fault::from(Diagnostic::error("measure::other-context", message).help(help))
                })?,
            }
        }
        if let Some(state) = merged {
            self.output.write(&state, None, &Declared::default(), console)?;
            end(state.reading())?;
        }
        Ok(Exit::Fine)
    }
}

fn no_state(error: &StateError, source: &Source) -> Fault {
    let diagnostic = |what: &str| {
        let message = format!("`{}` cannot be merged: {what}", source.name);
        Diagnostic::error("measure::no-state", message)
            .help("states are written by `fabric-rules measure --partial`")
    };
    match error {
        StateError::Damaged { .. } => diagnostic(&error.to_string()).into(),
        StateError::Shape(error) => {
            let why = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let why = why.strip_suffix(&place).unwrap_or(&why);
            let diagnostic = diagnostic("this is no state of a measurement");
            Fault::Wrong(vec![diagnostic.label(0, place_of(error, &source.text), why)], vec![source.clone()])
        }
    }
}

/// The character that a parser stopped at. It counts lines and their bytes, both from one.
fn place_of(error: &serde_json::Error, text: &str) -> Span {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let at = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let character = text.char_indices().take_while(|(start, _)| *start <= at).last();
    character
        .map_or(Span::at(text.len()), |(start, character)| Span::new(start, start + character.len_utf8()))
}
