//! `propose`: which member a model takes an unknown word for. It proposes, and a person decides.

mod admit;
mod ask;
mod child;
mod file;
mod groups;
mod request;

use std::path::PathBuf;
use std::sync::Mutex;

use super::Run;
use super::console::Console;
use super::exit::{Exit, Outcome};
use super::facts::{DeclaredArgs, Tally, answer, object};
use super::lines::{self, LinesArgs};
use super::outputs;
use crate::facts::{Canonical, Synonym};
use crate::json::canonical;
use crate::request::Request;
use ask::Asker;
use file::ProposalFile;

/// Ask a command which member an unknown word stands for, and write down what it proposes
///
/// Replies are read as by `facts`. For a word that its vocabulary does not have, and for nothing else, the
/// command is started: a JSON request on its standard input, an answer on its standard output. The answer is
/// looked up in the same vocabulary, so that only a member can come of it; otherwise the miss stays a miss.
/// What was named is provisional, and such an answer has no digest.
///
/// Exit codes: 0 every line was read, whatever was missed; 1 some line was no reply; 2 wrong use.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Example:
  printf '%s\\n' 'language 1' 'vocabulary severity \"How bad it is.\"' \\
    '{ low = \"minor\" high }' 'facts triage \"What is known.\"' \\
    '{ severity : severity }' > triage.rules
  echo '{\"severity\":\"dire\"}' |
    fabric-rules propose triage.rules triage --ask 'echo high'")]
pub(super) struct Propose {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    arguments: Arguments,
}

super::commands!(Command {
    Admit(admit::Admit),
});

#[derive(Debug, clap::Args)]
struct Arguments {
    #[command(flatten)]
    declared: DeclaredArgs,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    ask: ask::AskArgs,
    /// A file of JSON Lines to which each proposal is added
    #[arg(long, value_name = "FILE", value_parser = outputs::named())]
    proposals: Option<PathBuf>,
}

impl Run for Propose {
    fn run(self, console: &mut Console) -> Outcome {
        match self.command {
            Some(command) => command.run(console),
            None => self.arguments.run(console),
        }
    }
}

impl Run for Arguments {
    fn run(self, console: &mut Console) -> Outcome {
        let written = self.proposals.iter().map(|path| outputs::Role { option: "--proposals", path });
        outputs::distinct(written, self.lines.read().chain([self.declared.rules()]))?;
        let schema = self.declared.open(&self.lines)?;
        let asker = Asker::new(&schema, &self.ask)?;
        let mut file = self.proposals.as_deref().map(ProposalFile::open).transpose()?;
        let read = |request: Request<'_>| {
            let object = object(request)?;
            // What a reply has several of is asked about at once, and known where it is read.
            let unknown = Mutex::new(Vec::new());
            let note: crate::facts::reply::Ask<'_> = &|fact, given| {
                let fact = schema.facts().iter().find(|known| known.name == fact.name)?;
                unknown.lock().ok()?.push((fact, given.clone()));
                None
            };
            let mut canonical = schema.canonical_with(request.document, object, note);
            let unknown = unknown.into_inner().unwrap_or_default();
            if !unknown.is_empty() {
                asker.ask_all(&unknown);
                let ask: crate::facts::reply::Ask<'_> = &|fact, given| asker.ask(fact, given);
                canonical = schema.canonical_with(request.document, object, ask);
            }
            Ok((told(&asker, &canonical), canonical))
        };
        let mut tally = Tally::default();
        let bad = lines::transform_noting(&self.lines, console, read, |canonical: Canonical| {
            tally.add(&schema, &canonical);
            match &mut file {
                Some(file) => {
                    canonical.provisional.iter().try_for_each(|one| file.add(&proposal(&asker, one, true)))
                }
                None => Ok(()),
            }
        })?;
        console.flush()?;
        console.remark(|look| format!("{}{}", tally.page(bad, look), asker.summary()));
        Ok(Exit::findings(bad > 0))
    }
}

/// The answer to a line, as JSON text. What a model named is told beside the facts that it stands in.
fn told(asker: &Asker<'_>, canonical: &Canonical) -> String {
    if canonical.provisional.is_empty() {
        return answer(canonical);
    }
    let one = |named: &Synonym| {
        format!(
            "{{{},\"provisional\":true,\"via\":\"llm-borderline\",\"proposal\":{}{}}}",
            named.members(),
            proposal(asker, named, false),
            asker.vocabulary(&named.fact).map(vocabulary).unwrap_or_default()
        )
    };
    let proposed: Vec<String> = canonical.provisional.iter().map(one).collect();
    format!("{{{},\"provisional\":true,\"proposed\":[{}]}}", canonical.members(), proposed.join(","))
}

/// A proposal as JSON text; by itself with its vocabulary.
fn proposal(asker: &Asker<'_>, named: &Synonym, alone: bool) -> String {
    let member = crate::facts::text::of(&named.member).unwrap_or_default();
    let of = asker.vocabulary(&named.fact).filter(|_| alone).map(vocabulary).unwrap_or_default();
    format!(
        "{{\"alias\":{},\"member\":{}{of}}}",
        canonical::string(&ask::alias(&named.given)),
        canonical::string(&member)
    )
}

fn vocabulary(name: &str) -> String {
    format!(",\"vocabulary\":{}", canonical::string(name))
}
