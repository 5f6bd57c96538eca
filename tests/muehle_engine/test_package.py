"""The library can be installed without the server, and its README is true."""

from pathlib import Path

import pytest

from tests.support.libraries import installed, said_by
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

LOOK = """
import doctest, importlib.metadata, sys
import muehle_engine
assert "site-packages" in muehle_engine.__file__, muehle_engine.__file__
tried = doctest.testfile(sys.argv[1], module_relative=False)
assert not {"django", "numpy", "numba"} & set(sys.modules)
print(importlib.metadata.version("muehle-engine"), tried.failed, tried.attempted)
"""


def test_the_library_alone_runs_the_examples_of_its_readme(tmp_path: Path) -> None:
    python = installed(tmp_path, "muehle", "muehle_tables", "muehle_engine")

    assert said_by(python, LOOK, ROOT / "muehle_engine" / "README.md") == ["1.0.0", "0", "11"]
