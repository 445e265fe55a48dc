//! Evidence, metric, signals and pool.

#[allow(dead_code, reason = "what only benchmarks use of the generator")]
mod corpus;
mod decided;
mod generated;
mod pool_file;
mod properties;
mod scan;
mod vectors;
