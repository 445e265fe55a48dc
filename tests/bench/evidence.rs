//! Scanning and measuring sessions.
//!
//! Two floors, measured in the same run over the same file with the same block size: reading it, and
//! `memchr` for line feeds over it. Memory is looked at apart, from 100 MB to 2 GB.

use std::hint::black_box;
use std::io::Read;
use std::path::Path;

use criterion::{Criterion, Throughput};
use fabric_rules::metric::Partial;
use fabric_rules::store::{Scanner, sources};

use crate::corpus::{Options, sessions, write_large};

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

/// A session that is given again and again.
struct Again<'t> {
    text: &'t [u8],
    at: usize,
}

impl Read for Again<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let rest = &self.text[self.at..];
        let size = rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&rest[..size]);
        self.at = (self.at + size) % self.text.len();
        Ok(size)
    }
}

/// Prints the peak of resident memory while a corpus of 100 MB and one of 2 GB are measured.
pub fn memory() {
    println!("\nresident memory at its peak, beyond that before");
    for (name, options) in [("prose", Options::prose(1)), ("traces", Options::traces(1))] {
        let text = sessions(&options).next().unwrap().text;
        for megabytes in [100, 2000] {
            let Some(before) = peak() else {
                println!("  not measured: this system has no /proc/self/clear_refs");
                return;
            };
            let stream = Again { text: &text, at: 0 }.take(megabytes * 1_000_000);
            let scanned = Scanner::new(&|_| {}).reader(stream, name, Partial::default());
            assert!(scanned.reading.traces > 0);
            let after = status("VmHWM:").unwrap_or_default();
            println!(
                "  {name:<8} {megabytes:>5} MB {:>8.1} MiB",
                (after.saturating_sub(before)) as f64 / 1024.0
            );
        }
    }
}

/// Forgets the peak so far and gives what is resident now, in KiB.
fn peak() -> Option<u64> {
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    status("VmRSS:")
}

fn status(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
