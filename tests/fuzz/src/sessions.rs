//! The lines of a session: however they are read, the figures are the same.

use fabric_rules::internal::evidence::{Session, ingest};
use fabric_rules::internal::metric::{Context, MetricReport, Partial};

/// Read at once, in two parts, or into memory: one count of everything.
pub fn hold(bytes: &[u8]) {
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let (whole, reading) = read(&[&lines]);
    let (half, rest) = lines.split_at(lines.len() / 2);
    let (parts, again) = read(&[half, rest]);
    assert_eq!((&parts, &again), (&whole, &reading), "in two parts");
    let (evidence, _) = ingest(lines.iter().copied());
    let mut kept = Partial::default();
    evidence.traces.iter().for_each(|trace| kept.add(trace));
    let report = |partial: &Partial| serde_json(&MetricReport::new(partial, &Context::default()));
    assert_eq!(report(&kept), report(&whole), "in memory");
}

fn read(parts: &[&[&[u8]]]) -> (Partial, fabric_rules::internal::evidence::Reading) {
    let (mut session, mut partial) = (Session::new(""), Partial::default());
    for lines in parts {
        session.read(lines.iter().copied(), |record| partial.add(&record.trace));
    }
    (partial, session.into_reading())
}

fn serde_json(report: &MetricReport) -> String {
    format!("{report:?}")
}
