//! Evidence, metric, signals and pool.

mod commands;
#[allow(dead_code, reason = "what only benchmarks use of the generator")]
mod corpus;
mod cursor;
mod decided;
mod generated;
mod page;
mod pool_file;
mod properties;
mod rpc;
mod scan;
mod vectors;
