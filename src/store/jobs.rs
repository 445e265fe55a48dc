//! Many files at once.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls `work` with every item, on `jobs` threads, and gives the results in the order of the items.
///
/// Items are taken in the order given, so put the large ones first where that matters. Where the system
/// starts no more threads, those that there are do all the work; the calling one is among them.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return results };
            results.push((index, work(item)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, run).ok();
        let threads: Vec<_> = (1..jobs.min(items.len())).map_while(start).collect();
        let mut results = run();
        for thread in threads {
            match thread.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
