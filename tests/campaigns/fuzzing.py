"""Schemathesis as a process against a real server: it makes calls up from the schema and judges every answer."""

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from tools.launcher.workspace import ROOT

# Calls of each operation in the run of every day.
SHORT = 6
# One worker: in threads, Python 3.11 now and then cannot parse the source of a lambda, which Hypothesis wants to print.
# Whether a player of this name exists, or a move is legal here, the schema cannot know; whether a body is too long for
# everybody is said before it is looked at.
CONFIGURATION = """
request-timeout = 60
workers = 1
continue-on-failure = true
warnings = false

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 411, 412, 422, 429]

[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 411, 412, 413, 414, 415, 422, 429]

[dictionaries]
numbers = {{ values = {numbers} }}
names = {{ values = ["anna", "bert", "carla"] }}

[parameters]
number = {{ dictionary = "numbers", probability = 0.7 }}
username = {{ dictionary = "names", probability = 0.5 }}
wait = 0
"""


class FuzzReport(NamedTuple):
    """How many calls were made, and what was found: a line for each kind of failure."""

    calls: int
    findings: list[str]
    output: str


def fuzz(url: str, secret: str, folder: Path, *, numbers: list[int], examples: int, phases: str) -> FuzzReport:
    """Call every operation about `examples` times as the bearer of the secret; `numbers` are games and challenges."""
    report, configuration = folder / "report.json", folder / "schemathesis.toml"
    configuration.write_text(CONFIGURATION.format(numbers=numbers))
    command = [
        str(ROOT / ".venv/bin/schemathesis"),
        "--config-file",
        str(configuration),
        "run",
        f"{url}/api/v1/schema/",
    ]
    command += ["--header", f"Authorization: Bearer {secret}", "--max-examples", str(examples), "--phases", phases]
    command += ["--checks", "all", "--no-shrink", "--seed", "1", "--report", "json", "--report-json-path", str(report)]
    done = subprocess.run(
        [str(ROOT / ".venv/bin" / command[0]), *command[1:]], cwd=folder, capture_output=True, text=True
    )
    found: dict[str, Any] = json.loads(report.read_text())
    kinds = [f"{kind['code']} {kind['title']}: {', '.join(kind['operations'])}" for kind in found["failures"]]
    kinds += [str(error) for error in found["errors"]]
    return FuzzReport(found["test_cases"]["generated"], kinds, done.stdout)
