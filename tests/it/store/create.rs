//! Files that must be new: all of them, or none.

use std::fs;

use fabric_rules::internal::store::create_all;

#[test]
fn what_is_there_stays_and_nothing_is_left_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    create_all(&[(&path("below/a"), "one"), (&path("b"), "two")]).unwrap();
    assert_eq!(fs::read_to_string(path("below/a")).unwrap(), "one");
    for taken in ["b", "below"] {
        let error = create_all(&[(&path("c"), "three"), (&path(taken), "four")]).unwrap_err();
        assert!(error.to_string().starts_with("cannot create "), "{error}");
        assert!(!path("c").exists(), "what was begun is taken back");
    }
    assert_eq!(fs::read_to_string(path("b")).unwrap(), "two");
}
