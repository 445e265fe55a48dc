//! The tools of a host: refs, schemas and proven plans, in a list that may change while calls run.
//!
//! 1. [`Tool`]: one tool as it was declared, owned, and nothing worked out;
//! 2. [`Toolset`]: the list, what its tools are called, and its digest. A clone shares everything, so a
//!    call works on the list that it began with while another thread changes its own;
//! 3. [`worked`]: the schema and the plan of a tool, worked out at its first call, within bounds.

mod tool;
mod worked;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub use tool::Tool;

use crate::calls::names::{NameError, Names};
use crate::digest::Digest;
use crate::program::Program;
use crate::prove::ProvenPlan;
use crate::schema::{Schema, SchemaError};
use crate::session::Session;
use crate::surface::write::digest_of;
use crate::surface::{Place, Surface, SurfaceError};
use worked::{Kept, Worked};

/// The tools of a host under the rules of a [`Session`]. Cheap to clone.
///
/// ```
/// use fabric_rules::{Document, Limits, Outcome, Session, Surface, Toolset, built_in};
///
/// let text = std::fs::read("docs/examples/report.json").unwrap();
/// let document = Document::parse(&text, Limits::SURFACE).unwrap();
/// let surface = Surface::read(&document, None).unwrap();
/// let session = Session::new(built_in().unwrap().default_profile().unwrap(), Default::default());
/// let tools = Toolset::of(&surface, &session);
///
/// let plan = tools.plan("report.render").unwrap();
/// let outcome = plan.apply(br#"{"output-format": "PDF"}"#).unwrap();
/// assert!(matches!(outcome, Outcome::Normalized { .. }));
/// ```
#[derive(Debug, Clone)]
pub struct Toolset {
    session: Session,
    list: Arc<List>,
    kept: Kept,
}

/// One state of the list.
#[derive(Debug, Clone, Default)]
struct List {
    tools: BTreeMap<Arc<str>, Entry>,
    names: OnceLock<Names>,
    digest: OnceLock<Result<Digest, SurfaceError>>,
}

#[derive(Debug, Clone)]
struct Entry {
    tool: Arc<Tool>,
    worked: Arc<Worked>,
}

impl Toolset {
    /// No tools yet, under the rules of `session`.
    pub fn new(session: &Session) -> Self {
        Self { session: session.clone(), list: Arc::default(), kept: Kept::default() }
    }

    /// The tools of `surface`.
    pub fn of(surface: &Surface<'_>, session: &Session) -> Self {
        Self::over([surface], session)
    }

    /// The tools of several surfaces together. Of a ref that two of them declare the first counts.
    pub fn over<'s>(surfaces: impl IntoIterator<Item = &'s Surface<'s>>, session: &Session) -> Self {
        let mut toolset = Self::new(session);
        toolset.set(surfaces.into_iter().enumerate().flat_map(|(index, surface)| {
            surface.actions.iter().map(move |action| Tool::declared_by(surface, action, index))
        }));
        toolset
    }

    /// What is kept between calls.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The program that plans are proved under.
    pub fn program(&self) -> &Program {
        self.session.program()
    }

    /// Puts a tool into the list, in the place of the one of the same ref, which is given back.
    ///
    /// What was worked out for that one stays where its schema was declared in the same words.
    pub fn insert(&mut self, tool: Tool) -> Option<Arc<Tool>> {
        let entry = Entry::new(tool, &self.list);
        self.change().insert(entry.tool.reference.clone(), entry).map(|before| before.tool)
    }

    /// Takes a tool out of the list.
    pub fn remove(&mut self, reference: &str) -> Option<Arc<Tool>> {
        self.declares(reference).then(|| self.change().remove(reference))?.map(|gone| gone.tool)
    }

    /// Makes `tools` the whole list, as [`insert`](Self::insert) would; of two with one ref the first counts.
    pub fn set(&mut self, tools: impl IntoIterator<Item = Tool>) {
        let mut list = BTreeMap::new();
        for tool in tools {
            list.entry(tool.reference.clone()).or_insert_with(|| Entry::new(tool, &self.list));
        }
        self.list = Arc::new(List { tools: list, ..List::default() });
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.list.tools.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.tools.is_empty()
    }

    /// The refs, sorted.
    pub fn refs(&self) -> impl Iterator<Item = &str> {
        self.list.tools.keys().map(|reference| &**reference)
    }

    /// Whether there is a tool called `reference`.
    pub fn declares(&self, reference: &str) -> bool {
        self.list.tools.contains_key(reference)
    }

    /// The tool called `reference`.
    pub fn tool(&self, reference: &str) -> Option<&Tool> {
        self.entry(reference).map(|entry| &*entry.tool)
    }

    /// The ref that a host's name means.
    ///
    /// # Errors
    ///
    /// [`NameError`] where no tool is meant, or more than one may be.
    pub fn resolve(&self, name: &str) -> Result<&str, NameError> {
        self.list.names.get_or_init(|| Names::of(self.refs())).resolve(name)
    }

    /// The compiled schema of a tool; `None` where there is no tool, or none with a schema.
    ///
    /// # Errors
    ///
    /// As [`Schema::new`].
    pub fn schema(&self, reference: &str) -> Option<Result<Schema, SchemaError>> {
        let entry = self.entry(reference)?;
        Some(entry.worked.schema(&self.session, &self.kept, entry.tool.document()?))
    }

    /// The compiled schema of a tool, where it has one that can be used.
    pub fn usable(&self, reference: &str) -> Option<Schema> {
        self.schema(reference)?.ok()
    }

    /// The proven plan of a tool under the profile in force; `None` where there is none.
    pub fn plan(&self, reference: &str) -> Option<ProvenPlan> {
        self.plan_of(reference, &self.usable(reference)?)
    }

    /// The same for who has the tool's schema already.
    pub(crate) fn plan_of(&self, reference: &str, schema: &Schema) -> Option<ProvenPlan> {
        self.entry(reference)?.worked.plan(&self.session, reference, schema)
    }

    /// The digest of the tools, as if one surface declared them all.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Flawed`] where a schema has no canonical form.
    pub fn digest(&self) -> Result<&Digest, SurfaceError> {
        let tools = || self.list.tools.values().map(|entry| &*entry.tool);
        let digest = || match tools().filter_map(Tool::flaw).min_by_key(|flaw| flaw.0) {
            Some((Place { span, .. }, kind)) => Err(SurfaceError::Flawed { kind, at: span }),
            None => Ok(digest_of(tools().map(|tool| (tool.reference(), tool.schema())))),
        };
        self.list.digest.get_or_init(digest).as_ref().map_err(Clone::clone)
    }

    /// Where the tool of `reference` stands, or its property `key` where it has one.
    pub fn place(&self, reference: &str, key: Option<&str>) -> Option<Place> {
        let at = key.map(|key| crate::json::pointer::push("/properties", key)).unwrap_or_default();
        Some(self.tool(reference)?.place(&at))
    }

    /// The list, to be changed: its own, where another clone has it too.
    fn change(&mut self) -> &mut BTreeMap<Arc<str>, Entry> {
        let list = Arc::make_mut(&mut self.list);
        (list.names, list.digest) = Default::default();
        &mut list.tools
    }

    fn entry(&self, reference: &str) -> Option<&Entry> {
        self.list.tools.get(reference)
    }
}

impl Entry {
    /// A tool that comes into a list, with what was worked out for the one before it.
    fn new(tool: Tool, list: &List) -> Self {
        let before = list.tools.get(&tool.reference).filter(|before| before.tool.is_declared_like(&tool));
        let worked = before.and_then(|before| before.worked.useful(&before.worked));
        Self { tool: Arc::new(tool), worked: worked.unwrap_or_default() }
    }
}
