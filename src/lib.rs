//! fabric-rules
pub mod check;
pub mod diagnostic;
pub mod digest;
pub mod ir;
pub mod json;
pub mod rules;
pub mod span;
pub mod syntax;
