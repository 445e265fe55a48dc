//! Why an action has no plan.

use crate::facets::declared;
use crate::ir::{Literal, ShapeClause};
use crate::prove::Refusal;
use crate::schema::Schema;
use crate::span::Span;

/// Why an action has no plan. An answer, not a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPlan {
    /// The ref is the empty text.
    #[error("the ref is empty")]
    EmptyRef,
    /// The ref is longer than the bound.
    #[error("the ref is longer than {limit} characters")]
    RefTooLong {
        /// UTF-16 code units.
        limit: u32,
    },
    /// None of the profile's shapes fits.
    #[error("{}", describe(.misfits))]
    Shape {
        /// For each shape the first clause that fails.
        misfits: Vec<Misfit>,
        /// The schema.
        span: Span,
    },
    /// More properties than the bound.
    #[error("{found} properties, more than the {limit} that a plan can cover")]
    TooManyProperties {
        /// The bound.
        limit: u32,
        /// How many there are.
        found: usize,
        /// The properties.
        span: Span,
    },
    /// A key is longer than the bound.
    #[error("a key is longer than {limit} characters")]
    KeyTooLong {
        /// UTF-16 code units.
        limit: u32,
        /// The key.
        span: Span,
    },
    /// A rule would have a key that no plan may name.
    #[error("the key `{key}` can have no rule")]
    UnsafeKey {
        /// The key.
        key: String,
        /// Where it is declared.
        span: Span,
    },
    /// More rules than the bound, under a profile whose plans are not cut.
    #[error("more rules than the {limit} that a plan can have")]
    TooManyRules {
        /// The bound.
        limit: u32,
        /// The schema.
        span: Span,
    },
    /// More positions below the top than rules are derived for.
    #[error("{found} properties and items below the top, more than the {limit} that rules are derived for")]
    TooManyPlaces {
        /// The bound.
        limit: usize,
        /// How many there are.
        found: usize,
        /// The schema.
        span: Span,
    },
    /// More to look at, in unions, enums and lists of keys, than is read for one plan.
    #[error("more unions, enums and keys than are read for one plan")]
    TooWide {
        /// The schema of the property or the items with which it is too much.
        span: Span,
    },
    /// No convention applies to any property.
    #[error("no convention applies to any property")]
    NoRule {
        /// The schema.
        span: Span,
    },
    /// The validator cannot say what a property accepts.
    #[error("the validator cannot evaluate property `{property}` by itself")]
    Unevaluable {
        /// The property's key.
        property: String,
        /// Its schema.
        span: Span,
    },
    /// The same, remembered from when it was derived.
    #[error("{message}")]
    Remembered {
        /// Its code.
        code: &'static str,
        /// In words.
        message: String,
        /// The place in the source of the schema, where it has one.
        span: Option<Span>,
        /// Whether it is, first of all, that the schema is open.
        is_open: bool,
    },
    /// The deriver and the checker disagree, which is a fault of this library.
    #[error("the plan derived is not proved: {refusal}")]
    Unproved {
        /// What the checker says.
        refusal: Refusal,
        /// The property that it speaks of, or the schema.
        span: Span,
    },
}

/// A shape that does not fit, with the first clause of it that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misfit {
    /// The shape's name.
    pub shape: String,
    /// The clause.
    pub clause: ShapeClause,
    /// The place in the schema that the clause speaks of, or the whole schema where it is absent.
    pub span: Span,
}

impl Misfit {
    pub(super) fn new(shape: &str, clause: &ShapeClause, schema: &Schema) -> Self {
        Self { shape: shape.to_owned(), clause: clause.clone(), span: place(clause, schema) }
    }
}

/// The place in the schema that `clause` speaks of, or the whole schema where it is absent.
pub(crate) fn place(clause: &ShapeClause, schema: &Schema) -> Span {
    let root = schema.root();
    let member = match clause {
        ShapeClause::Is { keyword, .. } | ShapeClause::IsNot { keyword, .. } => root.member(keyword),
        ShapeClause::PropertiesIsAnObject => root.member("properties"),
        ShapeClause::Without(keywords) => keywords.iter().find_map(|keyword| root.member(keyword)),
        ShapeClause::NoKey(keys) => declared(schema, root, keys),
    };
    member.map_or(root.span, |member| member.name_span.to(member.value.span))
}

fn describe(misfits: &[Misfit]) -> String {
    let each: Vec<String> = misfits
        .iter()
        .map(|misfit| format!("not a {}: `{}` does not hold", misfit.shape, misfit.clause.text()))
        .collect();
    each.join("; ")
}

impl NoPlan {
    /// The codes of all reasons that may be remembered: all but that deriver and checker disagree.
    pub(super) const REMEMBERED: [&str; 11] = [
        "no-plan::empty-ref",
        "no-plan::ref-too-long",
        "no-plan::shape",
        "no-plan::too-many-properties",
        "no-plan::key-too-long",
        "no-plan::unsafe-key",
        "no-plan::too-many-rules",
        "no-plan::too-many-places",
        "no-plan::too-wide",
        "no-plan::no-rule",
        "no-plan::unevaluable",
    ];

    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Remembered { code, .. } => code,
            Self::EmptyRef => "no-plan::empty-ref",
            Self::RefTooLong { .. } => "no-plan::ref-too-long",
            Self::Shape { .. } => "no-plan::shape",
            Self::TooManyProperties { .. } => "no-plan::too-many-properties",
            Self::KeyTooLong { .. } => "no-plan::key-too-long",
            Self::UnsafeKey { .. } => "no-plan::unsafe-key",
            Self::TooManyRules { .. } => "no-plan::too-many-rules",
            Self::TooManyPlaces { .. } => "no-plan::too-many-places",
            Self::TooWide { .. } => "no-plan::too-wide",
            Self::NoRule { .. } => "no-plan::no-rule",
            Self::Unevaluable { .. } => "no-plan::unevaluable",
            Self::Unproved { .. } => "no-plan::unproved",
        }
    }

    /// Whether it is, first of all, that the schema takes arguments that it does not declare.
    pub fn is_open(&self) -> bool {
        if let Self::Remembered { is_open, .. } = self {
            return *is_open;
        }
        let closes = |clause: &ShapeClause| {
            matches!(clause, ShapeClause::Is { keyword, literal: Literal::Bool(false) }
                if keyword == "additionalProperties")
        };
        matches!(self, Self::Shape { misfits, .. } if misfits.iter().any(|misfit| closes(&misfit.clause)))
    }

    /// The place in the source of the schema, where the reason has one.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::EmptyRef | Self::RefTooLong { .. } => None,
            Self::Remembered { span, .. } => *span,
            Self::Shape { misfits, span } => Some(match misfits.as_slice() {
                [only] => only.span,
                _ => *span,
            }),
            Self::TooManyProperties { span, .. }
            | Self::KeyTooLong { span, .. }
            | Self::UnsafeKey { span, .. }
            | Self::TooManyRules { span, .. }
            | Self::TooManyPlaces { span, .. }
            | Self::TooWide { span }
            | Self::NoRule { span }
            | Self::Unevaluable { span, .. }
            | Self::Unproved { span, .. } => Some(*span),
        }
    }
}
