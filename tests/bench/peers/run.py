#!/usr/bin/env python3
"""Runs the wild cases through other engines and through the built binary, and writes the table of docs/peers.md.

Each engine is installed in a temporary folder. An engine that cannot be installed is said to be so, with the reason.
"""

import argparse
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import engines
import page

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CASES = ROOT / "tests/fixtures/wild/cases.jsonl"

PINS = {
    "ajv": "8.20.0",
    "@typia/utils": "14.0.6",
    "json-repair": "0.64.6",
    "argmend": "0.2.7",
    "toolguard-core": "0.1.0",
    "jsonschema": "4.26.0",
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/debug/fabric-rules")
    parser.add_argument("--profiles", default="fabric,wide", help="profiles of the binary, between commas")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for each case")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs/peers.md")
    parser.add_argument("--answers", type=pathlib.Path, help="a file for every answer")
    return parser.parse_args()


def measured(options, cases, folder):
    """The answers of every engine that runs, as (engine, version, answers), and those that do not, with the reason."""
    ran, absent = [], []
    for profile in options.profiles.split(","):
        engine = engines.Own(options.binary, profile)
        if engine.known():
            ran.append((engine.name, engine.version(), engine.answers(cases, options.timeout)))
        else:
            print(f"skipped: {options.binary.name} has no profile `{profile}`")
    for peer in engines.peers(PINS, HERE / "workers", folder):
        print(f"… {peer.name}", flush=True)
        try:
            peer.install()
            ran.append((peer.name, peer.version, peer.answers(cases, options.timeout)))
        except engines.Absent as reason:
            absent.append((peer.name, peer.version, str(reason)))
    return ran, absent


def judged(folder, cases, ran):
    """The scores of every engine, from one judge in an environment of its own."""
    try:
        python = engines.virtual_environment(folder / "judge", f"jsonschema=={PINS['jsonschema']}")
    except engines.Absent as reason:
        sys.exit(f"there is no judge: {reason}")
    question = json.dumps({"cases": cases, "answers": [answers for _, _, answers in ran]})
    command = [python, HERE / "judge.py"]
    return json.loads(subprocess.run(command, input=question, text=True, check=True, capture_output=True).stdout)


def main():
    options = arguments()
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        ran, absent = measured(options, cases, pathlib.Path(folder))
        scores = judged(pathlib.Path(folder), cases, ran)
    if options.answers:
        rows = [{"engine": name, **answer} for name, _, answers in ran for answer in answers]
        options.answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    rows = [(name, version, score) for (name, version, _), score in zip(ran, scores)]
    text = page.section(rows, absent, PINS["jsonschema"], datetime.date.today())
    page.replace(options.page, text)
    print(text)


if __name__ == "__main__":
    sys.exit(main())
