//! All tests that run against the public interface, a module a topic.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod advice;
mod api;
mod apply;
mod architecture;
mod artifact;
mod bounds;
mod cache;
mod certify;
mod cli;
mod coverage;
mod decoders;
mod derive;
mod diff;
mod docs;
mod edited;
mod emit;
mod evidence;
mod facts;
mod fuzz;
mod hostile;
mod json;
mod judged;
mod kinds;
mod language;
mod ledger;
mod mcp;
mod nested;
mod on_call;
mod pinned;
mod plan;
mod positions;
mod review;
mod schema;
mod searches;
mod store;
mod support;
mod surface;
mod toolset;
mod validators;
mod verdict;
mod verify;
mod wide;
mod wild;
mod wrap;
