//! Every check can fail: one capability of the program is broken at a time, in a way that somebody
//! could break it by accident, and the check that is meant for it fails, alone.

mod compiling;
mod plans;
mod sessions;
mod tried;

use std::fmt::Write as _;
use std::sync::LazyLock;

use fabric_rules::internal::artifact::Artifact;
use fabric_rules::internal::certify::{CHECKS, FabricRules, Inputs, Row, Subject};

use serde_json::Value;

use super::{failures, names, store};
use crate::support::snapshots;

/// A broken program: the check that must find it, what is wrong with it, and itself.
struct Mutation {
    check: &'static str,
    what: &'static str,
    subject: &'static (dyn Subject + Sync),
}

/// A subject whose one method is another one.
macro_rules! broken {
    ($name:ident: $($method:tt)*) => {
        struct $name;

        impl fabric_rules::internal::certify::Subject for $name {
            $($method)*

            fn store(
                &self,
                present: Option<&[u8]>,
                artifact: &fabric_rules::internal::artifact::Artifact,
            ) -> Result<fabric_rules::internal::certify::Stored, String> {
                crate::certify::store(present, artifact)
            }
        }
    };
}
pub(super) use broken;

/// The artifact with another text.
fn edited(artifact: &Artifact, edit: impl FnOnce(&mut Value)) -> Artifact {
    let mut value = serde_json::to_value(artifact).unwrap();
    edit(&mut value);
    Artifact::parse(value.to_string().as_bytes()).unwrap()
}

fn all() -> Vec<Mutation> {
    [sessions::mutations(), compiling::mutations(), plans::mutations(), tried::mutations()]
        .into_iter()
        .flatten()
        .collect()
}

/// Each, with the checks that fail of it.
static FAILED: LazyLock<Vec<(Mutation, Vec<Row>)>> = LazyLock::new(|| {
    let run = |mutation: Mutation| {
        let rows = failures(mutation.subject, &Inputs::default());
        (mutation, rows)
    };
    all().into_iter().map(run).collect()
});

/// The checks that fail of all of them.
pub(super) fn failed() -> impl Iterator<Item = &'static Row> {
    FAILED.iter().flat_map(|(_, rows)| rows)
}

#[test]
fn the_program_as_it_is_passes_every_check() {
    assert_eq!(failures(&FabricRules(store), &Inputs::default()), []);
}

#[test]
fn every_check_has_a_mutation() {
    let mutations = all();
    for check in CHECKS {
        assert!(mutations.iter().any(|mutation| mutation.check == check.name), "{} cannot fail", check.name);
    }
    for mutation in mutations {
        assert!(CHECKS.iter().any(|check| check.name == mutation.check), "there is no {}", mutation.check);
    }
}

#[test]
fn each_mutation_fails_its_check_and_no_other() {
    let (mut told, mut wrong) = (String::new(), Vec::new());
    for (Mutation { check, what, .. }, failures) in FAILED.iter() {
        if names(failures) == [*check] {
            writeln!(told, "{check}, where {what}:\n  {}", failures[0].fault.as_deref().unwrap()).unwrap();
        } else {
            wrong.push((check, what, failures));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    snapshots("certify").bind(|| insta::assert_snapshot!("faults", told));
}
