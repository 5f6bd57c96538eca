"""The command `replay` on records in PGN-like text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.management.replays import ReplayRun


@pytest.mark.parametrize(
    "text",
    [
        "1. a7 b2 2. d7 f2 3. g7xb2 *",
        "1. 1 19 2. 2 21 3. 3x19 1-0",
        "1. a7 b2 2. d7 f2 3. g7 xb2 1/2-1/2",
        '[Variant "classic"]\n[Result "1-0"]\n[PlyCount "4"]\n[Termination "timeout"]\n\n1. a7 b2 2. d7 f2 1-0',
    ],
    ids=["WMD", "PlayOK", "removal apart", "tags"],
)
def test_records_are_checked_in_every_accepted_form(file: Callable[..., Path], text: str) -> None:
    assert ReplayRun(file("games.pgn", text)).lines == ["1 checked, 0 failed"]


@pytest.mark.parametrize(
    ("text", "mismatch"),
    [
        ("1. a7 a7 *", "game 1 (line 1): ply 2: expected a7 to be legal, found illegal move a7"),
        ("1. a7\nb9 *", "game 1 (line 1): ply 2: expected a game record, found 'b9' is no move (line 2)"),
        ('[Result "1-0"]\n1. a7 *', "game 1 (line 1): expected the result of the tag 1-0, found *"),
        ('[PlyCount "2"]\n1. a7 *', "game 1 (line 1): expected plies 2, found 1"),
        (
            '[PlyCount "two"]\n1. a7 *',
            "game 1 (line 1): expected a game record, found the tag PlyCount 'two', which is no number",
        ),
        ('[Variant "chess"]\n1. a7 *', "game 1 (line 1): expected a game record, found unknown rule set 'chess'"),
        (
            '[Termination "blocked"]\n1. a7 1-0',
            "game 1 (line 1): ply 1: expected 1-0 blocked, found no end of the game",
        ),
        ("1. a7 *\n\n1. d4 *", "game 2 (line 3): ply 1: expected a game record, found 'd4' is no move (line 3)"),
    ],
)
def test_a_mismatch_in_a_record_names_the_game_and_its_line(
    file: Callable[..., Path], text: str, mismatch: str
) -> None:
    path = file("games.pgn", text)

    replay = ReplayRun(path)

    assert replay.lines[0].startswith(f"{path}: {mismatch}")
    assert replay.exit_code == 1


@pytest.mark.parametrize(("result", "failed"), [("0-1", 0), ("1-0", 1), ("*", 1)])
def test_a_record_whose_game_is_over_on_the_board_must_say_so(
    file: Callable[..., Path], result: str, failed: int
) -> None:
    moves = "c5 a7 a4 g7 d5 d7xa4 e5xd7 d7xd5 d5xd7 d7xe5 e5xg7 g7xc5 c5xa7 a7xe5 e5xg7 g7xc5 c5xg7 g7xe5"

    assert ReplayRun(file("games.pgn", f"{moves} {result}")).lines[-1] == f"1 checked, {failed} failed"
