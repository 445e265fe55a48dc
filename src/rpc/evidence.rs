//! The operations on evidence: `ingest`, `measure`, `signals`, `pool` and the formulas under them.

use serde_json::json;

use super::{Operation, Problem, Request, Session};
use crate::evidence::{Observation, ingest as read_lines, wire};
use crate::json::{Document, Node, surrogate};
use crate::metric::{self, Context};
use crate::pool::{self, Pool, Window};
use crate::signals as review;
use crate::surface::Surface;

pub(super) const DISTANCE: Operation = Operation {
    name: "distance",
    about: "{left, right} -> number: edits over the longer length",
    run: distance,
};

pub(super) const ENTROPY: Operation =
    Operation { name: "entropy", about: "{counts} -> number: Shannon bits", run: entropy };

pub(super) const FREEDOM: Operation =
    Operation { name: "freedom", about: "{schema} -> number: how much a schema leaves open", run: freedom };

pub(super) const TREND: Operation = Operation {
    name: "trend",
    about: "{scores} -> {count, first, last, slopePerStep}: scores, oldest to newest",
    run: trend,
};

pub(super) const MEASURE: Operation = Operation {
    name: "measure",
    about: "{traces, surface?, repairs?, catalogDigest?} -> the report of metric 3",
    run: measure,
};

pub(super) const INGEST: Operation = Operation {
    name: "ingest",
    about: "{lines} -> {traces, valueObservations, auditCalls}: the lines of a session",
    run: ingest,
};

pub(super) const SIGNALS: Operation = Operation {
    name: "signals",
    about: "{traces, surface?, valueObservations?} -> review signals",
    run: signals,
};

pub(super) const POOL: Operation = Operation {
    name: "pool",
    about: "{start?, steps} -> {steps, file, observations}: windows merged into a pool",
    run: merge,
};

fn distance(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    // Half of a surrogate pair is one unit like any other here.
    let text = |name| {
        let node = request.required(name)?;
        let found = || Problem::new("wrong-kind", format!("`{name}` must be a string, not {}", node.kind()));
        node.as_str().ok_or_else(found)?;
        let inside = request.raw(node).strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
        Ok::<_, Problem>(surrogate::decode(inside.unwrap_or_default()))
    };
    let distance = metric::distance(&text("left")?, &text("right")?);
    if !distance.is_exact {
        let message = "the texts are too long, and have too little in common, to be compared to the end";
        return Err(Problem::new("too-costly", message));
    }
    answer(&distance.figure)
}

fn entropy(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let counts = numbers(request, "counts")?;
    if counts.iter().any(|count| *count < 0.0) {
        return Err(Problem::new("out-of-range", "a count is below zero"));
    }
    answer(&metric::entropy(counts))
}

fn freedom(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    answer(&metric::freedom(request.required("schema")?))
}

fn trend(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    answer(&metric::trend(&numbers(request, "scores")?))
}

fn measure(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let traces = wire::traces(request.document, request.required("traces")?, "/traces")?;
    answer(&metric::measure(&traces, &context(request)?))
}

fn ingest(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let node = request.required("lines")?;
    let lines = list(node, "lines")?.iter().map(line).collect::<Result<Vec<String>, Problem>>()?;
    answer(&read_lines(lines.iter().map(String::as_bytes)).0)
}

fn signals(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let traces = wire::traces(request.document, request.required("traces")?, "/traces")?;
    let observations = request.optional("valueObservations")?;
    let observations = observations
        .map(|node| wire::observations(request.document, node, "/valueObservations"))
        .transpose()?;
    let report = metric::measure(&traces, &context(request)?);
    let document = surface_document(request)?;
    let surface = document.as_ref().map(read_surface).transpose()?;
    let actions = surface.iter().flat_map(Surface::schemas);
    answer(&review::of_traces(&traces, actions, observations.as_deref(), &report))
}

fn merge(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let start = request.optional("start")?.map(|node| request.flawless(node)).transpose()?;
    let start = start.map(Pool::read).transpose();
    let mut pool = start.map_err(|error| Problem::new("damaged-pool", error.to_string()))?;
    let mut steps = Vec::new();
    for step in list(request.required("steps")?, "steps")? {
        let windows = list(step, "a step")?.iter().map(|node| window(Request { input: node, ..request }));
        let windows = windows.collect::<Result<Vec<Window>, Problem>>()?;
        steps.push(pool::merge(pool.get_or_insert_default(), windows));
    }
    /// An observation with its count, also where that is one.
    #[derive(serde::Serialize)]
    struct Counted {
        #[serde(flatten)]
        observation: Observation,
        count: u64,
    }
    let observations: Vec<Counted> = pool
        .iter()
        .flat_map(Pool::observations)
        .map(|observation| Counted {
            count: observation.count,
            observation: Observation { count: 1, ..observation },
        })
        .collect();
    answer(&json!({"steps": steps, "file": pool, "observations": observations}))
}

fn window(request: Request<'_>) -> Result<Window, Problem> {
    let file = request.text(request.required("file")?, "file")?;
    let observations =
        wire::observations(request.document, request.required("observations")?, "/observations")?;
    Ok(Window::new(file, observations))
}

pub(super) fn context(request: Request<'_>) -> Result<Context, Problem> {
    let mut context = Context::default();
    if let Some(document) = surface_document(request)? {
        context = context.surface(read_surface(&document)?.schemas(), None);
    }
    if let Some(repairs) = request.optional("repairs")? {
        context = context.repairs(&wire::repairs(repairs, "/repairs")?);
    }
    match request.optional("catalogDigest")? {
        Some(digest) => Ok(context.catalog_digest(request.text(digest, "catalogDigest")?)),
        None => Ok(context),
    }
}

/// The surface of a request as a document of its own.
fn surface_document(request: Request<'_>) -> Result<Option<Document>, Problem> {
    request.optional("surface")?.map(|node| surface_of(request, node)).transpose()
}

/// A surface that is a value of a request, as a document of its own.
pub(super) fn surface_of(request: Request<'_>, node: &Node) -> Result<Document, Problem> {
    crate::request::parse(request.raw(node))
}

pub(super) fn read_surface(document: &Document) -> Result<Surface<'_>, Problem> {
    Surface::read(document, None).map_err(|error| Problem::new("no-surface", error.to_string()))
}

/// A line, or one that is told as `before + repeat × times + after`.
fn line(node: &Node) -> Result<String, Problem> {
    let wrong = || Problem::new("wrong-kind", "a line must be a string, or `{before, repeat, times, after}`");
    if let Some(line) = node.as_str() {
        return Ok(line.to_owned());
    }
    let text = |name| node.get(name).and_then(Node::as_str).ok_or_else(wrong);
    let times = node.get("times").and_then(Node::as_natural).ok_or_else(wrong)?;
    let times = usize::try_from(times).map_err(|_| wrong())?;
    let (before, repeat, after) = (text("before")?, text("repeat")?, text("after")?);
    let size = repeat.len().checked_mul(times).filter(|size| *size <= crate::evidence::LINE_BYTES);
    if size.is_none() {
        return Err(Problem::new("too-large", "a line may have 64 MiB"));
    }
    Ok(format!("{before}{}{after}", repeat.repeat(times)))
}

fn list<'n>(node: &'n Node, name: &str) -> Result<&'n [Node], Problem> {
    node.as_array()
        .ok_or_else(|| Problem::new("wrong-kind", format!("`{name}` must be an array, not {}", node.kind())))
}

fn numbers(request: Request<'_>, name: &str) -> Result<Vec<f64>, Problem> {
    let number = |node: &Node| match &node.data {
        crate::json::Data::Number(lexeme) => {
            Some(crate::json::number::double(lexeme)).filter(|n| n.is_finite())
        }
        _ => None,
    };
    let items = list(request.required(name)?, name)?;
    let numbers = items.iter().map(number).collect::<Option<Vec<f64>>>();
    numbers.ok_or_else(|| Problem::new("wrong-kind", format!("`{name}` must hold finite numbers only")))
}

impl From<wire::WireError> for Problem {
    fn from(error: wire::WireError) -> Self {
        Self::new("wrong-kind", error.to_string())
    }
}

pub(super) fn answer(value: &impl serde::Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| Problem::new("no-answer", error.to_string()))
}
