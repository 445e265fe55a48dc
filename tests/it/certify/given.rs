//! What a user gives is certified too: a fault that shows only there is found.

use std::sync::LazyLock;

use fabric_rules::internal::apply::{ApplyError, Outcome};
use fabric_rules::internal::artifact::{Compilation, Incoming, Merged, Retracted, compile, merge};
use fabric_rules::internal::certify::{
    Corpus, FabricRules, Form, Inputs, Job, Row, Sessions, Subject, Tried, certify,
};
use fabric_rules::internal::derive::{NoPlan, derive};
use fabric_rules::internal::evidence::Reading;
use fabric_rules::internal::json::Document;
use fabric_rules::internal::metric::{Context, Figure, MetricReport, Partial};
use fabric_rules::internal::plan::Plan;
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::session::Session;
use fabric_rules::internal::surface::{Surface, SurfaceError};
use fabric_rules::internal::toolset::Toolset;
use fabric_rules::internal::trial::{self, Population, Replay, Trial, coverage_of_trial};

use super::mutations::broken;
use super::{failures, names, store};
use crate::support::{fabric, fixture, parse, schema};

fn surface_of(file: &str) -> Document {
    parse(&std::fs::read_to_string(fixture("surfaces").join(format!("{file}.tools.json"))).unwrap())
}

/// A surface whose refs are none of the built-in one.
fn given() -> Document {
    parse(
        r#"{"version": 1, "actions": [
            {"ref": "given.open", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}},
            {"ref": "given.book", "inputSchema": {"type": "object", "additionalProperties": false, "required": ["class"],
             "properties": {"class": {"type": "string", "enum": ["first", "second"]}, "seats": {"type": "integer"}}}},
            {"ref": "given.ask", "inputSchema": {"type": "object", "additionalProperties": false,
             "properties": {"maxRows": {"type": "integer"}}}}]}"#,
    )
}

#[test]
fn real_surfaces_are_certified() {
    for file in ["npm__mcp-graphql", "pypi__arxiv-mcp-server", "npm__line__line-bot-mcp-server"] {
        let document = surface_of(file);
        let surface = Surface::read(&document, None).unwrap();
        let inputs = Inputs { surface: Some(&surface), ..Inputs::default() };
        assert_eq!(failures(&FabricRules(store), &inputs), [], "{file}");
        let report = certify(&FabricRules(store), &inputs).unwrap();
        for row in report.checks {
            let is_told = row.evidence.iter().any(|line| line.starts_with("given: "));
            let is_of_surfaces = [
                "unrepeatable-run",
                "steered-plan",
                "needed-corpus",
                "rewritten-history",
                "divergent-compile",
                "restless-compile",
                "altered-surface",
                "touched-member",
                "second-change",
                "guessed-value",
                "unfounded-plan",
                "forged-plan",
                "drifted-plan",
                "inexact-merge",
                "active-legacy",
            ];
            assert_eq!(is_told, is_of_surfaces.contains(&row.name), "{}: {:?}", row.name, row.evidence);
        }
    }
}

#[test]
fn a_surface_without_a_plan_is_certified() {
    for text in [
        r#"{"version": 1, "actions": []}"#,
        r#"{"version": 1, "actions": [{"ref": "a", "inputSchema": null}]}"#,
    ] {
        let document = parse(text);
        let surface = Surface::read(&document, None).unwrap();
        let inputs = Inputs { surface: Some(&surface), ..Inputs::default() };
        assert_eq!(failures(&FabricRules(store), &inputs), []);
    }
}

broken!(Dropping: fn compile(&self, _: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut surface = job.surface.clone();
    surface.actions.retain(|action| action.reference != "given.ask");
    compile(&surface, job.profile, job.options, (job.report, job.signals.to_vec()), job.current)
});

broken!(Hiding: fn export(&self, surface: &Surface<'_>) -> Result<String, SurfaceError> {
    Ok(surface.write()?.replace("given.open", "given.shut"))
});

broken!(Touching: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    let outcome = proven.apply(args)?;
    if args != br#"{"class":"second"}"# {
        return Ok(outcome);
    }
    let Outcome::Normalized { witness, .. } = proven.apply(br#"{"class":"FIRST"}"#)? else { return Ok(outcome) };
    Ok(Outcome::Normalized { args: br#"{"class":"first"}"#.to_vec(), witness })
});

broken!(Guessing: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    proven.apply(String::from_utf8_lossy(args).replace(r#","maxRows":1"#, "").as_bytes())
});

broken!(Deriving: fn derive(&self, profile: &Profile, reference: &str, given: &Schema) -> Result<Plan, NoPlan> {
    let closed = r#"{"type": "object", "additionalProperties": false, "properties": {"q": {"type": "integer"}}}"#;
    if reference == "given.open" { derive(profile, reference, &schema(closed)) } else { derive(profile, reference, given) }
});

broken!(Proving: fn prove(&self, live: &Toolset, plan: &Plan) -> Result<ProvenPlan, Retracted> {
    live.prove(plan).or_else(|retracted| {
        let Some(schema) = live.usable("given.book").filter(|_| plan.reference() == "given.book") else {
            return Err(retracted);
        };
        live.prove(&derive(&fabric(), "given.book", &schema).unwrap())
    })
});

broken!(Merging: fn merge(&self, local: Option<&Incoming>, incoming: &Incoming, live: &Toolset) -> Merged {
    let is_given = |incoming: &&Incoming| incoming.entries.iter().all(|entry| entry.name() != "given.book");
    merge(local.filter(is_given), incoming, live)
});

/// Programs that are broken for the given surface alone, each with the checks that find it.
const BROKEN: [(&dyn Subject, &[&str]); 7] = [
    (&Dropping, &["steered-plan", "needed-corpus", "active-legacy"]),
    (&Hiding, &["altered-surface"]),
    (&Touching, &["touched-member", "second-change"]),
    (&Guessing, &["guessed-value"]),
    (&Deriving, &["unfounded-plan"]),
    (&Proving, &["forged-plan", "drifted-plan"]),
    (&Merging, &["inexact-merge", "active-legacy"]),
];

/// The checks that fail of each, with the given surface.
static FAILED: LazyLock<Vec<Vec<Row>>> = LazyLock::new(|| {
    let document = given();
    let surface = Surface::read(&document, None).unwrap();
    let inputs = Inputs { surface: Some(&surface), ..Inputs::default() };
    BROKEN.iter().map(|(subject, _)| failures(*subject, &inputs)).collect()
});

#[test]
fn a_fault_that_shows_only_on_the_given_surface_is_found() {
    for ((index, (subject, expected)), failed) in BROKEN.into_iter().enumerate().zip(FAILED.iter()) {
        assert_eq!(failures(subject, &Inputs::default()), [], "{index}");
        assert_eq!(names(failed), expected, "{failed:?}");
        assert!(failed.iter().all(|row| row.fault.as_deref().unwrap().contains("given")), "{failed:?}");
    }
}

broken!(Drifting: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = FabricRules(store).measure(traces, context);
    if report.totals.traces == 7 {
        report.score = Figure::of(report.score.get() / 2.0);
    }
    report
});

/// Seven traces, three calls in each, of which one was rejected.
fn corpus() -> Corpus {
    let traces = r#"[{"operations": [
        {"ref": "given.book", "args": {"class": "FIRST"}, "outcome": "failed", "failureStage": "validate"},
        {"ref": "given.book", "args": {"class": "first"}, "outcome": "succeeded"},
        {"ref": "elsewhere", "args": {}, "outcome": "succeeded"}]}]"#;
    let document = parse(traces);
    let traces = fabric_rules::internal::evidence::wire::traces(&document, &document.root, "").unwrap();
    Corpus::of((0..7).flat_map(|_| &traces))
}

#[test]
fn a_fault_that_shows_only_on_the_given_sessions_is_found() {
    let (corpus, reading) = (corpus(), Reading::default());
    assert_eq!((corpus.actions(), corpus.rejections()), (21, 7));
    let sessions = Some(Sessions { corpus: &corpus, reading: &reading });
    let inputs = Inputs { sessions, ..Inputs::default() };
    assert_eq!(failures(&FabricRules(store), &inputs), []);
    let failures = failures(&Drifting, &inputs);
    assert_eq!(names(&failures), ["inexact-rate", "unstable-rate"], "{failures:?}");
}

/// What goes wrong in a trial, each with the checks that find it.
type Edit = fn(&mut trial::TrialReport);
const EDITS: [(Edit, &[&str]); 10] = [
    (|_| (), &[]),
    (|report| report.totals.canonical_identity_cost = 1, &["touched-member"]),
    (|report| report.totals.tightening_cost = 1, &["touched-member"]),
    (|report| report.totals.idempotence_cost = 1, &["second-change"]),
    (|report| report.breaches = 1, &["second-change"]),
    (|report| report.totals.quarantine_cost = 1, &["quarantine-win"]),
    (|report| report.totals.quarantine_win = 1, &["quarantine-win"]),
    (|report| report.totals.typed_failure_win = 1, &["quarantine-win"]),
    (|report| report.delta = Some(1), &["rewritten-history", "quarantine-win"]),
    (
        |report| (report.declared_score, report.effective_score) = (Figure::of(0.1), Figure::of(0.1)),
        &["rewritten-history"],
    ),
];

/// The checks that fail of each, with the program as it is.
static COSTLY: LazyLock<Vec<Vec<Row>>> =
    LazyLock::new(|| EDITS.iter().map(|(edit, _)| with_a_trial(*edit)).collect());

fn with_a_trial(edit: Edit) -> Vec<Row> {
    let document = given();
    let surface = Surface::read(&document, None).unwrap();
    let live = Toolset::of(&surface, &Session::new(fabric().clone(), Default::default()));
    let (corpus, reading) = (corpus(), Reading::default());
    let trial = Trial::new(&live, None);
    let mut report = Replay::default().report(corpus.partial().score());
    edit(&mut report);
    let coverage = coverage_of_trial(&surface, "none", &trial, &Population::default(), &report, &reading);
    let inputs = Inputs {
        sessions: Some(Sessions { corpus: &corpus, reading: &reading }),
        surface: Some(&surface),
        trial: Some(Tried { report: &report, artifact: None, coverage }),
        ..Inputs::default()
    };
    failures(&FabricRules(store), &inputs)
}

/// Every cost of a trial fails a check.
#[test]
fn a_costly_trial_is_not_certified() {
    for ((_, expected), failures) in EDITS.into_iter().zip(COSTLY.iter()) {
        assert_eq!(names(failures), expected, "{failures:?}");
    }
}

/// The checks that fail of all that is broken here.
pub(super) fn failed() -> impl Iterator<Item = &'static Row> {
    FAILED.iter().chain(COSTLY.iter()).flatten()
}

/// What a bound or a schema keeps out of the checks is told.
#[test]
fn enum_members_that_no_call_holds_are_told() {
    let many: Vec<String> = (0..1200).map(|number| format!("\"m{number}\"")).collect();
    let text = format!(
        r#"{{"version": 1, "actions": [
            {{"ref": "given.many", "inputSchema": {{"type": "object", "additionalProperties": false,
             "properties": {{"one": {{"type": "string", "enum": [{}]}}}}}}}},
            {{"ref": "given.hard", "inputSchema": {{"type": "object", "additionalProperties": false, "required": ["id"],
             "properties": {{"id": {{"type": "string", "pattern": "^[A-Z]{{4}}-[0-9]{{4}}$"}}, "unit": {{"type": "string", "enum": ["kg", "lb"]}}}}}}}}]}}"#,
        many.join(",")
    );
    let document = parse(&text);
    let surface = Surface::read(&document, None).unwrap();
    let inputs = Inputs { surface: Some(&surface), ..Inputs::default() };
    let report = certify(&FabricRules(store), &inputs).unwrap();
    let row = report.checks.iter().find(|row| row.name == "touched-member").unwrap();
    assert_eq!(row.evidence[1], "given: 1002 enum members, 1000 in calls that came back as they were");
    let gaps: Vec<(&str, &str)> = report.coverage.gaps.iter().map(|gap| (&*gap.kind, &*gap.what)).collect();
    assert!(gaps.contains(&("cap-reached", "200 enum members")), "{gaps:?}");
    assert!(gaps.contains(&("scope", "2 enum members")), "{gaps:?}");
}
