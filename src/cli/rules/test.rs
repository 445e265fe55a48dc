//! `rules test`: the cases of conventions.

mod files;
mod human;
mod json;

use std::path::PathBuf;

pub(super) use self::files::CASES;
use self::files::Files;
use crate::cases::{self, CasesReport};
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::program;
use crate::diagnostic::{Diagnostic, Source};
use crate::schema::SchemaOptions;

/// Run the cases of conventions: calls, and what each is to become
///
/// The cases of the convention NAME stand in `NAME.cases.jsonl`, one a line:
/// `{"name"?, "ref"?, "schema", "given", "expected"}`, or `"refused"` with the code of a refusal in the
/// place of `expected`. They run under the only profile that uses the convention.
///
/// Exit codes: 0 all cases pass, 1 some do not or are no cases, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  fabric-rules rules new tried-out rules-of-mine\n  fabric-rules rules test rules-of-mine"
)]
pub(super) struct Test {
    /// A folder of rule files and cases, one rule file, or one file of cases
    #[arg(value_name = "DIR|FILE", default_value = ".")]
    path: PathBuf,
    /// The profile that all cases run under
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Let `format` refuse values; by default it only describes them
    #[arg(long)]
    assert_formats: bool,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

/// The cases of one file, run.
struct Ran {
    file: String,
    convention: String,
    profile: String,
    report: CasesReport,
}

impl Run for Test {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let files = Files::find(&self.path)?;
        let program = program::compile(files.rules)?;
        let (mut ran, mut faults, mut sources) = (Vec::new(), Vec::<Diagnostic>::new(), Vec::<Source>::new());
        let options = SchemaOptions { assert_formats: self.assert_formats };
        for cases in files.cases {
            let profile = match files::profile(&program, &cases, self.profile.as_deref()) {
                Ok(profile) => profile,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            let source = cases.read()?;
            let report = cases::run(sources.len(), &source.text, &profile, options);
            faults.extend(report.faults.iter().cloned());
            faults.extend(files::unused(&cases, &report));
            let (file, profile) = (source.name.clone(), profile.name().to_owned());
            ran.push(Ran { file, convention: cases.convention, profile, report });
            sources.push(source);
        }
        match self.format {
            ResultFormat::Json => console.print_json(&json::of(&ran, &faults, &sources))?,
            ResultFormat::Human => {
                let look = console.look(false);
                console.print(&human::render(&ran, look))?;
                console.tell(&faults, &sources);
            }
        }
        let all_pass = ran.iter().flat_map(|ran| &ran.report.cases).all(|case| case.passed);
        Ok(Exit::findings(!all_pass || !faults.is_empty()))
    }
}
