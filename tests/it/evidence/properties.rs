//! Laws of measuring, over random traces and random splits of them.

use fabric_rules::internal::evidence::{
    FailureStage, Observation, Outcome, Place, Reading, Repair, RepairKind, Session, Trace, Value, wire,
};
use fabric_rules::internal::json::{Document, Limits, Node};
use fabric_rules::internal::metric::{self, Context, Partial, State};
use fabric_rules::internal::pool::{self, Pool, Window};
use fabric_rules::internal::signals::{self, Tally};
use fabric_rules::internal::store::{Block, Blocks};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

use super::corpus::{Options, sessions};
use super::scan::Portions;

const REFS: [&str; 6] = ["a.one", "b.two", "c.three", "d→e", "fabric.discovery.list", "\u{1f600}.far"];

fn args() -> impl Strategy<Value = serde_json::Value> {
    let value =
        select(vec![json!(1), json!("x"), json!(true), json!(null), json!([1]), json!({"deep": {"er": 1}})]);
    prop::collection::btree_map(select(vec!["zone", "k", "名", "page_count", "z\u{fffd}"]), value, 0..4)
        .prop_map(|members| json!(members))
}

fn operation() -> impl Strategy<Value = serde_json::Value> {
    let stage =
        prop::option::of(select(vec!["resolve", "prepare", "validate", "approve", "invoke", "guard"]));
    let outcome = select(vec!["succeeded", "succeeded", "failed", "failed", "aborted", "timed_out"]);
    (select(REFS.to_vec()), args(), outcome, stage).prop_map(|(action, args, outcome, stage)| {
        let mut operation = json!({"ref": action, "args": args, "outcome": outcome});
        if let Some(stage) = stage {
            operation["failureStage"] = json!(stage);
        }
        operation
    })
}

fn traces() -> impl Strategy<Value = Vec<Trace>> {
    let trace = (
        prop::collection::vec(operation(), 0..8),
        prop::option::of(select(vec!["collect", "ship", ""])),
        prop::option::of(select(vec!["p/a", "p/b", ""])),
    )
        .prop_map(|(operations, task, model)| {
            let mut trace = json!({"operations": operations});
            for (name, text) in [("taskKey", task), ("model", model)] {
                if let Some(text) = text {
                    trace[name] = json!(text);
                }
            }
            trace
        });
    prop::collection::vec(trace, 0..12)
        .prop_map(|traces| wire::traces(&parsed(&json!(traces)), &node(&json!(traces)), "").unwrap())
}

fn parsed(value: &serde_json::Value) -> Document {
    Document::parse(value.to_string().as_bytes(), Limits::SURFACE).unwrap()
}

fn node(value: &serde_json::Value) -> Node {
    parsed(value).root
}

fn context() -> Context {
    let schema = node(
        &json!({"type": "object", "properties": {"zone": {"type": "string"}, "k": {"enum": [1, 2, 3]}}}),
    );
    let repair =
        Repair { kind: RepairKind::KeyAlias, action: "a.one".into(), from: "z".into(), to: "zone".into() };
    Context::default()
        .surface([("a.one", &schema), ("never.called", &schema)], None)
        .repairs([&repair])
        .catalog_digest("d")
}

fn state(traces: &[Trace]) -> State {
    let mut partial = Partial::default();
    traces.iter().for_each(|trace| partial.add(trace));
    State::new(context(), partial, Reading::default())
}

/// What is noted of a line or a file: its kind, the file, the line and the reason.
fn note() -> impl Strategy<Value = (u8, u8, u64, u8)> {
    (0_u8..3, 0_u8..30, 1_u64..9, 0_u8..4)
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// A report without its counts: what must not depend on how often a corpus is repeated.
fn rates(report: &metric::MetricReport) -> serde_json::Value {
    let mut value = json!(report);
    value.as_object_mut().unwrap().remove("totals");
    value["per1k"] = json!(report.totals.invocation_rejections_per1k);
    for row in value["refs"].as_array_mut().unwrap() {
        for count in ["calls", "succeeded", "failed"] {
            row.as_object_mut().unwrap().remove(count);
        }
        for shape in row["shapeSignatures"].as_array_mut().unwrap() {
            shape.as_object_mut().unwrap().remove("count");
        }
    }
    for row in value["byModel"].as_array_mut().unwrap() {
        for count in ["operations", "actionOperations", "succeeded", "invocationRejections"] {
            row.as_object_mut().unwrap().remove(count);
        }
    }
    value
}

proptest! {
    #[test]
    fn merged_parts_are_the_whole(traces in traces(), places in prop::collection::vec(0_usize..4, 12), order in Just([2_usize, 0, 3, 1]).prop_shuffle()) {
        let whole = state(&traces);
        let parts: Vec<State> = (0..4).map(|part| {
            let of_part: Vec<Trace> = traces.iter().zip(&places).filter(|(_, place)| **place == part).map(|(trace, _)| trace.clone()).collect();
            // As files: written and read again.
            State::read(&text(&state(&of_part))).unwrap()
        }).collect();
        let mut merged = parts[order[0]].clone();
        // The last two are merged with each other first.
        let mut last = parts[order[2]].clone();
        last.merge(&parts[order[3]]).unwrap();
        merged.merge(&last).unwrap();
        merged.merge(&parts[order[1]]).unwrap();
        prop_assert_eq!(text(&merged), text(&whole));
        prop_assert_eq!(text(&merged.report()), text(&whole.report()));
        prop_assert_eq!(text(&whole.report()), text(&metric::measure(&traces, &context())));
    }

    #[test]
    fn a_repeated_corpus_has_the_same_rates(traces in traces(), times in 2_usize..6) {
        let repeated: Vec<Trace> = traces.iter().cycle().take(traces.len() * times).cloned().collect();
        prop_assert_eq!(rates(&state(&traces).report()), rates(&state(&repeated).report()));
    }

    #[test]
    fn figures_are_those_of_the_operations(traces in traces()) {
        let report = state(&traces).report();
        let calls: Vec<_> = traces.iter().flat_map(|trace| &trace.operations).filter(|call| !call.action.starts_with("fabric.")).collect();
        let rejected = calls.iter().filter(|call| call.outcome == Outcome::Failed && matches!(call.failure_stage, Some(FailureStage::Resolve | FailureStage::Prepare | FailureStage::Validate))).count();
        let rate = if calls.is_empty() { 0.0 } else { (rejected as f64 / calls.len() as f64 * 1e6).round() / 1e6 };
        prop_assert_eq!((report.score.get(), report.behavioral_score.get()), (rate, rate));
        prop_assert!((0.0..=1.0).contains(&report.churn_rate.get()));
        prop_assert!(report.refs.windows(2).all(|rows| rows[0].score >= rows[1].score));
    }

    #[test]
    fn readings_add_up_in_any_order_and_grouping(notes in prop::collection::vec(note(), 0..60), parts in prop::collection::vec(0_usize..5, 60), order in Just([0_usize, 1, 2, 3, 4]).prop_shuffle(), groups in prop::collection::vec(any::<bool>(), 5)) {
        let part = |number: Option<usize>| {
            let mut reading = Reading::default();
            for (_, (kind, file, line, why)) in parts.iter().zip(&notes).filter(|(part, _)| number.is_none_or(|number| **part == number)) {
                let file = format!("f{file:02}");
                let place = Place { file: file.as_str().into(), line: *line };
                match kind {
                    0 => reading.malformed.note(place),
                    1 => reading.refused.note(place),
                    _ => reading.unread.note(file, format!("reason {why}")),
                }
                reading.lines += line;
            }
            reading
        };
        let (mut all, mut group) = (Reading::default(), Reading::default());
        for (number, closes) in order.iter().zip(&groups) {
            group.add(&part(Some(*number)));
            if *closes {
                let mut larger = std::mem::take(&mut group);
                larger.add(&all);
                all = larger;
            }
        }
        all.add(&group);
        prop_assert_eq!(all, part(None));
    }

    #[test]
    fn merged_tallies_give_the_same_signals(traces in traces(), cut in any::<Index>()) {
        let schema = node(&json!({"properties": {"zone": {"x-fabric-enum-candidate": true}}}));
        let surface = || REFS.iter().map(|action| (*action, &schema));
        let tally = |traces: &[Trace]| {
            let mut tally = Tally::new(surface());
            for trace in traces {
                tally.add(trace);
                tally.observe_calls(trace);
            }
            tally
        };
        let report = state(&traces).report();
        let (left, right) = traces.split_at(cut.index(traces.len() + 1));
        let mut merged = tally(right);
        merged.merge(&tally(left));
        let whole = signals::of_traces(&traces, surface(), None, &report);
        prop_assert_eq!(&signals::signals(&merged, &report), &whole);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn states_of_files_merge_into_that_of_all(seed in 0_u64..50, files in 1_usize..7, order in Just([0_usize, 1, 2, 3, 4, 5]).prop_shuffle(), groups in prop::collection::vec(any::<bool>(), 6)) {
        let made: Vec<_> = sessions(&Options { sessions: files, ..Options::small(seed) }).collect();
        // Each file as it is measured on its own, with a reason of its own for one that none could read.
        let read = |which: &[usize]| {
            let (mut partial, mut reading) = (Partial::default(), Reading::default());
            for index in which {
                let mut session = Session::new(format!("s{index}"));
                session.read(made[*index].text.split(|byte| *byte == b'\n'), |record| partial.add(&record.trace));
                reading.add(session.reading());
                reading.unread.note("gone", format!("reason {}", index % 3));
            }
            State::read(&text(&State::new(context(), partial, reading))).unwrap()
        };
        let order: Vec<usize> = order.into_iter().filter(|index| *index < files).collect();
        let mut merged = read(&[]);
        let mut group = Vec::new();
        for (index, closes) in order.iter().zip(&groups) {
            group.push(*index);
            if *closes {
                let mut other = read(&std::mem::take(&mut group));
                other.merge(&merged).unwrap();
                merged = other;
            }
        }
        merged.merge(&read(&group)).unwrap();
        let whole = read(&(0..files).collect::<Vec<_>>());
        prop_assert_eq!(text(&merged), text(&whole));
        prop_assert_eq!(text(&merged.report()), text(&whole.report()));
        prop_assert_eq!(text(&merged.coverage()), text(&whole.coverage()));
    }

    #[test]
    fn lines_may_come_in_any_portions(seed in 0_u64..50, cuts in prop::collection::vec(any::<Index>(), 0..6)) {
        let made = sessions(&Options::small(seed)).next().unwrap();
        let lines: Vec<&[u8]> = made.text.split(|byte| *byte == b'\n').collect();
        let read = |portions: &[&[&[u8]]]| {
            let mut session = Session::new("s");
            let mut traces = Vec::new();
            for portion in portions {
                session.read(portion.iter().copied(), |record| traces.push(record.trace));
            }
            (traces, session.reading().clone(), session.model().map(str::to_owned))
        };
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(lines.len())).collect();
        cuts.sort_unstable();
        let mut portions = Vec::new();
        let mut rest = &lines[..];
        for cut in cuts.iter().rev() {
            let (head, tail) = rest.split_at(*cut);
            portions.insert(0, tail);
            rest = head;
        }
        portions.insert(0, rest);
        prop_assert_eq!(read(&portions), read(&[&lines]));
    }

    #[test]
    fn blocks_are_the_lines_of_the_text(text in "[ab\n]{0,200}", block in 1_usize..12, most in 1_usize..12, portion in 1_usize..9) {
        let mut blocks = Blocks::with_sizes(Portions(text.as_bytes(), portion), block, most);
        let (mut lines, mut end) = (Vec::new(), None);
        while end.is_none() {
            match blocks.next_block().unwrap() {
                Block::Lines(block) => {
                    prop_assert!(block.ends_with(b"\n"));
                    lines.extend(block[..block.len() - 1].split(|byte| *byte == b'\n').map(|line| Some(line.to_vec())));
                }
                Block::Oversized { ended: true } => lines.push(None),
                Block::Oversized { ended: false } => end = Some(None),
                Block::End(rest) => end = Some(Some(rest.to_vec())),
            }
        }
        // A block may be larger than a line may be long, and then a long line in it is no burden.
        let mut expected: Vec<&[u8]> = text.as_bytes().split(|byte| *byte == b'\n').collect();
        let last = expected.pop().unwrap();
        prop_assert_eq!(lines.len(), expected.len());
        for (line, expected) in lines.iter().zip(&expected) {
            match line {
                Some(line) => prop_assert_eq!(line, expected),
                None => prop_assert!(expected.len() > most),
            }
            prop_assert!(line.is_none() || expected.len() <= most.max(block));
        }
        match end.unwrap() {
            Some(rest) => prop_assert_eq!(rest, last),
            None => prop_assert!(last.len() > most),
        }
        prop_assert_eq!(blocks.passed() as usize, text.len() - last.len());
    }

    #[test]
    fn a_session_that_grows_gives_what_it_gives_at_once(values in prop::collection::vec((0_u8..3, 0_u8..4), 0..30), cut in any::<Index>()) {
        let observations: Vec<Observation> = values.iter().map(|(key, value)| Observation {
            action: "a.one".into(), key: format!("k{key}").into(), value: Value::Text(format!("v{value}").into()), count: 1,
        }).collect();
        let window = |observations: &[Observation]| Window::new("s", observations.to_vec());
        let mut at_once = Pool::default();
        pool::merge(&mut at_once, [window(&observations)]);
        let mut grown = Pool::default();
        pool::merge(&mut grown, [window(&observations[..cut.index(observations.len() + 1)])]);
        pool::merge(&mut grown, [window(&observations)]);
        prop_assert_eq!(&grown, &at_once);
        // Emptied, it takes everything back; and once more changes nothing.
        pool::merge(&mut grown, [window(&[])]);
        prop_assert!(grown.entries().is_empty());
        prop_assert_eq!(pool::merge(&mut grown, [window(&[])]).skipped_sessions, 1);
    }
}
