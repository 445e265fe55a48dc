//! `status`: whether a store is on, what it holds, what no longer holds.

use super::{HERE, Place};
use crate::support::active_files;

#[test]
fn a_store_tells_what_it_is() {
    let place = Place::compiled();
    let before = place.all();
    let told = place.json("status --store here");
    assert_eq!((&told["active"], &told["store"]), (&true.into(), &"here".into()));
    assert_eq!((&told["artifact"]["file"], &told["artifact"]["version"]), (&HERE.into(), &2.into()));
    let plans = told["artifact"]["plans"].as_u64().unwrap();
    assert!(plans > 0 && told["artifact"]["ageSeconds"].as_u64().unwrap() < 600);
    let rules = &told["rules"];
    assert_eq!(rules["ofPlans"][0]["rulesDigest"], rules["rulesDigest"]);
    assert_eq!(rules["ofPlans"][0]["plans"], plans);
    assert_eq!(rules["ofPlans"][0]["inForce"], true);
    // Without a surface nobody looked.
    assert_eq!((&told["standing"], &told["coverage"]["complete"]), (&().into(), &false.into()));
    assert!(told["coverage"]["gaps"][0]["what"].as_str().unwrap().contains("still hold"));
    // With one it is known.
    let told = place.json("status --store here --surface surface.json");
    assert_eq!(
        (&told["standing"]["counts"]["held"], &told["coverage"]["complete"]),
        (&plans.into(), &true.into())
    );
    assert_eq!(place.all(), before, "and nothing is written");
}

#[test]
fn a_plan_that_does_not_hold_is_told_with_its_reason_and_ends_with_1() {
    let place = Place::compiled();
    let surface = place.read("surface.json");
    place.write("drifted.json", surface.replacen("\"integer\"", "\"number\"", 1));
    let ran = place.run("status --store here --surface drifted.json");
    assert_eq!((ran.code, &*ran.stderr), (1, ""));
    assert!(ran.stdout.contains("artifact::drift") && ran.stdout.contains("1 does not"), "{}", ran.stdout);
    assert_eq!(place.run("disable --store here").code, 0);
    let ran = place.run("status --store here");
    assert!(ran.code == 0 && ran.stdout.contains("off: no plan is applied"), "{}", ran.stdout);
    assert!(ran.stdout.contains("not looked at\n  whether the plans still hold"), "{}", ran.stdout);
}

#[test]
fn plans_of_rules_that_are_not_in_force_are_told() {
    let place = Place::compiled();
    for file in active_files() {
        let name = file.name.replace("rules/", "mine/");
        place.write(&name, file.text.replace("ref 1024", "ref 1000"));
    }
    let ran = place.run("status --store here --rules mine --format json");
    let told: serde_json::Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    assert_ne!(told["rules"]["ofPlans"][0]["rulesDigest"], told["rules"]["rulesDigest"]);
    assert_eq!(told["rules"]["ofPlans"][0]["inForce"], false);
}

#[test]
fn a_store_without_an_artifact_is_one_and_a_damaged_one_is_told() {
    let place = Place::compiled();
    std::fs::remove_file(place.path(HERE)).unwrap();
    let told = place.json("status --store here --surface surface.json");
    assert_eq!((&told["artifact"], &told["coverage"]["complete"]), (&().into(), &true.into()));
    assert!(place.run("status --store here").stdout.contains("no artifact yet"));
    place.write(HERE, "{");
    let ran = place.run("status --store here");
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("compiled.json"), "{}", ran.stderr);
}
