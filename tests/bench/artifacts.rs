//! Artifacts: compiling a surface, cold and against an artifact that it still agrees with, and taking
//! over the plans of another machine.
//!
//! The floor of both is what the live surface costs anyway: reading it and compiling its schemas. A
//! tenth of the actions shows whether the time is linear.

use criterion::{BenchmarkId, Criterion, Throughput};
use fabric_rules::internal::artifact::{Artifact, Incoming, PLANS, Status, compile, merge};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::metric::{Context, measure};
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fabric_rules::internal::session::Session;
use fabric_rules::internal::surface::Surface;
use fabric_rules::internal::toolset::Toolset;

use crate::surfaces;

pub fn run(criterion: &mut Criterion, profile: &Profile) {
    compiling(criterion, profile);
    importing(criterion, profile);
}

/// Reads the surface and compiles every schema.
fn floor(text: &str) -> usize {
    let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
    let surface = Surface::read(&document, None).unwrap();
    let schemas = surface.actions.iter().filter_map(|action| action.schema);
    schemas.filter(|schema| Schema::new(&document, schema, SchemaOptions::default()).is_ok()).count()
}

/// Reads the surface and the current artifact, and compiles.
fn whole(text: &str, current: Option<&str>, profile: &Profile) -> (Status, Option<String>) {
    let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
    let surface = Surface::read(&document, None).unwrap();
    let current = current.map(|current| Artifact::parse(current.as_bytes()).unwrap());
    let report = measure([], &Context::default());
    let evidence = (&report, Vec::new());
    let compilation =
        compile(&surface, profile, SchemaOptions::default(), evidence, current.as_ref()).unwrap();
    (compilation.status, compilation.artifact.map(|artifact| artifact.to_text()))
}

fn compiling(criterion: &mut Criterion, profile: &Profile) {
    let mut group = criterion.benchmark_group("compile-surface");
    group.sample_size(10);
    for actions in [1_000, 10_000] {
        let text = surfaces::of(actions);
        let (_, artifact) = whole(&text, None, profile);
        let artifact = artifact.unwrap();
        assert_eq!(whole(&text, Some(&artifact), profile).0, Status::Converged);
        group.throughput(Throughput::Elements(actions as u64));
        group.bench_function(format!("{actions}-floor"), |bencher| bencher.iter(|| floor(&text)));
        group.bench_function(format!("{actions}-cold"), |bencher| {
            bencher.iter(|| whole(&text, None, profile))
        });
        group.bench_function(format!("{actions}-identical"), |bencher| {
            bencher.iter(|| whole(&text, Some(&artifact), profile))
        });
    }
    group.finish();
}

fn importing(criterion: &mut Criterion, profile: &Profile) {
    let mut group = criterion.benchmark_group("import");
    group.sample_size(10);
    let planned: Vec<String> = surfaces::schemas()
        .into_iter()
        .filter(|text| {
            let schema = Schema::parse(text.as_bytes(), SchemaOptions::default());
            schema.is_ok_and(|schema| derive(profile, "a.ref", &schema).is_ok())
        })
        .collect();
    for plans in [PLANS / 10, PLANS] {
        let text = surfaces::cycle(&planned, plans);
        let (_, artifact) = whole(&text, None, profile);
        let artifact = artifact.unwrap();
        assert_eq!(take_over(&text, &artifact, profile), artifact.matches("baseSchemaDigest").count());
        group.throughput(Throughput::Elements(plans as u64));
        group.bench_with_input(
            BenchmarkId::from_parameter(format!("{plans}-floor")),
            &text,
            |bencher, text| {
                bencher.iter(|| floor(text));
            },
        );
        group.bench_with_input(BenchmarkId::from_parameter(plans), &text, |bencher, text| {
            bencher.iter(|| take_over(text, &artifact, profile));
        });
    }
    group.finish();
}

/// Reads the surface and the file, and merges it; how many plans there are then.
fn take_over(text: &str, artifact: &str, profile: &Profile) -> usize {
    let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
    let surface = Surface::read(&document, None).unwrap();
    let live = Toolset::of(&surface, &Session::new(profile.clone(), SchemaOptions::default()));
    let incoming = Incoming::parse(artifact.as_bytes()).unwrap();
    let merged = merge(None, &incoming, &live);
    assert!(merged.dropped.is_empty());
    let plans = merged.file.plans().len();
    assert!(!Artifact::from(merged.file).to_text().is_empty());
    plans
}
