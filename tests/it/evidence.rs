//! Evidence, metric, signals and pool.

#[path = "../support/corpus.rs"]
mod corpus;
mod decided;
mod generated;
mod pool_file;
mod properties;
mod scan;
mod vectors;
