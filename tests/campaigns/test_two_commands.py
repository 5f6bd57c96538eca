"""The two commands of the README in a fresh copy, by a Python that has nothing installed."""

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.tools.launcher.instances import Instance, clean_environment
from tools.launcher.workspace import ROOT


@pytest.mark.campaign
@pytest.mark.every_change
@pytest.mark.timeout(900)
def test_the_two_commands_of_the_readme_work_in_a_fresh_copy(tree: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 dev\.py (\w+) +#", readme, re.MULTILINE)
    # The Python that the environment of these tests was made with.
    python = str(Path(sys._base_executable))  # type: ignore[attr-defined]

    instance = Instance(tree, launcher=[python, "dev.py"])
    try:
        with urllib.request.urlopen(instance.wait_until_ready(seconds=300), timeout=10) as answer:
            page = answer.read().decode()
        exit_code = instance.interrupt()
    finally:
        instance.end()
    tests = subprocess.run(
        [python, "dev.py", "test", "tests/games/chat"],
        check=False,
        cwd=tree,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=400,
    )

    assert commands == ["run", "test"]
    assert "<h1" in page
    assert exit_code == 0
    assert tests.returncode == 0, tests.stdout + tests.stderr
    assert re.search(r"^=+ \d+ passed in ", tests.stdout, re.MULTILINE)
