"""The library can be installed without the server, and its README is true."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.launcher.workspace import ROOT

UV = str(Path(sys.executable).with_name("uv"))
LOOK = """
import doctest, importlib.metadata, sys
import muehle_tables
assert "site-packages" in muehle_tables.__file__, muehle_tables.__file__
tried = doctest.testfile(sys.argv[1], module_relative=False)
assert not {"django", "numpy", "numba"} & set(sys.modules)
print(importlib.metadata.version("muehle-tables"), tried.failed, tried.attempted)
"""


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment that has nothing but the two libraries, built without a network from copies of their folders."""
    made = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(made)], check=True, timeout=60)
    for name in ("muehle", "muehle_tables"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        offline = ["--offline", "--quiet", "--no-build-isolation"]
        build = [UV, "build", *offline, "--wheel", "--out-dir", str(tmp_path), str(tmp_path / name)]
        subprocess.run(build, check=True, capture_output=True, timeout=120)
    wheels = [str(path) for path in tmp_path.glob("*.whl")]
    assert len(wheels) == 2
    python = str(made / "bin" / "python")
    install = [UV, "pip", "install", "--offline", "--quiet", "--python", python, *wheels]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    return made


def test_the_library_alone_runs_the_examples_of_its_readme(environment: Path, tmp_path: Path) -> None:
    looked = subprocess.run(
        [str(environment / "bin" / "python"), "-I", "-c", LOOK, str(ROOT / "muehle_tables" / "README.md")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert looked.stdout.split() == ["1.0.0", "0", "8"]
