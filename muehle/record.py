"""Games as text: PGN-like records with tags, numbered pairs of half-moves and the result.

Parsing is lenient (points by name or by PlayOK's numbers, separate removals, comments, variations), writing is strict.
The legality of moves is not checked here; play them in a `Game`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from muehle.errors import MalformedMove, MalformedRecord, RecordFault
from muehle.moves import Move
from muehle.outcome import UNFINISHED

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
TAG_ORDER: Final = (
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "Termination", "PlyCount",
)  # fmt: skip
LINE_WIDTH: Final = 80


class Notation(StrEnum):
    """The notation of half-moves in a record."""

    PGN = "pgn"  # d6-f6xa1
    PLAYOK = "playok"  # 5-6x22
    SEPARATE = "separate"  # d6-f6 xa1


# No alternative can be tried for long at more than one place, so that parsing takes linear time.
_COMMENT: Final = r"(?: \{[^{}]*\} | ;[^\n]* | ^%[^\n]* | \$[0-9]+ | [\ufeff\u00a0\u2007\u200b\u202f]+ )"
_NUMBER: Final = r"(?: [0-9]+\.+ | \.\.+ | … )"
_WORD: Final = r"(?: [^\s{;\[()\ufeff\u00a0\u2007\u200b\u202f]+ | \S )"
_TAG: Final = r"\[\s*(%s\w+)\s+\"(%s(?:[^\"\\\n]|\\.)*)\"\s*\]"
_RESULT: Final = r"(?:1-0|0-1|1/2-1/2|\*)(?![^\s{;()])"
_ENDS: Final = rf"(?P<tag> {_TAG % ('?P<name>', '?P<value>')} ) | (?P<result> {_RESULT} )"
_VARIATION: Final = r"(?P<open> \( ) | (?P<close> \) )"
_STOPS: Final = rf"{_TAG % ('?:', '?:')} | {_RESULT} | [()]"
_FLAGS: Final = re.VERBOSE | re.ASCII | re.MULTILINE
_TOKEN: Final = re.compile(
    rf"(?P<comment> (?: {_COMMENT} \s*+ )++ ) | {_ENDS} | (?P<number> (?: {_NUMBER} \s*+ )++ ) | {_VARIATION}"
    rf"| (?P<word> {_WORD} )",
    _FLAGS,
)
# The same tokens where only the end matters, of a variation or of a game that cannot be read: all others at once.
_TOKEN_ASIDE: Final = re.compile(
    rf"(?P<comment> (?: (?! {_STOPS} ) (?: {_COMMENT} | {_NUMBER} | {_WORD} ) \s*+ )++ )"
    rf"| {_ENDS} | {_VARIATION}",
    _FLAGS,
)
_OPENING: Final = ("(", "{")
_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """One game: tags by name, moves from the start position, result (`1-0`, `0-1`, `1/2-1/2` or `*`).

    `lines` are the lines of the moves in the text, `line` is the first line of the record, and `notation` is the one in
    which the moves were written; a record that was not parsed has no lines. `comments` are written after the moves, one
    for each or none at all; a record that was parsed has none.
    """

    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    result: str = UNFINISHED
    lines: tuple[int, ...] = field(default=(), compare=False)
    notation: Notation = field(default=Notation.PGN, compare=False)
    line: int = field(default=1, compare=False)
    comments: tuple[str, ...] = field(default=(), compare=False)


# --- Reading ----------------------------------------------------------------------------------------------------------


def parse_record(text: str, *, first_line: int = 1, notation: Notation | None = None) -> Record:
    """The one game in the text; raises MalformedRecord, with lines counted from `first_line`.

    Notations may be mixed, unless `notation` is given.
    """
    games = _games(text, notation, first_line=first_line)
    game, other = next(games, None), next(games, None)
    if game is None:
        raise MalformedRecord(RecordFault.NO_GAME, line=first_line)
    if other is not None:
        raise MalformedRecord(RecordFault.SEVERAL_GAMES, line=other.line)
    return game.record


def parse_records(text: str, *, notation: Notation | None = None) -> Iterator[Record | MalformedRecord]:
    """Every game in the text, or its first error. A game ends with its result, or before the next tags.

    Games are read one by one, so that a caller can stop. Raises MalformedRecord for control characters in the text.
    """
    for game in _games(text, notation):
        try:
            yield game.record
        except MalformedRecord as error:
            yield error


def split_records(text: str) -> Iterator[tuple[int, str]]:
    """Every game in the text with the number of its first line, unparsed. Raises as `parse_records`."""
    text = _with_plain_lines(text)
    games = list(_games(text))
    begins = [game.begin for game in games]
    for game, begin, end in zip(games, begins, [*begins, len(text)][1:], strict=True):
        yield game.line, text[begin:end]


class _Token(NamedTuple):
    line: int
    match: re.Match[str]

    @property
    def kind(self) -> str | None:
        return self.match.lastgroup


def _games(text: str, notation: Notation | None = None, *, first_line: int = 1) -> Iterator[_Game]:
    tokens = _Tokens(text, first_line=first_line)
    game = None
    for token in tokens:
        if game is not None and game.has_moves and token.kind == "tag":
            yield game
            game = None
        game = game or _Game(token, notation)
        game.read(token)
        if token.kind == "result":
            yield game
            game = None
        tokens.only_ends = game is not None and game.fault is not None
    if game is not None:
        yield game


class _Tokens:
    """All tokens outside comments and variations, with their lines; a variation that is never closed comes last.

    With `only_ends` those that cannot end a game are left out, which takes a fraction of the time.
    """

    def __init__(self, text: str, *, first_line: int) -> None:
        self.only_ends = False
        self._text, self._line = _with_plain_lines(text), first_line

    def __iter__(self) -> Iterator[_Token]:
        text, line = self._text, self._line
        if control := _CONTROL.search(text):
            line += text.count("\n", 0, control.start())
            raise MalformedRecord(RecordFault.CONTROL_CHARACTER, line=line, word=f"U+{ord(control[0]):04X}")
        end, counted, depth, variation = 0, 0, 0, None
        while match := (_TOKEN_ASIDE if depth or self.only_ends else _TOKEN).search(text, end):
            end, kind = match.end(), match.lastgroup
            if kind == "close" and (depth or self.only_ends):
                depth = max(0, depth - 1)
            elif kind == "open":
                depth += 1
                variation = match if depth == 1 else variation
            elif kind != "comment" and not depth:
                line += text.count("\n", counted, match.start())
                counted = match.start()
                yield _Token(line, match)
        if depth and variation:
            yield _Token(line + text.count("\n", counted, variation.start()), variation)


class _Game:
    """A game of a text as far as it has been read; nothing is read after its first fault."""

    def __init__(self, first: _Token, notation: Notation | None) -> None:
        self.line, self.begin = first.line, first.match.start()
        self.has_moves = False
        self.fault: MalformedRecord | None = None
        self._tags: dict[str, str] = {}
        self._moves = _Moves(notation)
        self._result = ""

    def read(self, token: _Token) -> None:
        found, kind = token.match, token.kind
        self.has_moves = self.has_moves or kind != "tag"
        if kind == "tag":
            self._tags[found["name"]] = re.sub(r"\\(.)", r"\1", found["value"])
        elif kind == "result":
            self._result = found[0]
        elif kind != "number" and self.fault is None:
            try:
                self._moves.read(found[0], line=token.line)
            except MalformedRecord as fault:
                self.fault = fault

    @property
    def record(self) -> Record:
        """Raises MalformedRecord."""
        if self.fault is not None:
            raise self.fault
        moves, result = self._moves, self._result or _result_tag(self._tags, line=self.line)
        return Record(self._tags, tuple(moves.played), result, tuple(moves.lines), moves.notation, self.line)


def _with_plain_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _Moves:
    """The half-moves of a record parsed so far, each with its line."""

    def __init__(self, only: Notation | None) -> None:
        self.played: list[Move] = []
        self.lines: list[int] = []
        self._only = only
        self._seen: set[Notation] = set()

    @property
    def notation(self) -> Notation:
        """The notation of most words of the record."""
        others = (Notation.PLAYOK, Notation.SEPARATE)
        return self._only or next((notation for notation in others if notation in self._seen), Notation.PGN)

    def read(self, word: str, *, line: int) -> None:
        """Parse one word: a move, or the removal of the move before it. Raises MalformedRecord."""
        text = word.rstrip("!?")
        is_removal = text.startswith("x") and bool(self.played)
        ply = len(self.played) + (not is_removal)
        if word in _OPENING:
            raise MalformedRecord(RecordFault.NOT_CLOSED, word=word, line=line, ply=ply)
        try:
            self._add(text, is_removal=is_removal)
        except MalformedMove:
            raise MalformedRecord(RecordFault.NO_MOVE, word=word, line=line, ply=ply) from None
        self.lines += [line] * (len(self.played) - len(self.lines))

    def _add(self, text: str, *, is_removal: bool) -> None:
        if not self._fits(text, is_removal=is_removal):
            raise MalformedMove(text)
        if is_removal:
            self.played[-1] = _with_removal(self.played[-1], text)
        else:
            self.played.append(Move.parse_playok(text) if text[:1].isdigit() else Move.parse(text))

    def _fits(self, text: str, *, is_removal: bool) -> bool:
        """Whether the notation of the word is allowed; counts the notation."""
        if text.removeprefix("x")[:1].isdigit():
            found = Notation.PLAYOK
        else:
            found = Notation.SEPARATE if is_removal else Notation.PGN
        self._seen.add(found)
        if self._only is Notation.SEPARATE:
            return found is not Notation.PLAYOK and ("x" not in text or is_removal)
        return self._only in (None, found)


def _with_removal(move: Move, removal: str) -> Move:
    return Move.parse_playok(move.to_playok() + removal) if removal[1:].isdigit() else Move.parse(f"{move}{removal}")


def _result_tag(tags: Mapping[str, str], *, line: int) -> str:
    result = tags.get("Result", UNFINISHED)
    if result not in RESULTS:
        raise MalformedRecord(RecordFault.NO_RESULT, word=result, line=line)
    return result


# --- Writing ----------------------------------------------------------------------------------------------------------


def format_record(record: Record, notation: Notation = Notation.PGN) -> str:
    """The game as text for `parse_record`. The tags Result and PlyCount are computed from the record.

    Line breaks in tag values become spaces. Raises ValueError for invalid tag names, for a comment with a brace or a
    line break, and for comments that are not as many as the moves.
    """
    known = {"Result": record.result, "PlyCount": str(len(record.moves))}
    tags = {**dict.fromkeys(TAG_ORDER[:7], "?"), **record.tags, **known}
    ordered = sorted(tags, key=lambda name: TAG_ORDER.index(name) if name in TAG_ORDER else len(TAG_ORDER))
    head = "\n".join(_format_tag(name, tags[name]) for name in ordered)
    return f"{head}\n\n{_in_lines(_movetext(record, notation))}\n"


def _format_tag(name: str, value: str) -> str:
    if not re.fullmatch(r"\w+", name, re.ASCII):
        raise ValueError(f"{name!r} is no name for a tag")
    escaped = " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _movetext(record: Record, notation: Notation) -> list[str]:
    words = []
    comments = record.comments or ("",) * len(record.moves)
    is_commented = False
    for ply, (move, comment) in enumerate(zip(record.moves, comments, strict=True)):
        if ply % 2 == 0 or is_commented:
            words.append(f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}")
        words += _words_of(move, notation)
        is_commented = bool(comment)
        if comment:
            words.append(_format_comment(comment))
    return [*words, record.result]


def _format_comment(comment: str) -> str:
    if re.search(r"[{}\n\r]", comment):
        raise ValueError(f"{comment!r} cannot be a comment")
    return f"{{{comment}}}"


def _words_of(move: Move, notation: Notation) -> list[str]:
    if notation is Notation.PLAYOK:
        return [move.to_playok()]
    if notation is Notation.SEPARATE and move.removed:
        return [str(Move(move.source, move.target)), f"x{move.removed}"]
    return [move.notation]


def _in_lines(words: list[str]) -> str:
    """Wrap the words to lines; the standard library takes ten times as long."""
    lines, line = [], words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > LINE_WIDTH:
            lines.append(line)
            line = word
        else:
            line += f" {word}"
    return "\n".join([*lines, line])
