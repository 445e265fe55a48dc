//! Shapes.

use super::{literal, names};
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{self, ShapeClause};
use crate::syntax::ast::{self, At, Item, Word};

/// A shape and where it stands.
pub(super) struct Shape {
    pub(super) source: usize,
    pub(super) name: Word,
    pub(super) ir: ir::Shape,
}

pub(super) fn lower(
    item: &Item,
    written: &[At<ast::ShapeClause>],
    report: &mut Vec<Diagnostic>,
) -> Option<Shape> {
    let source = item.source;
    let errors = report.len();
    let mut clauses: Vec<ShapeClause> = Vec::new();
    for at in written {
        let clause = match &at.value {
            ast::ShapeClause::Is(keyword, value) => literal::scalar(keyword, value, source, report)
                .map(|literal| ShapeClause::Is { keyword: keyword.value.clone(), literal }),
            ast::ShapeClause::IsNot(keyword, value) => literal::scalar(keyword, value, source, report)
                .map(|literal| ShapeClause::IsNot { keyword: keyword.value.clone(), literal }),
            ast::ShapeClause::IsAn(keyword, what)
                if keyword.value == "properties" && what.value == "object" =>
            {
                Some(ShapeClause::PropertiesIsAnObject)
            }
            ast::ShapeClause::IsAn(keyword, what) => {
                let message = format!("`{} is an {}` is no clause of a shape", keyword.value, what.value);
                let error = Diagnostic::error(rules::UNKNOWN_CLAUSE, message).label(
                    source,
                    at.span,
                    "unknown clause",
                );
                report.push(error.help("there is only `properties is an object`"));
                None
            }
            ast::ShapeClause::Without(keywords) => {
                Some(ShapeClause::Without(names::distinct(source, keywords, report)))
            }
            ast::ShapeClause::NoKey(keys) => Some(ShapeClause::NoKey(names::distinct(source, keys, report))),
        };
        let Some(clause) = clause else { continue };
        if clauses.contains(&clause) {
            let error =
                Diagnostic::error(rules::REPEATED_CLAUSE, format!("`{}` says this twice", item.name.value));
            report.push(error.label(source, at.span, "again").help("keep one of them"));
        } else {
            clauses.push(clause);
        }
    }
    if clauses.is_empty() && !item.broken && report.len() == errors {
        let message = format!("the shape `{}` asks for nothing", item.name.value);
        let error =
            Diagnostic::error(rules::MISSING_CLAUSE, message).label(source, item.name.span, "no clauses");
        report.push(error.help("write at least `type is \"object\"`"));
    }
    let ir = ir::Shape { name: item.name.value.clone(), clauses };
    (!item.broken && report.len() == errors).then(|| Shape { source, name: item.name.clone(), ir })
}
