//! fabric-rules compiles small, reviewable rules about *how tool-call arguments may be spelled* into
//! plans that provably change nothing but spelling.
//!
//! ```text
//! rules/*.rules ─parse─▶ ast ─check─▶ ir (no spans) ──────┬─────────────┐
//!                                                         ▼             ▼
//! surface.json ─import─▶ ref + schema ───────────────▶ derive ─plan─▶ prove ─ProvenPlan─▶ apply
//! ```
//!
//! A [`Program`] of rules has [`Profile`]s. [`Profile::plan`] derives the plan of a [`Schema`] and proves
//! it, or says that there is [`NoPlan`]. A [`ProvenPlan`] is applied to calls, by itself or at a
//! [`Boundary`]. A [`Toolset`] holds the tools of a host and their plans; a [`Normalizer`] holds those that
//! came in an [`Artifact`]. [`verify()`] checks one change in another way.
//!
//! What is named here changes only with the version of this library, as semantic versioning has it. What
//! tests, benchmarks and the command line need beside it stands in hidden modules, most of them in
//! `internal`, which may change at any time.
//!
//! # Example
//!
//! ```
//! use fabric_rules::{Outcome, Schema, built_in};
//!
//! let fabric = built_in().unwrap().default_profile().unwrap();
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

/// All modules. Unstable: anything in here may change in any release.
///
/// Modules in reading order:
///
/// - text: [`span`], [`digest`], [`json`], [`diagnostic`], [`coverage`];
/// - language: [`syntax`], [`check`], [`ir`], [`rules`], [`program`];
/// - schema and meaning: [`schema`], [`facets`], [`spelling`], [`decode`], [`plan`];
/// - the three verbs: [`mod@derive`], [`prove`], [`apply`]; around them [`explain`], [`verify`] and [`boundary`];
/// - [`facts`], what a host reads out of a model's reply, and [`proposal`], how a vocabulary learns;
/// - [`cases`], calls that a convention is tried on, and [`calls`], those of tools as hosts have them;
/// - files of tools: [`surface`], and [`report`], which is what `check` says of them;
/// - plans on the way between machines: [`artifact`], [`normalizer`], [`trial`], and [`ledger`], the
///   record of what fell;
/// - recorded sessions: [`evidence`], [`metric`], [`pool`] and [`signals`];
/// - [`session`], what a host keeps between calls, [`toolset`], its tools, and [`host`], what becomes of
///   their calls; [`request`] and [`rpc`], every operation as text in and text out, for hosts in other
///   languages;
/// - [`mcp`], the proxy in front of a server of tools;
/// - [`certify`], the checks that show that all this works, each with its evidence;
/// - `wrap`, which puts the servers in the files of MCP clients behind the proxy;
/// - `store`, the only one that touches files, and with `cli` the command line and its pages.
#[doc(hidden)]
#[path = "."]
pub mod internal {
    pub mod apply;
    pub mod artifact;
    pub mod boundary;
    pub mod cache;
    pub mod calls;
    pub mod cases;
    pub mod certify;
    pub mod check;
    pub mod coverage;
    pub mod decode;
    pub mod derive;
    pub mod diagnostic;
    pub mod diff;
    pub mod digest;
    pub mod evidence;
    pub mod explain;
    pub mod facets;
    pub mod facts;
    pub mod host;
    pub mod ir;
    pub mod json;
    pub mod ledger;
    pub mod mcp;
    pub mod metric;
    pub mod normalizer;
    pub mod plan;
    pub mod pool;
    pub mod program;
    pub mod proposal;
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
    #[cfg(feature = "cli")]
    pub mod wrap;
}

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod html;

// Within the library modules are named from its root.
#[allow(clippy::wildcard_imports, reason = "all of them, and nothing else")]
pub(crate) use internal::*;

// Rules.
#[doc(inline)]
pub use internal::{
    diagnostic::{Diagnostic, Label, Severity, Source},
    program::{Profile, Program},
    rules::{Compiled as CompiledRules, built_in, compile as compile_rules},
    span::Span,
};

// Schemas and surfaces.
#[doc(inline)]
pub use internal::{
    digest::Digest,
    json::{Document, JsonError, Limits, Node},
    schema::{Schema, SchemaError, SchemaOptions},
    surface::{Action, Format, Output as ActionOutput, Surface, SurfaceError},
};

// Plans, and what they do to a call.
#[doc(inline)]
pub use internal::{
    apply::{ApplyError, Outcome, Reason, ReasonCode, Use, Verdict},
    boundary::{Adapter, AsGiven, Boundary, BoundaryError, Passed},
    derive::{Misfit, NoPlan, Planned},
    plan::{Malformed, Plan, Rule, Stamp, Witness},
    prove::{Proof, ProvenPlan, Refusal, RefusalCode, prove},
    verify::{Violation, verify},
};

// The derivation cache.
#[doc(inline)]
pub use internal::cache::{
    Cache, Fidelity, Inputs as CacheInputs, Key as CacheKey, Options as CacheOptions,
    Question as CacheQuestion, Shelf, Stats as CacheStats,
};

// Facts of replies.
#[doc(inline)]
pub use internal::facts::{Canonical, Schema as FactsSchema, Synonym};

// Tools, and the plans of artifacts.
#[doc(inline)]
pub use internal::{
    artifact::{Artifact, ArtifactError, Dropped, Incoming, Premise, Retracted},
    normalizer::Normalizer,
    session::Session,
    toolset::{Tool, Toolset},
};

#[cfg(doctest)]
#[doc = include_str!("../docs/evidence.md")]
struct EvidencePage;
