//! `derive`, `prove` and `apply`: as the commands of these names do with one line.

use super::Operation;
use crate::cli::{apply, derive, prove};

pub(super) const DERIVE: Operation = Operation {
    name: "derive",
    about: "{ref, schema, profile?} -> plan or null: what the rules yield",
    run: derive::answer,
};

pub(super) const PROVE: Operation = Operation {
    name: "prove",
    about: "{ref?, schema, plan} -> {proved, refusal?}: whether the rules yield this plan",
    run: prove::answer,
};

pub(super) const APPLY: Operation = Operation {
    name: "apply",
    about: "{ref, schema, args?, plan?, profile?} -> {changed, args, witness, verdict, reason?}",
    run: |session, request| apply::answer(session, None, request),
};
