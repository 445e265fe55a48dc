//! The parser that pest makes of `grammar/rules.pest`.

/// The derived parser.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/rules.pest"]
pub(super) struct Grammar;
