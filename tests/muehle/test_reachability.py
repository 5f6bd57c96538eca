"""Positions that were set up by hand: what no game can reach is told apart, and nothing else is."""

import json

import pytest

from muehle import ImpossiblePosition, Position, SetUpFault, require_possible
from tools.launcher.workspace import ROOT
from tools.oracles.positions import position_of

POSSIBLE = [
    "........................ w 9 9 0",
    "W....................... b 8 9 0",
    "W......................B w 8 8 0",
    "WWW....................B b 0 1 0",
    "WWW..................BBB w 0 0 0",
    "WWW..................BBB b 0 0 99",
    "WWW...................BB b 0 0 0",
    "WWWWWWWWW......BBBBBBBBB w 0 0 1000",
]


@pytest.mark.parametrize("text", POSSIBLE)
def test_what_a_game_can_reach_is_possible(text: str) -> None:
    require_possible(Position.read(text))


@pytest.mark.parametrize(
    ("text", "fault", "side", "count"),
    [
        ("WWWWWWWWWW...........BBB w 0 0 0", SetUpFault.TOO_MANY_STONES, "white", 10),
        ("W......................B w 9 9 0", SetUpFault.TOO_MANY_STONES, "white", 10),
        ("WWW.BBBBBBBBBB.......... b 0 0 0", SetUpFault.TOO_MANY_STONES, "black", 10),
        ("........................ w 0 0 0", SetUpFault.TOO_FEW_STONES, "white", 0),
        ("WWW....................B b 0 0 0", SetUpFault.TOO_FEW_STONES, "black", 1),
        ("WWW..................BBB w 3 2 0", SetUpFault.HANDS_WITH_WHITE, "", 0),
        ("WWW..................BBB w 2 3 0", SetUpFault.HANDS_WITH_WHITE, "", 0),
        ("WWW..................BBB b 2 2 0", SetUpFault.HANDS_WITH_BLACK, "", 0),
        ("WWW..................BBB b 1 3 0", SetUpFault.HANDS_WITH_BLACK, "", 0),
        ("WWW..................BBB w 2 2 1", SetUpFault.QUIET_WHILE_PLACING, "", 0),
        ("WWW..................BBB b 0 1 7", SetUpFault.QUIET_WHILE_PLACING, "", 0),
    ],
)
def test_what_no_game_can_reach_is_named(text: str, fault: SetUpFault, side: str, count: int) -> None:
    with pytest.raises(ImpossiblePosition) as caught:
        require_possible(Position.read(text))

    assert (caught.value.fault, caught.value.side, caught.value.count) == (fault, side, count)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("WWWWWWWWWW...........BBB w 0 0 0", "impossible position: too_many_stones white 10"),
        ("WWW....................B b 0 0 0", "impossible position: too_few_stones black 1"),
        ("WWW..................BBB w 3 2 0", "impossible position: hands_with_white"),
    ],
)
def test_the_message_says_side_and_count_where_they_matter(text: str, message: str) -> None:
    with pytest.raises(ImpossiblePosition, match=f"^{message}$"):
        require_possible(Position.read(text))


@pytest.mark.parametrize(("name", "count"), [("positions.json", 50), ("perft_positions.json", 15)])
def test_every_position_of_the_oracles_is_possible(name: str, count: int) -> None:
    cases = json.loads((ROOT / "tests" / "data" / name).read_text(encoding="utf-8"))["positions"]

    assert len(cases) == count
    for case in cases:
        require_possible(position_of(case, quiet=case.get("quiet_halfmoves") or 0))
