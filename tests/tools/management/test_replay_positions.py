"""The command `replay` on known positions and perft counts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tools.management.replays import ReplayRun

AFTER = {
    "white": ["a7", "d7", "g7", "c4"], "black": ["a1", "d1", "g1"], "hand": [0, 0], "to_move": "black",
    "quiet_halfmoves": 0, "occurrences": 1,
}  # fmt: skip

POSITION = {
    "id": "P", "white": ["a7", "d7", "c4", "g4"], "black": ["f4", "a1", "d1", "g1"], "hand": {"white": 0, "black": 0},
    "to_move": "white", "quiet_halfmoves": 0, "history": None, "line": ["g4-g7xf4"], "expect_result": "*",
    "after": AFTER,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "mismatch"),
    [
        ({"legal": ["a1"]}, "expected legal moves also a1, found instead a7-a4"),
        ({"legal_equals": ["a1"]}, "expected legal moves also a1, found instead a7-a4"),
        ({"legal_count": 3}, "expected number of legal moves 3, found 7"),
        ({"legal_has": ["g4-g7xa1"]}, "expected g4-g7xa1 legal, found illegal"),
        ({"legal_has_not": ["g4-g7xf4"]}, "expected g4-g7xf4 illegal, found legal"),
        ({"history": ["a7"]}, "ply 1: expected after the history WW.........W.BW......BBB w 0 0 0"),
        ({"line": ["g4-g7"]}, "expected moves that can be played, found illegal move g4-g7"),
        ({"expect_result": "1-0", "expect_reason": "fewer_than_three"}, "ply 1: expected after the line 1-0 stones"),
        ({"after": AFTER | {"quiet_halfmoves": 1}}, "ply 1: expected after the line WWW........W.........BBB b 0 0 1"),
        ({"after": AFTER | {"occurrences": 2}}, "ply 1: expected occurrences 2, found 1"),
        ({"hand": {"white": 9, "black": 0}}, "expected moves that can be played, found malformed position"),
        ({"to_move": ""}, "expected a position, found IndexError"),
        ({"ruleset": "chess"}, "expected a position, found ValueError: unknown rule set 'chess'"),
    ],
)  # fmt: skip
def test_a_mismatch_in_a_position_names_it(file: Callable[..., Path], change: dict[str, Any], mismatch: str) -> None:
    path = file("positions.json", {"positions": [POSITION, POSITION | change]})

    replay = ReplayRun("--positions", path)

    assert replay.lines[0].startswith(f"{path}: P: {mismatch}")
    assert replay.lines[-1] == "2 checked, 1 failed"


def test_a_mismatch_in_a_count_names_position_and_depth(file: Callable[..., Path]) -> None:
    entry = {key: POSITION[key] for key in ("white", "black", "hand", "to_move")} | {"perft": {"1": 7, "2": 1}}
    path = file("counts.json", {"start": {"T": {"1": 24, "2": 553}}, "positions": [entry, {"perft": {}}]})

    replay = ReplayRun("--perft", path)

    assert replay.lines == [
        f"{path}: start, depth 2: ply 2: expected 553, found 552",
        f"{path}: position 1, depth 2: ply 2: expected 1, found 80",
        f"{path}: position 2: expected a position with counts, found KeyError: 'white'",
        "5 checked, 3 failed",
    ]
