//! The actions of a surface, for the calls that name them.

use std::collections::HashMap;

use super::stored::Stored;
use crate::calls::names::Names;
use crate::cli::exit::Fault;
use crate::cli::surface::Loaded;
use crate::surface::Action;

/// The actions of a surface, by ref.
pub(in crate::cli) struct Live<'d> {
    pub(super) loaded: &'d Loaded,
    pub(super) actions: HashMap<String, Action<'d>>,
    /// What hosts call them.
    pub(super) names: Names,
    pub(super) stored: Option<Stored>,
}

impl<'d> Live<'d> {
    pub(super) fn new(loaded: &'d Loaded, server: Option<&str>) -> Result<Self, Fault> {
        let actions = loaded.surface(server)?.actions;
        let names = Names::of(actions.iter().map(|action| &*action.reference));
        let actions = actions.into_iter().map(|action| (action.reference.clone(), action)).collect();
        Ok(Self { loaded, actions, names, stored: None })
    }
}
