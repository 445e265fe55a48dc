//! A rule program in use: its representation, its digests, its profiles.

use std::sync::Arc;

use crate::digest::Digest;
use crate::ir;

/// The `rulesDigest` of the built-in profile `fabric`.
///
/// Plans derived under exactly these rules have version 1 on every machine. The digest is pinned
/// here, so that an edit to the built-in rule files cannot silently change what version 1 means:
/// after an edit `fabric` is a profile like any other, with plan version 2.
pub const FABRIC: &str = "6bd390ecd662e8a5d3e8270360d414b00fafe8bf41817410d79a8d919197079d";

/// A rule program that the laws allow. Cheap to clone.
///
/// ```
/// use fabric_rules::{Source, built_in, compile_rules};
///
/// assert!(built_in().unwrap().profile("fabric").is_some());
///
/// let text = std::fs::read_to_string("docs/examples/extended/mine.rules").unwrap();
/// let program = compile_rules(&[Source::new("mine.rules", text)]).program.unwrap();
/// assert!(program.profiles().count() > 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program(Arc<Inner>);

#[derive(Debug, PartialEq, Eq)]
struct Inner {
    ir: ir::Program,
    digest: Digest,
    /// The `rulesDigest` of each profile, in the order of the representation.
    rules_digests: Vec<Digest>,
}

impl Program {
    /// The program of a representation that no law was asked about.
    ///
    /// For tests that need a program which the laws refuse. A host has programs from
    /// [`rules::compile`](crate::rules::compile), which are lawful.
    #[doc(hidden)]
    pub fn unchecked(ir: ir::Program) -> Self {
        Self::new(ir)
    }

    /// The program of a representation that the laws allow.
    pub(crate) fn new(ir: ir::Program) -> Self {
        let digest = ir.digest();
        let rules_digests = ir.profiles.iter().map(|profile| ir.rules_digest(profile)).collect();
        Self(Arc::new(Inner { ir, digest, rules_digests }))
    }

    /// The representation.
    #[doc(hidden)]
    pub fn ir(&self) -> &ir::Program {
        &self.0.ir
    }

    /// The digest of the whole program.
    pub fn digest(&self) -> &Digest {
        &self.0.digest
    }

    /// All profiles, sorted by name.
    pub fn profiles(&self) -> impl Iterator<Item = Profile> + '_ {
        (0..self.0.ir.profiles.len()).map(|index| Profile { program: self.clone(), index })
    }

    /// The profile called `name`.
    pub fn profile(&self, name: &str) -> Option<Profile> {
        self.profiles().find(|profile| profile.name() == name)
    }

    /// The profile that version 1 plans are derived under, where this program has it unedited.
    pub fn fabric(&self) -> Option<Profile> {
        self.profiles().find(Profile::is_fabric)
    }

    /// The profile in force where none is named: `fabric`, or else the only active one.
    pub fn default_profile(&self) -> Option<Profile> {
        self.profile("fabric").or_else(|| {
            let mut active = self.profiles().filter(|profile| profile.ir().is_some_and(is_active));
            let first = active.next()?;
            active.next().is_none().then_some(first)
        })
    }
}

fn is_active(profile: &ir::Profile) -> bool {
    profile.status == ir::Status::Active
}

/// One profile of a program. Cheap to clone.
///
/// ```
/// use fabric_rules::{NoPlan, Schema, built_in};
///
/// let fabric = built_in().unwrap().default_profile().unwrap();
/// let open = Schema::parse(br#"{"type": "object", "properties": {}}"#, Default::default()).unwrap();
/// let no_plan = fabric.plan("report.render", &open).unwrap_err();
/// assert!(matches!(no_plan, NoPlan::Shape { .. }) && no_plan.is_open());
/// ```
#[derive(Debug, Clone)]
pub struct Profile {
    program: Program,
    index: usize,
}

impl Profile {
    /// The program that the profile belongs to.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The profile's representation.
    #[doc(hidden)]
    pub fn ir(&self) -> Option<&ir::Profile> {
        self.program.0.ir.profiles.get(self.index)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.ir().map_or("", |profile| &profile.name)
    }

    /// The digest of the profile and of what it uses.
    pub fn rules_digest(&self) -> Option<&Digest> {
        self.program.0.rules_digests.get(self.index)
    }

    /// Whether this is the built-in `fabric`, unedited.
    pub fn is_fabric(&self) -> bool {
        self.rules_digest().is_some_and(|digest| digest.as_str() == FABRIC)
    }

    /// The conventions, in the order of the rules within a key.
    #[doc(hidden)]
    pub fn conventions(&self) -> impl Iterator<Item = &ir::Convention> {
        let names = self.ir().map(|profile| profile.conventions.as_slice()).unwrap_or_default();
        names.iter().filter_map(|name| self.program.0.ir.convention(name))
    }
}
