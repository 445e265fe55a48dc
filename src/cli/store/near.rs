//! The store that may have been meant by a folder that is none.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diagnostic::nearest::nearest;
use crate::store::{is_store, path_name};

/// How many names of a folder are looked at.
const NAMES: usize = 4096;

/// The store that may have been meant by a folder that is none: one beside it that is called nearly the
/// same, one around it or around the working directory, or any one a level below or beside these.
pub(super) fn nearest_store(missing: &Path) -> Option<PathBuf> {
    let is_there = |folder: &Path| is_store(folder).unwrap_or(false);
    let around = missing.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = stores_in(around);
    let names: Vec<String> = beside.iter().map(|store| last_name(store)).collect();
    let alike = nearest(&last_name(missing), names.iter().map(String::as_str));
    if let Some(store) = beside.iter().find(|store| alike.is_some_and(|name| last_name(store) == name)) {
        return Some(store.clone());
    }
    let here = Path::new(".");
    let mut candidates: Vec<PathBuf> = [missing, here].iter().flat_map(|path| ancestors(path)).collect();
    candidates.retain(|folder| is_there(folder));
    candidates.extend(stores_in(missing));
    candidates.extend(beside);
    candidates.extend(stores_in(here));
    candidates.into_iter().next()
}

/// The folder, and those around it.
fn ancestors(path: &Path) -> Vec<PathBuf> {
    let Ok(whole) = std::path::absolute(path) else { return Vec::new() };
    // The working directory by the name that a person would give it.
    let here = std::path::absolute(".").ok();
    let short = |folder: &Path| match here.as_deref() == Some(folder) {
        true => PathBuf::from("."),
        false => folder.to_owned(),
    };
    whole.ancestors().map(short).collect()
}

/// The stores a level below a folder, by name.
fn stores_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(NAMES);
    let mut stores: Vec<PathBuf> = entries
        .map(|entry| match folder == Path::new(".") {
            true => PathBuf::from(entry.file_name()),
            false => entry.path(),
        })
        .filter(|path| is_store(path).unwrap_or(false))
        .collect();
    stores.sort();
    stores
}

fn last_name(path: &Path) -> String {
    path_name(Path::new(path.file_name().unwrap_or_default()))
}
