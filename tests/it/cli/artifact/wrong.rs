//! Wrong use and unreadable input, each told with what it is, and code 2.

use super::Place;
use crate::support::snapshots;

#[test]
fn each_fault_is_told_clearly() {
    let place = Place::compiled();
    place.write("empty.json", "");
    place.write("bytes.json", b"{\n  \"a\": \"\xc3\x28\"\n}\n");
    place.write("cut.json", "{\"version\": 2,");
    place.write("number.json", "7");
    place.write("tools.json", "{\"tools\": [{\"name\": \"a\", \"inputSchema\": {}}]}");
    place.run("export-artifact plans.json --store here");
    let before = place.all();
    snapshots("cli/artifact/faults").bind(|| {
        for (name, line) in [
            ("import-missing", "import nowhere.json --surface surface.json --store there"),
            ("import-folder", "import here --surface surface.json --store there"),
            ("import-empty", "import empty.json --surface surface.json --store there"),
            ("import-not-utf8", "import bytes.json --surface surface.json --store there"),
            ("import-cut-off", "import cut.json --surface surface.json --store there"),
            ("import-number", "import number.json --surface surface.json --store there"),
            ("import-surface", "import surface.json --surface surface.json --store there"),
            ("import-tools", "import tools.json --surface surface.json --store there"),
            ("import-into-artifact", "import plans.json --surface plans.json --store there"),
            ("import-without-surface", "import plans.json --store there"),
            ("compile-missing", "compile nowhere.json --store there"),
            ("compile-artifact", "compile plans.json --store there"),
            ("compile-repairs", "compile surface.json --repairs surface.json --store there"),
            ("compile-pool", "compile surface.json --pool nowhere.json --store there"),
            ("compile-profile", "compile surface.json --profile fabrik --store there"),
            ("export-artifact-as-surface", "export plans.json"),
            ("ledger-missing", "ledger nowhere.jsonl"),
            ("ledger-artifact", "ledger plans.json"),
            ("ledger-two-questions", "ledger l.jsonl --bisect a --ref b"),
        ] {
            let ran = place.run(line);
            assert_eq!((ran.code, &*ran.stdout), (2, ""), "{name}");
            insta::assert_snapshot!(name, ran.stderr);
        }
    });
    assert_eq!(place.all(), before, "no fault leaves a trace");
}
