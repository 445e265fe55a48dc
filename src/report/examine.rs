//! One action: its plan or the reason why there is none, and what is wrong with it.

use super::collisions;
use crate::cache::Cache;
use crate::coverage::count;
use crate::derive::{NoPlan, Planned};
use crate::diagnostic::{Diagnostic, Severity};
use crate::json::Node;
use crate::metric::{self, Figure};
use crate::plan::{Plan, Rule};
use crate::program::Profile;
use crate::prove::{Proof, Refusal};
use crate::schema::{Schema, SchemaError, SchemaOptions};
use crate::span::Span;
use crate::surface::{Action, Surface};

/// What was found about one action.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Examined {
    /// The action's ref.
    pub reference: String,
    /// Where the ref stands.
    pub place: Span,
    /// The plan, which is proved, or why there is none. The schemas of a long list are not kept.
    pub plan: Result<Proof, Reason>,
    /// How much the schema leaves open; `None` where none is declared.
    pub freedom: Option<Figure>,
    /// The rules that the plan has no room for.
    pub cut: Vec<Rule>,
    /// The profiles under which it has a plan, where that was asked: see [`look`](super::look()).
    pub reached_by: Vec<String>,
    /// Whether a property holds objects or items that the profile does not look into.
    pub nested: bool,
    /// What is wrong; a [`SurfaceReport`](super::SurfaceReport) takes it over.
    pub findings: Vec<Diagnostic>,
}

/// Why an action has no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// A stable code.
    pub code: &'static str,
    /// In words.
    pub message: String,
    /// Where in the surface.
    pub span: Span,
    /// Whether it is, first of all, that the schema takes arguments that it does not declare.
    pub is_open: bool,
}

impl Reason {
    /// Whether the action is beyond a bound, or the validator at its end.
    pub fn is_bound(&self) -> bool {
        const BOUNDS: [&str; 8] = [
            "no-plan::ref-too-long",
            "no-plan::too-many-properties",
            "no-plan::key-too-long",
            "no-plan::unsafe-key",
            "no-plan::too-many-rules",
            "no-plan::too-many-places",
            "no-plan::too-wide",
            "no-plan::unevaluable",
        ];
        BOUNDS.contains(&self.code)
    }

    /// Whether the schema itself is at fault.
    pub fn is_unusable(&self) -> bool {
        self.code.starts_with("schema::")
    }
}

/// Looks at one action of `surface` under `profile`.
pub fn examine(
    surface: &Surface<'_>,
    action: &Action<'_>,
    profile: &Profile,
    options: SchemaOptions,
) -> Examined {
    let schema = action.schema.map(|node| Schema::new(surface.document, node, options));
    examine_compiled(surface, action, profile, schema.as_ref(), None)
}

/// As [`examine()`], where the schema that the action declares is compiled already, and `cache` may know what
/// was derived from it.
pub fn examine_compiled(
    surface: &Surface<'_>,
    action: &Action<'_>,
    profile: &Profile,
    schema: Option<&Result<Schema, SchemaError>>,
    cache: Option<&Cache>,
) -> Examined {
    let mut examined = Examined {
        reference: action.reference.clone(),
        place: action.ref_place,
        plan: Err(Reason {
            code: "no-plan::no-schema",
            message: format!("no `{}` is declared", surface.format.schema_member()),
            span: action.ref_place,
            is_open: false,
        }),
        freedom: action.schema.map(metric::freedom),
        cut: Vec::new(),
        reached_by: Vec::new(),
        nested: false,
        findings: Vec::new(),
    };
    match schema {
        None => examined.findings.push(no_schema(surface, action)),
        Some(Ok(schema)) => with_schema(&mut examined, profile, schema, cache),
        Some(Err(error)) => {
            examined.findings.push(unusable(&action.reference, error));
            let (code, message, span) = (error.code(), error.to_string(), error.span());
            examined.plan = Err(Reason { code, message, span, is_open: false });
        }
    }
    examined
}

fn with_schema(examined: &mut Examined, profile: &Profile, schema: &Schema, cache: Option<&Cache>) {
    let reference = &examined.reference;
    examined.plan = match planned(profile, reference, schema, cache) {
        Ok(Planned { proven, cut }) => {
            examined.findings.extend(full(reference, proven.plan(), &cut, schema));
            examined.cut = cut;
            Ok(proven.proof().clone())
        }
        Err(reason) => {
            if let NoPlan::Unproved { refusal, .. } = &reason {
                examined.findings.push(unproved(reference, examined.place, refusal));
            }
            Err(Reason {
                code: reason.code(),
                message: reason.to_string(),
                span: reason.span().unwrap_or(examined.place),
                is_open: reason.is_open(),
            })
        }
    };
    let reach = profile.ir().map(|profile| profile.reach).unwrap_or_default();
    let holds_more = || schema.properties().iter().any(|property| holds_more(&property.value));
    examined.nested = !(reach.properties && reach.items) && holds_more();
    examined.findings.extend(collisions::find(profile, schema));
}

/// The plan, from what `cache` knows where there is one.
pub(super) fn planned(
    profile: &Profile,
    reference: &str,
    schema: &Schema,
    cache: Option<&Cache>,
) -> Result<Planned, NoPlan> {
    match cache {
        Some(cache) => profile.plan_by(cache, reference, schema),
        None => profile.plan_whole(reference, schema),
    }
}

/// Whether a property, or a branch of it, is an object with properties or an array with items.
fn holds_more(property: &Node) -> bool {
    let has = |keyword| property.get(keyword).is_some();
    let branches =
        ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|keyword| property.get(keyword)?.as_array());
    has("properties")
        || has("items")
        || has("prefixItems")
        || has("$ref")
        || branches.flatten().any(holds_more)
}

/// Which properties the plan has no room for.
fn full(reference: &str, plan: &Plan, cut: &[Rule], schema: &Schema) -> Option<Diagnostic> {
    let first = cut.first()?;
    let first = schema.properties().iter().find(|property| *property.name == *first.key)?;
    let mut keys: Vec<String> = cut.iter().map(|rule| format!("`{}`", rule.place())).collect();
    keys.dedup();
    let message = format!(
        "the plan of `{reference}` is full at {}; {} cut off, for {}",
        count(plan.rules().len(), "rule"),
        if cut.len() == 1 { "1 more is".to_owned() } else { format!("{} more are", cut.len()) },
        keys.join(", ")
    );
    Some(
        Diagnostic::new(Severity::Note, "check::cut-rules", message)
            .label(0, first.name_span, "the rules from here on are cut off")
            .help("misspelled calls are not mended there; a tool with fewer properties has room"),
    )
}

fn unproved(reference: &str, place: Span, refusal: &Refusal) -> Diagnostic {
    let message = format!("the plan of `{reference}` is not proved: {refusal}");
    Diagnostic::error("check::unproved", message)
        .label(0, place, "this action")
        .help("this is a fault of fabric-rules; please report it with the surface")
}

fn no_schema(surface: &Surface<'_>, action: &Action<'_>) -> Diagnostic {
    let member = surface.format.schema_member();
    let message = format!("`{}` declares no `{member}`", action.reference);
    Diagnostic::new(Severity::Warning, "check::no-schema", message)
        .label(0, action.ref_place, "this action")
        .help("without a schema its arguments can be neither checked nor normalized")
}

fn unusable(reference: &str, error: &SchemaError) -> Diagnostic {
    Diagnostic::error(
        "check::unusable-schema",
        format!("the schema of `{reference}` cannot be used: {error}"),
    )
    .label(0, error.span(), "here")
    .help(error.help())
}
