//! The scan cache: an appended file is read from where the last scan stopped, and no more.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use fabric_rules::metric::{Context, Partial, State};
use fabric_rules::store::{Cache, Scanned, Scanner, SourceFile, TAIL_BYTES, sources};
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

    /// The size of the only entry, where there is one.
    fn entry(&self) -> u64 {
        let mut entries = std::fs::read_dir(self.folder.path().join("cache")).unwrap();
        entries.next().map_or(0, |entry| entry.unwrap().metadata().unwrap().len())
    }

    /// Scans with the cache, compares with a scan without, and gives the bytes in the lines read.
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

/// How many bytes this thread has read so far, by the count of the kernel, and how many more it reads
/// by asking.
#[cfg(target_os = "linux")]
fn read_by_this_thread() -> Option<(u64, u64)> {
    let counts = std::fs::read_to_string("/proc/thread-self/io").ok()?;
    Some((counts.lines().next()?.strip_prefix("rchar: ")?.parse().ok()?, counts.len() as u64))
}

#[cfg(target_os = "linux")]
#[test]
fn no_more_is_read_than_what_was_appended_and_what_stands_before_it() {
    if read_by_this_thread().is_none() {
        super::not_run("this kernel does not count the bytes that a thread reads");
        return;
    }
    let cached = Cached::new();
    let source = || cached.source();
    let scan = |source: SourceFile| {
        let (before, asking) = read_by_this_thread().unwrap();
        let scanned = Scanner::new(&quietly).cached(&source, &cached.cache).unwrap();
        (scanned, read_by_this_thread().unwrap().0 - before - asking)
    };
    let long = line("a.one").repeat(5000);
    cached.append(&long);
    assert_eq!(scan(source()).1, long.len() as u64 + TAIL_BYTES, "all of it, and what stands before its end");
    for appended in [String::new(), line("a.two"), line("b.three").repeat(100), "{\"half".to_owned()] {
        cached.append(&appended);
        let entry = cached.entry();
        let (scanned, read) = scan(source());
        // The entry to go on from, and once more to see whether it is still the same.
        let expected = appended.len() as u64 + 2 * TAIL_BYTES + 2 * entry;
        assert_eq!(read, expected, "{} bytes were appended", appended.len());
        let whole = if appended.ends_with('\n') { appended.len() } else { 0 };
        assert_eq!(scanned.fresh, whole as u64);
    }
}

#[test]
fn a_file_that_was_written_over_is_read_afresh() {
    let cached = Cached::new();
    let path = cached.folder.path().join("s.jsonl");
    for (lines, name) in [(1, "b.two"), (40, "c.333"), (400, "d.444")] {
        cached.append(&line("a.one").repeat(lines));
        cached.scan();
        // In place: the same file, and longer than before.
        let mut file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.write_all(line(name).repeat(lines + 3).as_bytes()).unwrap();
        file.set_len((line(name).len() * (lines + 3)) as u64).unwrap();
        let report = measured(&cached.scan().0);
        assert_eq!((&*report.refs[0].action, report.refs.len()), (name, 1));
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn places_go_by_the_name_that_the_run_has_for_the_file() {
    let cached = Cached::new();
    cached.append("broken\n");
    let plain = cached.source();
    let other = SourceFile { path: cached.folder.path().join(".").join("s.jsonl"), ..plain.clone() };
    let roundabout = SourceFile { path: cached.folder.path().join("cache/../s.jsonl"), ..plain.clone() };
    for source in [plain, other, roundabout] {
        for _ in 0..2 {
            let scanned = Scanner::new(&quietly).cached(&source, &cached.cache).unwrap();
            let place = scanned.reading.malformed.first.first().unwrap();
            assert_eq!((&*place.file, place.line), (&*source.name(), 1));
        }
    }
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
