"""The steps of the first lesson, from steps.toml, and the goals that they name."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.functional import Promise

from games.learn.lesson.step import Goal, LessonStep, Reply
from games.learn.rules.content import read, stand
from muehle import STANDARD, Color, Move, Position, Termination


def stops_the_mill(position: Position, move: Move) -> bool:
    """Black could close a mill now, and cannot after the move."""
    return not any(reply.removed for reply in position.play(move, STANDARD).legal_moves(STANDARD))


def opens_a_mill(position: Position, move: Move) -> bool:
    """A stone leaves a mill without closing one."""
    return any(move.source in mill for mill in position.mills(Color.WHITE)) and not position.closes_mill(move)


def _wins_by(termination: Termination) -> Goal:
    def wins(position: Position, move: Move) -> bool:
        outcome = position.play(move, STANDARD).outcome()
        return outcome is not None and outcome.termination is termination

    return wins


GOALS: Final[Mapping[str, Goal]] = {
    "any move": lambda _position, _move: True,
    "closes a mill": Position.closes_mill,
    "stops the mill": stops_the_mill,
    "opens a mill": opens_a_mill,
    "wins by taking": _wins_by(Termination.STONES),
    "wins by blocking": _wins_by(Termination.BLOCKED),
}


def _step(
    slug: str,
    *,
    goal: str,
    praise: Any,
    miss: Any = (),
    white: str = "",
    black: str = "",
    hand: int = 0,
    **texts: Promise,
) -> LessonStep:
    position = stand(white, black, hand=hand)
    return LessonStep(
        slug=slug, position=position, is_goal=GOALS[goal], praise=_replies(praise), miss=_replies(miss), **texts
    )


def _replies(entry: Any) -> tuple[Reply, ...]:
    """From a single text, or from a list of tables."""
    return tuple(map(_reply, entry)) if isinstance(entry, tuple) else (Reply(entry),)


def _reply(table: Mapping[str, Any]) -> Reply:
    sources, targets = (frozenset(table.get(key, "").split()) for key in ("from", "to"))
    return Reply(table["text"], sources, targets)


BY_SLUG = read(Path(__file__).with_name("steps.toml"), _step)
STEPS = tuple(BY_SLUG.values())
