"""The counts of the sectors, against those that other programs and studies have published."""

import pytest

from muehle_tables import FAMILIES, Tables, full_build
from muehle_tables.counts import counts_lines
from muehle_tables.manifest import Entry, Manifest
from muehle_tables.sectors import (
    MovingSector,
    PlacingSector,
    Sector,
    all_sectors,
    following,
    moving_pairs,
    placing_sectors,
    sectors_of,
)
from muehle_tables.tables import SHIPPED

# Won, lost and drawn for the side to move, once under the 16 symmetries, and the longest distance; family B.
KNOWN = {
    "3-3": (140621, 28736, 269, 26),
    "4-3": (75397, 3095, 681906, 10),
    "3-4": (102281, 0, 658117, 11),
    "4-4": (159, 29, 3225409, 9),
    "5-3": (580660, 0, 1999730, 3),
    "3-5": (6301, 9677, 2564412, 2),
    "5-4": (9889, 8, 10300599, 29),
    "4-5": (51, 1510, 10308935, 28),
    "6-3": (2752371, 0, 4122949, 7),
    "3-6": (0, 192000, 6683320, 6),
    "5-5": (28819, 4289, 30881316, 33),
}
# Those of larger sectors, of the build of the whole game; the distance is the longer one of both sides.
KNOWN_OF_THE_WHOLE_GAME = {
    "6-4": (5985293, 4, 19780495, 153),
    "4-6": (22, 1649972, 24115798, 153),
    "7-3": (13411581, 0, 1314107, 31),
    "3-7": (0, 6965784, 7759904, 31),
    "6-5": (17229622, 2052, 54884398, 105),
    "5-6": (18321, 4806956, 67290795, 105),
    "7-4": (47531650, 3, 3984875, 23),
    "4-7": (18, 37626914, 13889596, 23),
    "6-6": (23250808, 5273162, 127705390, 105),
    "7-5": (117737860, 1393, 16171643, 50),
    "5-7": (12156, 80867010, 53031730, 50),
    "8-8": (318690930, 107554848, 165480912, 76),
}
FIRST_PLACEMENTS = ("p00-0-0", "p01-1-0", "p02-1-1", "p03-2-1")


@pytest.mark.parametrize("sector", KNOWN)
def test_the_counts_are_the_published_ones(sector: str) -> None:
    entry = Manifest.read(SHIPPED).families["b"][sector]

    assert (entry.won, entry.lost, entry.drawn, entry.longest) == KNOWN[sector]


@pytest.mark.parametrize("sector", KNOWN_OF_THE_WHOLE_GAME)
def test_the_counts_of_the_whole_game_are_the_published_ones(sector: str) -> None:
    counted = full_build().families["b"]
    entry, other = counted[sector], counted["-".join(reversed(sector.split("-")))]

    longest = max(entry.longest, other.longest)
    assert (entry.won, entry.lost, entry.drawn, longest) == KNOWN_OF_THE_WHOLE_GAME[sector]


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_has_the_sectors_of_nine_stones_and_five_against_five(family: str) -> None:
    manifest = Manifest.read(SHIPPED)
    expected = {sector.name for pair in moving_pairs(9) for sector in sectors_of(pair)} | {"5-5"}

    moving = {name for name in manifest.families[family] if not name.startswith("p")}
    assert moving == expected
    assert all(manifest.has(family, sector) for sector in all_sectors() if sector.name in expected)


@pytest.mark.parametrize("family", FAMILIES)
def test_both_sides_of_a_pair_have_as_many_positions(family: str) -> None:
    sectors = Manifest.read(SHIPPED).families[family]

    for more, fewer in moving_pairs(9):
        totals = [sectors[name] for name in (f"{more}-{fewer}", f"{fewer}-{more}")]
        assert len({entry.won + entry.lost + entry.drawn for entry in totals}) == 1


def test_a_line_has_the_stones_and_the_counts(tables: Tables) -> None:
    lines = list(counts_lines(tables, FAMILIES["b"]))

    assert lines[:2] == ["3-3 140621 28736 269", "4-3 75397 3095 681906"]
    assert len(lines) == len(KNOWN)


def test_the_counts_of_the_full_build_are_those_of_the_package_where_it_has_a_sector() -> None:
    shipped, counted = Manifest.read(SHIPPED), full_build()
    pairs = [
        (_told(shipped.families[family][name]), _told(entry))
        for family, sectors in counted.families.items()
        for name, entry in sectors.items()
        if name in shipped.families[family]
    ]

    assert len(pairs) >= 11
    assert [(own, other) for own, other in pairs if own != other] == []


def _told(entry: Entry) -> tuple[int | str, ...]:
    return entry.won, entry.lost, entry.drawn, entry.longest, entry.sha256


@pytest.mark.parametrize("family", FAMILIES)
def test_the_full_build_has_every_sector_and_counts_each_position_once(family: str) -> None:
    sectors = {sector.name: sector for sector in all_sectors()}
    counted = full_build().families[family]

    assert counted.keys() == sectors.keys()
    for more, fewer in moving_pairs(18):
        entries = [counted[name] for name in (f"{more}-{fewer}", f"{fewer}-{more}")]
        assert len({entry.won + entry.lost + entry.drawn for entry in entries}) == 1


@pytest.mark.parametrize(("family", "won"), [("a", 30), ("b", 31), ("c", 31)])
def test_the_start_is_drawn_and_the_first_win_is_there_after_three_half_moves(family: str, won: int) -> None:
    counted = full_build().families[family]

    assert [(counted[name].won, counted[name].lost, counted[name].drawn) for name in FIRST_PLACEMENTS] == [
        (0, 0, 1),
        (0, 0, 4),
        (0, 0, 46),
        (won, 0, 428 - won),
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_each_position_of_the_moving_phase_is_counted_once(family: str) -> None:
    """The total is that of Burnside's formula, pair by pair."""
    entries = [entry for name, entry in full_build().families[family].items() if not name.startswith("p")]

    assert len(entries) == 49
    assert sum(entry.won + entry.lost + entry.drawn for entry in entries) == 8_904_593_601


@pytest.mark.parametrize("family", FAMILIES)
def test_the_full_build_has_a_line_for_each_sector_that_it_counted(family: str) -> None:
    lines = list(counts_lines(full_build(), FAMILIES[family]))

    assert lines[0] == "3-3 140621 28736 269"
    assert len(lines) == sum(not name.startswith("p") for name in full_build().families[family])


def test_the_whole_game_has_a_sector_for_each_pair_of_stones() -> None:
    moving = [sector for sector in all_sectors() if isinstance(sector, MovingSector)]

    assert len(moving) == 49
    assert len(placing_sectors()) == 18


def test_a_package_is_small_enough_for_a_clone() -> None:
    files = [path for path in SHIPPED.rglob("*") if path.is_file()]

    assert len(files) > 30
    assert sum(path.stat().st_size for path in files) <= 6_000_000


@pytest.mark.parametrize("sector", all_sectors(), ids=lambda sector: sector.name)
def test_moves_lead_to_sectors_with_a_stone_more_or_less(sector: Sector) -> None:
    after = following(sector)

    assert after
    if isinstance(sector, PlacingSector):
        stones = sector.white + sector.black
        assert {
            each.own + each.other if isinstance(each, MovingSector) else each.white + each.black for each in after
        } <= {
            stones,
            stones + 1,
        }
    else:
        assert {each.name for each in after} <= {
            f"{sector.other}-{sector.own}",
            f"{sector.other - 1}-{sector.own}",
        }
