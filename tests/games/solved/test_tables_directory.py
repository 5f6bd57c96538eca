"""TABLES_DIRECTORY: its tables come before those of the package, and what is wrong with it stops nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.management import call_command

from games.solved.tables import open_tables
from muehle import RULESETS, Position
from muehle_tables import Result
from muehle_tables.manifest import Manifest
from tests.games.solved.conftest import SECTOR
from tools.launcher.workspace import ROOT

THREE_AGAINST_THREE = Position.parse("WW.W.........B..B......B w 0 0 0")
FIVE_AGAINST_FIVE = Position.parse("WWWWW..............BBBBB w 0 0 0")
RULES = RULESETS["pink-green"]


def _without_the_directory(directory: Path) -> None:
    directory.rename(directory.with_name("elsewhere"))


def _a_file_in_its_place(directory: Path) -> None:
    _without_the_directory(directory)
    directory.write_text("no directory")


def _a_broken_manifest(directory: Path) -> None:
    (directory / "manifest.json").write_text("{")


def _another_version(directory: Path) -> None:
    (directory / "manifest.json").write_text(json.dumps({"version": 2, "families": {}}))


def _a_file_cut_off(directory: Path) -> None:
    path = Manifest.read(directory).path("b", SECTOR)
    path.write_bytes(path.read_bytes()[:-1])


def _a_wrong_bit(directory: Path) -> None:
    path = Manifest.read(directory).path("b", SECTOR)
    data = bytearray(path.read_bytes())
    data[9] ^= 1
    path.write_bytes(data)


FAULTS = {
    "missing": (_without_the_directory, "is not there"),
    "no directory": (_a_file_in_its_place, "is damaged"),
    "manifest": (_a_broken_manifest, "is damaged"),
    "version": (_another_version, "has version 2"),
    "cut off": (_a_file_cut_off, "is not as long as its entry says"),
}
Damage = Callable[[Path], None]
each_damage = pytest.mark.parametrize(
    "damage", [damage for damage, _words in FAULTS.values()] + [_a_wrong_bit], ids=[*FAULTS, "wrong bit"]
)


def faults_found() -> list[str]:
    return [str(each) for each in run_checks(tags=["files"]) if each.id == "solved.W001"]


def test_the_tables_of_the_directory_come_before_those_of_the_package(tables_directory: Path) -> None:
    manifest = Manifest.read(tables_directory)
    own = manifest.entry("b", SECTOR)
    assert own is not None
    manifest.add("b", SECTOR, replace(own, seconds=-1.0))

    assert open_tables().entry("b", SECTOR) == replace(own, seconds=-1.0)


def test_a_sector_that_the_directory_does_not_have_is_read_from_the_package(tables_directory: Path) -> None:
    assert open_tables().value(FIVE_AGAINST_FIVE, RULES).is_proved


def test_the_tables_are_opened_once() -> None:
    assert open_tables() is open_tables()


def test_a_copied_process_opens_its_own() -> None:
    program = """
import os, django
django.setup()
from games.solved.tables import open_tables
first = open_tables()
if os.fork() == 0:
    os._exit(open_tables() is first)
_pid, status = os.wait()
print(os.waitstatus_to_exitcode(status), open_tables() is first)
"""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "muehle_server.settings"}

    said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)

    assert (said.stdout, said.stderr) == ("0 True\n", "")


@each_damage
def test_what_is_damaged_is_read_from_the_package(tables_directory: Path, damage: Damage) -> None:
    right = open_tables().value(THREE_AGAINST_THREE, RULES)
    open_tables.cache_clear()
    damage(tables_directory)

    assert right.result is not Result.UNKNOWN
    assert open_tables().value(THREE_AGAINST_THREE, RULES) == right


@pytest.mark.parametrize(("damage", "words"), FAULTS.values(), ids=FAULTS)
def test_a_system_check_says_what_is_wrong(tables_directory: Path, damage: Damage, words: str) -> None:
    damage(tables_directory)

    [found] = faults_found()

    assert "solved.W001" in found
    assert str(tables_directory) in found
    assert words in found


def test_a_system_check_is_content_with_tables_and_with_an_empty_directory(tables_directory: Path) -> None:
    assert faults_found() == []

    for path in [*tables_directory.glob("*/*"), *tables_directory.glob("*.json")]:
        path.unlink()

    assert faults_found() == []


def test_a_file_that_the_build_has_removed_is_no_fault(tables_directory: Path) -> None:
    Manifest.read(tables_directory).path("b", SECTOR).unlink()

    assert faults_found() == []


def test_the_command_prints_the_sectors_of_directory_and_package(tables_directory: Path) -> None:
    manifest = Manifest.read(tables_directory)
    own = manifest.entry("b", SECTOR)
    assert own is not None
    manifest.add("b", SECTOR, replace(own, won=1))
    output = StringIO()

    call_command("tables", "--counts", stdout=output)

    assert output.getvalue().splitlines()[:2] == ["3-3 1 28736 269", "4-3 75397 3095 681906"]
