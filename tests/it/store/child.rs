//! This test binary once more, as another process that writes the same files and is then killed.

use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use fabric_rules::internal::artifact::{Premise, Retracted};
use fabric_rules::internal::cache::{Cache, Inputs, Options, Question};
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::store::{
    DerivedFile, append_ledger, artifact_path, load_artifact, update_artifact,
};
use serde_json::json;
use tempfile::TempDir;

use super::TWO;

/// What the child is to do: `WHAT ROUNDS NAME FOLDER`.
const TASK: &str = "FABRIC_RULES_TEST_CHILD";
/// What a child says on standard error after each round, before its number.
const DONE: &str = "done ";

/// Whether this process is such a child.
pub fn is_child() -> bool {
    std::env::var_os(TASK).is_some()
}

/// A child that writes again and again.
pub struct Writer {
    child: Child,
    said: Lines<BufReader<ChildStderr>>,
}

impl Writer {
    /// Has another process do `task`, which is `artifact`, `ledger` or `derived`, in `folder`.
    pub fn start(task: &str, rounds: u64, name: &str, folder: &Path) -> Self {
        LazyLock::force(&TWO);
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "store::child::a_writer_writes_what_it_says", "--nocapture"]);
        command.env(TASK, format!("{task} {rounds} {name} {}", folder.display()));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, said }
    }

    /// Waits until it has done one more round, and gives the number of the round.
    pub fn next(&mut self) -> u64 {
        let line = self.said.next().expect("the child goes on").unwrap();
        let Some(round) = line.strip_prefix(DONE) else {
            let rest: Vec<String> = self.said.by_ref().map_while(Result::ok).take(6).collect();
            panic!("the child says {line:?}, {rest:?}");
        };
        round.parse().unwrap()
    }

    /// Kills it. Gives the rounds that it had done and said so, beside those asked for.
    pub fn kill(mut self) -> Vec<u64> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        // It may have been killed in the middle of a line; those are short, and written at once.
        self.said.map_while(Result::ok).filter_map(|line| line.strip_prefix(DONE)?.parse().ok()).collect()
    }

    /// Lets it do all its rounds.
    pub fn finish(mut self) {
        let said: Vec<String> = self.said.map_while(Result::ok).collect();
        assert!(self.child.wait().unwrap().success(), "{said:?}");
    }
}

/// Does a task, a round at a time.
fn work(task: &str, done: impl Fn(u64)) {
    let mut words = task.splitn(4, ' ');
    let mut word = || words.next().unwrap();
    let (what, rounds, name, folder) = (word(), word().parse().unwrap(), word(), Path::new(word()));
    for round in 0..rounds {
        match what {
            "artifact" => save(folder, round),
            "ledger" => append(&folder.join("ledger.jsonl"), name, round),
            "derived" => _ = derive(folder, name, round),
            _ => panic!("there is no task `{what}`"),
        }
        done(round);
        // Nobody else would get the lock of a process that gives it back only to take it again.
        std::thread::sleep(Duration::from_micros(fastrand::u64(0..400)));
    }
}

fn save(store: &Path, round: u64) {
    let artifact = TWO[usize::try_from(round % 2).unwrap()].clone();
    update_artifact(store, |_| (Some(artifact), ())).unwrap();
}

/// Appends one record; each fourth is long.
pub fn append(path: &Path, name: &str, round: u64) {
    let message = "why ".repeat(if round % 4 == 3 { 8 << 10 } else { 1 });
    let retracted = Retracted::new(Premise::Drift, message);
    let claim = format!("{name}-{round}");
    // Each writer knows a surface of its own.
    let digest = Digest::of_text(name);
    let (_, records) =
        append_ledger(path, |ledger| ledger.run(&digest, [(Some(&*claim), &retracted)])).unwrap();
    assert_eq!(records.len(), 1);
}

/// Asks for some answers, and gives how many of them had to be derived.
pub fn derive(folder: &Path, name: &str, round: u64) -> u64 {
    let file = DerivedFile::open(folder);
    let cache = Cache::on(Box::new(file.clone()), Options::default());
    for number in 0..50 {
        let answer = json!([name, round, number, "x".repeat(200)]);
        let inputs = [("of".to_owned(), json!([name, round, number]))].into_iter().collect();
        let asked = Question { name: "n", version: "1", inputs: Inputs::new(inputs) };
        assert_eq!(cache.get::<()>(asked, |_| Ok(answer.clone())), Ok(answer));
    }
    file.close().unwrap();
    cache.stats().misses
}

/// As a child this does what it was started for; as a test it does a little of each.
#[test]
fn a_writer_writes_what_it_says() {
    if let Ok(task) = std::env::var(TASK) {
        // Not `eprintln!`, which the harness may keep to itself.
        return work(&task, |round| {
            let line = format!("{DONE}{round}\n");
            std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes()).unwrap();
        });
    }
    let folder = TempDir::new().unwrap();
    work(&format!("artifact 3 me {}", folder.path().display()), |round| {
        let artifact = load_artifact(folder.path()).unwrap().unwrap();
        assert_eq!(artifact, TWO[usize::try_from(round % 2).unwrap()]);
    });
    work(&format!("ledger 3 me {}", folder.path().display()), |round| {
        let text = std::fs::read_to_string(folder.path().join("ledger.jsonl")).unwrap();
        assert!(
            text.lines().count() as u64 == round + 1 && text.contains(&format!("\"me-{round}\"")),
            "{text}"
        );
    });
    assert!(artifact_path(folder.path()).exists());
    work(&format!("derived 3 me {}", folder.path().display()), |round| {
        assert_eq!(derive(folder.path(), "me", round), 0);
    });
}
