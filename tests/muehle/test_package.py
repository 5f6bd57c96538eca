"""The rules library can be installed alone."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.launcher.workspace import ROOT

UV = str(Path(sys.executable).with_name("uv"))
LOOK = """
import doctest, importlib.metadata, pathlib, sys
import muehle, muehle.clocks, muehle.perft, muehle.record
assert "site-packages" in muehle.__file__, muehle.__file__
assert pathlib.Path(muehle.__file__).with_name("py.typed").is_file()
assert "django" not in sys.modules
tried = doctest.testfile(sys.argv[1], module_relative=False)
print(importlib.metadata.version("muehle"), importlib.metadata.requires("muehle"), tried.failed, tried.attempted)
"""


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment that has nothing but the library, built without a network from a copy of its folder."""
    shutil.copytree(ROOT / "muehle", tmp_path / "muehle", ignore=shutil.ignore_patterns("__pycache__"))
    made = tmp_path / "environment"
    python = str(made / "bin" / "python")
    offline = ["--offline", "--quiet", "--no-build-isolation"]
    for command in (
        [UV, "build", *offline, "--wheel", "--out-dir", str(tmp_path), str(tmp_path / "muehle")],
        [sys.executable, "-m", "venv", "--without-pip", str(made)],
    ):
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    subprocess.run(
        [UV, "pip", "install", "--offline", "--quiet", "--python", python, str(wheel)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return made


def test_the_library_alone_runs_the_examples_of_its_readme(environment: Path, tmp_path: Path) -> None:
    looked = subprocess.run(
        [str(environment / "bin" / "python"), "-I", "-c", LOOK, str(ROOT / "muehle" / "README.md")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert looked.stdout.split() == ["1.0.0", "None", "0", "6"]
