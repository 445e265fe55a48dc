//! Reads what criterion measured in this run and prints each figure as a multiple of its floor.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Prints the median of each benchmark that has a floor, in multiples of that.
pub fn print() {
    println!("\nmedians, in multiples of the floor measured in this run");
    for (name, floor_name) in [
        ("apply/canonical", "apply/canonical-floor"),
        ("apply/misspelled", "apply/misspelled-floor"),
        ("apply/canonical-boundary", "apply/canonical-floor"),
        ("apply/misspelled-boundary", "apply/misspelled-floor"),
        ("profiles-wild-canonical/fabric", "profiles-wild-canonical/floor"),
        ("profiles-wild-canonical/wide", "profiles-wild-canonical/floor"),
        ("profiles-wild-canonical/wide", "profiles-wild-canonical/fabric"),
        ("profiles-wild-canonical/alone-wide", "profiles-wild-canonical/alone-floor"),
        ("profiles-wild-misspelled/fabric", "profiles-wild-misspelled/floor"),
        ("profiles-wild-misspelled/wide", "profiles-wild-misspelled/floor"),
        ("profiles-wild-misspelled/wide", "profiles-wild-misspelled/fabric"),
        ("profiles-wild-misspelled/alone-wide", "profiles-wild-misspelled/alone-floor"),
        ("profiles-surfaces-canonical/fabric", "profiles-surfaces-canonical/floor"),
        ("profiles-surfaces-canonical/wide", "profiles-surfaces-canonical/floor"),
        ("profiles-surfaces-canonical/wide", "profiles-surfaces-canonical/fabric"),
        ("profiles-surfaces-canonical/alone-wide", "profiles-surfaces-canonical/alone-floor"),
        ("profiles-surfaces-misspelled/fabric", "profiles-surfaces-misspelled/floor"),
        ("profiles-surfaces-misspelled/wide", "profiles-surfaces-misspelled/floor"),
        ("profiles-surfaces-misspelled/wide", "profiles-surfaces-misspelled/fabric"),
        ("profiles-surfaces-misspelled/alone-wide", "profiles-surfaces-misspelled/alone-floor"),
        ("compile/derive", "compile/floor"),
        ("compile/derive-and-prove", "compile/floor"),
        ("scan-prose/measure", "scan-prose/read-floor"),
        ("scan-prose/measure", "scan-prose/memchr-floor"),
        ("scan-traces/measure", "scan-traces/read-floor"),
        ("scan-traces/measure", "scan-traces/memchr-floor"),
        ("check/1000", "check/1000-floor"),
        ("check/10000", "check/10000-floor"),
        ("check/10000", "check/1000"),
        ("compile-surface/1000-cold", "compile-surface/1000-floor"),
        ("compile-surface/10000-cold", "compile-surface/10000-floor"),
        ("compile-surface/10000-identical", "compile-surface/10000-floor"),
        ("compile-surface/10000-cold", "compile-surface/1000-cold"),
        ("compile-surface/10000-identical", "compile-surface/1000-identical"),
        ("import/100", "import/100-floor"),
        ("import/1000", "import/1000-floor"),
        ("import/1000", "import/100"),
    ] {
        match (median(name), median(floor_name)) {
            (Some(figure), Some(floor)) => {
                println!("  {:<52} {:>6.2}", format!("{name} : {floor_name}"), figure / floor)
            }
            _ => println!("  {name:<52} not measured in this run"),
        }
    }
}

fn median(name: &str) -> Option<f64> {
    let estimates = home().join(name).join("new/estimates.json");
    let text = std::fs::read_to_string(estimates).ok()?;
    let value: Value = serde_json::from_str(&text).ok()?;
    value.get("median")?.get("point_estimate")?.as_f64()
}

fn home() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target")).join("criterion")
}
