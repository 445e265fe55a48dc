//! Evidence, metric, signals and pool.

mod corpus;
mod decided;
mod generated;
mod pool_file;
mod properties;
mod scan;
mod vectors;
