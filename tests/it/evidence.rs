//! Evidence, metric, signals and pool.

mod vectors;
