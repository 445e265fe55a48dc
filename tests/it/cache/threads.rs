//! Many threads: with a deterministic derivation nobody sees whether there is a cache.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use fabric_rules::internal::cache::{Cache, Fidelity, Options};
use fastrand::Rng;
use serde_json::{Value, json};

use super::question;

/// What is derived: `null` for some, a miss for others, an error for others.
fn derive(version: &str, number: u64) -> Result<Value, String> {
    match number % 7 {
        5 => Ok(Value::Null),
        6 => Ok(json!({"aCanonMiss": true, "number": number, "version": version})),
        4 => Err(format!("{number} of {version}")),
        _ => Ok(json!({"number": number, "version": version})),
    }
}

#[test]
fn results_with_and_without_are_equal_under_random_schedules() {
    for seed in 0..40 {
        let mut rng = Rng::with_seed(seed);
        let fidelity = rng.bool().then(|| Fidelity { warmup: rng.u32(0..3), threshold: 0.8 });
        let (max, single_flight) = (rng.usize(0..12), rng.u8(0..4) > 0);
        let cache = Cache::new(Options { max, fidelity, single_flight, ..Options::default() });
        let asked = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for thread in 0..6 {
                let (cache, asked) = (cache.clone(), &asked);
                scope.spawn(move || {
                    let mut rng = Rng::with_seed(seed * 100 + thread);
                    for _ in 0..150 {
                        let (number, version) = (rng.u64(0..20), ["1", "2"][rng.usize(0..2)]);
                        if rng.u8(0..40) == 0 {
                            cache.clear();
                        }
                        asked.fetch_add(1, Ordering::Relaxed);
                        let inputs = json!({"number": number});
                        let pause = rng.u8(0..20) == 0;
                        let run = |inputs: &fabric_rules::internal::cache::Inputs| {
                            if pause {
                                std::thread::sleep(Duration::from_micros(200));
                            }
                            derive(version, inputs.get("/number").unwrap().as_u64().unwrap())
                        };
                        let question = question("n", version, &inputs);
                        let answer = match rng.u8(0..10) {
                            0 => cache.explore(question, run),
                            _ => cache.get(question, run),
                        };
                        assert_eq!(answer, derive(version, number), "seed {seed}");
                    }
                });
            }
        });
        let stats = cache.stats();
        assert_eq!(stats.calls, u64::from(asked.into_inner()));
        // Each lookup ended in one way.
        let ends = stats.hits + stats.misses + stats.bypass + stats.verified + stats.escalated;
        assert_eq!(ends, stats.calls, "seed {seed}: {stats:?}");
    }
}

/// How often a derivation runs that so many threads ask for at once, and what they get.
fn runs(answer: &Value, single_flight: bool, threads: usize) -> (u32, Vec<Value>) {
    let cache = Cache::new(Options { single_flight, ..Options::default() });
    let (runs, barrier) = (AtomicU32::new(0), Barrier::new(threads));
    let answers = std::thread::scope(|scope| {
        let each = (0..threads).map(|_| {
            scope.spawn(|| {
                barrier.wait();
                let answer = cache.get::<()>(question("slow", "1", &json!({})), |_| {
                    runs.fetch_add(1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(50));
                    Ok(answer.clone())
                });
                answer.unwrap()
            })
        });
        let each: Vec<_> = each.collect();
        each.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    (runs.into_inner(), answers)
}

#[test]
fn one_run_serves_all_who_ask_at_once() {
    let (count, answers) = runs(&json!({"a": 1}), true, 8);
    assert_eq!((count, answers.len()), (1, 8));
    assert!(answers.iter().all(|answer| *answer == json!({"a": 1})));
    assert!(runs(&json!({"a": 1}), false, 8).0 > 1);
    // What cannot be stored, everybody works out alone.
    assert_eq!(runs(&json!({"aCanonMiss": true}), true, 8).0, 8);
}

#[test]
fn a_derivation_that_panics_leaves_nobody_waiting() {
    let cache = Cache::new(Options::default());
    let asked = || question("falls", "1", &json!({}));
    let begun = Barrier::new(2);
    std::thread::scope(|scope| {
        let falls = scope.spawn(|| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                cache.get::<()>(asked(), |_| {
                    begun.wait();
                    std::thread::sleep(Duration::from_millis(20));
                    std::panic::resume_unwind(Box::new("fell"))
                })
            }))
            .is_err()
        });
        begun.wait();
        assert_eq!(cache.get::<()>(asked(), |_| Ok(json!(2))), Ok(json!(2)));
        assert!(falls.join().unwrap());
    });
    assert_eq!(cache.get::<()>(asked(), |_| Ok(json!(3))), Ok(json!(2)));
}
