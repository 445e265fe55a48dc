//! Long texts, where a small distance is looked for first, are as far apart as the whole work says.

use std::time::{Duration, Instant};

use fabric_rules::internal::metric::{Distance, Figure, distance};
use rapidfuzz::distance::levenshtein;

/// A text, and the same with `edits` units changed, dropped or added.
fn pair(length: usize, letters: u8, edits: usize) -> (String, String) {
    let mut rng = fastrand::Rng::with_seed(length as u64 * 31 + edits as u64);
    let letter = |rng: &mut fastrand::Rng| match rng.u8(..letters) {
        0 => '名',
        letter => char::from(b'a' + letter),
    };
    let left: Vec<char> = (0..length).map(|_| letter(&mut rng)).collect();
    let mut right = left.clone();
    for _ in 0..edits {
        let at = rng.usize(..right.len());
        match rng.u8(..3) {
            0 => right[at] = letter(&mut rng),
            1 => drop(right.remove(at)),
            _ => right.insert(at, letter(&mut rng)),
        }
    }
    (left.into_iter().collect(), right.into_iter().collect())
}

#[test]
fn long_texts_are_as_far_apart_as_short_ones() {
    // Few edits, about as many as are looked for first, and many; on both sides of what is long.
    for (length, edits) in [(4000, 300), (4200, 1), (4200, 200), (4200, 290), (4200, 400), (4200, 20_000)] {
        for letters in [2, 20] {
            let (left, right) = pair(length, letters, edits);
            let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
            let (a, b) = (units(&left), units(&right));
            let edits_found = levenshtein::distance(a.iter().copied(), b.iter().copied());
            let expected = Figure::of(edits_found as f64 / a.len().max(b.len()) as f64);
            let expected = Distance { figure: expected, is_exact: true };
            assert_eq!(distance(&left, &right), expected, "{length} units, {edits} edits");
        }
    }
}

#[test]
fn texts_too_long_for_the_work_are_at_least_so_far_apart() {
    // Alike at both ends and in few places between, however long: exact.
    let (left, right) = pair(250_000, 20, 40);
    assert!(distance(&left, &right).is_exact);
    // Nothing alike: the letters that one has and the other lacks, and at once.
    let start = Instant::now();
    let (left, right) = ("ab".repeat(125_000), "ac".repeat(100_000));
    let apart = distance(&left, &right);
    assert_eq!(apart, Distance { figure: Figure::of(0.6), is_exact: false });
    assert_eq!(apart, distance(&right, &left), "whichever comes first");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn the_least_distance_is_never_more_than_the_exact_one() {
    for edits in [10_000, 20_000, 50_000] {
        let (left, right) = pair(7_000, 4, edits);
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        let (a, b) = (units(&left), units(&right));
        let exact = levenshtein::distance(a.iter().copied(), b.iter().copied());
        let apart = distance(&left, &right);
        assert!(!apart.is_exact, "{edits} edits");
        assert!(apart.figure <= Figure::of(exact as f64 / a.len().max(b.len()) as f64), "{edits} edits");
    }
}
