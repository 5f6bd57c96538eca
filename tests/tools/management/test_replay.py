"""The command `replay`: its files, and games as JSON lines."""

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.tools.management.replays import ReplayRun
from tools.launcher.workspace import ROOT

DATA = ROOT / "tests" / "data"

HEADER = {"type": "header", "format": "one JSON object per line"}

GAME: dict[str, Any] = {
    "id": "short",
    "moves": ["a7", "b2"],
    "legal": [
        "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7",
        "a1 a4 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7",
    ],
    "result": "*",
    "reason": "truncated",
    "final": {"w": ["a7"], "b": ["b2"], "hand": [8, 8], "stm": "w", "quiet": 0},
}

# Nine placements each without a mill, then to and fro until the first position has stood three times.
PLACED = "c4 f4 f2 b4 d6 f6 a7 a1 g7 c5 e3 c3 d1 e4 g4 g1 d2 d3"
TO_AND_FRO = "a7-a4 b4-b2 a4-a7 b2-b4"
DRAWN = f"{PLACED} {TO_AND_FRO} {TO_AND_FRO}"


# --- Files ------------------------------------------------------------------------------------------------------------


def test_the_known_games_positions_and_counts_pass() -> None:
    replay = ReplayRun(
        DATA / "vectors.jsonl.gz",
        *("--positions", DATA / "positions.json"),
        *("--perft", DATA / "perft_positions.json", "--max-nodes", "300000"),
    )

    assert replay.lines == ["1347 checked, 0 failed"]
    assert replay.exit_code == 0
    assert [line.rpartition("/")[2] for line in replay.errors][:3] == [
        "positions.json: T02: not checked: 'option:remove_per_mill' is none of the rules played here",
        "positions.json: T33: not checked: 'option:blocked_passes' is none of the rules played here",
        "perft_positions.json: start, depth 5: not checked: 5140800 nodes are more than 300000",
    ]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress], ids=["plain", "gz", "xz"])
def test_files_may_be_packed_whatever_their_names(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "games"
    path.write_bytes(pack(f"{json.dumps(HEADER)}\n{json.dumps(GAME)}\n\n".encode()))

    replay = ReplayRun(path)

    assert (replay.lines, replay.exit_code) == (["1 checked, 0 failed"], 0)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "No such file or directory"),
        (b"", "it holds no game"),
        (b"\xff\xfe\x00", "it is not text in UTF-8"),
        (
            gzip.compress(b'{"moves": []}' * 99)[:-20],
            "Compressed file ended before the end-of-stream marker was reached",
        ),
        (
            lzma.compress(b'{"moves": []}' * 99)[:-20],
            "Compressed file ended before the end-of-stream marker was reached",
        ),
        (b"\x1f\x8bnonsense", "Unknown compression method"),
    ],
    ids=["missing", "empty", "no text", "broken gz", "broken xz", "no gz"],
)
def test_a_file_that_cannot_be_read_is_an_error_in_words(tmp_path: Path, content: bytes | None, problem: str) -> None:
    path = tmp_path / "games"
    if content is not None:
        path.write_bytes(content)

    replay = ReplayRun(path)

    assert replay.lines == [f"{path}: cannot be read: {problem}", "1 checked, 1 failed"]
    assert replay.exit_code == 1


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    assert ReplayRun(tmp_path).lines[0] == f"{tmp_path}: cannot be read: Is a directory"


@pytest.mark.parametrize("option", ["--positions", "--perft"])
@pytest.mark.parametrize(
    ("content", "problem"),
    [("[1", "it is not JSON: "), ("[]", "it holds no JSON object"), ("{}", "it holds no ")],
)
def test_a_file_of_another_kind_is_an_error_in_words(
    file: Callable[..., Path], option: str, content: str, problem: str
) -> None:
    path = file("other.json", content)

    replay = ReplayRun(option, path)

    assert replay.lines[0].startswith(f"{path}: cannot be read: {problem}")
    assert replay.exit_code == 1


def test_a_file_that_cannot_be_read_does_not_hide_the_others(file: Callable[..., Path], tmp_path: Path) -> None:
    replay = ReplayRun(tmp_path / "missing", file("games.jsonl", GAME))

    assert replay.lines[-1] == "2 checked, 1 failed"


def test_without_a_file_it_says_what_it_needs() -> None:
    with pytest.raises(CommandError, match="name at least one file"):
        ReplayRun()


# --- JSON lines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "mismatch"),
    [
        ({"moves": ["a7", "a7"]}, "ply 2: expected a7 to be legal, found illegal move a7 in W"),
        ({"moves": ["a7", "a8"]}, "ply 2: expected a8 to be legal, found malformed move 'a8'"),
        ({"legal": ["a1", "a7"]}, "ply 1: expected legal moves also none, found instead a4 a7 b2"),
        (
            {"legal": [GAME["legal"][0] + " d4", GAME["legal"][1]]},
            "ply 1: expected legal moves also d4, found instead none",
        ),
        ({"legal": ["a4 a1" + GAME["legal"][0][5:]]}, "ply 1: expected legal moves in the order a4 a1 a7"),
        ({"result": "1-0", "reason": "fewer_than_three"}, "ply 2: expected 1-0 stones, found no end of the game"),
        ({"result": "1-0", "reason": None}, "ply 2: expected the result 1-0, found *"),
        ({"plies": 3}, "expected plies 3, found 2"),
        ({"final": GAME["final"] | {"hand": [8, 9]}}, "ply 2: expected at the end W a7 B b2 hand (8, 9)"),
        ({"rules": "morabaraba"}, "expected a game, found unknown rule set 'morabaraba'"),
        ({"moves": 7}, 'expected a game, found "moves" that are neither a list nor a text'),
    ],
)
def test_a_mismatch_names_file_game_ply_and_what_was_expected_and_found(
    file: Callable[..., Path], change: dict[str, Any], mismatch: str
) -> None:
    path = file("games.jsonl", HEADER, GAME | change)

    replay = ReplayRun(path)

    assert replay.lines[0].startswith(f"{path}: short: {mismatch}")
    assert replay.lines[-1] == "1 checked, 1 failed"
    assert replay.exit_code == 1


@pytest.mark.parametrize("line", ["{broken\n", "[]\n", '"text"\n', '{"id": "no moves"}\n'])
def test_a_line_that_is_no_game_fails_and_the_others_are_checked(file: Callable[..., Path], line: str) -> None:
    replay = ReplayRun(file("games.jsonl", HEADER, line, GAME))

    assert "expected a game, found " in replay.lines[0]
    assert replay.lines[-1] == "2 checked, 1 failed"


def test_a_game_that_goes_on_after_its_end_fails_at_the_end(file: Callable[..., Path]) -> None:
    replay = ReplayRun(file("games.jsonl", {"id": "long", "moves": f"{DRAWN} a7-a4", "result": "*"}))

    assert replay.lines[0].endswith("long: ply 26: expected the game to go on, found 1/2-1/2 repetition")


@pytest.mark.parametrize("name", ["rules", "ruleset", "variant"])
@pytest.mark.parametrize("place", ["game", "header"])
def test_the_rule_set_may_be_given_by_the_game_or_by_the_header(
    file: Callable[..., Path], name: str, place: str
) -> None:
    rules = {name: "pink-green"}
    header, game = (HEADER, rules) if place == "game" else (HEADER | rules, {})

    replay = ReplayRun(file("games.jsonl", header, {"moves": f"{DRAWN} a7-a4", "result": "*"} | game))

    assert replay.lines == ["1 checked, 0 failed"]


@pytest.mark.parametrize(
    ("rules", "reason", "lines"),
    [("brettspielnetz", "repetition", 1), ("brettspielnetz", "quiet_limit", 2), ("applet", "threefold_sequence", 2)],
)
def test_a_claimed_draw_passes_if_it_could_be_claimed(
    file: Callable[..., Path], rules: str, reason: str, lines: int
) -> None:
    game = {"id": "draw", "moves": DRAWN, "result": "1/2-1/2", "reason": reason, "rules": rules}

    assert len(ReplayRun(file("games.jsonl", game)).lines) == lines


@pytest.mark.parametrize("reason", ["resignation", "timeout", "agreement", "adjudication", "abort"])
def test_a_game_that_ended_off_the_board_need_not_be_over_on_it(file: Callable[..., Path], reason: str) -> None:
    replay = ReplayRun(file("games.jsonl", GAME | {"result": "1-0", "reason": reason}))

    assert replay.lines == ["1 checked, 0 failed"]


def test_an_option_that_is_not_played_here_is_left_out_and_said_so(file: Callable[..., Path]) -> None:
    replay = ReplayRun(file("games.jsonl", GAME | {"rules": "option:remove_per_mill"}))

    assert replay.lines == ["0 checked, 0 failed"]
    assert replay.errors[0].endswith("'option:remove_per_mill' is none of the rules played here")
