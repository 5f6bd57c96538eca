"""The command `replay` on the server's own records, and on objects of JSON that are no games."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, resign
from tests.support.playing import play
from tests.tools.management.replays import ReplayRun

STONES = "c5 a7 a4 g7 d5 d7xa4 e5xd7 d7xd5 d5xd7 d7xe5 e5xg7 g7xc5 c5xa7 a7xe5 e5xg7 g7xc5 c5xg7 g7xe5"


def exported(game: Game) -> str:
    """The game's record as a line of JSON, as everybody gets it."""
    address = f"/api/v1/games/{game.number}/record/"
    return Client().get(address, headers={"accept": "application/x-ndjson"}).content.decode()


# --- Records of the server --------------------------------------------------------------------------------------------


def test_the_record_of_an_ongoing_game_passes(file: Callable[..., Path], game: Game) -> None:
    play(game, "d6", "f4", "d2", "b4", "a1")

    record = exported(game)

    assert len(json.loads(record)["moves"]) == 2
    assert ReplayRun(file("games.ndjson", record)).lines == ["1 checked, 0 failed"]


def test_the_record_of_a_game_won_on_the_board_passes(file: Callable[..., Path], game: Game) -> None:
    play(game, *STONES.split())

    record = exported(game)

    assert json.loads(record)["termination"] == "stones"
    assert ReplayRun(file("games.ndjson", record)).lines == ["1 checked, 0 failed"]


def test_the_records_of_a_resigned_and_an_aborted_game_pass(
    file: Callable[..., Path], begin: Callable[..., Game], anna: User
) -> None:
    resigned, aborted = begin(), begin(Agreement(rules="pink-green"))
    play(resigned, "d6", "f4")
    resign(resigned.number, anna)
    abort(aborted.number, anna)

    assert ReplayRun(file("games.ndjson", exported(resigned), exported(aborted))).lines == ["2 checked, 0 failed"]


@pytest.mark.parametrize(
    ("change", "mismatch"),
    [
        ({"result": "1-0"}, "ply 18: expected 1-0 stones, found 0-1 stones"),
        ({"termination": "blocked"}, "ply 18: expected 0-1 blocked, found 0-1 stones"),
        ({"ply": 17}, "expected plies 17, found 18"),
        ({"position": {"text": "elsewhere"}}, "ply 18: expected at the end elsewhere, found "),
        ({"rules": "chess"}, "expected a game, found unknown rule set 'chess'"),
    ],
)
def test_a_record_that_was_changed_fails_under_the_games_number(
    file: Callable[..., Path], game: Game, change: dict[str, Any], mismatch: str
) -> None:
    play(game, *STONES.split())
    path = file("games.ndjson", json.loads(exported(game)) | change)

    replay = ReplayRun(path)

    assert replay.lines[0].startswith(f"{path}: {game.number}: {mismatch}")
    assert replay.lines[1:] == ["1 checked, 1 failed"]


# --- No games ---------------------------------------------------------------------------------------------------------

ITEM = 'is neither a text nor an object with a text as its "move"'
FINAL = '"final" that has not the points of "w" and "b", two counts in "hand", "stm" and "quiet"'


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"id": "x"}, 'no "moves"'),
        ({"moves": 5}, '"moves" that are neither a list nor a text'),
        ({"moves": {}}, '"moves" that are neither a list nor a text'),
        ({"moves": [1]}, f'"moves" whose item 1 {ITEM}'),
        ({"moves": ["a7", {"ply": 2}]}, f'"moves" whose item 2 {ITEM}'),
        ({"moves": [{"move": None}]}, f'"moves" whose item 1 {ITEM}'),
        ({"moves": [], "legal": "x"}, '"legal" that is no list'),
        ({"moves": [], "legal": [5]}, '"legal" whose item 1 is neither a text nor a list of texts'),
        ({"moves": [], "legal": [[5]]}, '"legal" whose item 1 is neither a text nor a list of texts'),
        ({"moves": [], "result": 1}, '"result" that is no text'),
        ({"moves": [], "reason": []}, '"reason" that is no text'),
        ({"moves": [], "termination": {}}, '"termination" that is no text'),
        ({"moves": [], "plies": "0"}, '"plies" that is no whole number'),
        ({"moves": [], "ply": True}, '"ply" that is no whole number'),
        ({"moves": [], "rules": 5}, '"rules" that is no text'),
        ({"moves": [], "position": 5}, '"position" that is neither a text nor an object'),
        ({"moves": [], "position": {"text": 5}}, '"text" that is no text'),
        ({"moves": [], "final": 5}, FINAL),
        ({"moves": [], "final": {"w": ["z9"], "b": [], "hand": [9, 9], "stm": "w", "quiet": 0}}, FINAL),
        ({"moves": [], "final": {"w": [], "b": [], "hand": 9, "stm": "w", "quiet": 0}}, FINAL),
        ("[]\n", "JSON that is no object"),
        ("{broken\n", "no JSON from column 2 on"),
        ('{"moves": ' + "1" * 5000 + "}\n", "JSON with too long a number or too deep a nesting"),
        ('{"moves": ' + "[" * 100_000 + "\n", "JSON with too long a number or too deep a nesting"),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, str | dict) else None,
)
def test_what_is_no_game_is_said_in_a_sentence(
    file: Callable[..., Path], entry: dict[str, Any] | str, problem: str
) -> None:
    path = file("games.jsonl", {"type": "header"}, entry)

    replay = ReplayRun(path)

    assert replay.lines[0].endswith(f": expected a game, found {problem}")
    assert replay.lines[1:] == ["1 checked, 1 failed"]
