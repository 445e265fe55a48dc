//! The pool's file: locked, atomic, and an error when it is damaged.

use std::time::Duration;

use fabric_rules::internal::evidence::{Observation, Value};
use fabric_rules::internal::pool::Window;
use fabric_rules::internal::store::{Lock, StoreError, load_pool, pool_path, update_pool};
use tempfile::TempDir;

fn window(file: &str, value: &str) -> Window {
    let observation =
        Observation { action: "a".into(), key: "k".into(), value: Value::Text(value.into()), count: 1 };
    Window::new(file, [observation])
}

#[test]
fn a_pool_is_made_read_and_left_alone_when_nothing_is_new() {
    let store = TempDir::new().unwrap();
    let path = pool_path(store.path());
    assert!(load_pool(&path).unwrap().is_none());
    let (merged, pool) = update_pool(&path, [window("s1", "x")]).unwrap();
    assert_eq!(merged.merged_sessions, 1);
    assert_eq!(load_pool(&path).unwrap().unwrap(), pool);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        let metadata = std::fs::metadata(&path).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::metadata(path.parent().unwrap()).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(update_pool(&path, [window("s1", "x")]).unwrap().0.skipped_sessions, 1);
        assert_eq!(
            std::fs::metadata(&path).unwrap().ino(),
            metadata.ino(),
            "identical bytes are not written"
        );
    }
}

#[test]
fn a_damaged_pool_is_never_overwritten() {
    let store = TempDir::new().unwrap();
    let path = pool_path(store.path());
    update_pool(&path, [window("s1", "x")]).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    for bad in ["", "{", &text.replace("\"total\": 1", "\"total\": 2"), &text[..text.len() - 3]] {
        std::fs::write(&path, bad).unwrap();
        let error = update_pool(&path, [window("s2", "y")]).unwrap_err();
        assert!(
            matches!(error, StoreError::Pool { .. }) && error.to_string().contains("pool.json"),
            "{error}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), bad);
    }
}

/// What was written and could not be read again would end every later command.
#[test]
fn a_pool_never_becomes_larger_than_what_is_read() {
    let store = TempDir::new().unwrap();
    let path = pool_path(store.path());
    update_pool(&path, [window("s1", "x")]).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = update_pool(&path, [window("s2", &"x".repeat(257 << 20))]).unwrap_err();
    assert!(matches!(error, StoreError::TooLarge { .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(update_pool(&path, [window("s3", "y")]).unwrap().0.merged_sessions, 1);
}

#[test]
fn many_at_once_lose_nothing() {
    let store = TempDir::new().unwrap();
    let path = pool_path(store.path());
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for n in 0..4 {
                    update_pool(path, [window(&format!("s{worker}-{n}"), &format!("v{worker}{n}"))]).unwrap();
                }
            });
        }
    });
    let pool = load_pool(&path).unwrap().unwrap();
    assert_eq!(pool.observations().count(), 16);
    assert_eq!(pool.tracked().len(), 16);
    let left: Vec<_> =
        std::fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "only the pool and its lock: {left:?}");
}

#[test]
fn a_lock_is_waited_for_with_a_bound() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("pool.json");
    let held = Lock::take(&path, Duration::from_secs(1)).unwrap();
    let error = Lock::take(&path, Duration::from_millis(30)).unwrap_err();
    assert!(error.to_string().contains("locked by another process"), "{error}");
    drop(held);
    Lock::take(&path, Duration::from_millis(30)).unwrap();
}
