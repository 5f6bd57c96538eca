"""The rules library can be installed alone."""

from pathlib import Path

import pytest

from tests.support.libraries import installed, said_by
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

LOOK = """
import doctest, importlib.metadata, pathlib, sys
import muehle, muehle.clocks, muehle.perft, muehle.record
assert "site-packages" in muehle.__file__, muehle.__file__
assert pathlib.Path(muehle.__file__).with_name("py.typed").is_file()
assert "django" not in sys.modules
tried = doctest.testfile(sys.argv[1], module_relative=False)
print(importlib.metadata.version("muehle"), importlib.metadata.requires("muehle"), tried.failed, tried.attempted)
"""


def test_the_library_alone_runs_the_examples_of_its_readme(tmp_path: Path) -> None:
    python = installed(tmp_path, "muehle")

    assert said_by(python, LOOK, ROOT / "muehle" / "README.md") == ["1.0.0", "None", "0", "6"]
