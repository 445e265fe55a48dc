//! Sessions, surface and trial become the inputs of a certification.

use std::sync::Mutex;

use super::Certify;
use crate::certify::{CertifyReport, Inputs, Sessions, Tried};
use crate::cli::artifact::LoadedArtifact;
use crate::cli::console::Console;
use crate::cli::corpus::{Corpus, fold};
use crate::cli::exit::Fault;
use crate::cli::program;
use crate::cli::surface::{self, Loaded};
use crate::cli::trial::replay;
use crate::evidence::{Reading, Record};
use crate::metric::Corpus as Counts;
use crate::program::Profile;
use crate::rules;
use crate::schema::SchemaOptions;
use crate::session::Session;
use crate::surface::Surface;
use crate::toolset::Toolset;
use crate::trial::{Replayed, Trial, coverage_of_trial};

/// Reads what there is and calls `certify` with it.
pub(super) fn read(
    args: &Certify,
    console: &Console,
    certify: impl FnOnce(&Inputs<'_>) -> Result<CertifyReport, Fault>,
) -> Result<CertifyReport, Fault> {
    let profile = profile(args)?;
    if args.sessions.is_empty() {
        return certify(&Inputs { profile: Some(profile), ..Inputs::default() });
    }
    let loaded: Option<Loaded> = args.surface.as_deref().map(surface::load).transpose()?;
    let surface = loaded.as_ref().map(|loaded| loaded.flawless(args.server.as_deref())).transpose()?;
    let options = SchemaOptions { assert_formats: args.assert_formats };
    let corpus = Corpus::find(&args.sessions)?;
    let (Some(surface), true) = (&surface, args.trial) else {
        let (counts, reading) = count(args, console, &corpus)?;
        let sessions = Some(Sessions { corpus: &counts, reading: &reading });
        return certify(&Inputs {
            sessions,
            surface: surface.as_ref(),
            options,
            profile: Some(profile),
            trial: None,
        });
    };
    tried(args, console, &corpus, (surface, options, profile), certify)
}

/// The profile that is certified.
fn profile(args: &Certify) -> Result<Profile, Fault> {
    let program = rules::built_in().map_err(|diagnostics| Fault::Wrong(diagnostics, rules::embedded()))?;
    match &args.profile {
        Some(name) => Ok(program::profile(&program, name)?),
        None => program::in_force(&program),
    }
}

/// With a trial.
fn tried(
    args: &Certify,
    console: &Console,
    corpus: &Corpus,
    (surface, options, profile): (&Surface<'_>, SchemaOptions, Profile),
    certify: impl FnOnce(&Inputs<'_>) -> Result<CertifyReport, Fault>,
) -> Result<CertifyReport, Fault> {
    let loaded = LoadedArtifact::load(args.artifact.as_deref(), args.store.as_deref())?;
    let live = Toolset::of(surface, &Session::new(profile.clone(), options));
    let trial = Trial::new(&live, loaded.incoming.as_ref());
    let replayed = replay(corpus, args.jobs, console, &trial)?;
    let Replayed { replay, population, corpus: counts, reading } = replayed;
    let report = replay.report(counts.partial().score());
    let coverage = coverage_of_trial(surface, &loaded.what, &trial, &population, &report, &reading);
    let artifact = loaded.incoming.is_some().then_some(&*loaded.what);
    let mut certified = certify(&Inputs {
        sessions: Some(Sessions { corpus: &counts, reading: &reading }),
        surface: Some(surface),
        options,
        profile: Some(profile),
        trial: Some(Tried { report: &report, artifact, coverage }),
    })?;
    // The checks compare the figures of the metric; people and programs are told where there is none.
    certified.trial = certified.trial.map(|report| report.where_called(counts.partial().is_called()));
    Ok(certified)
}

/// Counts the traces of all sessions.
fn count(args: &Certify, console: &Console, corpus: &Corpus) -> Result<(Counts, Reading), Fault> {
    let all = Mutex::new((Counts::default(), corpus.unread.clone()));
    corpus.scan(args.jobs, console, |scanner, part| {
        let mut counts = Counts::default();
        let reading = fold(scanner, part, |record: Record<'_>| counts.trace(&record.trace)).reading;
        if let Ok(mut all) = all.lock() {
            all.0.add(&counts);
            all.1.add(&reading);
        }
        Ok(())
    })?;
    Ok(all.into_inner().unwrap_or_default())
}
