//! Every check can fail: one capability of the program is broken at a time, in a way that somebody
//! could break it by accident, and the check that is meant for it fails, alone.

mod compiling;
mod plans;
mod sessions;
mod tried;

use std::fmt::Write as _;

use fabric_rules::certify::{CHECKS, FabricRules, Inputs, Subject};

use super::{failures, store};
use crate::support::snapshots;

/// A broken program: the check that must find it, what is wrong with it, and itself.
struct Mutation {
    check: &'static str,
    what: &'static str,
    subject: &'static dyn Subject,
}

/// A subject whose one method is another one.
macro_rules! broken {
    ($name:ident: $($method:tt)*) => {
        struct $name;

        impl fabric_rules::certify::Subject for $name {
            $($method)*

            fn store(
                &self,
                present: Option<&[u8]>,
                artifact: &fabric_rules::artifact::Artifact,
            ) -> Result<fabric_rules::certify::Stored, String> {
                crate::certify::store(present, artifact)
            }
        }
    };
}
pub(super) use broken;

fn all() -> Vec<Mutation> {
    [sessions::mutations(), compiling::mutations(), plans::mutations(), tried::mutations()]
        .into_iter()
        .flatten()
        .collect()
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
    for Mutation { check, what, subject } in all() {
        let failures = failures(subject, &Inputs::default());
        let names: Vec<&str> = failures.iter().map(|(name, _)| *name).collect();
        if names == [check] {
            writeln!(told, "{check}, where {what}:\n  {}", failures[0].1).unwrap();
        } else {
            wrong.push((check, what, failures));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    snapshots("certify").bind(|| insta::assert_snapshot!("faults", told));
}
