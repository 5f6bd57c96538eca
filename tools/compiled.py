"""The program that plays as compiled modules: the same source, compiled by mypyc.

`python -m tools.compiled DIRECTORY` copies the rules library, the program that plays and the tables there, and compiles
the first two. It needs the packages of the development, a C compiler and the headers of Python. The server ships and
runs the pure Python; what comes first in PYTHONPATH is used by other programs: docs/computer.md.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.launcher.workspace import ROOT

# The time controls (muehle/clocks) stay as they are: mypyc cannot compile their registry, and no move asks for them.
COMPILED: Final = ("muehle", "muehle_engine")
COPIED: Final = (*COMPILED, "muehle_tables")


def build(directory: Path) -> None:
    """Copy and compile into a directory, in half a minute. Raises CalledProcessError with what the compilers said."""
    for name in COPIED:
        shutil.copytree(ROOT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "solver"))
    found = [path for name in COMPILED for path in sorted((directory / name).glob("*.py"))]
    sources = [str(path.relative_to(directory)) for path in found]
    # Beside this Python, and not that of an environment whose scripts come first in PATH.
    compiler = str(Path(sys.executable).with_name("mypyc"))
    subprocess.run([compiler, *sources], cwd=directory, check=True, capture_output=True, text=True)


def environment(directory: Path) -> dict[str, str]:
    """The variables with which `python -P -m MODULE` takes the libraries from the directory, and the rest from here."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(directory), str(ROOT)])}


def main(arguments: Sequence[str]) -> int:
    """Build into the directory that is named."""
    if len(arguments) != 1 or (directory := Path(arguments[0])).exists():
        print("usage: python -m tools.compiled DIRECTORY (a new one)", file=sys.stderr)
        return 2
    try:
        build(directory)
    except subprocess.CalledProcessError as error:
        print(error.stdout, error.stderr, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
