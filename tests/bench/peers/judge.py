"""One judge for all engines: reads cases and answers as one JSON document, writes the scores as another.

A value is delivered if the case's schema accepts it; what an engine says of its own validity counts for nothing,
unless it refuses. Numbers are equal by value; text, booleans and `null` equal only their like.
"""

import json
import sys

import jsonschema
from referencing import Registry


def same(one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    # Python compares integers of any size and doubles exactly.
    return one == other


def valid(schema, value):
    draft = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    return draft(schema, registry=Registry()).is_valid(value)


def verdict(case, answer):
    """What a case counts as: `right`, `wrong`, `accepted`, `changed`, or nothing."""
    touched = "args" not in answer or not same(answer["args"], answer["given"])
    delivered = "args" in answer and valid(case["schema"], answer["args"])
    match case["want"]:
        case "normalize" if delivered and same(answer["args"], case["expected"]):
            return "right"
        case "normalize" if delivered and touched:
            return "wrong"
        case "refuse" if delivered and touched:
            return "accepted"
        case "unchanged" if touched:
            return "changed"
    return None


def score(cases, answers):
    counted = {"right": [], "wrong": [], "accepted": [], "changed": [], "silent": []}
    for case, answer in zip(cases, answers, strict=True):
        assert case["id"] == answer["id"]
        if answer.get("refused", "").startswith("no answer"):
            counted["silent"].append(case["id"])
        if (found := verdict(case, answer)) is not None:
            counted[found].append(case["id"])
    wanted = [case["want"] for case in cases]
    return counted | {"of": {want: wanted.count(want) for want in ("normalize", "refuse", "unchanged")}}


def main():
    question = json.load(sys.stdin)
    json.dump([score(question["cases"], answers) for answers in question["answers"]], sys.stdout)


if __name__ == "__main__":
    main()
