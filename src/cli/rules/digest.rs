//! `rules digest`: by what a program and its profiles are known.

use std::collections::BTreeMap;

use serde::Serialize;

use super::RulesPath;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::program::compile;
use crate::digest;

/// Print the digest of a program and of each profile
///
/// Comments, layout and doc strings do not change a digest.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules rules digest")]
pub(super) struct Digest {
    #[command(flatten)]
    path: RulesPath,
    /// How the digests are written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

#[derive(Serialize)]
struct Digests {
    program: digest::Digest,
    profiles: BTreeMap<String, Option<digest::Digest>>,
}

impl Run for Digest {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let program = compile(self.path.sources()?)?;
        let profiles =
            program.profiles().map(|profile| (profile.name().to_owned(), profile.rules_digest().cloned()));
        let digests = Digests { program: program.digest().clone(), profiles: profiles.collect() };
        match self.format {
            ResultFormat::Json => console.print_json(&digests)?,
            ResultFormat::Human => {
                console.print(&format!("{}  program\n", digests.program))?;
                for (name, digest) in digests.profiles {
                    let digest = digest.map(|digest| digest.to_string()).unwrap_or_default();
                    console.print(&format!("{digest}  profile {name}\n"))?;
                }
            }
        }
        Ok(Exit::Fine)
    }
}
