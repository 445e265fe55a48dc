//! What is saved is what is read, and a damaged file is told of and left as it is.

use super::{Fault, Finding, ensure};
use crate::certify::fixtures::LEGACY;
use crate::certify::setup::Setup;
use crate::certify::{Form, Stored};
use crate::digest::Digest;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    let artifact = setup.compiled(Form::AtOnce, own)?;
    let text = artifact.to_text().into_bytes();
    let store = |present| setup.subject.store(present, &artifact).map_err(Fault::NoStore);
    for (what, present) in
        [("nothing", None), ("the same artifact", Some(&*text)), ("version 1", Some(LEGACY.as_bytes()))]
    {
        let Stored { saved, file, loaded } = store(present)?;
        saved.map_err(|error| format!("where {what} was, it is not saved: {error}"))?;
        ensure(file.as_deref() == Some(&*text), || format!("where {what} was, the file holds other bytes"))?;
        let loaded = loaded.map_err(|error| format!("where {what} was, it is not read: {error}"))?;
        ensure(loaded.as_ref() == Some(&artifact), || {
            format!("where {what} was, another artifact is read than was saved")
        })?;
    }
    let damaged = text.get(..text.len() / 2).unwrap_or_default();
    let Stored { saved, file, loaded } = store(Some(damaged))?;
    ensure(saved.is_err() && loaded.is_err(), || "a damaged file is no error".to_owned())?;
    ensure(file.as_deref() == Some(damaged), || "a damaged file was overwritten".to_owned())?;
    let digest = Digest::of_text(&artifact.to_text());
    Ok(vec![
        format!("{} bytes saved and read in 3 ways, digest {digest}", text.len()),
        format!("a file of {} bytes, damaged: an error, and left as it is", damaged.len()),
    ])
}
