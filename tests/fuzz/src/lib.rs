//! What must hold of any bytes whatsoever. A file a kind of input; each has a function `hold`, which
//! panics where it does not.
//!
//! `targets/` hands these functions to libFuzzer, and the tests replay `corpus/` through them.

pub mod apply;
pub mod artifacts;
pub mod rules;
pub mod sessions;
pub mod surfaces;

use std::sync::LazyLock;

use fabric_rules::internal::program::{Profile, Program};

/// The built-in program, compiled once.
static BUILT_IN: LazyLock<Program> =
    LazyLock::new(|| fabric_rules::internal::rules::built_in().expect("the built-in rules compile"));

fn fabric() -> Profile {
    BUILT_IN.default_profile().expect("the built-in program has a profile")
}
