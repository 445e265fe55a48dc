//! How schemas are read and under which rules: the arguments of a [`Session`].

use std::path::Path;

use super::exit::Fault;
use super::program::{ProgramArgs, Searches};
use crate::program::Profile;
use crate::schema::SchemaOptions;
use crate::session::Session;

/// How schemas are read and under which rules.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct SessionArgs {
    #[command(flatten)]
    program: ProgramArgs,
    /// Let `format` refuse values; by default it only describes them
    #[arg(long)]
    assert_formats: bool,
}

impl SessionArgs {
    /// The rule files that are read.
    pub(super) fn read(&self) -> impl Iterator<Item = &Path> {
        self.program.read()
    }

    pub(super) fn open(&self) -> Result<Session, Fault> {
        Ok(Session::new(self.program.profile()?, self.options()))
    }

    pub(super) fn options(&self) -> SchemaOptions {
        SchemaOptions { assert_formats: self.assert_formats }
    }

    pub(super) fn profile(&self) -> Result<Profile, Fault> {
        self.program.profile()
    }

    pub(super) fn with_searches(&self) -> Result<(Profile, Option<Searches>), Fault> {
        self.program.with_searches()
    }
}
