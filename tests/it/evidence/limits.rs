//! What is larger or deeper than is kept, and how that is measured.

use fabric_rules::internal::evidence::{self, Evidence, Reading};
use fabric_rules::internal::metric::gaps;

/// A line with an envelope that has these members too, one operation with these arguments, and these
/// audits.
fn line(more: &str, args: &str, audits: &str) -> String {
    format!(
        r#"{{"details":{{"audits":[{audits}],"trace":{{"kind":"pi-fabric.execution","version":1,"outcome":"failed",{more}"phases":[],"operations":[{{"type":"call","sequence":0,"ref":"a","args":{args},"outcome":"succeeded"}}],"counts":{{"droppedValues":0,"truncatedValues":0,"redactedValues":0,"droppedOperations":0}}}}}}}}"#
    )
}

fn read(line: &str) -> (Evidence, Reading) {
    evidence::ingest([line.as_bytes()])
}

#[test]
fn of_a_member_given_twice_only_the_last_is_measured() {
    let long = "x".repeat(400 << 10);
    let largest = "x".repeat(evidence::ENVELOPE_BYTES);
    let deep = format!("{}1{}", "[".repeat(16), "]".repeat(16));
    for (line, traces) in [
        (line(&format!(r#""error":"{long}","#), "{}", ""), 1),
        (line(&format!(r#""error":"{long}","error":"{long}","#), "{}", ""), 1),
        (line(&format!(r#""error":"{largest}","error":"","#), "{}", ""), 1),
        (line(&format!(r#""error":"","error":"{largest}","#), "{}", ""), 0),
        (line("", &format!(r#"{{"k":"{long}","k":["{long}"]}}"#), ""), 1),
        (line("", &format!(r#"{{"k":"{long}","j":["{long}"]}}"#), ""), 0),
        (line("", &format!(r#"{{"k":{{"j":"{long}","j":"{long}"}}}}"#), ""), 1),
        (line("", &format!(r#"{{"k":{deep},"k":1}}"#), ""), 1),
        (line("", &format!(r#"{{"k":1,"k":{deep}}}"#), ""), 0),
        (line("", r#"{"k":1e400,"k":1}"#, ""), 1),
        (line("", r#"{"k":1,"k":1e400}"#, ""), 0),
    ] {
        let (evidence, reading) = read(&line);
        let shown: String = line.chars().take(300).collect();
        assert_eq!((evidence.traces.len(), reading.refused.count), (traces, 1 - traces as u64), "{shown}");
    }
}

#[test]
fn an_envelope_with_a_member_twice_is_measured_to_the_byte() {
    let twice = |size: usize| {
        line(&format!(r#""error":"{}","error":"{}","#, "y".repeat(9), "x".repeat(size)), "{}", "")
    };
    let once = |size: usize| line(&format!(r#""error":"{}","#, "x".repeat(size)), "{}", "");
    let envelope = once(0).len() - line("", "{}", "").len();
    assert_eq!(envelope, r#""error":"","#.len());
    let empty = r#"{"details":{"audits":[],"trace":}}"#.len();
    let room = evidence::ENVELOPE_BYTES - (once(0).len() - empty);
    for (size, traces) in [(room, 1), (room + 1, 0)] {
        assert_eq!(read(&once(size)).0.traces.len(), traces, "once, {size} bytes");
        assert_eq!(read(&twice(size)).0.traces.len(), traces, "twice, {size} bytes");
    }
}

#[test]
fn a_verbatim_call_that_is_too_deep_to_be_kept_is_counted_and_its_values_observed() {
    let audit = |depth: usize| {
        format!(r#"{{"ref":"a","args":{{"s":1,"d":{}{}}}}}"#, "[".repeat(depth), "]".repeat(depth))
    };
    let (evidence, reading) =
        read(&line("", "{}", &[audit(127), audit(128), "1".to_owned(), audit(5000)].join(",")));
    assert_eq!((evidence.audit_calls.len(), evidence.value_observations.len()), (1, 3));
    assert_eq!(reading.unkept, 2);
    assert!(
        gaps(&reading)
            .iter()
            .any(|gap| gap.what == "2 verbatim calls" && gap.why.contains("deeper than 128"))
    );
    let mut twice = reading.clone();
    twice.add(&reading);
    assert_eq!(twice.unkept, 4);
}
