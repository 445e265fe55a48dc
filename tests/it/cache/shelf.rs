//! Answers on a disk: the same ones in the next process, or none.

use std::fs;
use std::path::Path;

use fabric_rules::internal::cache::{Cache, Options};
use fabric_rules::internal::store::{DerivedFile, StoreError};
use fastrand::Rng;
use redb::{Database, ReadableTable as _, TableDefinition};
use serde_json::{Value, json};

use super::question;
use crate::support::{Tool, fabric, tools};

/// Asks for some answers, and says how many were derived.
fn ask(folder: &Path, version: &str, numbers: std::ops::Range<u32>) -> (u64, Result<(), StoreError>) {
    let file = DerivedFile::open(folder);
    let cache = Cache::on(Box::new(file.clone()), Options::default());
    for number in numbers {
        let answer = json!({"number": number, "version": version, "text": "x".repeat(100)});
        let asked = question("n", version, &json!({"number": number}));
        assert_eq!(cache.get::<()>(asked, |_| Ok(answer.clone())), Ok(answer));
    }
    (cache.stats().misses, file.close())
}

#[test]
fn the_next_process_knows_what_this_one_derived() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(ask(folder.path(), "1", 0..2_500).0, 2_500);
    assert_eq!(ask(folder.path(), "1", 0..2_600).0, 100);
    // Another version is another question.
    assert_eq!(ask(folder.path(), "2", 0..10).0, 10);
}

#[test]
fn what_cannot_be_stored_is_not_on_the_disk_either() {
    let folder = tempfile::tempdir().unwrap();
    let run = |answer: Value| {
        let file = DerivedFile::open(folder.path());
        let cache = Cache::on(Box::new(file.clone()), Options::default());
        let given = cache.get::<()>(question("n", "1", &json!({})), |_| Ok(answer)).unwrap();
        file.close().unwrap();
        given
    };
    for answer in [Value::Null, json!({"provisional": true}), json!({"aCanonMiss": 1}), json!(1)] {
        assert_eq!(run(answer.clone()), answer);
    }
    assert_eq!(run(json!(2)), json!(1));
}

#[test]
fn a_damaged_file_never_gives_another_answer() {
    let folder = tempfile::tempdir().unwrap();
    ask(folder.path(), "1", 0..300).1.unwrap();
    let path = DerivedFile::file(folder.path());
    let whole = fs::read(&path).unwrap();
    let mut rng = Rng::with_seed(3);
    let (mut told, mut answers, mut sound) = (0, 0, 0);
    for round in 0..60 {
        let mut bytes = whole.clone();
        match round % 4 {
            0 => bytes.truncate(rng.usize(0..whole.len())),
            1 => bytes.iter_mut().skip(rng.usize(0..whole.len())).take(4096).for_each(|byte| *byte = 0),
            // Among the answers.
            2 => (0..40).for_each(|_| {
                let at = rng.usize(0..whole.len());
                bytes[at] ^= 1 << rng.u8(0..8);
            }),
            _ => {
                for at in memchr::memmem::find_iter(&whole, b"xxxxxxxx").take(2_000) {
                    bytes[at] = b'y';
                }
            }
        }
        fs::write(&path, &bytes).unwrap();
        // That each answer is right is asserted inside.
        let (_, trouble) = ask(folder.path(), "1", 0..300);
        told += usize::from(trouble.is_err());
        answers += usize::from(matches!(trouble, Err(StoreError::Answers { .. })));
        if matches!(trouble, Err(StoreError::Derived { .. })) && path.exists() {
            // What cannot be opened is left for a person to delete.
            assert!(matches!(ask(folder.path(), "1", 0..1), (1, Err(StoreError::Derived { .. }))));
        } else {
            // All else mends itself.
            (0..2).for_each(|_| drop(ask(folder.path(), "1", 0..300)));
            assert!(matches!(ask(folder.path(), "1", 0..300), (0, Ok(()))), "round {round}");
            sound += 1;
        }
    }
    assert!(answers > 15 && sound > 25, "{answers} {sound}");
    assert!(told > 10, "{told}");
}

/// Writes `text` over what stands there, wherever the file has it.
fn damage(folder: &Path, there: &str, text: &[u8]) {
    let path = DerivedFile::file(folder);
    let mut bytes = fs::read(&path).unwrap();
    let places: Vec<usize> = memchr::memmem::find_iter(&bytes, there).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| bytes[at..at + text.len()].copy_from_slice(text));
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_answer_is_a_miss_and_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    ask(folder.path(), "1", 0..300).1.unwrap();
    // Another number, and what is no text.
    damage(folder.path(), "{\"number\":7,", b"{\"number\":8,");
    damage(folder.path(), "{\"number\":250,", b"\xff");
    let (derived, trouble) = ask(folder.path(), "1", 0..300);
    assert_eq!(derived, 2);
    assert!(matches!(trouble, Err(StoreError::Answers { answers: 2, .. })), "{trouble:?}");
    assert!(matches!(ask(folder.path(), "1", 0..300), (0, Ok(()))));
    // So is its seal: that of the first answer, behind the digits of its key.
    let file = fs::read(DerivedFile::file(folder.path())).unwrap();
    let answer = memchr::memmem::find(&file, b"{\"number\":9,").unwrap();
    let seal = String::from_utf8(file[answer - 64..answer].to_vec()).unwrap();
    damage(folder.path(), &seal, b"z");
    let (derived, trouble) = ask(folder.path(), "1", 0..300);
    assert_eq!(derived, 1);
    assert!(matches!(trouble, Err(StoreError::Answers { answers: 1, .. })), "{trouble:?}");
    assert!(matches!(ask(folder.path(), "1", 0..300), (0, Ok(()))));
}

#[test]
fn an_answer_that_stands_under_another_key_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    ask(folder.path(), "1", 0..300).1.unwrap();
    // Each answer, whole with its seal, under the key before it.
    let database = Database::open(DerivedFile::file(folder.path())).unwrap();
    let writing = database.begin_write().unwrap();
    {
        let mut table = writing.open_table(TableDefinition::<&[u8], (u64, &[u8])>::new("answers")).unwrap();
        let mut entries = Vec::new();
        for found in table.iter().unwrap() {
            let (key, entry) = found.unwrap();
            let (number, answer) = entry.value();
            entries.push((key.value().to_owned(), number, answer.to_owned()));
        }
        assert_eq!(entries.len(), 300);
        for ((key, number, _), (_, _, answer)) in entries.iter().zip(entries.iter().cycle().skip(1)) {
            table.insert(key.as_slice(), (*number, answer.as_slice())).unwrap();
        }
    }
    writing.commit().unwrap();
    drop(database);
    // That each answer is right is asserted inside.
    let (derived, trouble) = ask(folder.path(), "1", 0..300);
    assert_eq!(derived, 300);
    assert!(matches!(trouble, Err(StoreError::Answers { answers: 300, .. })), "{trouble:?}");
}

#[test]
fn what_is_no_such_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = DerivedFile::file(folder.path());
    fs::write(&path, "notes of a person").unwrap();
    let (derived, trouble) = ask(folder.path(), "1", 0..5);
    assert_eq!(derived, 5);
    assert!(trouble.is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "notes of a person");
}

#[test]
fn two_at_once_are_both_right() {
    let folder = tempfile::tempdir().unwrap();
    let first = DerivedFile::open(folder.path());
    let (derived, trouble) = ask(folder.path(), "1", 0..5);
    assert_eq!(derived, 5);
    assert!(matches!(trouble, Err(StoreError::Busy { .. })), "{trouble:?}");
    first.close().unwrap();
}

#[test]
fn the_file_is_bounded_and_the_oldest_goes_first() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..20_u32 {
        let file = DerivedFile::open_with(folder.path(), 40_000);
        let cache = Cache::on(Box::new(file.clone()), Options::default());
        for number in round * 50..round * 50 + 50 {
            let asked = question("n", "1", &json!({"number": number}));
            cache.get::<()>(asked, |_| Ok(json!("y".repeat(1_000)))).unwrap();
        }
        file.close().unwrap();
    }
    let size = fs::metadata(DerivedFile::file(folder.path())).unwrap().len();
    assert!(size < 4 << 20, "{size}");
    let known = |number: u32| {
        let file = DerivedFile::open_with(folder.path(), 40_000);
        let cache = Cache::on(Box::new(file), Options::default());
        let asked = question("n", "1", &json!({"number": number}));
        cache.get::<()>(asked, |_| Ok(json!("fresh"))).unwrap() != json!("fresh")
    };
    assert_eq!([known(0), known(900), known(999)], [false, false, true]);
}

#[test]
fn plans_from_the_cache_are_those_that_are_derived_and_so_are_the_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let fabric = fabric();
    let mut cold = Vec::new();
    for warm in [false, true] {
        let file = DerivedFile::open(folder.path());
        let cache = Cache::on(Box::new(file.clone()), Options { max: 10_000, ..Options::default() });
        let mut results = Vec::new();
        for Tool { name, schema, .. } in tools() {
            let planned = fabric.plan_by(&cache, &name, &schema);
            results.push(match planned {
                Ok(planned) => format!("{} {:?}", planned.proven.plan().to_json(), planned.cut),
                Err(reason) => format!("{} {reason} {:?} {}", reason.code(), reason.span(), reason.is_open()),
            });
        }
        file.close().unwrap();
        let stats = cache.stats();
        if warm {
            assert_eq!(results, cold);
            assert_eq!((stats.misses, stats.stores), (0, 0));
        } else {
            assert!(stats.misses > 400, "{stats:?}");
            cold = results;
        }
    }
}
