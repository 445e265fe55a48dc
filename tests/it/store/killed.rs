//! Writers are killed at random moments: what they wrote is whole, old or new, and no lock stays.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use fabric_rules::internal::artifact::Artifact;
use fabric_rules::internal::ledger::Ledger;
use fabric_rules::internal::store::{artifact_path, load_artifact, load_ledger, update_stored};
use tempfile::TempDir;

use super::child::{Writer, append, derive};
use super::{TWO, in_memory, names};

/// What was seen over all kills.
#[derive(Debug, Default)]
struct Seen {
    kills: usize,
    /// How often each of the two artifacts stood there.
    each: [usize; 2],
    /// How often the kill fell into the writing of a file.
    half_written: usize,
}

impl Seen {
    /// Looks at a store whose writers were all killed.
    fn look(&mut self, store: &Path, kills: usize) {
        self.kills += kills;
        let bytes = std::fs::read(artifact_path(store)).unwrap();
        let which = TWO.iter().position(|artifact| artifact.to_text().as_bytes() == bytes);
        let which = which.unwrap_or_else(|| panic!("{} bytes that are neither of both", bytes.len()));
        self.each[which] += 1;
        assert_eq!(load_artifact(store).unwrap().as_ref(), Some(&TWO[which]));
        let left = names(store).iter().filter(|name| name.starts_with(".fabric-rules-new-")).count();
        self.half_written += left;
        // The next save succeeds at once: nobody holds the lock, and nothing stands in the way.
        let other = TWO[1 - which].clone();
        let (is_written, was) = save(store, other);
        assert!(is_written && was);
        // And it removed what the killed ones had left.
        assert!(!names(store).iter().any(|name| name.starts_with('.')), "{:?}", names(store));
    }
}

fn save(store: &Path, artifact: Artifact) -> (bool, bool) {
    update_stored(store, Duration::ZERO, |stored| (Some(artifact), stored.is_some())).unwrap()
}

fn pause(random: &mut fastrand::Rng) {
    std::thread::sleep(Duration::from_micros(random.u64(0..4000)));
}

/// Starts a writer and kills it, until `is_enough`.
fn kill_one(store: &Path, is_enough: impl Fn(&Seen) -> bool) {
    let (mut seen, mut random) = (Seen::default(), fastrand::Rng::with_seed(1));
    while !is_enough(&seen) {
        assert!(seen.kills < 2000, "{seen:?}");
        let mut writer = Writer::start("artifact", u64::MAX, "one", store);
        writer.next();
        pause(&mut random);
        writer.kill();
        seen.look(store, 1);
    }
}

#[test]
fn a_killed_writer_leaves_the_old_artifact_or_the_new_one() {
    // Both were seen, and so it was killed before a save and after one.
    kill_one(in_memory().path(), |seen| seen.kills >= 240 && seen.each.iter().all(|times| *times >= 20));
}

#[test]
fn a_writer_killed_while_it_writes_leaves_the_old_artifact_or_the_new_one() {
    // On a disk, where most of the time is spent between the first byte and the new name.
    kill_one(TempDir::new().unwrap().path(), |seen| seen.kills >= 20 && seen.half_written >= 10);
}

#[test]
fn of_two_writers_the_other_goes_on_when_one_is_killed() {
    let (store, mut seen, mut random) = (in_memory(), Seen::default(), fastrand::Rng::with_seed(2));
    for _ in 0..150 {
        let mut writers = ["one", "two"].map(|name| Writer::start("artifact", u64::MAX, name, store.path()));
        writers.iter_mut().for_each(|writer| _ = writer.next());
        pause(&mut random);
        let [first, second] = writers;
        first.kill();
        // One save may have been under way already; another one begins after the kill.
        saved_by_another(store.path());
        saved_by_another(store.path());
        pause(&mut random);
        second.kill();
        seen.look(store.path(), 2);
    }
    assert_eq!(seen.kills, 300);
}

/// Waits until another file has the artifact's name.
fn saved_by_another(store: &Path) {
    let file = || std::fs::metadata(artifact_path(store)).unwrap().ino();
    let (before, start) = (file(), Instant::now());
    while file() == before {
        assert!(start.elapsed() < Duration::from_secs(10), "nobody saves any more");
        std::thread::sleep(Duration::from_micros(200));
    }
}

#[test]
fn a_killed_writer_leaves_every_record_that_it_had_appended() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..8 {
        let folder = in_memory();
        let path = folder.path().join("ledger.jsonl");
        let mut expected = Vec::new();
        let mut unfinished = 0;
        for kill in 0..8 {
            let names = [format!("one-{kill}"), format!("two-{kill}")];
            let mut writers =
                names.each_ref().map(|name| Writer::start("ledger", u64::MAX, name, folder.path()));
            let mut done = writers.each_mut().map(|writer| vec![writer.next()]);
            pause(&mut random);
            for ((writer, done), name) in writers.into_iter().zip(&mut done).zip(&names) {
                done.extend(writer.kill());
                expected.extend(done.iter().map(|round| format!("{name}-{round}")));
            }
            unfinished += usize::from(load_ledger(&path).unwrap().unfinished.is_some());
            append(&path, "after", kill);
            expected.push(format!("after-{kill}"));
            let ledger = load_ledger(&path).unwrap();
            assert_eq!(ledger.unfinished, None);
            assert!(ledger.damaged.len() <= unfinished, "{:?}", ledger.damaged);
            let missing: Vec<&String> = expected.iter().filter(|claim| !has(&ledger, claim)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        }
    }
}

fn has(ledger: &Ledger, claim: &str) -> bool {
    ledger.records.iter().any(|line| line.value.claim() == Some(claim))
}

#[test]
fn a_killed_run_leaves_every_derived_answer_that_it_had_written() {
    let (folder, mut random) = (TempDir::new().unwrap(), fastrand::Rng::with_seed(3));
    let mut lost = 0;
    for kill in 0..30 {
        let name = kill.to_string();
        let mut writer = Writer::start("derived", u64::MAX, &name, folder.path());
        let first = writer.next();
        pause(&mut random);
        let done = writer.kill().last().copied().unwrap_or(first);
        // That each answer is right, and that nothing is wrong with the file, is asserted inside.
        for round in 0..=done {
            assert_eq!(derive(folder.path(), &name, round), 0, "kill {kill}, round {round} of {done}");
        }
        lost += derive(folder.path(), &name, done + 1);
    }
    assert!(lost > 0, "some kill fell into a round");
}
