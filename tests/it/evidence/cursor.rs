//! The scan cache: an appended file is read from where the last scan stopped, and no more.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use fabric_rules::metric::{Context, Partial, State};
use fabric_rules::store::{Cache, Scanned, Scanner, SourceFile, sources};
use serde_json::json;
use tempfile::TempDir;

use super::scan::{line, measured, quietly};

/// A session file with a cache beside it.
struct Cached {
    folder: TempDir,
    cache: Cache,
}

impl Cached {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let cache = Cache::open(&folder.path().join("cache")).unwrap();
        Self { folder, cache }
    }

    fn source(&self) -> SourceFile {
        sources(&[self.folder.path().join("s.jsonl")]).files.remove(0)
    }

    fn append(&self, text: &str) {
        let path = self.folder.path().join("s.jsonl");
        std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
    }

    /// Scans with the cache, compares with a scan without, and gives the bytes that were read.
    #[track_caller]
    fn scan(&self) -> (Scanned<Partial>, u64) {
        let read = AtomicU64::new(0);
        let progress = |bytes| {
            read.fetch_add(bytes, Ordering::Relaxed);
        };
        let scanned = Scanner::new(&progress).cached(&self.source(), &self.cache).unwrap();
        let afresh = Scanner::new(&quietly).file(&self.source(), Partial::default());
        let state = |scanned: &Scanned<Partial>| {
            json!(State::new(Context::default(), scanned.fold.clone(), scanned.reading.clone())).to_string()
        };
        assert_eq!(state(&scanned), state(&afresh));
        assert_eq!((&scanned.model, scanned.cursor), (&afresh.model, afresh.cursor));
        assert_eq!(scanned.fresh, read.load(Ordering::Relaxed));
        (scanned, read.into_inner())
    }
}

#[test]
fn a_file_that_grew_is_read_from_where_the_last_scan_stopped() {
    let cached = Cached::new();
    let change = "{\"type\":\"model_change\",\"provider\":\"acme\",\"modelId\":\"m-1\"}\n";
    let first = [change, "broken\n", &line("a.one"), "{\"half"].concat();
    cached.append(&first);
    assert_eq!(cached.scan().1 as usize, first.len() - "{\"half".len());
    assert_eq!(cached.scan().1, 0, "nothing is new");
    let second = ["\":1}\n", "broken too\n", &line("a.two")].concat();
    cached.append(&second);
    let (scanned, read) = cached.scan();
    assert_eq!(read as usize, second.len() + "{\"half".len());
    let report = measured(&scanned);
    assert_eq!(report.by_model[0].operations, 2, "the model is remembered");
    let malformed: Vec<u64> = scanned.reading.malformed.first.iter().map(|place| place.line).collect();
    assert_eq!(malformed, [2, 5], "lines are counted on");
    assert_eq!(cached.scan().1, 0);
}

#[test]
fn the_part_before_the_cursor_is_never_read_again() {
    let cached = Cached::new();
    cached.append(&line("a.one").repeat(10));
    cached.scan();
    // Overwritten in place: whoever reads it again finds another ref.
    let path = cached.folder.path().join("s.jsonl");
    let text = std::fs::read_to_string(&path).unwrap().replace("a.one", "b.two");
    std::io::Seek::rewind(&mut std::fs::OpenOptions::new().write(true).open(&path).unwrap()).unwrap();
    let mut file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    cached.append(&line("c.three"));
    let scanned = Scanner::new(&quietly).cached(&cached.source(), &cached.cache).unwrap();
    let refs: Vec<_> =
        measured(&scanned).refs.iter().map(|row| (row.action.to_string(), row.calls)).collect();
    assert_eq!(refs, [("a.one".to_owned(), 10), ("c.three".to_owned(), 1)]);
}

#[test]
fn a_file_that_was_cut_replaced_or_rewritten_is_read_afresh() {
    let cached = Cached::new();
    let path = cached.folder.path().join("s.jsonl");
    cached.append(&line("a.one").repeat(3));
    cached.scan();
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(line("a.one").len() as u64).unwrap();
    assert_eq!(measured(&cached.scan().0).totals.traces, 1);
    let other = path.with_extension("other");
    std::fs::write(&other, line("b.two").repeat(9)).unwrap();
    std::fs::rename(&other, &path).unwrap();
    assert_eq!(&*measured(&cached.scan().0).refs[0].action, "b.two");
    std::thread::sleep(std::time::Duration::from_millis(20));
    std::fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .write_all(line("c.333").repeat(9).as_bytes())
        .unwrap();
    assert_eq!(&*measured(&cached.scan().0).refs[0].action, "c.333");
}

#[test]
fn a_damaged_cache_is_an_error_that_names_the_file_and_changes_nothing() {
    let cached = Cached::new();
    cached.append(&line("a.one"));
    cached.scan();
    let entry =
        std::fs::read_dir(cached.folder.path().join("cache")).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read_to_string(&entry).unwrap();
    for bad in [&good[..good.len() / 2], &good.replace("\"operations\":1", "\"operations\":2"), "[]"] {
        std::fs::write(&entry, bad).unwrap();
        let error = Scanner::new(&quietly).cached(&cached.source(), &cached.cache).unwrap_err().to_string();
        assert!(error.contains(&entry.display().to_string()) && error.contains("delete it"), "{error}");
        assert_eq!(std::fs::read_to_string(&entry).unwrap(), bad);
    }
    // An entry of another version, or one that a power failure emptied, is as good as none.
    for none in ["", "{\"cache\":99,\"new\":1}"] {
        std::fs::write(&entry, none).unwrap();
        assert!(cached.scan().1 > 0);
        assert_eq!(std::fs::read_to_string(&entry).unwrap(), good);
    }
}

#[test]
fn a_cache_forgets_the_entries_written_first() {
    let cached = Cached::new();
    let folder = cached.folder.path().join("cache");
    for n in 0..6 {
        std::fs::write(folder.join(format!("{n}.json")), "").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(15));
    }
    cached.cache.with_room_for(2).trim().unwrap();
    let mut left: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["4.json", "5.json"]);
}
