//! The derivation cache: that it never serves what a fresh derivation would not give.

mod keys;
mod plans;
mod shelf;
mod threads;

use fabric_rules::internal::cache::{Cache, Inputs, Look, Memo, Options, Question, storable::is_storable};
use serde_json::{Map, Value, json};

fn question<'q>(name: &'q str, version: &'q str, inputs: &Value) -> Question<'q> {
    Question { name, version, inputs: Inputs::new(inputs.as_object().unwrap().clone()) }
}

#[test]
fn what_may_be_another_answer_the_next_time_is_not_stored() {
    for stored in [
        json!(0),
        json!(false),
        json!(""),
        json!([]),
        json!({}),
        json!({"aCanonMiss": false, "bCanonMiss": null, "cCanonMiss": 0, "dCanonMiss": "", "eCanonMiss": 0.0}),
        json!({"CanonMissing": true, "inner": {"aCanonMiss": true}, "provisional": false}),
        json!([{"provisional": "true"}, [{"aCanonMiss": true}]]),
    ] {
        assert!(is_storable(&stored), "{stored}");
    }
    for not in [
        Value::Null,
        json!({"aCanonMiss": true}),
        json!({"CanonMiss": []}),
        json!({"aCanonMiss": {}}),
        json!({"aCanonMiss": -0.5}),
        json!({"provisional": true}),
        json!([1, {"x": 1}, {"provisional": true}]),
        json!([{"aCanonMiss": "no such word"}]),
    ] {
        assert!(!is_storable(&not), "{not}");
    }
}

#[test]
fn answers_are_bounded_by_number_and_by_bytes() {
    let text = |byte: &str| json!(byte.repeat(10_000));
    let fill = |memo: &mut Memo| {
        for number in 0..50 {
            let inputs = json!({"number": number});
            let key = fabric_rules::internal::cache::Key::of(&question("fill", "1", &inputs));
            let Look::Run(run) = memo.look(Some(&key), false) else { panic!() };
            memo.finish(run, Some(&text("x")));
        }
        memo.len()
    };
    let filled = |options: Options| {
        let mut memo = Memo::new(options);
        let known = fill(&mut memo);
        // What was forgotten takes no room.
        memo.clear();
        assert_eq!((memo.len(), fill(&mut memo)), (0, known), "{options:?}");
        known
    };
    assert_eq!(filled(Options::default()), 50);
    assert_eq!(filled(Options { max: 7, ..Options::default() }), 7);
    let most = filled(Options { max_bytes: 100_000, ..Options::default() });
    assert!((5..=10).contains(&most), "{most}");
    assert_eq!(filled(Options { max: 0, ..Options::default() }), 0);
    assert_eq!(filled(Options { max_bytes: 5_000, ..Options::default() }), 0);
}

#[test]
fn an_answer_is_a_copy_and_an_error_is_none() {
    let cache = Cache::new(Options::default());
    let ask = |answer: Result<Value, String>| cache.get(question("a", "1", &json!({})), |_| answer);
    assert_eq!(ask(Err("no".to_owned())), Err("no".to_owned()));
    let mut first = ask(Ok(json!({"list": [1]}))).unwrap();
    first["list"][0] = json!(2);
    assert_eq!(ask(Ok(json!("another"))), Ok(json!({"list": [1]})));
    cache.clear();
    assert_eq!(ask(Ok(json!("another"))), Ok(json!("another")));
    let stats = cache.stats();
    assert_eq!((stats.calls, stats.hits, stats.misses, stats.stores), (4, 1, 3, 2));
}

#[test]
fn who_explores_or_reads_more_than_a_key_covers_goes_past_the_memory() {
    let cache = Cache::new(Options::default());
    let ask = |answer: u32| cache.get::<()>(question("a", "1", &json!({})), |_| Ok(json!(answer)));
    assert_eq!(ask(1), Ok(json!(1)));
    assert_eq!(cache.explore::<()>(question("a", "1", &json!({})), |_| Ok(json!(2))), Ok(json!(2)));
    assert_eq!(cache.pass::<()>(|| Ok(json!(3))), Ok(json!(3)));
    assert_eq!(ask(4), Ok(json!(1)));
    assert_eq!(cache.stats().bypass, 2);
}

#[test]
fn a_derivation_gets_what_its_key_covers_and_nothing_else() {
    let facts = json!({"a": {"b": [1, null]}, "c": 2});
    let inputs = Inputs::of(facts.as_object().unwrap(), &["a", "d"]);
    assert_eq!(inputs.get("/a/b/0"), Some(&json!(1)));
    assert_eq!(inputs.get("/a/b/1"), Some(&Value::Null));
    assert_eq!((inputs.get("/c"), inputs.get("/d")), (None, None));
    assert_eq!(inputs.read(), ["/a/b/0", "/a/b/1", "/c", "/d"]);
    let empty = Inputs::of(&Map::new(), &["a"]);
    assert_eq!(empty.get("/a"), None);
}
