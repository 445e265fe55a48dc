//! Scanning and measuring sessions.
//!
//! Two floors, measured in the same run over the same file with the same block size: reading it, and
//! `memchr` for line feeds over it. Memory is looked at apart, of the command line over 100 MB
//! and over 2 GB.

use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{Criterion, Throughput};
use fabric_rules::internal::metric::Partial;
use fabric_rules::internal::store::{Scanner, sources};

use crate::corpus::{Options, write_large};

/// The size of a measured file.
const BYTES: u64 = 64 << 20;
/// As much as the scanner reads at a time.
const BLOCK: usize = 512 << 10;

pub fn scan(criterion: &mut Criterion) {
    let folder = tempfile::TempDir::new().unwrap();
    for (name, options) in [("prose", Options::prose(1)), ("traces", Options::traces(1))] {
        let path = folder.path().join(format!("{name}.jsonl"));
        let bytes = write_large(&options, BYTES, &path);
        let mut group = criterion.benchmark_group(format!("scan-{name}"));
        group.sample_size(10).throughput(Throughput::Bytes(bytes));
        group.bench_function("read-floor", |bencher| {
            bencher.iter(|| {
                blocks(&path, |block| {
                    black_box(block);
                })
            });
        });
        group.bench_function("memchr-floor", |bencher| {
            bencher.iter(|| {
                let mut lines = 0;
                blocks(&path, |block| lines += memchr::memchr_iter(b'\n', block).count());
                lines
            });
        });
        let source = sources(&[&path]).files.remove(0);
        let scanner = Scanner::new(&|_| {});
        group.bench_function("measure", |bencher| bencher.iter(|| scanner.file(&source, Partial::default())));
        group.finish();
    }
}

fn blocks(path: &Path, mut each: impl FnMut(&[u8])) {
    let mut file = std::fs::File::open(path).unwrap();
    let mut buffer = vec![0; BLOCK];
    loop {
        match file.read(&mut buffer).unwrap() {
            0 => return,
            read => each(&buffer[..read]),
        }
    }
}

/// How many files a corpus of which memory is looked at is spread over, so that two jobs share it.
const FILES: u64 = 8;

/// Prints the peak of resident memory of the command line while it measures corpora of 100 MB and of
/// 2 GB, which are made for this and deleted.
pub fn memory() {
    println!("\nresident memory of `measure` at its peak, in MiB");
    println!("  {:<24}{:>9}{:>9}", "", "100 MB", "2 GB");
    let peaks = [100_000_000, 2_000_000_000].map(|bytes| {
        let folder = tempfile::TempDir::new().unwrap();
        for file in 0..FILES {
            let path = folder.path().join(format!("{file}.jsonl"));
            write_large(&Options::prose(file), bytes / FILES, &path);
        }
        [1, 2].map(|jobs| peak(folder.path(), jobs))
    });
    for (index, jobs) in ["prose-heavy, 1 job", "prose-heavy, 2 jobs"].into_iter().enumerate() {
        let [small, large] = peaks.map(|peaks| peaks[index]);
        match (small, large) {
            (Some(small), Some(large)) => println!("  {jobs:<24}{small:>9.1}{large:>9.1}"),
            _ => println!("  {jobs:<24} not measured: this system has no /proc/PID/status"),
        }
    }
}

/// The most that was resident while the sessions in `folder` were measured.
///
/// The system keeps the peak itself, so looking at it now and then misses only what the very end of
/// a run may add.
fn peak(folder: &Path, jobs: usize) -> Option<f64> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fabric-rules"))
        .args(["measure", "--jobs", &jobs.to_string()])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    let ended = loop {
        let now = std::fs::read_to_string(&status).ok().and_then(|status| high_water(&status));
        peak = now.or(peak);
        match child.try_wait().unwrap() {
            Some(ended) => break ended,
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    assert!(ended.success());
    peak
}

/// `VmHWM` of a process, in MiB.
fn high_water(status: &str) -> Option<f64> {
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024.0)
}
