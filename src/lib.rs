//! fabric-rules compiles small, reviewable rules about *how tool-call arguments may be spelled* into
//! plans that provably change nothing but spelling.
//!
//! ```text
//! rules/*.rules ─parse─▶ ast ─check─▶ ir (no spans) ──────┬─────────────┐
//!                                                         ▼             ▼
//! surface.json ─import─▶ ref + schema ───────────────▶ derive ─plan─▶ prove ─ProvenPlan─▶ apply
//! ```
//!
//! Modules in reading order:
//!
//! - text: [`span`], [`digest`], [`json`], [`diagnostic`], [`coverage`];
//! - language: [`syntax`], [`check`], [`ir`], [`rules`], [`program`];
//! - schema and meaning: [`schema`], [`facets`], [`spelling`], [`decode`], [`plan`];
//! - the three verbs: [`mod@derive`], [`prove`], [`apply`]; around them [`explain`], [`verify`] and [`boundary`];
//! - [`calls`], the calls of tools as hosts have them;
//! - files of tools: [`surface`], and [`report`], which is what `check` says of them;
//! - plans on the way between machines: [`artifact`], [`normalizer`], [`trial`], and [`ledger`], the
//!   record of what fell;
//! - recorded sessions: [`evidence`], [`metric`], [`pool`] and [`signals`];
//! - [`session`], what a host keeps between calls, [`toolset`], its tools, and [`host`], what becomes of
//!   their calls; [`request`] and [`rpc`], every operation as text in
//!   and text out, for hosts in other languages;
//! - [`certify`], the checks that show that all this works, each with its evidence;
//! - [`store`], the only one that touches files.
//!
//! # Example
//!
//! ```
//! use fabric_rules::apply::Outcome;
//! use fabric_rules::{rules, schema::Schema};
//!
//! let fabric = rules::built_in().unwrap().default_profile().unwrap();
//! let schema = Schema::parse(
//!     br#"{"type": "object", "additionalProperties": false,
//!          "properties": {"pageCount": {"type": "integer"}, "note": {"type": "string"}}}"#,
//!     Default::default(),
//! )
//! .unwrap();
//! let proven = fabric.plan("report.render", &schema).unwrap();
//! let outcome = proven.apply(br#"{"page_count": "2", "note": null}"#).unwrap();
//! let Outcome::Normalized { args, witness } = outcome else { panic!() };
//! assert_eq!(args, br#"{"pageCount": 2}"#);
//! assert_eq!(witness.rules().len(), 3);
//! ```

pub mod apply;
pub mod artifact;
pub mod boundary;
pub mod calls;
pub mod certify;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod coverage;
pub mod decode;
pub mod derive;
pub mod diagnostic;
pub mod diff;
pub mod digest;
pub mod evidence;
pub mod explain;
pub mod facets;
pub mod host;
#[cfg(feature = "cli")]
pub mod html;
pub mod ir;
pub mod json;
pub mod ledger;
pub mod metric;
pub mod normalizer;
pub mod plan;
pub mod pool;
pub mod program;
pub mod prove;
pub mod report;
pub mod request;
pub mod rpc;
pub mod rules;
pub mod schema;
pub mod session;
pub mod signals;
pub mod span;
pub mod spelling;
#[cfg(feature = "store")]
pub mod store;
pub mod surface;
pub mod syntax;
pub mod toolset;
pub mod trial;
pub mod verify;

#[cfg(doctest)]
#[doc = include_str!("../docs/evidence.md")]
struct EvidencePage;
