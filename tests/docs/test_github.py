"""The files in .github: valid by GitHub's own schemas, and the workflows run the scripts in .ci."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

WORKFLOWS = ROOT / ".github" / "workflows"
SCHEMAS = {
    "workflows/ci.yml": "vendor.github-workflows",
    "workflows/nightly.yml": "vendor.github-workflows",
    "ISSUE_TEMPLATE/bug.yml": "vendor.github-issue-forms",
    "ISSUE_TEMPLATE/idea.yml": "vendor.github-issue-forms",
    "ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
}


@pytest.mark.parametrize(("name", "schema"), SCHEMAS.items(), ids=SCHEMAS)
def test_a_file_is_valid_by_its_schema(name: str, schema: str) -> None:
    checker = Path(sys.executable).with_name("check-jsonschema")

    answer = subprocess.run(
        [str(checker), "--builtin-schema", schema, str(ROOT / ".github" / name)], capture_output=True, text=True
    )

    assert answer.returncode == 0, answer.stdout


def test_every_file_has_a_schema() -> None:
    found = {str(path.relative_to(ROOT / ".github")) for path in existing_files(ROOT, ".github/**/*.yml")}

    assert found == set(SCHEMAS)


def test_the_workflow_runs_what_every_change_has_to_pass_on_the_oldest_python() -> None:
    [job] = yaml.safe_load((WORKFLOWS / "ci.yml").read_text(encoding="utf-8"))["jobs"].values()
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [python] = [step["with"]["python-version"] for step in job["steps"] if "setup-python" in step.get("uses", "")]

    assert job["steps"][-1]["run"] == ".ci/run"
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert oldest is not None
    assert python == oldest[1]


def test_all_campaigns_are_run_every_night() -> None:
    workflow = yaml.safe_load((WORKFLOWS / "nightly.yml").read_text(encoding="utf-8"))
    # YAML 1.1 reads the key `on` as true.
    [trigger] = workflow[True]["schedule"]

    assert re.fullmatch(r"\d+ \d+ \* \* \*", trigger["cron"])
    assert workflow["jobs"]["campaigns"]["steps"][-1]["run"] == ".ci/nightly"
    assert os.access(ROOT / ".ci" / "nightly", os.X_OK)
