"""Checking game records: PGN-like text, PlayOK's numbers, or one JSON object a line.

A record passes if every move is legal, the game ends where the record ends and as it says, and every list of legal
moves that the record gives is that of the rules library. A game that ended by resignation or on time
need not be over on the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from muehle import (
    POINTS,
    STANDARD,
    Color,
    Game,
    IllegalMove,
    MalformedMove,
    MalformedRecord,
    Move,
    Outcome,
    Termination,
    parse_record,
    split_records,
)
from muehle.outcome import UNFINISHED
from tools.oracles import files
from tools.oracles.known import KnownGame, from_json, name_of, object_of, rules_name
from tools.oracles.rules import ON_THE_BOARD, TERMINATIONS, rules_named
from tools.oracles.verdicts import Mismatch, NotPlayedError, UnreadableError, Verdict


def check_games(path: Path) -> Iterator[Verdict]:
    """A verdict on every game of a file; raises UnreadableError."""
    checked = False
    for verdict in _check_json_lines(path) if _is_json_lines(path) else _check_text(path):
        checked = True
        yield verdict
    if not checked:
        raise UnreadableError("it holds no game")


def _is_json_lines(path: Path) -> bool:
    first = next((line for line in files.lines(path) if line.strip()), "")
    return re.match(r'\s*\{\s*"', first) is not None


# --- JSON lines -------------------------------------------------------------------------------------------------------


def _check_json_lines(path: Path) -> Iterator[Verdict]:
    default = STANDARD.name
    for number, line in enumerate(files.lines(path), start=1):
        if not line.strip():
            continue
        verdict = Verdict(f"line {number}")
        try:
            entry = object_of(line)
            if entry.get("type") == "header":
                default = rules_name(entry, default=default)
                continue
            verdict.case = name_of(entry, default=verdict.case)
            _check(verdict, from_json(entry, default=default))
        except NotPlayedError as error:
            verdict.skipped = f"{error}"
        except ValueError as error:
            verdict.mismatches.append(Mismatch(None, "a game", f"{error}"))
        yield verdict


# --- PGN-like text ----------------------------------------------------------------------------------------------------


def _check_text(path: Path) -> Iterator[Verdict]:
    for number, (line, text) in enumerate(split_records(files.text(path)), start=1):
        verdict = Verdict(f"game {number} (line {line})")
        try:
            _check(verdict, _from_text(verdict, text, line=line))
        except NotPlayedError as error:
            verdict.skipped = f"{error}"
        except MalformedRecord as error:
            verdict.mismatches.append(Mismatch(error.ply, "a game record", f"{error.problem} (line {error.line})"))
        except ValueError as error:
            verdict.mismatches.append(Mismatch(None, "a game record", f"{error}"))
        yield verdict


def _from_text(verdict: Verdict, text: str, *, line: int) -> KnownGame:
    record = parse_record(text, first_line=line)
    verdict.compare(record.tags.get("Result", record.result), record.result, what="the result of the tag")
    return KnownGame(
        rules=rules_named(record.tags.get("Variant", STANDARD.name)),
        moves=[str(move) for move in record.moves],
        legal=[],
        result=record.result,
        reason=record.tags.get("Termination"),
        final=None,
        plies=_ply_count(record.tags.get("PlyCount")),
        may_end_off_the_board=True,
    )


def _ply_count(tag: str | None) -> int | None:
    if tag is not None and re.fullmatch("[0-9]{1,9}", tag) is None:
        raise ValueError(f"the tag PlyCount {tag!r}, which is no number")
    return None if tag is None else int(tag)


# --- The check itself -------------------------------------------------------------------------------------------------


def _check(verdict: Verdict, known: KnownGame) -> None:
    game = Game(known.rules)
    verdict.compare(len(known.moves) if known.plies is None else known.plies, len(known.moves), what="plies")
    if not _is_playable(verdict, game, known):
        return
    _check_ending(verdict, game, known)
    if known.final is not None:
        verdict.compare(_final(known.final), _state(game), what="at the end", ply=game.ply)
    if known.position is not None:
        verdict.compare(known.position, game.position.text, what="at the end", ply=game.ply)


def _is_playable(verdict: Verdict, game: Game, known: KnownGame) -> bool:
    """Play the moves, comparing the lists of legal moves on the way, up to the first that cannot be played."""
    for ply, text in enumerate(known.moves, start=1):
        if ply <= len(known.legal):
            verdict.compare_moves(known.legal[ply - 1], [str(move) for move in game.legal_moves()], ply=ply)
        outcome = game.outcome()
        if outcome is not None:
            verdict.mismatches.append(Mismatch(ply - 1, "the game to go on", _described(outcome)))
            return False
        try:
            game.play(Move.parse(text))
        except (IllegalMove, MalformedMove) as error:
            verdict.mismatches.append(Mismatch(ply, f"{text} to be legal", f"{error}"))
            return False
    return True


def _check_ending(verdict: Verdict, game: Game, known: KnownGame) -> None:
    outcome = game.outcome()
    expected = TERMINATIONS.get(known.reason or "")
    if expected and expected in ON_THE_BOARD:
        outcome = outcome or _claimed(game, expected)
        verdict.compare(f"{known.result} {expected}", _described(outcome), ply=game.ply)
    elif expected or known.result == UNFINISHED:
        if outcome is not None:
            verdict.mismatches.append(Mismatch(game.ply, "the game not to be over", _described(outcome)))
    elif known.result is not None and (outcome or not known.may_end_off_the_board):
        verdict.compare(known.result, outcome.result if outcome else UNFINISHED, what="the result", ply=game.ply)


def _claimed(game: Game, termination: Termination) -> Outcome | None:
    """The draw that could be claimed at the end of the game, where the rule set wants a claim."""
    return Outcome(termination) if termination in game.claimable_draws() else None


def _described(outcome: Outcome | None) -> str:
    return f"{outcome.result} {outcome.termination}" if outcome else "no end of the game"


def _final(final: dict[str, Any]) -> str:
    stones = [",".join(sorted(final[side], key=POINTS.index)) for side in "wb"]
    return f"W {stones[0]} B {stones[1]} hand {tuple(final['hand'])} {final['stm']} to move, quiet {final['quiet']}"


def _state(game: Game) -> str:
    position = game.position
    stones = [",".join(position.stones(color)) for color in Color]
    hands = tuple(position.hand(color) for color in Color)
    letter, quiet = position.to_move.value[0], position.quiet_half_moves
    return f"W {stones[0]} B {stones[1]} hand {hands} {letter} to move, quiet {quiet}"
