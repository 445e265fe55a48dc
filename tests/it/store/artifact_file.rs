//! The artifact's file, as long as nobody is killed.

use std::fs::File;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use fabric_rules::internal::store::{
    Lock, StoreError, artifact_path, disabled_path, is_active, load_artifact, load_stored, set_active,
    update_artifact, update_stored,
};
use tempfile::TempDir;

use super::{TWO, names};

fn save(store: &Path, which: usize) {
    update_artifact(store, |_| (Some(TWO[which].clone()), ())).unwrap();
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn an_artifact_stands_where_the_store_says_for_the_user_alone() {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("deep/store");
    assert!(load_artifact(&store).unwrap().is_none());
    assert!(!store.exists(), "reading makes nothing");
    save(&store, 0);
    assert_eq!(artifact_path(&store), store.join("fabric/entropy/compiled.json"));
    assert_eq!(std::fs::read_to_string(artifact_path(&store)).unwrap(), TWO[0].to_text());
    assert_eq!(load_artifact(&store).unwrap().as_ref(), Some(&TWO[0]));
    assert_eq!(mode(&artifact_path(&store)), 0o600);
    for made in ["", "fabric", "fabric/entropy"] {
        assert_eq!(mode(&store.join(made)), 0o700, "{made}");
    }
    assert_eq!(names(&store), ["compiled.json", "compiled.json.lock"]);
}

#[test]
fn identical_bytes_are_not_written() {
    let store = TempDir::new().unwrap();
    save(store.path(), 0);
    let path = artifact_path(store.path());
    let before = std::fs::metadata(&path).unwrap();
    for _ in 0..3 {
        let change = |_: Option<&_>| (Some(TWO[0].clone()), ());
        assert!(!update_stored(store.path(), Duration::ZERO, change).unwrap().0);
    }
    let after = std::fs::metadata(&path).unwrap();
    assert_eq!((after.ino(), after.modified().unwrap()), (before.ino(), before.modified().unwrap()));
    save(store.path(), 1);
    assert_ne!(std::fs::metadata(&path).unwrap().ino(), before.ino(), "other bytes are another file");
}

#[test]
fn what_gives_no_artifact_writes_none() {
    let store = TempDir::new().unwrap();
    update_artifact(store.path(), |present| (None, assert!(present.is_none()))).unwrap();
    assert!(!artifact_path(store.path()).exists());
    save(store.path(), 1);
    update_artifact(store.path(), |present| (None, assert_eq!(present.as_ref(), Some(&TWO[1])))).unwrap();
    assert_eq!(load_artifact(store.path()).unwrap().as_ref(), Some(&TWO[1]));
}

#[test]
fn a_damaged_file_is_an_error_and_is_never_overwritten() {
    let store = TempDir::new().unwrap();
    save(store.path(), 1);
    let path = artifact_path(store.path());
    let whole = std::fs::read(&path).unwrap();
    let mut damaged: Vec<Vec<u8>> =
        (0..whole.len() - 1).step_by(97).map(|end| whole[..end].to_vec()).collect();
    damaged.push(vec![0; whole.len()]);
    damaged.push(b"\xff\xfe".to_vec());
    damaged.push([&*whole, b"{}"].concat());
    for bytes in damaged {
        std::fs::write(&path, &bytes).unwrap();
        let mut is_asked = false;
        let error = update_artifact(store.path(), |_| {
            is_asked = true;
            (Some(TWO[0].clone()), ())
        });
        let error = error.unwrap_err();
        assert!(matches!(error, StoreError::Artifact { .. }), "{error}");
        assert!(error.to_string().contains("compiled.json` is not a compiled artifact"), "{error}");
        assert!(load_stored(store.path()).is_err() && !is_asked);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_lock_is_waited_for_and_then_the_error_says_so() {
    let store = TempDir::new().unwrap();
    save(store.path(), 0);
    let path = artifact_path(store.path());
    let held = Lock::take(&path, Duration::ZERO).unwrap();
    let start = Instant::now();
    let wait = Duration::from_millis(60);
    let error = update_stored(store.path(), wait, |_| (Some(TWO[1].clone()), ())).unwrap_err();
    assert!(start.elapsed() >= wait, "{:?}", start.elapsed());
    assert!(matches!(error, StoreError::Locked { .. }));
    let said = error.to_string();
    assert!(said.contains("compiled.json.lock` is locked by another process; gave up after"), "{said}");
    assert_eq!(load_artifact(store.path()).unwrap().as_ref(), Some(&TWO[0]), "reading needs no lock");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            drop(held);
        });
        let wait = Duration::from_secs(20);
        assert!(update_stored(store.path(), wait, |_| (Some(TWO[1].clone()), ())).unwrap().0);
    });
}

#[test]
fn leftovers_are_never_read_and_go_when_they_are_old() {
    let store = TempDir::new().unwrap();
    save(store.path(), 0);
    let beside = |name: &str| artifact_path(store.path()).with_file_name(name);
    let hour_ago = SystemTime::now() - Duration::from_secs(3700);
    for (name, is_old) in
        [(".fabric-rules-new-old", true), (".fabric-rules-new-now", false), (".new-notes", true)]
    {
        std::fs::write(beside(name), TWO[1].to_text()).unwrap();
        if is_old {
            File::options().write(true).open(beside(name)).unwrap().set_modified(hour_ago).unwrap();
        }
    }
    assert_eq!(load_artifact(store.path()).unwrap().as_ref(), Some(&TWO[0]));
    save(store.path(), 1);
    let left = [".fabric-rules-new-now", ".new-notes", "compiled.json", "compiled.json.lock"];
    assert_eq!(names(store.path()), left, "another writer's file and anybody else's stay");
}

#[test]
fn the_switch_leaves_the_artifact_alone() {
    let store = TempDir::new().unwrap();
    assert!(is_active(store.path()).unwrap(), "on unless switched off");
    for is_on in [true, false] {
        let error = set_active(store.path(), is_on).unwrap_err();
        assert!(matches!(error, StoreError::NoStore { .. }), "{error}");
        assert!(std::fs::read_dir(store.path()).unwrap().next().is_none(), "a switch makes no store");
    }
    std::fs::create_dir_all(artifact_path(store.path()).parent().unwrap()).unwrap();
    assert!(!set_active(store.path(), true).unwrap() && names(store.path()).is_empty());
    assert!(set_active(store.path(), false).unwrap() && !set_active(store.path(), false).unwrap());
    assert!(!is_active(store.path()).unwrap());
    assert_eq!(std::fs::metadata(disabled_path(store.path())).unwrap().len(), 0);
    assert_eq!(mode(&disabled_path(store.path())), 0o600);
    save(store.path(), 0);
    let before = std::fs::metadata(artifact_path(store.path())).unwrap();
    assert!(!is_active(store.path()).unwrap(), "saving switches nothing");
    assert!(set_active(store.path(), true).unwrap() && is_active(store.path()).unwrap());
    let after = std::fs::metadata(artifact_path(store.path())).unwrap();
    assert_eq!((after.ino(), after.modified().unwrap()), (before.ino(), before.modified().unwrap()));
}
