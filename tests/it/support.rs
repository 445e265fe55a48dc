//! What many tests need: the built-in rules, texts to schemas and plans, the fixtures.

pub mod generate;
pub mod nested;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::derive::{NoPlan, derive};
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::ir;
use fabric_rules::internal::json::{Document, Limits, Node, canonical};
use fabric_rules::internal::plan::Plan;
use fabric_rules::internal::program::{Profile, Program};
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::rules;
use fabric_rules::internal::schema::{Schema, SchemaOptions};

/// The built-in program, compiled once: checking every law takes its time without optimization.
static BUILT_IN: LazyLock<Program> = LazyLock::new(|| rules::built_in().unwrap());

/// What one profile of the built-in program uses, as a program of its own, for tests that edit it.
fn used_by(name: &str) -> ir::Program {
    let mut ir = BUILT_IN.ir().clone();
    ir.profiles.retain(|profile| profile.name == name);
    let profile = ir.profiles[0].clone();
    ir.shapes.retain(|shape| profile.over.contains(&shape.name));
    ir.conventions.retain(|convention| profile.conventions.contains(&convention.name));
    let conventions = &ir.conventions;
    let spells = |name: &String| conventions.iter().any(|item| item.spellings().any(|used| used == name));
    ir.spellings.retain(|spelling| spells(&spelling.name));
    let reads = |name: &String| conventions.iter().any(|item| item.vocabularies().any(|used| used == name));
    ir.vocabularies.retain(|vocabulary| reads(&vocabulary.name));
    ir
}

/// The representation of `fabric` and what it uses.
pub fn fabric_ir() -> ir::Program {
    used_by("fabric")
}

/// The representation of `wide` and what it uses.
pub fn wide_ir() -> ir::Program {
    used_by("wide")
}

/// The rule files without the candidates under review: what `fabric` is made of.
pub fn active_files() -> Vec<Source> {
    rules::embedded().into_iter().filter(|file| !file.name.starts_with("rules/review/")).collect()
}

/// The built-in profile.
pub fn fabric() -> Profile {
    BUILT_IN.profile("fabric").unwrap()
}

/// The built-in profile with the candidates under review.
pub fn wide() -> Profile {
    BUILT_IN.profile("wide").unwrap()
}

/// The profile `fabric` of an edited program.
pub fn edited(edit: impl FnOnce(&mut ir::Program)) -> Profile {
    let mut ir = fabric_ir();
    edit(&mut ir);
    Program::unchecked(ir).profile("fabric").unwrap()
}

pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)
}

pub fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), Limits::SURFACE).unwrap()
}

pub fn canonical_of(text: &str) -> String {
    canonical::text(&parse(text).root)
}

pub fn schema(text: &str) -> Schema {
    Schema::parse(text.as_bytes(), SchemaOptions::default()).unwrap()
}

/// The derived plan as `kind key` lines; empty where there is none.
pub fn rules_of(profile: &Profile, schema: &Schema) -> Vec<String> {
    derive(profile, "a.ref", schema).map(|plan| plan.rules().iter().map(line).collect()).unwrap_or_default()
}

fn line(rule: &fabric_rules::internal::plan::Rule) -> String {
    format!("{} {}", rule.kind, rule.key)
}

/// The derived plan, proved.
pub fn proven(profile: &Profile, reference: &str, schema: &Schema) -> Option<ProvenPlan> {
    match profile.plan(reference, schema) {
        Err(NoPlan::Unproved { refusal, .. }) => panic!("`{reference}`: {refusal}"),
        answer => answer.ok(),
    }
}

/// The normalized arguments, or `None` where they stay.
pub fn normalized(proven: &ProvenPlan, args: &str) -> Option<String> {
    match proven.apply(args.as_bytes()).unwrap() {
        Outcome::Normalized { args, .. } => Some(String::from_utf8(args).unwrap()),
        _ => None,
    }
}

/// Derives, proves and applies under the built-in profile.
pub fn repaired(schema_text: &str, args: &str) -> Option<String> {
    normalized(&proven(&fabric(), "a.ref", &schema(schema_text))?, args)
}

/// The cases of a vector file, each with the text of the whole file for byte-true slices.
pub struct Vectors {
    pub text: String,
    pub document: Document,
}

impl Vectors {
    pub fn read(name: &str) -> Self {
        let text = std::fs::read_to_string(fixture("vectors").join(name)).unwrap();
        let document = parse(&text);
        Self { text, document }
    }

    /// Calls `check` with name, input and expected value of each case; returns how many there are.
    pub fn each(&self, mut check: impl FnMut(&str, &Node, &Node)) -> usize {
        let cases = self.document.root.get("cases").and_then(Node::as_array).unwrap();
        for case in cases {
            let name = case.get("name").and_then(Node::as_str).unwrap();
            check(name, case.get("input").unwrap(), case.get("expected").unwrap());
        }
        cases.len()
    }

    pub fn slice(&self, node: &Node) -> &str {
        node.span.of(&self.text)
    }

    pub fn schema(&self, node: &Node) -> Option<Schema> {
        Schema::new(&self.document, node, SchemaOptions::default()).ok()
    }

    pub fn plan(&self, node: &Node) -> Option<Plan> {
        Plan::read(&self.document, node).ok()
    }
}

/// A tool of a fixture surface.
pub struct Tool {
    pub file: String,
    pub name: String,
    pub schema: Schema,
}

/// Every tool of every fixture surface, in order.
pub fn tools() -> Vec<Tool> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(fixture("surfaces")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut tools = Vec::new();
    for path in files {
        let file = path.file_name().unwrap().to_string_lossy().replace(".tools.json", "");
        let document = parse(&std::fs::read_to_string(&path).unwrap());
        for tool in document.root.get("tools").and_then(Node::as_array).unwrap() {
            let schema = Schema::new(&document, tool.get("inputSchema").unwrap(), SchemaOptions::default());
            let Ok(schema) = schema else { continue };
            let name = tool.get("name").and_then(Node::as_str).unwrap().to_owned();
            tools.push(Tool { file: file.clone(), name, schema });
        }
    }
    assert!(tools.len() > 500, "the fixtures hold {} tools", tools.len());
    tools
}

/// Snapshot settings: everything under the top-level `snapshots/`.
pub fn snapshots(topic: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(topic));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// Whether the second validator accepts; `None` where it does not compile the schema.
pub fn second(schema: &serde_json::Value, instance: &serde_json::Value) -> Option<bool> {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("memory:schema", schema.clone()).ok()?;
    let index = compiler.compile("memory:schema", &mut schemas).ok()?;
    Some(schemas.validate(instance, index).is_ok())
}
