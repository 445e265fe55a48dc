//! The ledger's file: lines are only ever appended, and an unfinished one spoils no other.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use fabric_rules::internal::artifact::{Premise, Retracted};
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::ledger::LINE_BYTES;
use fabric_rules::internal::store::{Lock, StoreError, append_ledger_within, load_ledger};
use tempfile::TempDir;

use super::child::{Writer, append};
use super::in_memory;

#[test]
fn a_record_that_could_not_be_read_again_is_not_written() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("ledger.jsonl");
    append(&path, "me", 0);
    let before = std::fs::read(&path).unwrap();
    let long = |claim: String| {
        let digest = Digest::of_text("other");
        let retracted = Retracted::new(Premise::Drift, "");
        // A process that another test starts may hold the lock for a moment, until it is its own.
        append_ledger_within(&path, Duration::from_secs(10), |ledger| {
            ledger.run(&digest, [(Some(&*claim), &retracted)])
        })
    };
    let error = long("x".repeat(LINE_BYTES)).unwrap_err();
    assert!(matches!(error, StoreError::TooLarge { .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    long("x".repeat(LINE_BYTES - 1000)).unwrap();
    assert!(load_ledger(&path).unwrap().damaged.is_empty());
}

#[test]
fn a_ledger_is_made_for_the_user_alone_and_only_grows() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deep/ledger.jsonl");
    assert_eq!(load_ledger(&path).unwrap().records.len(), 0);
    let mut before = String::new();
    for round in 0..5 {
        append(&path, "me", round);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&before) && text.len() > before.len() && text.ends_with('\n'));
        before = text;
    }
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let (ledger, records) = append_ledger_within(&path, Duration::ZERO, |_| Vec::new()).unwrap();
    assert_eq!((ledger.records.len(), records.len()), (5, 0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before, "no record, no byte");
}

#[test]
fn an_unfinished_last_line_is_skipped_and_runs_into_no_other() {
    let folder = in_memory();
    let path = folder.path().join("ledger.jsonl");
    append(&path, "me", 0);
    let first = std::fs::read(&path).unwrap();
    append(&path, "me", 1);
    let whole = std::fs::read(&path).unwrap();
    for end in first.len() + 1..whole.len() {
        std::fs::write(&path, &whole[..end]).unwrap();
        let read = load_ledger(&path).unwrap();
        assert_eq!(
            (read.unfinished.map(|last| last.line), read.records.len(), read.damaged.len()),
            (Some(2), 1, 0),
            "cut at {end}"
        );
        append(&path, "me", 2);
        let ledger = load_ledger(&path).unwrap();
        let claims: Vec<_> = ledger.records.iter().filter_map(|line| line.value.claim()).collect();
        // One that lacks only its line feed is a record.
        let is_whole = end == whole.len() - 1;
        let expected: &[&str] = if is_whole { &["me-0", "me-1", "me-2"] } else { &["me-0", "me-2"] };
        assert_eq!(claims, expected, "cut at {end}");
        assert_eq!((ledger.unfinished, ledger.damaged.len()), (None, usize::from(!is_whole)));
        assert_eq!(ledger.records.last().unwrap().line, 3);
    }
}

#[test]
fn two_writers_at_once_lose_nothing_and_count_on() {
    // One may be done before the other gets its turn; then they try again.
    let turns = (0..20).map(|_| turns_of_two(40)).find(|turns| *turns > 1);
    assert!(turns.is_some(), "they never wrote at the same time");
}

/// Has two writers append at once, and gives how often one came after the other.
fn turns_of_two(rounds: u64) -> u64 {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("ledger.jsonl");
    let held = Lock::take(&path, Duration::ZERO).unwrap();
    let writers = ["one", "two"].map(|name| Writer::start("ledger", rounds, name, folder.path()));
    // Both wait for the lock by then, or one of them begins a little later.
    std::thread::sleep(Duration::from_millis(100));
    drop(held);
    writers.into_iter().for_each(Writer::finish);
    let ledger = load_ledger(&path).unwrap();
    assert_eq!((ledger.damaged.len(), ledger.unfinished), (0, None));
    for name in ["one", "two"] {
        let claims: Vec<_> =
            ledger.records.iter().filter_map(|line| line.value.claim()?.strip_prefix(name)).collect();
        let expected: Vec<String> = (0..rounds).map(|round| format!("-{round}")).collect();
        assert_eq!(claims, expected, "all of {name}, in its order");
    }
    // The revision goes on by one exactly where the surface is another one.
    let mut turns = 0;
    for pair in ledger.records.windows(2) {
        let (one, two) = (&pair[0].value, &pair[1].value);
        let is_other = one.surface_digest() != two.surface_digest();
        assert_eq!(two.at_rev(), one.at_rev() + u64::from(is_other));
        turns += u64::from(is_other);
    }
    turns
}

#[test]
fn a_locked_ledger_is_waited_for_with_a_bound() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("ledger.jsonl");
    append(&path, "me", 0);
    let text = std::fs::read(&path).unwrap();
    let _held = Lock::take(&path, Duration::ZERO).unwrap();
    let error = append_ledger_within(&path, Duration::from_millis(30), |_| panic!("not asked")).unwrap_err();
    assert!(matches!(error, StoreError::Locked { .. }), "{error}");
    assert!(error.to_string().contains("ledger.jsonl.lock` is locked by another process"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), text);
}
