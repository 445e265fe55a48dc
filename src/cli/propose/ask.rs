//! Asking about words: each word once, some at a time, and only so many.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::child::{self, Failure};
use super::groups::Groups;
use super::request::request;
use crate::cli::exit::Fault;
use crate::decode::normal_form;
use crate::diagnostic::Diagnostic;
use crate::facts::gbnf::NONE;
use crate::facts::{Fact, Schema, pick, text};
use crate::json::Node;

/// How many different words one run asks about; the others stay misses.
const WORDS: usize = 10_000;
/// How many bytes a word may have that is asked about: beyond, it is prose.
const WORD_BYTES: usize = 1_024;

/// How a command is asked.
#[derive(Debug, clap::Args)]
pub(super) struct AskArgs {
    /// The command that is asked, as the shell has it
    #[arg(long, value_name = "COMMAND", required = true)]
    ask: Option<String>,
    /// Send a GBNF grammar along that admits one member, or none
    #[arg(long)]
    constrain: bool,
    /// How many seconds an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

/// What is known of a word once it was asked about.
type Answer = Arc<OnceLock<Result<Option<Node>, Failure>>>;

/// That a word is not asked about: it is no word, or one too many.
struct NotAsked;

/// Somebody to ask. Nothing is kept beyond the run.
pub(super) struct Asker<'a> {
    schema: &'a Schema,
    arguments: &'a AskArgs,
    groups: Groups,
    /// By vocabulary and normal form.
    words: Mutex<HashMap<(String, String), Answer>>,
    left_off: AtomicUsize,
}

impl<'a> Asker<'a> {
    /// Asks as `arguments` say about the facts of `schema`.
    pub(super) fn new(schema: &'a Schema, arguments: &'a AskArgs) -> Result<Self, Fault> {
        for fact in schema.facts() {
            if let Some((member, _)) = fact.kind.ring().and_then(|ring| ring.look_up(NONE)) {
                let name = fact.vocabulary.as_deref().unwrap_or_default();
                let member = text::of(member).unwrap_or_default();
                let message = format!(
                    "in `{name}`, `{NONE}` stands for `{member}`: it could not be told from a refusal"
                );
                return Err(Diagnostic::error("propose::none", message)
                    .help("a command says `none` where no member fits; give the member another name")
                    .into());
            }
        }
        let groups = Groups::watched().map_err(|error| {
            Diagnostic::error("propose::signals", format!("signals cannot be watched: {error}"))
                .help("a command that is asked has to end where a signal ends this one")
        })?;
        Ok(Self { schema, arguments, groups, words: Mutex::default(), left_off: AtomicUsize::new(0) })
    }

    /// The vocabulary of the fact called `fact`.
    pub(super) fn vocabulary(&self, fact: &str) -> Option<&'a str> {
        self.schema.facts().iter().find(|known| known.name == fact)?.vocabulary.as_deref()
    }

    /// Asks about all `words` of one reply, each of the vocabulary of its fact: some at a time, as the threads are.
    pub(super) fn ask_all(&self, words: &[(&Fact, Node)]) {
        words.par_iter().for_each(|(fact, given)| drop(self.named(fact, given)));
    }

    /// The member that the command names for `given`, which the vocabulary of `fact` does not have.
    pub(super) fn ask(&self, fact: &Fact, given: &Node) -> Option<Node> {
        self.named(fact, given).unwrap_or_else(|_| {
            self.left_off.fetch_add(1, Ordering::Relaxed);
            None
        })
    }

    /// The same; an error where that is not asked.
    fn named(&self, fact: &Fact, given: &Node) -> Result<Option<Node>, NotAsked> {
        let (Some(ring), Some(vocabulary)) = (fact.kind.ring(), fact.vocabulary.as_deref()) else {
            return Ok(None);
        };
        let word = alias(given);
        if word == NONE || word.len() > WORD_BYTES {
            return Err(NotAsked);
        }
        let answer = self.answer(vocabulary, &word).ok_or(NotAsked)?;
        // Who comes second waits for the first one.
        let named = answer.get_or_init(|| {
            let request = request(ring, vocabulary, &word, self.arguments.constrain);
            let time = Duration::from_secs(self.arguments.timeout);
            let command = self.arguments.ask.as_deref().unwrap_or_default();
            let said = child::ask(&self.groups, command, request.into_bytes(), time)?;
            Ok(pick(ring, &said).cloned())
        });
        Ok(named.clone().ok().flatten())
    }

    fn answer(&self, vocabulary: &str, word: &str) -> Option<Answer> {
        let mut words = self.words.lock().ok()?;
        let key = (vocabulary.to_owned(), word.to_owned());
        if let Some(known) = words.get(&key) {
            return Some(Arc::clone(known));
        }
        if words.len() >= WORDS {
            return None;
        }
        Some(Arc::clone(words.entry(key).or_default()))
    }

    /// What came of it, for a person.
    pub(super) fn summary(&self) -> String {
        let Ok(words) = self.words.lock() else { return String::new() };
        if words.is_empty() && self.left_off.load(Ordering::Relaxed) == 0 {
            return "nothing was asked\n".to_owned();
        }
        let answers = || words.values().filter_map(|answer| answer.get());
        let named = answers().filter(|answer| matches!(answer, Ok(Some(_)))).count();
        let refused = answers().filter(|answer| matches!(answer, Ok(None))).count();
        let mut parts =
            vec![format!("asked about {}: a member for {named}, none for {refused}", words.len())];
        let mut failures: Vec<(String, usize)> = Vec::new();
        for failure in answers().filter_map(|answer| answer.as_ref().err()) {
            let told = failure.to_string();
            match failures.iter_mut().find(|(known, _)| *known == told) {
                Some((_, count)) => *count += 1,
                None => failures.push((told, 1)),
            }
        }
        failures.sort_unstable();
        parts.extend(failures.into_iter().map(|(told, count)| format!("{count} times {told}")));
        let left_off = self.left_off.load(Ordering::Relaxed);
        parts.extend((left_off > 0).then(|| format!("not asked about {left_off}")));
        format!("{}\n", parts.join("; "))
    }
}

/// The word as it is looked up, which is what an alias would be.
pub(super) fn alias(given: &Node) -> String {
    normal_form(&text::of(given).unwrap_or_default())
}
