"""The files: damage is found before a value is used, closing is final, and readers share them."""

import hashlib
import json
import random
import shutil
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from muehle import RULESETS, Color, Position
from muehle_tables import FAMILIES, DamagedTables, Result, Tables, TablesClosed
from muehle_tables.block_file import BlockFile, Header, pack
from muehle_tables.indexing import columns, locate, row_sets, sets_at
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MovingSector
from muehle_tables.tables import SHIPPED

RULES = RULESETS["pink-green"]
SECTOR = MovingSector(3, 3)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A directory that has one sector of family B."""
    manifest = Manifest.read(SHIPPED)
    entry = manifest.entry("b", SECTOR)
    assert entry
    copied = Manifest(tmp_path)
    (tmp_path / "b").mkdir()
    shutil.copy(manifest.path("b", SECTOR), copied.path("b", SECTOR))
    copied.add("b", SECTOR, entry)
    return tmp_path


def positions(number: int, seed: int = 1) -> list[Position]:
    chance = random.Random(seed)
    drawn = [chance.sample(range(24), 6) for _ in range(number)]
    return [
        Position(sum(1 << point for point in each[:3]), sum(1 << point for point in each[3:]), Color.WHITE, 0, 0)
        for each in drawn
    ]


def values(directory: Path, asked: list[Position]) -> list[str]:
    with Tables.open(directory, shipped=False) as tables:
        return [str(tables.value(position, RULES)) for position in asked]


def damages(length: int) -> Iterator[tuple[str, int]]:
    """Bits in the header, in the lists and in blocks, and two wrong lengths."""
    chance = random.Random(7)
    yield from (("bit", position) for position in (0, 9, 20, 100, *chance.sample(range(length), 60)))
    yield from (("cut", length - 1), ("cut", length // 2), ("longer", length))


def test_no_value_is_read_from_a_damaged_file(directory: Path) -> None:
    path = Manifest.read(directory).path("b", SECTOR)
    whole, asked = path.read_bytes(), positions(400)
    right = values(directory, asked)
    found = 0
    for kind, at in damages(len(whole)):
        damaged = bytearray(whole)
        if kind == "bit":
            damaged[at] ^= 1 << at % 8
        path.write_bytes(damaged[:at] if kind == "cut" else damaged + b"x" if kind == "longer" else damaged)
        try:
            with BlockFile(path) as file:
                blocks = [file.block(number) for number in range(file.header.blocks)]
        except DamagedTables:
            found += 1
        else:
            pytest.fail(f"{kind} at {at} was not found in {len(blocks)} blocks")
    path.write_bytes(whole)

    assert found > 60
    assert values(directory, asked) == right


def test_a_file_of_another_length_than_the_manifest_says_is_not_there(directory: Path) -> None:
    path = Manifest.read(directory).path("b", SECTOR)
    path.write_bytes(path.read_bytes()[:-1])

    assert {value.split(",")[0] for value in values(directory, positions(5))} == {
        "Value(result=<Result.UNKNOWN: 'unknown'>"
    }


def test_a_file_of_another_sector_is_refused(directory: Path) -> None:
    path = Manifest.read(directory).path("b", SECTOR)
    header = Header("b", "4-4", 8, SECTOR.cells)
    with BlockFile(path) as file:
        cells = b"".join(map(file.block, range(file.header.blocks)))

    parts = [zlib.compress(cells[at : at + header.block]) for at in range(0, len(cells), header.block)]
    path.write_bytes(pack(header, parts))
    manifest = json.loads((directory / "manifest.json").read_text())
    manifest["families"]["b"]["3-3"]["bytes"] = path.stat().st_size
    (directory / "manifest.json").write_text(json.dumps(manifest))

    with pytest.raises(DamagedTables, match="another sector"):
        values(directory, positions(1))


WRONG_MANIFESTS = [
    "",
    "{",
    "[]",
    "{}",
    '{"version": 2, "families": {}}',
    '{"version": 1}',
    '{"version": 1, "families": []}',
    '{"version": 1, "families": {"b": 3}}',
    '{"version": 1, "families": {"b": {"3-3": {"won": 1}}}}',
]


@pytest.mark.parametrize("text", WRONG_MANIFESTS)
def test_a_damaged_manifest_is_refused(directory: Path, text: str) -> None:
    (directory / "manifest.json").write_text(text)

    with pytest.raises(DamagedTables):
        Tables.open(directory)


def test_a_directory_that_cannot_be_read_is_refused(directory: Path) -> None:
    with pytest.raises(DamagedTables):
        Tables.open(directory / "manifest.json")


def _without_manifest(directory: Path) -> None:
    (directory / "manifest.json").write_text("{")


def _with_a_wrong_bit_at(place: int) -> Callable[[Path], None]:
    def damage(directory: Path) -> None:
        path = Manifest.read(directory).path("b", SECTOR)
        data = bytearray(path.read_bytes())
        data[place] ^= 1
        path.write_bytes(data)

    return damage


def _without_a_file(directory: Path) -> None:
    manifest = Manifest.read(directory)
    path, entry = manifest.path("b", SECTOR), manifest.entry("b", SECTOR)
    assert entry is not None
    path.unlink()
    path.mkdir()
    manifest.add("b", SECTOR, replace(entry, bytes=path.stat().st_size))


DAMAGES = {
    "manifest": _without_manifest,
    "header": _with_a_wrong_bit_at(9),
    "block": _with_a_wrong_bit_at(-1),
    "no file": _without_a_file,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_who_asks_to_be_told_of_damage_gets_the_values_of_the_next_directory(
    directory: Path, damage: Callable[[Path], None]
) -> None:
    asked = positions(2_000)
    right = values(SHIPPED, asked)
    told: list[DamagedTables] = []
    damage(directory)

    with Tables.open(directory, on_damage=told.append) as tables:
        found = [str(tables.value(position, RULES)) for position in asked]

    assert found == right
    assert [str(directory) in str(error) for error in told] == [True]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_where_no_directory_is_left_the_values_are_unknown(directory: Path, damage: Callable[[Path], None]) -> None:
    told: list[DamagedTables] = []
    damage(directory)

    with Tables.open(directory, shipped=False, on_damage=told.append) as tables:
        found = {tables.value(position, RULES).result for position in positions(2_000)}
        counted = tables.entry("b", SECTOR)

    assert Result.UNKNOWN in found
    assert counted is None
    assert len(told) == 1


def test_the_entry_of_a_sector_is_that_of_the_first_directory_that_has_its_file(directory: Path) -> None:
    own = Manifest.read(directory).entry("b", SECTOR)
    assert own is not None
    Manifest.read(directory).add("b", SECTOR, replace(own, seconds=-1.0))
    with Tables.open(directory) as tables:
        assert tables.entry("b", SECTOR) == replace(own, seconds=-1.0)
        assert tables.entry("b", MovingSector(5, 5)) is not None
        assert tables.entry("b", MovingSector(9, 9)) is None

        Manifest.read(directory).path("b", SECTOR).unlink()

        assert tables.entry("b", SECTOR) == Manifest.read(SHIPPED).entry("b", SECTOR)


def test_a_directory_without_tables_has_no_values(tmp_path: Path) -> None:
    assert values(tmp_path, positions(1)) == [
        "Value(result=<Result.UNKNOWN: 'unknown'>, distance=None, is_proved=False)"
    ]


def test_closed_tables_answer_nothing(directory: Path) -> None:
    tables = Tables.open(directory)
    position = positions(1)[0]
    tables.value(position, RULES)
    tables.close()
    tables.close()

    with pytest.raises(TablesClosed):
        tables.value(position, RULES)


def test_threads_share_the_tables(directory: Path) -> None:
    asked = positions(2_000)
    right = values(directory, asked)

    with Tables.open(directory, shipped=False) as tables, ThreadPoolExecutor(8) as executor:
        found = list(executor.map(lambda position: str(tables.value(position, RULES)), asked))

    assert found == right


def test_processes_share_the_files(directory: Path) -> None:
    asked = positions(300)
    right = values(directory, asked)

    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as executor:
        assert list(executor.map(values, [directory] * 6, [asked] * 6)) == [right] * 6


def test_an_own_directory_comes_before_the_package(directory: Path) -> None:
    with Tables.open(directory) as tables:
        assert tables.value(positions(1)[0], RULES).is_proved
        five_against_four = Position.parse("WWWWW...............BBBB w 0 0 0")
        assert tables.value(five_against_four, RULES).is_proved


def test_a_place_is_the_one_of_its_sets() -> None:
    chance = random.Random(3)
    for _ in range(2_000):
        rows, other = chance.randint(0, 9), chance.randint(0, 9)
        points = chance.sample(range(24), rows + other)
        row_side, column_side = (sum(1 << point for point in half) for half in (points[:rows], points[rows:]))
        row, column = locate(row_side, column_side)

        found = sets_at(rows, other, row * columns(rows, other) + column)

        assert locate(*found) == (row, column)
        assert found[0] == row_sets(rows)[row]


def test_the_rows_are_as_many_as_counted() -> None:
    assert [len(row_sets(stones)) for stones in range(10)] == [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880]


def test_the_entries_tell_the_checksum_of_the_cells() -> None:

    manifest = Manifest.read(SHIPPED)
    for family in FAMILIES:
        entry = manifest.entry(family, SECTOR)
        with BlockFile(manifest.path(family, SECTOR)) as file:
            cells = b"".join(map(file.block, range(file.header.blocks)))
        assert entry
        assert hashlib.sha256(cells).hexdigest() == entry.sha256
