"""Reading a game from an object of JSON, with a sentence for everything about it that is not as it should be.

Two kinds of objects are read: those of the checks (`legal`, `reason`, `final`, `plies`) and the server's own records,
which name the same things `termination`, `position` and `ply` and give each half-move as an object. Checks nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from muehle import POINTS, RuleSet
from tools.oracles.rules import rules_named

RULES_FIELDS = ("rules", "ruleset", "variant")


class NoGameError(ValueError):
    """An object is no game; the text says in a few words what was found instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGame:
    """A game as a file has it; what the file does not say is None.

    Without a reason only the players know whether a game was resigned, so it `may_end_off_the_board`.
    """

    rules: RuleSet
    moves: list[str]
    legal: list[list[str]]
    result: str | None
    reason: str | None
    final: dict[str, Any] | None
    plies: int | None
    may_end_off_the_board: bool
    position: str | None = None


def object_of(line: str) -> dict[str, Any]:
    """The object on a line; raises NoGameError."""
    try:
        entry = json.loads(line)
    except json.JSONDecodeError as error:
        raise NoGameError(f"no JSON from column {error.colno} on") from error
    except (ValueError, RecursionError) as error:
        raise NoGameError("JSON with too long a number or too deep a nesting") from error
    if not isinstance(entry, dict):
        raise NoGameError("JSON that is no object")
    return entry


def name_of(entry: dict[str, Any], *, default: str) -> str:
    """What the file calls the game: by its id, or by its number on the server."""
    return next((f"{entry[key]}" for key in ("id", "number") if isinstance(entry.get(key), str | int)), default)


def rules_name(entry: dict[str, Any], *, default: str) -> str:
    """The name of the rule set that a game or a header gives; raises NoGameError."""
    return next((name for key in RULES_FIELDS if (name := _text(entry, key)) is not None), default)


def from_json(entry: dict[str, Any], *, default: str) -> KnownGame:
    """The game; `default` names its rule set if it does not. Raises ValueError or NotPlayedError."""
    reason, termination = _text(entry, "reason"), _text(entry, "termination")
    plies, ply = _count(entry, "plies"), _count(entry, "ply")
    return KnownGame(
        rules=rules_named(rules_name(entry, default=default)),
        moves=_moves(entry),
        legal=_legal(entry),
        result=_text(entry, "result"),
        reason=termination if reason is None else reason,
        final=_final(entry),
        plies=ply if plies is None else plies,
        may_end_off_the_board=False,
        position=_position(entry),
    )


def _text(entry: dict[str, Any], key: str) -> str | None:
    value = entry.get(key)
    if value is None or isinstance(value, str):
        return value
    raise NoGameError(f'"{key}" that is no text')


def _count(entry: dict[str, Any], key: str) -> int | None:
    value = entry.get(key)
    if value is None or _is_count(value):
        return value
    raise NoGameError(f'"{key}" that is no whole number')


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _moves(entry: dict[str, Any]) -> list[str]:
    if (moves := entry.get("moves")) is None:
        raise NoGameError('no "moves"')
    if isinstance(moves, str):
        return moves.split()
    if not isinstance(moves, list):
        raise NoGameError('"moves" that are neither a list nor a text')
    return [_move(move, ply=ply) for ply, move in enumerate(moves, start=1)]


def _move(move: object, *, ply: int) -> str:
    text = move.get("move") if isinstance(move, dict) else move
    if not isinstance(text, str):
        raise NoGameError(f'"moves" whose item {ply} is neither a text nor an object with a text as its "move"')
    return text


def _legal(entry: dict[str, Any]) -> list[list[str]]:
    legal = entry.get("legal")
    if legal is None:
        return []
    if not isinstance(legal, list):
        raise NoGameError('"legal" that is no list')
    return [_words(moves, ply=ply) for ply, moves in enumerate(legal, start=1)]


def _words(moves: Any, *, ply: int) -> list[str]:
    if isinstance(moves, str):
        return moves.split()
    if not _are_texts(moves):
        raise NoGameError(f'"legal" whose item {ply} is neither a text nor a list of texts')
    return list(moves)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _final(entry: dict[str, Any]) -> dict[str, Any] | None:
    final = entry.get("final")
    if final is None or (isinstance(final, dict) and _is_final(final)):
        return final
    raise NoGameError('"final" that has not the points of "w" and "b", two counts in "hand", "stm" and "quiet"')


def _is_final(final: dict[str, Any]) -> bool:
    sides: list[Any] = [final.get("w"), final.get("b")]
    hand = final.get("hand")
    return (
        all(_are_texts(points) and set(points) <= set(POINTS) for points in sides)
        and isinstance(hand, list)
        and len(hand) == 2
        and all(map(_is_count, hand))
        and isinstance(final.get("stm"), str)
        and _is_count(final.get("quiet"))
    )


def _position(entry: dict[str, Any]) -> str | None:
    position = entry.get("position")
    if position is None or isinstance(position, str):
        return position
    if not isinstance(position, dict):
        raise NoGameError('"position" that is neither a text nor an object')
    return _text(position, "text")
