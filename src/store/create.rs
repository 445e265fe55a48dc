//! Files that were not there before.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use super::StoreError;

/// Writes files that must not be there yet: all of them, or none. Folders are made where they are missing.
///
/// # Errors
///
/// Something stands at one of the paths, a link to nothing included, or the system refuses. What was
/// written before that is removed again.
pub fn create_all(files: &[(&Path, &str)]) -> Result<(), StoreError> {
    let mut written: Vec<&Path> = Vec::new();
    for (path, text) in files {
        if let Err(error) = create(path, text, &mut written) {
            for path in written {
                // It is ours, and nobody was told of it; what cannot be removed stays.
                let _ = fs::remove_file(path);
            }
            return Err(error);
        }
    }
    Ok(())
}

fn create<'p>(path: &'p Path, text: &str, written: &mut Vec<&'p Path>) -> Result<(), StoreError> {
    let fault = || StoreError::io("create", path);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(fault())?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(fault())?;
    written.push(path);
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(fault())
}
