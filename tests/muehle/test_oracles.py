"""The rules library against results of other programs: whole games, single positions, perft counts."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from muehle import (
    POINTS,
    RULESETS,
    STANDARD,
    AllInMills,
    Color,
    Game,
    IllegalMove,
    MalformedMove,
    Move,
    Outcome,
    Position,
    Repetition,
    RuleSet,
    Termination,
    divide,
    perft,
)
from tests.muehle.boards import notations

DATA = Path(__file__).parents[1] / "data"

TERMINATIONS = {
    "fewer_than_three": Termination.STONES,
    "no_legal_moves": Termination.BLOCKED,
    "threefold": Termination.REPETITION,
    "threefold_sequence": Termination.REPETITION,
    "n_move": Termination.QUIET_LIMIT,
}

RULES = {
    "default": STANDARD,
    "option:protected_mills_pre2010": replace(STANDARD, all_in_mills=AllInMills.PROTECTED_UNLESS_THREE),
    "option:n_move=40": replace(STANDARD, quiet_limit=40),
    "option:repetition=sequence": replace(STANDARD, repetition=Repetition.SEQUENCE),
}

# Rules of other programs: several removals for several mills, and a blocked side that passes.
OTHER_RULES = {"option:remove_per_mill", "option:blocked_passes"}


def result_and_reason(outcome: Outcome | None) -> tuple[str, Termination | None]:
    """The end of a game as the files tell it."""
    return (outcome.result, outcome.termination) if outcome else ("*", None)


# --- Whole games ------------------------------------------------------------------------------------------------------


@cache
def known_games() -> list[dict[str, Any]]:
    """The games of the file, without its header."""
    with gzip.open(DATA / "vectors.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file][1:]


def state(position: Position) -> dict[str, Any]:
    """The position as the file tells it."""
    white, black = (list(position.stones(color)) for color in Color)
    hands = [position.hand(color) for color in Color]
    return {
        "w": white, "b": black, "hand": hands, "stm": position.to_move.value[0], "quiet": position.quiet_half_moves,
    }  # fmt: skip


@pytest.mark.parametrize("part", range(10))
def test_every_known_game_has_the_same_legal_moves_at_every_ply_and_the_same_end(part: int) -> None:
    for known in known_games()[part::10]:
        game = Game()

        for move, legal in zip(known["moves"], known["legal"], strict=True):
            assert " ".join(notations(game)) == legal, f"{known['id']}, ply {game.ply + 1}"
            game.play(Move.parse(move))

        end = known["result"], TERMINATIONS.get(known["reason"])
        assert result_and_reason(game.outcome()) == end, known["id"]
        assert state(game.position) == known["final"], known["id"]


def test_the_known_games_are_all_there_and_end_in_every_way() -> None:
    assert len(known_games()) == 1250
    assert {known["reason"] for known in known_games()} == {*TERMINATIONS, "truncated"} - {"threefold_sequence"}


# --- Single positions -------------------------------------------------------------------------------------------------


def known_positions() -> dict[str, dict[str, Any]]:
    """The positions of the file by their names."""
    found = json.loads((DATA / "positions.json").read_text(encoding="utf-8"))
    return {known["id"]: known for known in found["positions"]}


KNOWN_POSITIONS = known_positions()
PLAYED_HERE = [name for name, known in KNOWN_POSITIONS.items() if known["ruleset"] not in OTHER_RULES]


def drawn(known: dict[str, Any], quiet: int) -> Position:
    """The position that lists of points describe."""
    board = "".join("W" if name in known["white"] else "B" if name in known["black"] else "." for name in POINTS)
    hands = known["hand"].values() if isinstance(known["hand"], dict) else known["hand"]
    return Position.parse(f"{board} {known['to_move'][0]} {' '.join(map(str, hands))} {quiet}")


def at(known: dict[str, Any]) -> Game:
    """A game at the position, with its history if there is one."""
    position = drawn(known, known["quiet_halfmoves"])
    if known["history"] is None:
        return Game(RULES[known["ruleset"]], position)
    game = Game(RULES[known["ruleset"]])
    for move in known["history"]:
        game.play(Move.parse(move))
    assert game.position == position
    return game


def is_legal(game: Game, text: str) -> bool:
    """Whether the text is a legal move."""
    try:
        return game.position.is_legal(Move.parse(text), game.rules)
    except MalformedMove:
        return False


@pytest.mark.parametrize("name", PLAYED_HERE)
def test_a_known_position_has_the_legal_moves_it_should_have(name: str) -> None:
    known = KNOWN_POSITIONS[name]
    game = at(known)

    moves = notations(game)

    assert moves == known.get("legal", moves)
    assert moves == known.get("legal_equals", moves)
    assert len(moves) == known.get("legal_count", len(moves))
    assert [move for move in known.get("legal_has", ()) if not is_legal(game, move)] == []
    assert [move for move in known.get("legal_has_not", ()) if is_legal(game, move)] == []


@pytest.mark.parametrize("name", PLAYED_HERE)
def test_a_known_position_ends_as_it_should_after_its_line(name: str) -> None:
    known = KNOWN_POSITIONS[name]
    game = at(known)

    for move in known["line"]:
        game.play(Move.parse(move))

    assert result_and_reason(game.outcome()) == (known["expect_result"], TERMINATIONS.get(known["expect_reason"]))


# T62 tells the counters of a game that had ended, by the repetition of a position, before its line begins.
@pytest.mark.parametrize("name", [name for name in PLAYED_HERE if "after" in KNOWN_POSITIONS[name] and name != "T62"])
def test_a_known_position_looks_as_it_should_after_its_line(name: str) -> None:
    known = KNOWN_POSITIONS[name]
    game = at(known)

    for move in known["line"]:
        game.play(Move.parse(move))

    assert game.position == drawn(known["after"], known["after"]["quiet_halfmoves"])
    assert game.repetitions == known["after"].get("occurrences", game.repetitions)


def test_a_second_removal_for_a_second_mill_is_no_move_here() -> None:
    known = KNOWN_POSITIONS["T02"]

    assert known["ruleset"] == "option:remove_per_mill"
    with pytest.raises(MalformedMove):
        Move.parse(known["legal_has"][0])


def test_a_blocked_side_has_lost_here_and_does_not_pass() -> None:
    known = KNOWN_POSITIONS["T33"]

    position = drawn(known, 0)

    assert known["ruleset"] == "option:blocked_passes"
    assert position.outcome() == Outcome(Termination.BLOCKED, Color.BLACK)
    with pytest.raises(IllegalMove):
        position.play(Move.parse("a7-a4"))


# --- Perft ------------------------------------------------------------------------------------------------------------

KNOWN_COUNTS = json.loads((DATA / "perft_positions.json").read_text(encoding="utf-8"))


def counts_from_positions() -> Iterator[Any]:
    """Every position of the file with one of its depths."""
    for number, known in enumerate(KNOWN_COUNTS["positions"]):
        for depth, count in known["perft"].items():
            yield pytest.param(drawn(known, 0), int(depth), count, id=f"{known['phase']}-{number}-{depth}")


@pytest.mark.parametrize("depth", range(1, 6))
def test_perft_from_the_start(depth: int) -> None:
    assert perft(Position.start(), depth) == KNOWN_COUNTS["start"]["T"][str(depth)]


@pytest.mark.parametrize(("position", "depth", "count"), list(counts_from_positions()))
def test_perft_from_known_positions(position: Position, depth: int, count: int) -> None:
    assert perft(position, depth) == count


def test_divide_tells_the_count_apart_by_the_first_move() -> None:
    counts = divide(Position.start(), 3)

    assert list(counts) == Position.start().legal_moves()
    assert sum(counts.values()) == 12_144


# Every black stone is in a mill, so that White's mill takes nothing by the classic rules.
ALL_PROTECTED = Position.parse("WW.........W...BBBBBB... w 0 0 0")


def counted_move_by_move(position: Position, depth: int, rules: RuleSet) -> int:
    if depth == 0:
        return 1
    return sum(
        counted_move_by_move(position.play(move, rules), depth - 1, rules) for move in position.legal_moves(rules)
    )


@pytest.mark.parametrize("name", ["standard", "classic"])
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    "position",
    [
        ALL_PROTECTED,
        ALL_PROTECTED._replace(white_hand=1),
        # Black places f2 first.
        Position.parse("WW.........W...BBBBB.... b 1 1 0"),
    ],
    ids=["moving", "placing", "placing after the last stone"],
)
def test_perft_counts_the_moves_of_the_rule_set(position: Position, depth: int, name: str) -> None:
    rules = RULESETS[name]

    count = counted_move_by_move(position, depth, rules)

    assert perft(position, depth, rules) == sum(divide(position, depth, rules).values()) == count


def test_perft_of_depth_0_is_one_and_a_finished_game_has_no_successors() -> None:
    over = Position.parse("WW...........BBBB....... b 0 0 0")

    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]


@pytest.mark.parametrize(("count", "depth"), [(perft, -1), (divide, 0)])
def test_a_depth_that_makes_no_sense_is_refused(count: Any, depth: int) -> None:
    with pytest.raises(ValueError, match=f"^depth {depth} "):
        count(Position.start(), depth)
