"""Checking positions of which the legal moves, a line to play and its result are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from muehle import POINTS, Game, MalformedMove, Move, Position, Repetition, RulesError, RuleSet
from muehle.outcome import UNFINISHED
from tools.oracles import files
from tools.oracles.rules import TERMINATIONS, rules_named
from tools.oracles.verdicts import Mismatch, NotPlayedError, UnreadableError, Verdict

Case = dict[str, Any]


def check_positions(path: Path) -> Iterator[Verdict]:
    """A verdict on every position of a file; raises UnreadableError."""
    cases = files.json_object(path).get("positions")
    if not isinstance(cases, list) or not cases:
        raise UnreadableError("it holds no list of positions")
    for number, case in enumerate(cases, start=1):
        yield _checked(case, name=f"position {number}")


def position_of(case: Case, *, quiet: int = 0) -> Position:
    """The position that a case describes by lists of points, two hands and the side to move."""
    white, black, hand = case["white"], case["black"], case["hand"]
    hands = (hand["white"], hand["black"]) if isinstance(hand, dict) else hand
    board = "".join("W" if point in white else "B" if point in black else "." for point in POINTS)
    return Position.parse(f"{board} {case['to_move'][0]} {hands[0]} {hands[1]} {quiet}")


def _checked(case: Case, *, name: str) -> Verdict:
    verdict = Verdict(name)
    try:
        verdict.case = f"{case.get('id', name)}"
        _check(verdict, case, rules_named(case.get("ruleset") or "default"))
    except NotPlayedError as error:
        verdict.skipped = f"{error}"
    except RulesError as error:
        verdict.mismatches.append(Mismatch(None, "moves that can be played", f"{error}"))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        verdict.mismatches.append(Mismatch(None, "a position", f"{type(error).__name__}: {error}"))
    return verdict


def _check(verdict: Verdict, case: Case, rules: RuleSet) -> None:
    position = position_of(case, quiet=case.get("quiet_halfmoves") or 0)
    game = Game(rules, position)
    if case.get("history") is not None:
        game = Game(rules)
        _play(game, case["history"])
        verdict.compare(position.text, game.position.text, what="after the history", ply=game.ply)
    _check_legal_moves(verdict, game, case)
    _play(game, case["line"])
    _check_end(verdict, game, case)
    if case.get("after"):
        _check_after(verdict, game, case["after"])


def _play(game: Game, moves: Sequence[str]) -> None:
    for move in moves:
        game.play(Move.parse(move))


def _check_legal_moves(verdict: Verdict, game: Game, case: Case) -> None:
    legal = [str(move) for move in game.legal_moves()]
    if case.get("legal") is not None:
        # With an option, too, the full list is that of the standard rules.
        is_varied = case.get("ruleset", "").startswith("option:")
        standard = [str(move) for move in game.position.legal_moves()]
        verdict.compare_moves(case["legal"], standard if is_varied else legal)
    if case.get("legal_equals") is not None:
        verdict.compare_moves(case["legal_equals"], legal)
    if case.get("legal_count") is not None:
        verdict.compare(case["legal_count"], len(legal), what="number of legal moves")
    for move in case.get("legal_has") or ():
        verdict.compare("legal", _legality(game, move), what=move)
    for move in case.get("legal_has_not") or ():
        verdict.compare("illegal", _legality(game, move), what=move)


def _legality(game: Game, text: str) -> str:
    try:
        return "legal" if game.position.is_legal(Move.parse(text), game.rules) else "illegal"
    except MalformedMove:
        return "illegal"


def _check_end(verdict: Verdict, game: Game, case: Case) -> None:
    outcome = game.outcome()
    expected = case["expect_result"], TERMINATIONS.get(case.get("expect_reason") or "")
    found = (outcome.result, outcome.termination) if outcome else (UNFINISHED, None)
    verdict.compare(_spelled(*expected), _spelled(*found), what="after the line", ply=game.ply)


def _spelled(result: str, reason: str | None) -> str:
    return f"{result} {reason}" if reason else result


def _check_after(verdict: Verdict, game: Game, after: Case) -> None:
    quiet = after.get("quiet_halfmoves")
    if game.rules.repetition is not Repetition.POSITION or quiet is None:
        # The known counters are those of a game that ends by the repetition of a position, maybe before this line does.
        quiet = game.position.quiet_half_moves
    elif after.get("occurrences") is not None:
        verdict.compare(after["occurrences"], game.repetitions, what="occurrences", ply=game.ply)
    expected = position_of(after, quiet=quiet)
    verdict.compare(expected.text, game.position.text, what="after the line", ply=game.ply)
