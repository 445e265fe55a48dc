//! The scan cache: an appended file is read from where the last scan stopped, and no more.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use fabric_rules::internal::metric::{Context, Partial, State};
use fabric_rules::internal::store::{Cache, Scanned, Scanner, SourceFile, TAIL_BYTES, sources};
use serde_json::json;
use tempfile::TempDir;

use super::scan::{line, measured, quietly};

/// A session file with a cache beside it.
struct Cached {
    folder: TempDir,
}

impl Cached {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    /// The cache, which remembers files of any size.
    fn cache(&self) -> Cache {
        Cache::open(&self.folder.path().join("cache")).remembering_from(0)
    }

    /// The cache's file.
    fn file(&self) -> PathBuf {
        Cache::file(&self.folder.path().join("cache"))
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

    /// Scans with the cache, compares with a scan without, and gives the bytes in the lines read.
    #[track_caller]
    fn scan(&self) -> (Scanned<Partial>, u64) {
        let (scanned, read, trouble) = self.scan_in_trouble();
        assert_eq!(trouble, None);
        (scanned, read)
    }

    /// The same, with what the cache says at the end.
    #[track_caller]
    fn scan_in_trouble(&self) -> (Scanned<Partial>, u64, Option<String>) {
        let cache = self.cache();
        let read = AtomicU64::new(0);
        let progress = |bytes| {
            read.fetch_add(bytes, Ordering::Relaxed);
        };
        let scanned = Scanner::new(&progress).cached(&self.source(), &cache);
        let afresh = Scanner::new(&quietly).file(&self.source(), Partial::default());
        let state = |scanned: &Scanned<Partial>| {
            json!(State::new(Context::default(), scanned.fold.clone(), scanned.reading.clone())).to_string()
        };
        assert_eq!(state(&scanned), state(&afresh));
        assert_eq!((&scanned.model, scanned.cursor), (&afresh.model, afresh.cursor));
        (scanned, read.into_inner(), cache.close().map(|error| error.to_string()))
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
        let cache = cached.cache();
        let (before, asking) = read_by_this_thread().unwrap();
        let scanned = Scanner::new(&quietly).cached(&source, &cache);
        let read = read_by_this_thread().unwrap().0 - before - asking;
        assert!(cache.close().is_none());
        (scanned, read)
    };
    let long = line("a.one").repeat(5000);
    cached.append(&long);
    assert_eq!(scan(source()).1, long.len() as u64 + TAIL_BYTES, "all of it, and what stands before its end");
    for appended in [String::new(), line("a.two"), line("b.three").repeat(100), "{\"half".to_owned()] {
        cached.append(&appended);
        let (scanned, read) = scan(source());
        // What stands before the old end, and before the new one where there is a new one.
        let tails = if appended.is_empty() { 1 } else { 2 };
        let expected = appended.len() as u64 + tails * TAIL_BYTES;
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
            let cache = cached.cache();
            let scanned = Scanner::new(&quietly).cached(&source, &cache);
            assert!(cache.close().is_none());
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
fn damage_costs_time_and_never_changes_a_result() {
    let cached = Cached::new();
    cached.append(&line("a.one").repeat(3));
    cached.scan();
    let good = std::fs::read(cached.file()).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let header = good.iter().position(|byte| *byte == b'\n').unwrap();
    for _ in 0..300 {
        let mut bad = good.clone();
        match random.u8(0..3) {
            0 => bad.truncate(random.usize(header + 2..good.len())),
            1 => bad[random.usize(header + 1..good.len())] ^= 1 << random.u8(0..8),
            _ => bad.insert(random.usize(header + 1..good.len()), random.u8(..)),
        }
        std::fs::write(cached.file(), &bad).unwrap();
        // Equal to a scan without a cache, as each scan here.
        cached.scan_in_trouble();
        assert_eq!(cached.scan().1, 0, "and the damage is mended");
    }
    std::fs::write(cached.file(), good.iter().map(|byte| byte ^ 1).collect::<Vec<u8>>()).unwrap();
    let (_, read, trouble) = cached.scan_in_trouble();
    assert!(read > 0 && trouble.unwrap().contains("is damaged"));
    // Another version's, or what a power failure emptied, is as good as none.
    for none in [&b""[..], b"fabric-rules scan cache 99\nanything\n"] {
        std::fs::write(cached.file(), none).unwrap();
        assert!(cached.scan().1 > 0);
        assert_eq!(std::fs::read(cached.file()).unwrap(), good);
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let cached = Cached::new();
    cached.append(&line("a.one"));
    cached.scan();
    std::fs::write(cached.file(), "my notes\n").unwrap();
    let (_, read, trouble) = cached.scan_in_trouble();
    assert!(read > 0 && trouble.unwrap().contains("is damaged"));
    assert_eq!(std::fs::read_to_string(cached.file()).unwrap(), "my notes\n");
}

#[test]
fn a_cache_forgets_what_was_written_first_and_keeps_within_its_bytes() {
    let cached = Cached::new();
    let session = |n: usize| {
        let path = cached.folder.path().join(format!("{n}.jsonl"));
        std::fs::write(&path, line(&format!("a.{n}"))).unwrap();
        sources(&[path]).files.remove(0)
    };
    let mut one = 0;
    for n in 0..6 {
        let cache = cached.cache().with_room_for(if one == 0 { 1 << 20 } else { one * 3 });
        Scanner::new(&quietly).cached(&session(n), &cache);
        assert!(cache.close().is_none());
        one = one.max(std::fs::metadata(cached.file()).unwrap().len() / (n as u64 + 1).min(3));
        assert!(std::fs::metadata(cached.file()).unwrap().len() <= one * 3);
    }
    let text = std::fs::read_to_string(cached.file()).unwrap();
    let left: Vec<usize> = (0..6).filter(|n| text.contains(&format!("{n}.jsonl"))).collect();
    assert!(left.ends_with(&[4, 5]) && !left.contains(&1), "{left:?}");
}

#[test]
fn small_files_and_files_whose_counts_are_as_long_are_not_remembered() {
    let cached = Cached::new();
    let open = || Cache::open(&cached.folder.path().join("cache"));
    cached.append(&line("a.one"));
    for _ in 0..2 {
        let cache = open();
        assert!(Scanner::new(&quietly).cached(&cached.source(), &cache).fresh > 0);
        assert!(cache.close().is_none());
        assert!(!cached.file().exists());
    }
    // All different, so that there is as much to count as there is to read.
    cached.append(&(0..200).map(|n| line(&format!("a.{n}"))).collect::<String>());
    let cache = open();
    Scanner::new(&quietly).cached(&cached.source(), &cache);
    assert!(cache.close().is_none());
    cached.append(&line("a.one").repeat(2000));
    for is_again in [false, true] {
        let cache = open();
        let scanned = Scanner::new(&quietly).cached(&cached.source(), &cache);
        assert_eq!(scanned.fresh == 0, is_again);
        assert!(cache.close().is_none());
    }
}
