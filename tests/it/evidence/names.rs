//! What files are called.

use fabric_rules::internal::metric::{Context, MetricReport, Partial, SessionRow, Sessions};
#[cfg(unix)]
use fabric_rules::internal::store::path_name;

#[cfg(unix)]
#[test]
fn different_paths_have_different_names() {
    use std::os::unix::ffi::OsStrExt as _;
    let paths: [&[u8]; 9] = [
        b"a.jsonl",
        b"\xff",
        b"\\xff",
        b"\\x5cxff",
        b"\\",
        b"\\\\xff",
        b"\xfe",
        b"\xef\xbf\xbd",
        b"n\xc3\xa9\xff",
    ];
    let name = |path: &[u8]| path_name(std::path::Path::new(std::ffi::OsStr::from_bytes(path)));
    let names: std::collections::BTreeSet<String> = paths.iter().map(|path| name(path)).collect();
    assert_eq!(names.len(), paths.len(), "{names:?}");
    for (path, expected) in [
        (&b"a b.jsonl"[..], "a b.jsonl"),
        (b"\xff", "\\xff"),
        (b"\\xff", "\\x5cxff"),
        (b"a\\b", "a\\b"),
        (b"n\xc3\xa9", "né"),
    ] {
        assert_eq!(name(path), expected);
    }
}

#[test]
fn sessions_are_ordered_to_the_nanosecond_then_by_name_and_streams_come_last() {
    let report = MetricReport::new(&Partial::default(), &Context::default());
    let row = |file: &str, modified| SessionRow::new(file, modified, &report);
    let time = 1_772_000_000_000_000_000;
    let sessions = Sessions::new(vec![
        row("<stdin>", None),
        row("a", Some(time)),
        row("c", Some(time + 1)),
        row("b", Some(time + 1)),
        row("d", Some(time + 999_999)),
    ]);
    let files: Vec<&str> = sessions.sessions.iter().map(|row| &*row.file).collect();
    assert_eq!(files, ["d", "b", "c", "a", "<stdin>"]);
    let json = serde_json::to_value(&sessions).unwrap();
    assert_eq!(json["sessions"][0]["modified"], 1_772_000_000_000_u64, "written in milliseconds");
    assert!(json["sessions"][4].get("modified").is_none());
}
