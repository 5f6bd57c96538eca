"""`python -m muehle_tables`, as a person calls it."""

import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest

from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MovingSector
from muehle_tables.tables import SHIPPED
from tools.launcher.workspace import ROOT


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "muehle_tables", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=120)


def test_counts_are_printed_by_sector() -> None:
    told = run("counts")

    assert told.returncode == 0
    assert told.stdout.splitlines()[:3] == ["3-3 140621 28736 269", "4-3 75397 3095 681906", "3-4 102281 0 658117"]


def test_the_counts_of_the_full_build_are_printed_without_its_files() -> None:
    present, counted = (run("counts", "--family", "a", *more).stdout.splitlines() for more in ([], ["--full-build"]))

    assert counted[: len(present)] == present
    assert len(counted) > len(present)


def test_a_probe_prints_the_value_and_each_move() -> None:
    told = run("probe", "W.W........B.B..W.B..B.. w 0 0 0")

    first, *moves = told.stdout.splitlines()
    assert first == "won, 1 half-move to the next capture or block"
    assert moves[0].startswith("  d3-d7x")
    assert len(moves) > 40


def test_an_unknown_value_is_said_to_be_unknown() -> None:
    assert run("probe", "WWWWWWWBBBBBBB.......... w 0 0 0").stdout.startswith("unknown\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["probe", "nonsense"], "malformed position"),
        (["build"], "--directory"),
        (["build", "--directory", "there", "--stones", "9", "--placing", "9"], "whole moving phase"),
        (["ship"], "--directory"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(arguments: list[str], words: str) -> None:
    told = run(*arguments)

    assert told.returncode == 1
    assert words in told.stderr
    assert told.stderr.count("\n") == 1


def copied(folder: Path, *sectors: MovingSector) -> None:
    """Some tables of the package, in a folder of their own."""
    shipped, made = Manifest.read(SHIPPED), Manifest(folder)
    (folder / "c").mkdir()
    for sector in sectors:
        entry = shipped.entry("c", sector)
        assert entry is not None
        copy(shipped.path("c", sector), folder / "c")
        made.add("c", sector, entry)


def test_tables_of_the_package_pass_the_check_of_a_sample(tmp_path: Path) -> None:
    copied(tmp_path, MovingSector(3, 3), MovingSector(4, 3), MovingSector(3, 4))

    told = run("verify", "--family", "c", "--directory", str(tmp_path))

    assert told.returncode == 0
    assert len(told.stdout.splitlines()) == 3
    assert "not checked" not in told.stdout


def test_a_sector_without_those_that_follow_is_left_out_of_the_check(tmp_path: Path) -> None:
    copied(tmp_path, MovingSector(5, 3))

    told = run("verify", "--family", "c", "--directory", str(tmp_path))

    assert told.stdout == "c 5-3: not checked, because what follows is not here\n"


def test_a_build_without_numba_says_what_to_install(tmp_path: Path) -> None:
    told = run("build", "--stones", "6", "--directory", str(tmp_path))

    assert told.returncode == 1
    assert "pip install 'muehle_tables[build]'" in told.stderr
    assert list(tmp_path.iterdir()) == []
