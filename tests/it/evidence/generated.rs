//! Generated corpora are measured as they were made.

use fabric_rules::internal::evidence::{Reading, Session};
use fabric_rules::internal::metric::{Context, MetricReport, Partial};

use super::corpus::{Options, Session as Made, Truth, sessions};

fn measured(made: &Made) -> (MetricReport, Reading, u64) {
    let mut session = Session::new(made.name.clone());
    let mut partial = Partial::default();
    let mut audits = 0;
    // What follows the last line feed is still being written.
    let (text, rest) = made.text.split_at(made.text.iter().rposition(|byte| *byte == b'\n').unwrap());
    assert_eq!(rest.len() > 1, made.truth.unfinished == 1);
    session.read(text.split(|byte| *byte == b'\n'), |record| {
        record.each_audit(|_| audits += 1);
        partial.add(&record.trace);
    });
    (MetricReport::new(&partial, &Context::default()), session.reading().clone(), audits)
}

#[test]
fn a_generated_session_is_measured_as_it_was_made() {
    let mut all = Truth::default();
    for seed in 0..20 {
        for made in sessions(&Options::small(seed)) {
            let (report, reading, audits) = measured(&made);
            let found = Truth {
                lines: reading.lines,
                traces: report.totals.traces,
                operations: report.totals.operations,
                action_operations: report.totals.action_operations,
                rejections: report.totals.invocation_rejections,
                audits,
                malformed: reading.malformed.count,
                refused: reading.refused.count,
                unfinished: made.truth.unfinished,
                models: report.by_model.iter().map(|row| (row.model.to_string(), row.operations)).collect(),
            };
            assert_eq!(found, made.truth, "seed {seed}, {}", made.name);
            all.add(&made.truth);
        }
    }
    for (what, count) in [
        ("rejections", all.rejections),
        ("audits", all.audits),
        ("malformed", all.malformed),
        ("refused", all.refused),
        ("unfinished", all.unfinished),
        ("models", all.models.len() as u64),
    ] {
        assert!(count > 1, "the generator made hardly any {what}");
    }
}

#[test]
fn prose_is_framed_and_not_parsed() {
    let made = sessions(&Options::prose(1)).next().unwrap();
    let (_, reading, _) = measured(&made);
    assert!(
        reading.framed * 10 > reading.lines * 8,
        "{} of {} lines were framed",
        reading.framed,
        reading.lines
    );
    assert_eq!(reading.traces, made.truth.traces);
}
