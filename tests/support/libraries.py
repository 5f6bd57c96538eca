"""Libraries of this project in an environment that has nothing else."""

import shutil
import subprocess
import sys
from pathlib import Path

from tools.launcher.workspace import ROOT

UV = str(Path(sys.executable).with_name("uv"))


def installed(directory: Path, *names: str) -> Path:
    """The Python of a new environment with the libraries, built without a network from copies of their folders."""
    python = directory / "environment" / "bin" / "python"
    _run(sys.executable, "-m", "venv", "--without-pip", str(python.parents[1]))
    for name in names:
        shutil.copytree(ROOT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__"))
        offline = ["--offline", "--quiet", "--no-build-isolation"]
        _run(UV, "build", *offline, "--wheel", "--out-dir", str(directory), str(directory / name))
    wheels = [str(path) for path in directory.glob("*.whl")]
    assert len(wheels) == len(names)
    _run(UV, "pip", "install", "--offline", "--quiet", "--python", str(python), *wheels)
    return python


def said_by(python: Path, program: str, argument: Path) -> list[str]:
    """The words that a program prints there, away from this tree."""
    command = [str(python), "-I", "-c", program, str(argument)]
    ran = subprocess.run(command, cwd=python.parent, check=True, capture_output=True, text=True, timeout=60)
    return ran.stdout.split()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=120)
