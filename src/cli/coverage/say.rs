//! `coverage say`: rows, and claims about them, in plain sentences.

use std::path::PathBuf;

use serde::Serialize;

use super::judge::Asked;
use super::rows;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::ResultFormat;
use crate::coverage::judge::find;
use crate::coverage::sentence::{refused, sentences};

/// Say in plain sentences what rows cover, and what claims they support
///
/// Each sentence is one line. Words of calls and results are quoted and cut, and nothing in them acts on a terminal
/// or on what shows Markdown. With claims, as `coverage judge` reads them, each is said if its row supports it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 'language 1 search find {
    source \"A\" page p by offset first 0 limit server 1 }' > a.rules
  turn='\"now\":\"2026-03-01T12:00:00Z\",\"namespace\":\"n\",\"runId\":\"r\"'
  for n in 0 ; do
    echo '{\"ref\":\"find\",\"args\":{\"p\":'$n'},\"result\":{\"rows\":1},' \\
      '\"turn\":{'$turn',\"ordinal\":'$n'}}'
  done | fabric-rules coverage compose a.rules \\
    | fabric-rules coverage say -")]
pub(super) struct Say {
    /// Rows, as `coverage compose` and `coverage chain` print them
    #[arg(value_name = "ROWS")]
    rows: PathBuf,
    /// Claims, lines of `{"row", "claim"}`: then each is answered, instead of each row
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

/// What is said of one row.
#[derive(Serialize)]
struct Said<'r> {
    row: &'r str,
    sentences: Vec<String>,
}

#[derive(Serialize)]
struct Told<'r> {
    said: Vec<Said<'r>>,
}

fn lines(said: &Said<'_>) -> String {
    said.sentences.iter().map(|sentence| format!("{sentence}\n")).collect()
}

impl Run for Say {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let rows = rows::read(&self.rows)?;
        let claims = self.claims.as_deref().map(rows::claims).transpose()?;
        let said: Vec<Said<'_>> = match &claims {
            None => {
                rows.iter().map(|row| Said { row: &row.handle, sentences: sentences(row, None) }).collect()
            }
            Some(claims) => {
                let answer = |asked: &Asked| match find(&rows, &asked.row) {
                    Ok(row) => sentences(row, Some(&asked.claim)),
                    Err(unknown) => vec![refused(&[unknown])],
                };
                claims.iter().map(|asked| Said { row: &asked.row, sentences: answer(asked) }).collect()
            }
        };
        match self.format {
            ResultFormat::Json => console.print_json(&Told { said })?,
            // A line is a sentence, however long: what reads them cannot mistake a part for one.
            ResultFormat::Human => {
                let told: Vec<String> = said.iter().map(lines).collect();
                console.document(&told.join("\n"))?;
            }
        }
        Ok(Exit::Fine)
    }
}
