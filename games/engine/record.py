"""A game as text to keep and to exchange: PGN-like, with tags, numbered pairs of half-moves and the result.

Reading is generous (WMD or PlayOK's numbers, the removal as a token of its own, comments), writing is strict. Whether
the moves are legal is not known here; play them in a `Game`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.engine.errors import MalformedMove, MalformedRecord, RecordFault
from games.engine.moves import Move
from games.engine.outcome import UNFINISHED

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
TAG_ORDER: Final = (
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "Termination", "PlyCount",
)  # fmt: skip
LINE_WIDTH: Final = 80

_TOKEN: Final = re.compile(
    r"""
      (?P<comment> \{[^{}]*\} | ;[^\n]* | \$[0-9]+ )
    | (?P<tag>     \[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\] )
    | (?P<result>  (?:1-0|0-1|1/2-1/2|\*)(?!\S) )
    | (?P<number>  [0-9]+\.+ )
    | (?P<word>    [^\s{;\[]+ | \S )
    """,
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Record:
    """One game: tags by name, moves from the start position, result (`1-0`, `0-1`, `1/2-1/2` or `*`).

    `lines` are those on which the moves were read; a record that was not read has none.
    """

    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    result: str = UNFINISHED
    lines: tuple[int, ...] = field(default=(), compare=False)


def parse_record(text: str, *, first_line: int = 1) -> Record:
    """The one game in the text; raises MalformedRecord, with lines counted from `first_line`."""
    _require_one_game(text, first_line=first_line)
    tags: dict[str, str] = {}
    moves: list[Move] = []
    lines: list[int] = []
    result = None
    for line, token in _tokens(text, first_line=first_line):
        if token.lastgroup == "tag":
            tags[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif token.lastgroup == "result":
            result = token[0]
        elif token.lastgroup == "word":
            _add_word(moves, token[0], line=line)
            lines += [line] * (len(moves) - len(lines))
    return Record(tags, tuple(moves), result or _result_tag(tags, line=first_line), tuple(lines))


def split_records(text: str) -> Iterator[tuple[int, str]]:
    """Every game in the text with the number of its first line, unread: a game ends with its result or before tags."""
    begun: tuple[int, int] | None = None
    in_moves = False
    for line, token in _tokens(text):
        if begun and in_moves and token.lastgroup == "tag":
            yield begun[0], text[begun[1] : token.start()]
            begun = None
        if begun is None:
            begun, in_moves = (line, token.start()), False
        in_moves = in_moves or token.lastgroup != "tag"
        if token.lastgroup == "result":
            yield begun[0], text[begun[1] : token.end()]
            begun = None
    if begun:
        yield begun[0], text[begun[1] :]


def _tokens(text: str, *, first_line: int = 1) -> Iterator[tuple[int, re.Match[str]]]:
    """Every token but the comments, with its line."""
    line, counted = first_line, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", counted, token.start())
        counted = token.start()
        if token.lastgroup != "comment":
            yield line, token


def _require_one_game(text: str, *, first_line: int) -> None:
    games = list(split_records(text))
    if not games:
        raise MalformedRecord(RecordFault.NO_GAME, line=first_line)
    if len(games) > 1:
        raise MalformedRecord(RecordFault.SEVERAL_GAMES, line=first_line + games[1][0] - 1)


def _add_word(moves: list[Move], word: str, *, line: int) -> None:
    """Read one word of the move text: a move, or the removal that belongs to the move before it."""
    text = word.rstrip("!?")
    is_removal = text.startswith("x") and bool(moves)
    try:
        if is_removal:
            moves[-1] = _with_removal(moves[-1], text)
        else:
            moves.append(Move.parse_playok(text) if text[:1].isdigit() else Move.parse(text))
    except MalformedMove:
        ply = len(moves) + (not is_removal)
        raise MalformedRecord(RecordFault.NO_MOVE, word=word, line=line, ply=ply) from None


def _with_removal(move: Move, removal: str) -> Move:
    return Move.parse_playok(move.to_playok() + removal) if removal[1:].isdigit() else Move.parse(f"{move}{removal}")


def _result_tag(tags: Mapping[str, str], *, line: int) -> str:
    result = tags.get("Result", UNFINISHED)
    if result not in RESULTS:
        raise MalformedRecord(RecordFault.NO_RESULT, word=result, line=line)
    return result


def format_record(record: Record) -> str:
    """The game as text that `parse_record` reads; the tags Result and PlyCount are written from the record itself.

    Line breaks in tag values become spaces. Raises ValueError for a tag name that cannot be written.
    """
    known = {"Result": record.result, "PlyCount": str(len(record.moves))}
    tags = {**dict.fromkeys(TAG_ORDER[:7], "?"), **record.tags, **known}
    ordered = sorted(tags, key=lambda name: TAG_ORDER.index(name) if name in TAG_ORDER else len(TAG_ORDER))
    head = "\n".join(_format_tag(name, tags[name]) for name in ordered)
    body = textwrap.fill(_movetext(record), LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n\n{body}\n"


def _format_tag(name: str, value: str) -> str:
    if not re.fullmatch(r"\w+", name, re.ASCII):
        raise ValueError(f"{name!r} is no name for a tag")
    escaped = " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _movetext(record: Record) -> str:
    words = []
    for ply, move in enumerate(record.moves):
        words += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
        words.append(str(move))
    return " ".join([*words, record.result])
