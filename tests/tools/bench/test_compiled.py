"""The compiled program that plays: built from this source, it chooses as the pure Python does."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from muehle import RULESETS
from muehle_engine import LEVELS
from tools import compiled
from tools.bench.compiled import choices
from tools.launcher.workspace import ROOT


@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_compiled_build_plays_the_same_moves_at_all_levels_under_all_rule_sets(tmp_path: Path) -> None:
    directory = tmp_path / "build"
    compiled.build(directory)

    pure, fast = choices(ROOT, 6), choices(directory, 6)

    assert (pure["is_compiled"], fast["is_compiled"]) == (False, True)
    assert len(pure["choices"]) == 6 * len(RULESETS) * len(LEVELS) >= 30 * len(LEVELS)
    assert fast["choices"] == pure["choices"]


def test_a_directory_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")

    ran = subprocess.run([sys.executable, "-m", "tools.compiled", str(tmp_path)], cwd=ROOT, check=False, timeout=60)

    assert ran.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
