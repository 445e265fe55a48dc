//! fabric-rules
pub mod apply;
pub mod boundary;
pub mod decode;
pub mod derive;
pub mod diagnostic;
pub mod digest;
pub mod facets;
pub mod ir;
pub mod json;
pub mod plan;
pub mod program;
pub mod prove;
pub mod schema;
pub mod span;
pub mod spelling;
pub mod surface;
pub mod verify;
