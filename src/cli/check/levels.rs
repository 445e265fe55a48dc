//! What findings weigh: `--deny`, `--allow`, and the file `fabric-rules.toml` for both.

mod file;

use std::path::PathBuf;

use crate::cli::exit::Fault;
use crate::cli::input;
use crate::report::{Level, Levels};

/// The name of the file that is looked for.
const NAME: &str = "fabric-rules.toml";
/// The most that is read of it.
const MOST: usize = 1 << 20;

/// What findings weigh.
#[derive(Debug, clap::Args)]
pub(super) struct LevelArgs {
    /// What else ends with code 1: the code of a finding, which becomes an error, or `warnings` for all
    /// of them; may be given many times
    #[arg(long, value_name = "CODE")]
    deny: Vec<String>,
    /// The code of a finding that is not told; may be given many times
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,
    /// A file that allows and denies, which `--allow` and `--deny` override [default: the nearest
    /// `fabric-rules.toml`, in the working directory or a folder above it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl LevelArgs {
    /// The file that is read, if there is one.
    pub(super) fn config(&self) -> Option<PathBuf> {
        self.config.clone().or_else(nearest)
    }

    /// The levels of the command line, and those of the file `config` where it is silent.
    pub(super) fn levels(&self, config: Option<&PathBuf>) -> Result<Levels, Fault> {
        let mut levels = Levels::default();
        for (codes, level) in [(&self.deny, Level::Deny), (&self.allow, Level::Allow)] {
            codes.iter().try_for_each(|code| levels.set(code, level))?;
        }
        let Some(path) = config else { return Ok(levels) };
        let input = input::file(path)?;
        // Whoever wants none names an empty one.
        if input.size() == Some(0) {
            return Ok(levels);
        }
        let source = input.read(MOST)?;
        match file::read(&source.text) {
            Ok(others) => Ok(levels.or(others)),
            Err(diagnostics) => Err(Fault::Wrong(diagnostics, vec![source])),
        }
    }
}

/// The nearest file of that name, from the working directory upwards.
fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let up = here.ancestors().position(|folder| folder.join(NAME).is_file())?;
    Some(PathBuf::from("../".repeat(up)).join(NAME))
}
