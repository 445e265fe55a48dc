//! fabric-rules
pub mod diagnostic;
pub mod digest;
pub mod evidence;
pub mod ir;
pub mod json;
pub mod metric;
pub mod pool;
pub mod signals;
pub mod span;
pub mod store;
