"""The measured part of docs/peers.md: a table of scores, and the cases behind the last three numbers."""

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
COUNTED = ("right", "wrong", "accepted", "changed")


def section(rows, absent, judge, date):
    of = rows[0][2]["of"]
    lines = [
        f"Measured on {date} by `python3 tests/bench/peers/run.py`, and judged by jsonschema {judge}.",
        "",
        f"| engine | version | right fixes, of {of['normalize']} | wrong values that validate "
        f"| must-refuse accepted, of {of['refuse']} | valid calls changed, of {of['unchanged']} |",
        "| --- | --- | --- | --- | --- | --- |",
        *(row(name, version, [len(score[key]) for key in COUNTED]) for name, version, score in rows),
        *(f"| {name} | {version} | not measured: {plain(reason)} | | | |" for name, version, reason in absent),
        "",
        "The cases behind the last three numbers, by the end of their identifier in `tests/fixtures/wild/cases.jsonl`:",
        "",
        "| engine | wrong | accepted | changed |",
        "| --- | --- | --- | --- |",
    ]
    for name, _, score in rows:
        shown = [ids(score[key]) for key in COUNTED[1:]]
        if any(shown):
            lines.append(f"| {name} | {' | '.join(text or '–' for text in shown)} |")
    for name, _, score in rows:
        if score["silent"]:
            lines += ["", f"{name} crashed or ran out of time in {len(score['silent'])}: {ids(score['silent'])}."]
    return "\n".join(lines)


def row(name, version, numbers):
    return f"| {name} | {version} | {' | '.join(map(str, numbers))} |"


def ids(cases):
    return ", ".join(case.removeprefix("wild-") for case in cases)


def plain(reason):
    return reason.replace("|", "/")


def replace(path, text):
    before, rest = path.read_text().split(BEGIN)
    _, after = rest.split(END)
    path.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")
