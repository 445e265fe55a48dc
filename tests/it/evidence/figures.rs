//! How means of rounded figures come out in the last digit.

use fabric_rules::internal::metric::{Context, Figure, Partial, State, round};
use serde_json::json;

/// The churn of pairs at these distances, in millionths, as a state with them reports it.
fn churn(distances: &[u32]) -> f64 {
    let calls = distances.len() as u64 + 1;
    let mut counts = std::collections::BTreeMap::new();
    for distance in distances {
        *counts.entry(distance.to_string()).or_insert(0_u64) += 1;
    }
    let mut state = json!(State::new(
        Context::default(),
        Partial::default(),
        fabric_rules::internal::evidence::Reading::default()
    ));
    state["partial"]["operations"] = json!(calls);
    state["partial"]["refs"] = json!({"a": {"succeeded": 1, "failed": calls - 1, "aborted": 0, "timedOut": 0, "rejections": 0,
        "shapes": {"{}": calls}, "stages": {"invoke": calls - 1}, "churn": counts}});
    State::read(&state.to_string()).unwrap().report().churn_rate.get()
}

/// The mean as a program has it that adds up the doubles in the order of the calls.
fn in_order(distances: &[u32]) -> f64 {
    let sum: f64 = distances.iter().map(|distance| f64::from(*distance) / 1e6).sum();
    round(sum / distances.len() as f64)
}

#[test]
fn a_mean_differs_from_a_sum_in_call_order_seldom_and_in_the_last_digit() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut differ, cases) = (0, 5_000);
    for _ in 0..cases {
        let distances: Vec<u32> = (0..random.usize(2..=12))
            .map(|_| {
                let length = random.u32(2..=40);
                (round(f64::from(random.u32(0..=length)) / f64::from(length)) * 1e6).round() as u32
            })
            .collect();
        let (found, plain) = (churn(&distances), in_order(&distances));
        assert!((found - plain).abs() < 1.5e-6, "{distances:?}: {found} and {plain}");
        differ += usize::from(found != plain);
        let twice = [&distances[..], &distances].concat();
        assert_eq!(churn(&twice), found, "a repeated corpus has the same figures");
    }
    // The figure that the page on evidence names.
    let page = include_str!("../../../docs/evidence.md");
    assert!(page.contains(&format!("{differ} of {cases}")), "{differ} of {cases} differ");
}

#[test]
fn a_mean_of_millionths_is_exact_and_rounded_once() {
    // Half way between two figures: the sum of doubles falls to either side.
    for first in 0..5_000 {
        let mean = Figure::mean_of_millionths([(first, 1), (first + 1, 1)]);
        assert_eq!(mean, Figure::of(f64::from(first + 1) / 1e6), "{first}");
        assert_eq!(Figure::mean_of_millionths([(first + 1, 7), (first, 3), (first, 4)]), mean);
    }
    assert_eq!(Figure::mean_of_millionths([]), Figure::default());
    assert_eq!(Figure::mean_of_millionths([(1_000_000, u64::MAX)]), Figure::of(1.0));
}
