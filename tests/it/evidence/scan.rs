//! Reading files: streams in blocks, cursors, and files in every bad state.

use std::io::{self, Read, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use fabric_rules::internal::evidence::Reading;
use fabric_rules::internal::metric::{Context, MetricReport, Partial};
use fabric_rules::internal::store::{Block, Blocks, LINE_BYTES, Scanned, Scanner, in_parallel, sources};
use serde_json::json;
use tempfile::TempDir;

use super::corpus::{self, Options};

pub fn line(action: &str) -> String {
    let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [],
        "operations": [{"type": "call", "sequence": 0, "ref": action, "args": {}, "outcome": "succeeded"}],
        "counts": {"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0}});
    format!("{}\n", json!({"details": {"trace": trace}}))
}

pub fn quietly(_: u64) {}

fn scan(path: &Path) -> Scanned<Partial> {
    let found = sources(&[path]);
    Scanner::new(&quietly).file(&found.files[0], Partial::default())
}

pub fn measured(scanned: &Scanned<Partial>) -> MetricReport {
    MetricReport::new(&scanned.fold, &Context::default())
}

/// Measures everything below some paths on `jobs` threads, as the command line does.
fn measure_all<P: AsRef<Path>>(paths: &[P], jobs: usize) -> (MetricReport, Reading) {
    let found = sources(paths);
    let scanner = Scanner::new(&quietly);
    let all = in_parallel(&found.files, jobs, |source| scanner.file(source, Partial::default()));
    let (mut partial, mut reading) = (Partial::default(), Reading::default());
    for scanned in all {
        partial.merge(&scanned.fold);
        reading.add(&scanned.reading);
    }
    reading.add(&Reading { unread: found.unread, ..Reading::default() });
    (MetricReport::new(&partial, &Context::default()), reading)
}

#[test]
fn a_folder_is_measured_as_it_was_made_whatever_the_jobs() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("deeper")).unwrap();
    let mut truth = corpus::write(&Options::small(7), folder.path());
    truth.add(&corpus::write(&Options { sessions: 9, ..Options::small(8) }, &folder.path().join("deeper")));
    std::fs::write(folder.path().join("notes.txt"), "no session").unwrap();
    let (report, reading) = measure_all(&[folder.path()], 1);
    assert_eq!(reading.files, 12);
    assert_eq!(
        (reading.lines, reading.malformed.count, reading.unfinished.count),
        (truth.lines, truth.malformed, truth.unfinished)
    );
    assert_eq!((report.totals.traces, report.totals.operations), (truth.traces, truth.operations));
    let one = json!([report, reading]).to_string();
    for jobs in [2, 3, 8, 100] {
        let (report, reading) = measure_all(&[folder.path()], jobs);
        assert_eq!(json!([report, reading]).to_string(), one, "{jobs} jobs");
    }
    // Named twice, and by a link, each file counts once.
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("deeper"), folder.path().join("again")).unwrap();
    let (report, _) = measure_all(&[folder.path(), &folder.path().join("deeper/session-0001.jsonl")], 2);
    assert_eq!(report.totals.traces, truth.traces);
}

/// Gives a stream in portions of a few bytes.
pub struct Portions<'t>(pub &'t [u8], pub usize);

impl Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.1.min(buffer.len()).min(self.0.len());
        buffer[..size].copy_from_slice(&self.0[..size]);
        self.0 = &self.0[size..];
        Ok(size)
    }
}

#[test]
fn blocks_are_whole_lines_however_the_bytes_come() {
    let text: Vec<u8> = (0..40_000_u32)
        .flat_map(|n| format!("line {n} {}\n", "x".repeat(n as usize % 97)).into_bytes())
        .collect();
    let text = [&text[..], b"the last"].concat();
    for portion in [1_000_003, 70_000, 4096, 7] {
        let mut blocks = Blocks::new(Portions(&text, portion));
        let mut found = Vec::new();
        loop {
            match blocks.next_block().unwrap() {
                Block::Lines(lines) => {
                    assert_eq!(lines.last(), Some(&b'\n'));
                    found.extend_from_slice(lines);
                }
                Block::End(rest) => {
                    assert_eq!(rest, b"the last");
                    found.extend_from_slice(rest);
                    break;
                }
                Block::Oversized { .. } => panic!("no line is that long"),
            }
        }
        assert_eq!(blocks.passed() as usize, text.len() - "the last".len());
        assert!(found == text, "portions of {portion}");
    }
}

/// A stream of one byte again and again, that counts what is taken from it.
struct Endless {
    byte: u8,
    left: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = buffer.len().min(usize::try_from(self.left).unwrap());
        buffer[..size].fill(self.byte);
        self.left -= size as u64;
        Ok(size)
    }
}

/// Fills the buffer at each call, across whatever it is made of.
struct Full<R>(R);

impl<R: Read> Read for Full<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.0.read(&mut buffer[filled..])? {
                0 => break,
                read => filled += read,
            }
        }
        Ok(filled)
    }
}

#[test]
fn a_line_of_more_than_64_mebibytes_is_named_and_the_rest_measured() {
    let long = |bytes: u64| Endless { byte: b'{', left: bytes };
    let (before, after) = (line("a.before"), line("a.after"));
    let after = after.repeat(3);
    let stream = || before.as_bytes().chain(long(100 << 20)).chain(&b"\n"[..]).chain(after.as_bytes());
    let scanner = Scanner::new(&quietly);
    // What follows the line comes with its end, or later.
    for scanned in [
        scanner.reader(stream(), "stream", Partial::default()),
        scanner.reader(Full(stream()), "stream", Partial::default()),
    ] {
        assert_eq!(scanned.reading.oversized.count, 1);
        assert_eq!(scanned.reading.oversized.first.first().unwrap().line, 2);
        assert_eq!((scanned.reading.lines, scanned.reading.malformed.count), (5, 0));
        assert_eq!(measured(&scanned).totals.traces, 4);
        assert_eq!(scanned.reading.bytes, (100 << 20) + 1 + (before.len() + after.len()) as u64);
    }
}

#[test]
fn a_line_of_exactly_64_mebibytes_is_read() {
    let prose = r#"{"prose":""#;
    let end = r#""}"#;
    for (bytes, oversized) in [(LINE_BYTES, 0), (LINE_BYTES + 1, 1)] {
        let middle = Endless { byte: b'x', left: (bytes - prose.len() - end.len()) as u64 };
        let stream = prose.as_bytes().chain(middle).chain(end.as_bytes()).chain(&b"\n"[..]);
        let scanned = Scanner::new(&quietly).reader(stream, "stream", Partial::default());
        assert_eq!(scanned.reading.oversized.count, oversized);
        assert_eq!((scanned.reading.lines, scanned.reading.malformed.count), (1, 0));
    }
}

#[test]
fn hostile_lines_are_counted_and_the_rest_measured() {
    let deep = format!("{}{}\n", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let deep_object = format!("{{\"details\":{}1{}}}\n", "{\"trace\":".repeat(200_000), "}".repeat(200_000));
    let deep_args = line("a.deep").replace(
        "\"args\":{}",
        &format!("\"args\":{{\"x\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000)),
    );
    let mut text = Vec::new();
    for part in [
        deep.as_bytes(),
        deep_object.as_bytes(),
        deep_args.as_bytes(),
        b"{\"a\":\"\xff\"}\n",
        b"\0\n",
        b"\xef\xbb\xbf{}\n",
        "{\"a\":".repeat(100_000).as_bytes(),
        b"\n",
        b"\r\n",
        line("a.good").as_bytes(),
    ] {
        text.extend_from_slice(part);
    }
    let scanned = Scanner::new(&quietly).reader(&text[..], "stream", Partial::default());
    assert_eq!(measured(&scanned).totals.traces, 1);
    assert_eq!(scanned.reading.malformed.count, 4);
    assert_eq!(scanned.reading.refused.count, 1);
}

#[test]
fn a_trace_that_is_small_as_text_but_large_as_a_tree_is_bounded() {
    // Sixty million bytes of white space, and of empty arrays, where an envelope has 512 KiB.
    let blank = line("a.blank").replace("\"args\":{}", &format!("\"args\":{{{}}}", " ".repeat(30 << 20)));
    let wide =
        line("a.wide").replace("\"args\":{}", &format!("\"args\":{{\"x\":[{}[]]}}", "[],".repeat(10 << 20)));
    let text = blank + &wide;
    let scanned = Scanner::new(&quietly).reader(text.as_bytes(), "stream", Partial::default());
    let refs: Vec<_> = measured(&scanned).refs.into_iter().map(|row| row.action).collect();
    assert_eq!(refs, ["a.blank".into()]);
    assert_eq!(scanned.reading.refused.count, 1);
}

#[test]
fn a_last_line_without_line_feed_waits_in_a_file_and_counts_in_a_stream() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s.jsonl");
    let text = line("a.one") + line("a.two").trim_end();
    std::fs::write(&path, &text).unwrap();
    let scanned = scan(&path);
    assert_eq!(measured(&scanned).totals.traces, 1);
    assert_eq!(scanned.reading.unfinished.first.first().unwrap().line, 2);
    assert_eq!(scanned.cursor as usize, line("a.one").len());
    let scanned = Scanner::new(&quietly).reader(text.as_bytes(), "<stdin>", Partial::default());
    assert_eq!(measured(&scanned).totals.traces, 2);
    assert_eq!(scanned.reading.unfinished.count, 0);
}

/// A file that gives an error after some bytes.
struct Failing<'t>(&'t [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("the disk is gone")) } else { self.0.read(buffer) }
    }
}

#[test]
fn what_came_before_an_error_counts() {
    let text = line("a.one") + "{\"half";
    let scanned = Scanner::new(&quietly).reader(Failing(text.as_bytes()), "bad", Partial::default());
    assert_eq!(measured(&scanned).totals.traces, 1);
    assert_eq!(&*scanned.reading.unread.first["bad"], "the disk is gone");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_named_and_the_rest_measured() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("good.jsonl"), line("a.good")).unwrap();
    std::os::unix::fs::symlink(folder.path(), at("loop")).unwrap();
    std::os::unix::fs::symlink(at("b.jsonl"), at("a.jsonl")).unwrap();
    std::os::unix::fs::symlink(at("a.jsonl"), at("b.jsonl")).unwrap();
    std::os::unix::fs::symlink(at("nowhere"), at("dangling.jsonl")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(at("pipe.jsonl")).status().unwrap().success());
    std::fs::create_dir(at("folder.jsonl")).unwrap();
    let through = at("good.jsonl").join("through.jsonl");
    let (report, reading) = measure_all(&[folder.path(), &through, &at("gone.jsonl"), &at("pipe.jsonl")], 2);
    assert_eq!((report.totals.traces, reading.files), (1, 1));
    let named: Vec<String> = reading
        .unread
        .first
        .iter()
        .map(|(file, why)| format!("{}: {why}", file.replace(&*folder.path().to_string_lossy(), "")))
        .collect();
    let expected = [
        "/a.jsonl: Too many levels",
        "/b.jsonl: Too many levels",
        "/dangling.jsonl: No such file",
        "/gone.jsonl: No such file",
        "/good.jsonl/through.jsonl: Not a directory",
        "/loop: a symbolic link that leads back to",
        "/pipe.jsonl: it is neither",
    ];
    assert_eq!(named.len(), expected.len(), "{named:#?}");
    for (named, expected) in named.iter().zip(expected) {
        assert!(named.starts_with(expected), "{named} instead of {expected}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_named_and_the_rest_measured() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TempDir::new().unwrap();
    let closed = folder.path().join("closed.jsonl");
    std::fs::write(&closed, line("a.closed")).unwrap();
    std::fs::write(folder.path().join("open.jsonl"), line("a.open")).unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::File::open(&closed).is_ok() {
        // Root may read everything; the command line's test runs a child without privileges.
        super::not_run("this user may read a file of mode 000");
        return;
    }
    let (report, reading) = measure_all(&[folder.path()], 1);
    assert_eq!((report.totals.traces, reading.unread.count), (1, 1));
}

/// Changes its file when it has been read for a while.
fn changed_while_read(change: impl Fn(&Path) + Sync) -> Scanned<Partial> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s.jsonl");
    std::fs::write(&path, line("a.one").repeat(5000)).unwrap();
    let passed = AtomicU64::new(0);
    let progress = |bytes: u64| {
        if passed.fetch_add(bytes, Ordering::Relaxed) == 0 {
            change(&path);
        }
    };
    let found = sources(&[&path]);
    let scanned = Scanner::new(&progress).file(&found.files[0], Partial::default());
    assert!(passed.load(Ordering::Relaxed) > 0);
    scanned
}

#[test]
fn a_file_that_shrinks_while_it_is_read_is_named() {
    let scanned = changed_while_read(|path| {
        std::fs::OpenOptions::new().write(true).open(path).unwrap().set_len(10).unwrap()
    });
    assert_eq!(scanned.reading.unread.first.values().next().unwrap().as_ref(), "it shrank while it was read");
    assert!((1..5000).contains(&measured(&scanned).totals.traces));
    assert_eq!(scanned.seen, None);
}

#[test]
fn a_file_that_is_replaced_while_it_is_read_is_named_and_the_one_opened_is_measured() {
    let scanned = changed_while_read(|path| {
        let other = path.with_extension("other");
        std::fs::write(&other, "").unwrap();
        std::fs::rename(&other, path).unwrap();
    });
    assert_eq!(
        scanned.reading.unread.first.values().next().unwrap().as_ref(),
        "it was replaced while it was read"
    );
    assert_eq!(measured(&scanned).totals.traces, 5000);
}

#[test]
fn a_file_that_grows_while_it_is_read_ends_where_it_ended_when_it_was_opened() {
    let scanned = changed_while_read(|path| {
        std::fs::OpenOptions::new()
            .append(true)
            .open(path)
            .unwrap()
            .write_all(line("a.two").as_bytes())
            .unwrap();
    });
    assert_eq!(measured(&scanned).totals.traces, 5000);
    assert_eq!(scanned.reading.unread.count, 0);
}
