"""Records in lines of JSON, as the downloads of records and of games write them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import muehle
from games.core.models.games import Game
from muehle import MalformedMove, MalformedRecord, Move, Notation, errors

RESULTS = frozenset(Game.Result.values)
# Members that are tags in a text.
OF_THE_RECORD = {"rules": "Variant", "start": "Position", "termination": "Termination"}


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """A game of a line, with what a record of a user has beside it."""

    game: muehle.Record
    title: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class JsonFault:
    """A line that is no record."""

    line: int
    why: str


class _NoRecordError(Exception):
    """Why the object is no record, for the reader."""


def is_json_lines(text: str) -> bool:
    """Whether the text consists of lines of JSON: the first that is not empty is an object with moves."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return first.lstrip("\ufeff \t").startswith("{") and isinstance(_parsed(first), dict)


def json_records(text: str) -> Iterator[JsonRecord | MalformedRecord | JsonFault]:
    """The games of the lines, or their faults; empty lines are left out."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _record_of(_parsed(line), line=number)


def _parsed(line: str) -> Any:
    """What the line says; None if it is not JSON."""
    try:
        return json.loads(line.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _record_of(said: Any, *, line: int) -> JsonRecord | MalformedRecord | JsonFault:
    try:
        return _read(said, line=line)
    except MalformedRecord as error:
        return error
    except _NoRecordError as error:
        return JsonFault(line, str(error))


def _read(said: Any, *, line: int) -> JsonRecord:
    """Raises MalformedRecord for a move that is none, _NoRecordError."""
    if not isinstance(said, dict) or not isinstance(said.get("moves"), list):
        raise _NoRecordError(_("this line is not a game record in JSON"))
    result = said.get("result", Game.Result.OPEN.value)
    if result not in RESULTS:
        raise _NoRecordError(_("“result” is not one of these: %(results)s") % {"results": ", ".join(sorted(RESULTS))})
    tags = _tags_of_game(said) if isinstance(said.get("players"), dict) else _tags(said.get("tags", {}))
    tags |= {tag: said[name] for name, tag in OF_THE_RECORD.items() if isinstance(said.get(name), str)}
    moves = tuple(_move(each, ply=ply, line=line) for ply, each in enumerate(said["moves"], start=1))
    game = muehle.Record(tags, moves, result, (line,) * len(moves), _notation(said.get("notation")), line)
    return JsonRecord(game, title=_text(said.get("title")), note=_text(said.get("note")))


def _move(said: Any, *, ply: int, line: int) -> Move:
    """A move: its text, or an object with it as in a game."""
    text = said.get("move") if isinstance(said, dict) else said
    try:
        return Move.parse(text if isinstance(text, str) else "")
    except MalformedMove:
        raise MalformedRecord(errors.RecordFault.NO_MOVE, word=str(text)[:20], line=line, ply=ply) from None


def _notation(said: Any) -> Notation:
    return Notation(said) if said in list(Notation) else Notation.PGN


def _tags(said: Any) -> dict[str, str]:
    if not isinstance(said, dict) or not all(_is_tag(name, value) for name, value in said.items()):
        raise _NoRecordError(
            _("“tags” must be an object whose names are letters and digits and whose values are texts")
        )
    return dict(said)


def _is_tag(name: str, value: Any) -> bool:
    return re.fullmatch(r"\w+", name, re.ASCII) is not None and isinstance(value, str)


def _tags_of_game(said: Mapping[str, Any]) -> dict[str, str]:
    """The tags of a game of this site, as far as the line has them."""
    number, begun = said.get("number"), _text(said.get("started_at"))
    tags = {"Event": f"Correspondence game {number}", "GameId": str(number)} if isinstance(number, int) else {}
    if re.match(r"\d{4}-\d\d-\d\d", begun, re.ASCII):
        tags["Date"] = begun[:10].replace("-", ".")
    for tag, side in (("White", "white"), ("Black", "black")):
        player = said["players"].get(side)
        if isinstance(player, dict):
            tags[tag] = _text(player.get("username"))
            if isinstance(rating := player.get("rating"), int):
                tags[f"{tag}Elo"] = str(rating)
    return tags


def _text(said: Any) -> str:
    return said if isinstance(said, str) else ""
