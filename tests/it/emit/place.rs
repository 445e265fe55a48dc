//! Lines and columns against a slow, obvious count.

use fabric_rules::internal::diagnostic::place::{Place, Places};
use proptest::prelude::*;

fn slow(text: &str, offset: usize) -> Place {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Place { line: before.matches('\n').count() + 1, column: before[line_start..].encode_utf16().count() + 1 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn places_are_those_of_a_slow_count(text in "(\n|[a-z]{0,300}|[é🚀～\r]){0,40}") {
        let places = Places::new(&text);
        for offset in (0..=text.len()).filter(|offset| text.is_char_boundary(*offset)) {
            prop_assert_eq!(places.at(offset), slow(&text, offset));
        }
    }
}

#[test]
fn a_place_behind_the_text_is_its_end() {
    assert_eq!(Places::new("a\nbc").at(99), Place { line: 2, column: 3 });
    assert_eq!(Places::new("").at(5), Place { line: 1, column: 1 });
    let full = "x".repeat(2048);
    assert_eq!(Places::new(&full).at(2048), Place { line: 1, column: 2049 });
}

#[test]
fn one_line_of_many_megabytes_is_searched_quickly() {
    let text = "x".repeat(8 << 20);
    let places = Places::new(&text);
    let start = std::time::Instant::now();
    let columns: usize = (0..10_000).map(|n| places.at(text.len() - n).column).sum();
    assert_eq!(columns, (0..10_000).map(|n| text.len() - n + 1).sum::<usize>());
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
}
