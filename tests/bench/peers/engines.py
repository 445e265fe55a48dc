"""The engines: how each is installed in a temporary folder, and how it is asked about one case.

An answer is {"id", "given", "args"?, "refused"?}: what the engine was given, as its host's parser reads it, and
what it makes of it. Without `args` it refused the call, crashed or took too long.
"""

import dataclasses
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys


class Absent(Exception):
    """The engine cannot be installed; the message says why."""


class Own:
    """The built binary under one profile, one process a case."""

    def __init__(self, binary, profile):
        self.binary, self.profile = binary, profile
        self.name = f"fabric-rules, `{profile}`"

    def run(self, line, timeout):
        command = [self.binary, "apply", "--profile", self.profile]
        return subprocess.run(command, input=line, text=True, capture_output=True, timeout=timeout, check=False)

    def version(self):
        return subprocess.check_output([self.binary, "--version"], text=True).split()[-1]

    def known(self):
        asked = self.run("", 60)
        if asked.returncode == 0:
            return True
        if "unknown-profile" in asked.stderr:
            return False
        raise SystemExit(f"{self.binary} does not run: {asked.stderr}")

    def answers(self, cases, timeout):
        return [self.answer(case, timeout) for case in cases]

    def answer(self, case, timeout):
        answer = {"id": case["id"], "given": case["args"]}
        line = json.dumps({"ref": case["id"], "schema": case["schema"], "args": case["args"]})
        try:
            said = json.loads(self.run(line, timeout).stdout)
        except (subprocess.TimeoutExpired, ValueError) as fault:
            return answer | {"refused": f"no answer: {fault}"}
        # What is left alone goes on to the host as it is: the judge says whether it is valid.
        return answer | {"args": said["args"] if said.get("changed") else case["args"]}


@dataclasses.dataclass
class Peer:
    """An engine of others behind a worker, which reads a case a line and writes an answer a line."""

    name: str
    version: str
    prepare: object
    worker: object = None

    def install(self):
        self.command = self.prepare()

    def answers(self, cases, timeout):
        answers = [self.answer(case, timeout) for case in cases]
        self.stop()
        return answers

    def answer(self, case, timeout):
        if self.worker is None:
            pipe = subprocess.PIPE
            self.worker = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        asked = {key: case[key] for key in ("id", "schema", "args")}
        try:
            self.worker.stdin.write(json.dumps(asked).encode() + b"\n")
            self.worker.stdin.flush()
            return {"id": case["id"], **json.loads(self.line(timeout))}
        except (OSError, ValueError) as fault:
            self.stop()
            return {"id": case["id"], "given": case["args"], "refused": f"no answer: {fault}"}

    def line(self, timeout):
        read = b""
        while not read.endswith(b"\n"):
            if not select.select([self.worker.stdout], [], [], timeout)[0]:
                raise OSError(f"nothing in {timeout} seconds")
            piece = os.read(self.worker.stdout.fileno(), 65536)
            if not piece:
                raise OSError("the worker ended")
            read += piece
        return read

    def stop(self):
        if self.worker is not None:
            self.worker.kill()
            self.worker.communicate()
            self.worker = None


def peers(pins, workers, folder):
    """Every engine of others. Nothing is installed before it is asked for."""

    def node(package, script, *options):
        return lambda: ["node", npm(folder / package.replace("/", "-"), package, pins[package], workers / script), *options]

    def python(package, script, *options):
        wanted = f"{package}[schema]=={pins[package]}"
        return lambda: [virtual_environment(folder / package, wanted), workers / script, *options]

    def rust(package, script):
        return lambda: [cargo(folder / package, package, pins[package], workers / script)]

    ajv, repair, typia = pins["ajv"], pins["json-repair"], pins["@typia/utils"]
    return [
        Peer("AJV, `coerceTypes: true`", ajv, node("ajv", "ajv.mjs", "true")),
        Peer('AJV, `coerceTypes: "array"`', ajv, node("ajv", "ajv.mjs", "array")),
        Peer("json_repair with schema", repair, python("json-repair", "json_repair_worker.py", "standard")),
        Peer("json_repair with schema, `salvage`", repair, python("json-repair", "json_repair_worker.py", "salvage")),
        Peer("argmend, `repair_args`", pins["argmend"], rust("argmend", "argmend.rs")),
        Peer("typia, `LlmJson.coerce`", typia, node("@typia/utils", "typia.mjs")),
        Peer("ToolGuard, lenient", pins["toolguard-core"], rust("toolguard-core", "toolguard.rs")),
    ]


def step(name, command, folder):
    """Runs one step of an installation."""
    if shutil.which(command[0]) is None:
        raise Absent(f"there is no `{command[0]}` here")
    try:
        ran = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False, timeout=900)
    except subprocess.TimeoutExpired as late:
        raise Absent(f"`{name}` takes more than {late.timeout} seconds") from late
    if ran.returncode != 0:
        raise Absent(f"`{name}` fails: {fault(ran.stderr)}")


def fault(said):
    """The first line that says what is wrong, without addresses: it goes into a page."""
    lines = [line for line in said.splitlines() if "error" in line.lower() and " code " not in line]
    return re.sub(r"\S+://\S+", "…", lines[0].strip())[:120] if lines else "it does not say why"


def virtual_environment(folder, package):
    python = folder / "bin/python"
    step("python -m venv", [sys.executable, "-m", "venv", str(folder)], None)
    step("pip install", [str(python), "-m", "pip", "install", "--quiet", package], folder)
    return python


def npm(folder, package, version, script):
    folder.mkdir(exist_ok=True)
    (folder / "package.json").write_text('{"private": true}')
    quiet = ["--no-audit", "--no-fund", "--ignore-scripts"]
    step("npm install", ["npm", "install", *quiet, f"{package}@{version}"], folder)
    # A module is looked for from where the script lies.
    return shutil.copy(script, folder)


def cargo(folder, package, version, script):
    (folder / "src").mkdir(parents=True)
    shutil.copy(script, folder / "src/main.rs")
    manifest = '[package]\nname = "worker"\nedition = "2024"\n[workspace]\n[dependencies]\nserde_json = "1"\n'
    (folder / "Cargo.toml").write_text(f'{manifest}{package} = "={version}"\n')
    step("cargo build", ["cargo", "build", "--quiet", "--target-dir", "target"], folder)
    return pathlib.Path(folder, "target/debug/worker")
