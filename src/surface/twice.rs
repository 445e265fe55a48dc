//! Several surfaces together, no ref of them in two.

use std::collections::HashMap;

use super::Surface;
use crate::span::Span;

/// A place in one of several surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// Which surface, by its index in the list that was given.
    pub surface: usize,
    /// Where in its document.
    pub span: Span,
}

/// A ref that two surfaces declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twice {
    /// The ref.
    pub reference: String,
    /// Where it is declared first.
    pub first: Place,
    /// Where it is declared again.
    pub second: Place,
}

/// The first ref that two of the surfaces declare.
pub fn twice(surfaces: &[Surface<'_>]) -> Option<Twice> {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    for (index, surface) in surfaces.iter().enumerate() {
        for action in &surface.actions {
            let second = Place { surface: index, span: action.ref_place };
            if let Some(first) = seen.insert(&action.reference, second) {
                return Some(Twice { reference: action.reference.clone(), first, second });
            }
        }
    }
    None
}
