//! Benchmarks. Times of a machine say little; the ratios to a floor measured in the same run are
//! printed at the end.
//!
//! The floor of `apply` is what a host does anyway: parse the arguments and validate them, with the
//! same crates. The floors of scanning sessions stand in [`evidence`].
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod artifacts;
#[path = "../it/evidence/corpus.rs"]
#[allow(dead_code, reason = "what only tests use of the generator")]
mod corpus;
mod evidence;
#[path = "../it/support/nested.rs"]
#[allow(dead_code, reason = "what only tests use of the generator")]
mod nested;
mod profiles;
mod ratios;
mod surfaces;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput};
use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::boundary::{AsGiven, Boundary};
use fabric_rules::internal::cache::{Cache, Options as CacheOptions};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::report::{Levels, SurfaceReport, look};
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fabric_rules::internal::surface::Surface;
use serde_json::Value;

const SCHEMA: &str = r#"{"type": "object", "additionalProperties": false, "required": ["outputFormat", "reportId"],
    "properties": {"reportId": {"type": "string", "minLength": 1}, "pageCount": {"type": "integer", "minimum": 1},
    "outputFormat": {"type": "string", "enum": ["pdf", "html", "plain text"]}, "title": {"type": "string"},
    "note": {"type": "string"}, "landscape": {"type": "boolean"},
    "tags": {"type": "array", "items": {"type": "string"}}}}"#;
const CANONICAL: &str = r#"{"reportId": "r-2081", "pageCount": 12, "outputFormat": "pdf", "title": "Quarterly figures",
    "landscape": true, "tags": ["finance", "q3"]}"#;
const MISSPELLED: &str = r#"{"report_id": "r-2081", "pageCount": "12", "output-format": "PDF", "title": "Quarterly figures",
    "landscape": true, "tags": ["finance", "q3"], "note": null}"#;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().warm_up_time(Duration::from_millis(500));
    // No criterion benchmark, so its filter is asked here.
    if std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))
        .is_none_or(|only| only == "memory")
    {
        evidence::memory();
    }
    let profile = surfaces::fabric();
    apply(&mut criterion, &profile);
    profiles::apply(&mut criterion, &profile);
    compile(&mut criterion, &profile);
    check(&mut criterion, &profile);
    artifacts::run(&mut criterion, &profile);
    evidence::scan(&mut criterion);
    criterion.final_summary();
    ratios::print();
}

fn apply(criterion: &mut Criterion, profile: &Profile) {
    let schema = Schema::parse(SCHEMA.as_bytes(), SchemaOptions::default()).unwrap();
    let proven = profile.plan("report.render", &schema).unwrap();
    assert!(matches!(outcome(&proven, CANONICAL), Outcome::Unchanged));
    assert!(matches!(outcome(&proven, MISSPELLED), Outcome::Normalized { .. }));
    let mut group = criterion.benchmark_group("apply");
    for (name, args) in [("canonical", CANONICAL), ("misspelled", MISSPELLED)] {
        group.throughput(Throughput::Bytes(args.len() as u64));
        group.bench_function(format!("{name}-floor"), |bencher| {
            bencher.iter(|| {
                let value: Value = serde_json::from_slice(black_box(args.as_bytes())).unwrap();
                schema.accepts_arguments(&value)
            });
        });
        group.bench_function(name, |bencher| bencher.iter(|| proven.apply(black_box(args.as_bytes()))));
        let boundary = Boundary::new(AsGiven, proven.clone());
        // Who calls gives the bytes away, so that they are copied for each call, and not timed.
        group.bench_function(format!("{name}-boundary"), |bencher| {
            let copy = || black_box(args.as_bytes()).to_vec();
            bencher.iter_batched(copy, |args| boundary.call(args), BatchSize::SmallInput);
        });
    }
    group.finish();
}

fn outcome(proven: &ProvenPlan, args: &str) -> Outcome {
    proven.apply(args.as_bytes()).unwrap()
}

/// Every tool of the fixture surfaces: compiling its schema is the floor of deriving and proving.
fn compile(criterion: &mut Criterion, profile: &Profile) {
    let texts = surfaces::schemas();
    let parse = |text: &String| Schema::parse(text.as_bytes(), SchemaOptions::default());
    let mut group = criterion.benchmark_group("compile");
    group.sample_size(10).throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("floor", |bencher| {
        bencher.iter(|| texts.iter().filter_map(|text| parse(text).ok()).count())
    });
    group.bench_function("derive", |bencher| {
        bencher.iter(|| {
            let schemas = texts.iter().filter_map(|text| parse(text).ok());
            schemas.filter_map(|schema| derive(profile, "a.ref", &schema).ok()).count()
        });
    });
    group.bench_function("derive-and-prove", |bencher| {
        bencher.iter(|| {
            let schemas = texts.iter().filter_map(|text| parse(text).ok());
            schemas.filter_map(|schema| profile.plan("a.ref", &schema).ok()).count()
        });
    });
    group.finish();
}

/// `check` on surfaces made from the real ones, as large as they come. Its floor is reading the file
/// and compiling every schema; a tenth of the actions shows whether it is linear.
fn check(criterion: &mut Criterion, profile: &Profile) {
    let mut group = criterion.benchmark_group("check");
    group.sample_size(10);
    for actions in [1_000, 10_000] {
        let text = surfaces::of(actions);
        group.throughput(Throughput::Elements(actions as u64));
        group.bench_function(format!("{actions}-floor"), |bencher| {
            bencher.iter(|| {
                let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
                let surface = Surface::read(&document, None).unwrap();
                let schemas = surface.actions.iter().filter_map(|action| action.schema);
                schemas
                    .filter(|schema| Schema::new(&document, schema, SchemaOptions::default()).is_ok())
                    .count()
            });
        });
        let checked = |cache: Option<&Cache>| {
            let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
            let surface = Surface::read(&document, None).unwrap();
            let one = |action| look(&surface, action, profile, SchemaOptions::default(), cache);
            let actions = surface.actions.iter().map(one).collect();
            let report = SurfaceReport::new(&surface, profile, &Levels::default(), actions);
            report.counts.planned
        };
        group.bench_function(actions.to_string(), |bencher| bencher.iter(|| checked(None)));
        // Everything is known: nothing is derived, and every plan is proved all the same.
        let warm = Cache::new(CacheOptions { max: usize::MAX, ..CacheOptions::default() });
        checked(Some(&warm));
        let derived = warm.stats().misses;
        group.bench_function(format!("{actions}-warm"), |bencher| bencher.iter(|| checked(Some(&warm))));
        assert_eq!(warm.stats().misses, derived, "a warm check derives nothing");
    }
    group.finish();
}
