//! The proxy: its core with virtual time, and the command around it with real processes.

mod faults;
mod generated;
mod lists;
mod process;
mod recorded;
mod server;
mod support;
mod wire;
