//! fabric-rules
pub mod diagnostic;
pub mod digest;
pub mod ir;
pub mod json;
pub mod span;
pub mod syntax;
