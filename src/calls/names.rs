//! Which action of a surface a host's name means.

use std::collections::HashMap;

/// The refs of a surface by what hosts may call them.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Every ref under itself and, for `mcp.<server>.<tool>`, under the tool's name.
    called: HashMap<String, Vec<String>>,
}

/// Why a name means no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// No action is called that.
    #[error("the surface has no action `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// Several are.
    #[error("`{name}` may be `{first}` or `{second}`")]
    Ambiguous {
        /// The name.
        name: String,
        /// An action.
        first: String,
        /// Another one.
        second: String,
    },
}

impl Names {
    /// The names of the actions called `refs`.
    pub fn of<'r>(refs: impl IntoIterator<Item = &'r str>) -> Self {
        let mut names = Self::default();
        for reference in refs {
            names.add(reference, reference);
            if let Some((_, tool)) = reference.strip_prefix("mcp.").and_then(|rest| rest.split_once('.')) {
                names.add(tool, reference);
            }
        }
        names
    }

    fn add(&mut self, name: &str, reference: &str) {
        self.called.entry(name.to_owned()).or_default().push(reference.to_owned());
    }

    /// The ref that `name` means: the ref itself, or the one tool of that name, whatever its server;
    /// `mcp__S__T` is also `mcp.S.T`, and `T`.
    ///
    /// # Errors
    ///
    /// [`NameError`] where no action is meant, or more than one may be.
    pub fn resolve(&self, name: &str) -> Result<&str, NameError> {
        if let Some(found) = self.called(name) {
            return found;
        }
        if let Some((server, tool)) = name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")) {
            let found = self.called(&format!("mcp.{server}.{tool}")).or_else(|| self.called(tool));
            if let Some(found) = found {
                return found;
            }
        }
        Err(NameError::Unknown { name: name.to_owned() })
    }

    fn called(&self, name: &str) -> Option<Result<&str, NameError>> {
        let found = self.called.get(name)?;
        // A ref means itself, whatever else is called that.
        if let Some(itself) = found.iter().find(|reference| *reference == name) {
            return Some(Ok(itself));
        }
        match found.as_slice() {
            [] => None,
            [only] => Some(Ok(only)),
            [first, second, ..] => Some(Err(NameError::Ambiguous {
                name: name.to_owned(),
                first: first.clone(),
                second: second.clone(),
            })),
        }
    }
}
