//! Evidence, metric, signals and pool.

mod commands;
#[allow(dead_code, reason = "what only benchmarks use of the generator")]
pub mod corpus;
mod cursor;
mod decided;
mod declared;
mod distance;
mod figures;
mod generated;
mod inputs;
mod large;
mod limits;
mod names;
mod nothing;
mod page;
mod pool_file;
mod properties;
mod rpc;
mod scan;
mod vectors;

use std::io::Write as _;

/// Says what a test could not do here, to whoever runs the tests: `println!` would be swallowed.
pub fn not_run(why: &str) {
    let _ = writeln!(std::io::stderr(), "not run: {why}");
}
