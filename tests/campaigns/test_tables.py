"""A build of tables that is killed again and again, and the check of every position."""

import random
import subprocess
import time
from pathlib import Path

import pytest

from muehle_tables.manifest import Manifest
from muehle_tables.tables import SHIPPED
from tools.launcher.commands.tables import python
from tools.launcher.workspace import ROOT

PLACING = """
import sys
import numpy as np
from muehle_tables.families import FAMILIES
from muehle_tables.sectors import MovingSector, PlacingSector
from muehle_tables.solver.forward import wrong_cells
from muehle_tables.solver.moving_in_numpy import _Layout
from muehle_tables.solver.placing import PlacingSolver
from muehle_tables.solver.threads import Threads

threads, invented, wrong = Threads(2), {}, 0

def load(sector):
    if sector not in invented:
        layout = _Layout(sector.row_stones, sector.column_stones)
        cells = [0, 1, 7, 255] if isinstance(sector, MovingSector) else [0, 1, 1, 255]
        chosen = np.random.default_rng(len(invented)).choice(cells, sector.cells, p=[0.01, 0.45, 0.45, 0.09])
        orbits = layout.indices(*layout.sets(np.arange(sector.cells)))
        invented[sector] = chosen[orbits].astype(np.uint8).reshape(len(layout._rows), -1)
    return invented[sector]

solver = PlacingSolver(FAMILIES[sys.argv[1]], load, threads)
for half_moves, white, black in ((17, 3, 3), (17, 4, 3), (17, 3, 4), (16, 3, 3), (9, 3, 3), (8, 3, 4), (3, 2, 1)):
    sector = PlacingSector(half_moves, white, black)
    cells, counts = solver.solve(sector)
    invented[sector] = cells
    wrong += wrong_cells(FAMILIES[sys.argv[1]], sector, load, threads)
    assert counts.won and (counts.lost or half_moves < 8), counts
print(wrong)
"""

WRONG = """
import sys
import numpy as np
from muehle_tables.families import FAMILIES
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MovingSector
from muehle_tables.solver.forward import wrong_cells
from muehle_tables.solver.store import Store
from muehle_tables.solver.threads import Threads
from muehle_tables.tables import SHIPPED

threads, chance = Threads(2), np.random.default_rng(1)
family = FAMILIES[sys.argv[1]]
store = Store(Manifest.read(SHIPPED), family, threads)
for sector in (MovingSector(3, 4), MovingSector(4, 4), MovingSector(5, 4), MovingSector(3, 6)):
    def load(wanted):
        cells = store.load(wanted)
        if wanted == sector:
            place = chance.integers(cells.size)
            cells.flat[place] = 1 if cells.flat[place] == 255 else 255
        return cells
    print(wrong_cells(family, sector, store.load, threads), wrong_cells(family, sector, load, threads) > 0)
"""

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(1800)]
KILLS = 10
STONES = 8


@pytest.fixture(scope="module")
def solver() -> str:
    """The Python of the environment with NumPy and numba."""
    return str(python())


def build(solver: str, directory: Path, family: str, threads: int) -> subprocess.Popen[bytes]:
    what = ["--family", family, "--stones", str(STONES), "--threads", str(threads)]
    command = [solver, "-m", "muehle_tables", "build", *what, "--directory", str(directory)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def checksums(directory: Path, family: str) -> dict[str, str]:
    return {name: entry.sha256 for name, entry in Manifest.read(directory).families.get(family, {}).items()}


@pytest.mark.parametrize("family", ["a", "b", "c"])
def test_a_build_that_is_killed_ten_times_gives_the_same_tables(solver: str, tmp_path: Path, family: str) -> None:
    chance = random.Random(family)
    threads = 1
    reached: list[int] = []
    while len(reached) < KILLS:
        running = build(solver, tmp_path, family, threads)
        time.sleep(chance.uniform(0.5, 12.0))
        running.kill()
        running.communicate()
        reached.append(len(checksums(tmp_path, family)))
        threads = 3 - threads
    finished = build(solver, tmp_path, family, threads)
    _, said = finished.communicate(timeout=600)

    assert finished.returncode == 0, said.decode()
    built, shipped = checksums(tmp_path, family), checksums(SHIPPED, family)
    assert len(built) == 6
    assert built == {name: shipped[name] for name in built}
    assert reached == sorted(reached)


def test_every_position_of_the_package_follows_from_its_moves(solver: str) -> None:
    command = [solver, "-m", "muehle_tables", "verify", "--full", "--family"]
    for family in ("a", "b", "c"):
        checked = subprocess.run([*command, family], cwd=ROOT, check=False, capture_output=True, text=True, timeout=900)

        assert checked.returncode == 0, checked.stderr
        assert len(checked.stdout.splitlines()) >= 10


@pytest.mark.parametrize("family", ["a", "b", "c"])
def test_one_wrong_value_is_found(solver: str, family: str) -> None:
    command = [solver, "-c", WRONG, family]
    told = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=600)

    assert (told.stdout.splitlines(), told.returncode) == (["0 True"] * 4, 0), told.stderr


def test_numpy_alone_builds_the_same_tables_for_few_stones(solver: str, tmp_path: Path) -> None:
    without_numba = "import sys; sys.modules['numba'] = None; from muehle_tables.__main__ import main; sys.exit(main())"

    def build(stones: int) -> subprocess.CompletedProcess[str]:
        what = ["build", "--family", "c", "--stones", str(stones), "--directory", str(tmp_path)]
        command = [solver, "-c", without_numba, *what]
        return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=900)

    built, refused = build(7), build(10)

    assert built.returncode == 0, built.stderr
    found, shipped = checksums(tmp_path, "c"), checksums(SHIPPED, "c")
    assert set(found) == {"3-3", "4-3", "3-4"}
    assert found == {name: shipped[name] for name in found}
    assert refused.returncode == 1
    assert "More than 9 stones need numba" in refused.stderr


@pytest.mark.parametrize("family", ["a", "c"])
def test_the_placing_phase_follows_from_invented_values_after_it(solver: str, family: str) -> None:
    """The real values need the whole moving phase."""
    command = [solver, "-c", PLACING, family]
    told = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=600)

    assert (told.stdout.strip(), told.returncode) == ("0", 0), told.stderr


def test_a_build_that_needs_more_disk_than_there_is_does_not_begin(solver: str, tmp_path: Path) -> None:
    """The needs of the whole game are known; a need that no disk has is refused with both figures."""
    asked = (
        "from pathlib import Path\n"
        "from muehle_tables.families import FAMILIES\n"
        "from muehle_tables.manifest import Manifest\n"
        "from muehle_tables.solver.needs import Needs, needs, require\n"
        "found = needs(Manifest(Path('.')), FAMILIES['a'], 18, 9)\n"
        "print(found.memory < 5e9, found.disk > 1.2e9)\n"
        "require(Path('.'), Needs(0, 1 << 60))\n"
    )
    told = subprocess.run([solver, "-c", asked], cwd=ROOT, check=False, capture_output=True, text=True, timeout=60)

    assert told.stdout.strip() == "True True"
    assert "GB of disk" in told.stderr
