//! `compile`, `export`, `export-artifact`, `import`, `activate`, `disable` and `ledger`.

mod compile;
mod export;
mod import;
mod ledger;
mod status;
mod switch;
mod wrong;

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::{Ran, command};
use crate::support::fixture;

/// A folder with the fixtures in it, in which commands are run, so that its name is in no output.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        for entry in std::fs::read_dir(fixture("cli/artifact")).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
        Self(folder)
    }

    /// The same with the surface compiled in the store `here`.
    fn compiled() -> Self {
        let place = Self::new();
        assert_eq!(place.run("compile surface.json --store here").code, 0);
        place
    }

    /// Runs a command line whose words have no spaces.
    fn run(&self, line: &str) -> Ran {
        let words: Vec<&str> = line.split(' ').collect();
        command(&words).current_dir(self.0.path()).output().unwrap().into()
    }

    fn json(&self, line: &str) -> Value {
        let ran = self.run(&format!("{line} --format json"));
        assert!(ran.code < 2, "{line}: {}", ran.stderr);
        serde_json::from_str(&ran.stdout).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// The artifact of the store `here`, edited and written to a file.
    fn edited(&self, name: &str, edit: impl FnOnce(&mut Value)) {
        let mut value: Value = serde_json::from_str(&self.read(HERE)).unwrap();
        edit(&mut value);
        self.write(name, serde_json::to_string_pretty(&value).unwrap());
    }

    /// Everything in it: names, and bytes of files.
    fn all(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut all: Vec<_> = walkdir::WalkDir::new(self.0.path())
            .into_iter()
            .map(|entry| entry.unwrap().into_path())
            .map(|path| (path.clone(), std::fs::read(path).unwrap_or_default()))
            .collect();
        all.sort();
        all
    }
}

/// The artifact of the store `here`.
const HERE: &str = "here/fabric/entropy/compiled.json";

/// What a run said, on one page.
fn page(ran: &Ran) -> String {
    format!("{}--- exit {}\n{}", ran.stdout, ran.code, ran.stderr)
}

/// An artifact with every kind of plan that falls: forged, drifted, lost, malformed; two hold.
fn spoilt(place: &Place, name: &str) {
    place.edited(name, |value| {
        let plans = value["normalizations"].as_array_mut().unwrap();
        let mut lost = plans[0].clone();
        lost["ref"] = "mcp.parcel.gone".into();
        let mut drifted = plans[1].clone();
        drifted["baseSchemaDigest"] = "0".repeat(64).into();
        let malformed = serde_json::json!({"version": 1, "ref": "mcp.parcel.note", "rules": []});
        plans[0]["rules"].as_array_mut().unwrap().pop();
        plans[1] = drifted;
        plans.extend([lost, malformed]);
    });
}

fn is_whole(path: &Path) -> bool {
    fabric_rules::internal::artifact::Artifact::parse(&std::fs::read(path).unwrap()).is_ok()
}
