"""The record of a full check."""

from dataclasses import replace
from pathlib import Path

import pytest

from muehle_tables.checked import FULL_CHECK, Checked
from muehle_tables.counts import full_build
from muehle_tables.errors import DamagedTables
from muehle_tables.manifest import Entry
from muehle_tables.sectors import MovingSector
from muehle_tables.tables import SHIPPED

SECTOR = MovingSector(4, 3)
ENTRY = Entry(won=1, lost=2, drawn=3, longest=4, sha256="5a", bytes=6, seconds=7.0)


def test_what_was_found_right_is_known_after_a_new_start(tmp_path: Path) -> None:
    path = tmp_path / "checked.json"
    Checked(path).add("a", SECTOR, ENTRY)

    record = Checked(path)

    assert record.has("a", SECTOR, ENTRY)
    assert not record.has("b", SECTOR, ENTRY)
    assert not record.has("a", MovingSector(3, 4), ENTRY)


def test_a_sector_with_another_checksum_is_to_be_checked_again(tmp_path: Path) -> None:
    record = Checked(tmp_path / "checked.json")
    record.add("a", SECTOR, ENTRY)

    assert not record.has("a", SECTOR, replace(ENTRY, sha256="5b"))


def test_a_damaged_record_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "checked.json"
    path.write_text("{")

    with pytest.raises(DamagedTables, match=r"checked\.json is damaged"):
        Checked(path)


def test_what_was_found_right_is_what_the_full_build_has() -> None:
    checked, built = Checked(SHIPPED / FULL_CHECK).families, full_build().families

    assert {name for name in built["a"] if not name.startswith("p")} <= set(checked["a"])
    for family, sectors in checked.items():
        assert sectors == {name: built[family][name].sha256 for name in sectors}
