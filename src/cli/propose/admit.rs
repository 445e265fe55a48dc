//! `propose admit`: proposals that a person has read, as aliases in the rules.

use std::path::PathBuf;

use serde::Serialize;
use similar::TextDiff;

use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Fault, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::input::{self, Input};
use crate::cli::program::{MOST, compile};
use crate::cli::store::store_fault;
use crate::diagnostic::{Diagnostic, Source, json};
use crate::proposal::{Admission, Proposal, admit, read};
use crate::request::{Request, parse};
use crate::span::Span;
use crate::store::write_result;

/// Show the aliases that proposals would add to rules, and write them on request
///
/// The edit is shown as a diff; comments and layout stay. Nothing is written where one proposal cannot be
/// admitted: its vocabulary or member is not there, or its word is `none` or stands for another member.
///
/// Exit codes: 0 all can be admitted, 1 some cannot, 2 wrong use or unreadable input.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s\\n' 'language 1' 'vocabulary severity \"How bad it is.\"' \\
    '{' '  low = \"minor\"' '  high' '}' > words.rules
  echo '{\"alias\":\"dire\",\"member\":\"high\"}' > proposals.jsonl
  fabric-rules propose admit words.rules proposals.jsonl")]
pub(super) struct Admit {
    /// A file of rules, or a folder of `*.rules` files
    #[arg(value_name = "FILE.rules")]
    rules: PathBuf,
    /// A file of proposals, or of answers of `propose`, or `-` for standard input
    #[arg(value_name = "PROPOSALS")]
    proposals: PathBuf,
    /// Write the rules
    #[arg(long)]
    write: bool,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

/// What would be, or was, written.
#[derive(Serialize)]
struct Report<D> {
    admitted: usize,
    known: usize,
    written: bool,
    files: Vec<Edit>,
    /// Why nothing may be written.
    refused: Vec<D>,
}

#[derive(Serialize)]
struct Edit {
    file: String,
    diff: String,
    #[serde(skip)]
    input: usize,
}

impl Run for Admit {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let inputs = input::expand(&[self.rules], "rules")?;
        let sources: Vec<Source> = inputs.iter().map(|input| input.read(MOST)).collect::<Result<_, _>>()?;
        // An edit of what does not compile could not be checked.
        compile(sources.clone())?;
        let file = input::file(&self.proposals)?.read(MOST)?;
        let proposals = proposals(&file)?;
        let admission = admit(&sources, &proposals);
        let files = edits(&sources, &admission);
        if self.write {
            files.iter().try_for_each(|edit| put(&inputs, edit, &admission))?;
        }
        let all: Vec<Source> = sources.into_iter().chain([file]).collect();
        let Admission { admitted, known, faults, .. } = admission;
        let written = self.write && !files.is_empty();
        let report = Report { admitted, known, written, files, refused: json::values(&faults, &all) };
        match self.format {
            ResultFormat::Json => console.print_json(&report)?,
            ResultFormat::Human if faults.is_empty() => console.print(&page(&report))?,
            ResultFormat::Human => console.tell(&faults, &all),
        }
        Ok(Exit::findings(!faults.is_empty()))
    }
}

/// The proposals of a file. One line that is none is a fault: nobody knows what was meant.
fn proposals(file: &Source) -> Result<Vec<Proposal>, Fault> {
    let mut proposals = Vec::new();
    let mut faults = Vec::new();
    let mut at = 0;
    for line in file.text.split_inclusive('\n') {
        let text = line.trim_end_matches(['\n', '\r']);
        if !text.trim().is_empty() {
            let found = parse(text).and_then(|document| {
                read(Request { line: text, document: &document, input: &document.root }, at)
            });
            match found {
                Ok(found) => proposals.extend(found),
                Err(problem) => {
                    let message = format!("this line is no proposal: {}", problem.message);
                    let error = Diagnostic::error("proposal::malformed", message);
                    faults.push(error.label(0, Span::new(at, at + text.len()), "this line"));
                }
            }
        }
        at += line.len();
    }
    if faults.is_empty() { Ok(proposals) } else { Err(Fault::Wrong(faults, vec![file.clone()])) }
}

fn edits(sources: &[Source], admission: &Admission) -> Vec<Edit> {
    let both = sources.iter().zip(&admission.edited).enumerate();
    let changed = both.filter(|(_, (source, text))| source.text != **text);
    let edit = |(input, (source, text)): (usize, (&Source, &String))| {
        let diff = TextDiff::from_lines(&source.text, text);
        let diff = diff.unified_diff().context_radius(2).header(&source.name, &source.name).to_string();
        Edit { file: source.name.clone(), diff, input }
    };
    changed.map(edit).collect()
}

/// Writes one file, which then is the new one whole, or is what it was.
fn put(inputs: &[Input], edit: &Edit, admission: &Admission) -> Result<(), Fault> {
    let path = inputs.get(edit.input).and_then(Input::path);
    match (path, admission.edited.get(edit.input)) {
        (Some(path), Some(text)) => write_result(path, text.as_bytes()).map_err(|error| store_fault(&error)),
        _ => Err(Diagnostic::error("propose::no-file", "rules from standard input cannot be written")
            .help("name the file that they stand in")
            .into()),
    }
}

fn page<D>(report: &Report<D>) -> String {
    let mut page: String = report.files.iter().map(|edit| edit.diff.as_str()).collect();
    let Report { admitted, known, .. } = report;
    let aliases = if *admitted == 1 { "alias" } else { "aliases" };
    let end = match (report.written, *admitted) {
        (_, 0) => "nothing to write".to_owned(),
        (true, _) => "written".to_owned(),
        (false, _) => "not written: add `--write`".to_owned(),
    };
    page.push_str(&format!("{admitted} new {aliases}, {known} known already; {end}\n"));
    page
}
