"""A step of the first lesson: a position, a task, and a response to every possible move.

The rules library says which moves are legal, and why not; a step says which of the legal moves reach its goal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.core.labels import why_illegal
from games.web.board import Board, lines_as_text
from games.web.board_texts import texts_for
from muehle import POINTS, STANDARD, IllegalMove, Move, Position

Goal = Callable[[Position, Move], bool]


@dataclass(frozen=True, slots=True)
class Reply:
    """A response to moves from and to certain points, or to all; `text` may name the points of the move."""

    text: Promise
    sources: frozenset[str | None] = frozenset()
    targets: frozenset[str] = frozenset()

    def fits(self, move: Move) -> bool:
        return (not self.sources or move.source in self.sources) and (not self.targets or move.target in self.targets)


@dataclass(frozen=True, slots=True)
class LessonAnswer:
    """The response to a move."""

    move: Move
    is_right: bool
    words: str


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """The learner has White, and plays one move under the standard rules.

    `praise` is for moves that reach the goal, `miss` for other legal ones: the first reply that fits.
    """

    slug: str
    title: Promise
    task: Promise
    explanation: Promise
    position: Position
    is_goal: Goal
    praise: tuple[Reply, ...]
    miss: tuple[Reply, ...] = ()

    @cached_property
    def legal_moves(self) -> list[Move]:
        return self.position.legal_moves(STANDARD)

    @property
    def accepted(self) -> list[Move]:
        """The legal moves that reach the goal."""
        return [move for move in self.legal_moves if self.is_goal(self.position, move)]

    def answer(self, move: Move) -> LessonAnswer:
        """The response to a move; raises IllegalMove with the reason."""
        self.position.play(move, STANDARD)
        is_right = self.is_goal(self.position, move)
        text = next(reply.text for reply in (self.praise if is_right else self.miss) if reply.fits(move))
        points = {"source": move.source or "", "target": move.target, "removed": move.removed or ""}
        return LessonAnswer(move, is_right, str(text) % points)

    def board(self, played: Move | None = None) -> Board:
        """The position before the move, or after it."""
        position = self.position.play(played, STANDARD) if played else self.position
        return Board(position=position, rules=STANDARD, last_move=played, label=_("Board: you play White"))

    @property
    def data(self) -> dict[str, Any]:
        """The data for the script of the page. Sentences are stored once and referred to by their index."""
        sentences: dict[str, int] = {}

        def number_of(sentence: str) -> int:
            return sentences.setdefault(sentence, len(sentences))

        answers = {str(move): number_of(self.answer(move).words) for move in self.legal_moves}
        refusals = {
            touched: {point: number_of(sentence) for point, sentence in refused.items()}
            for touched, refused in self.refusals().items()
        }
        return {
            "position": self.position.text,
            "legal_moves": [str(move) for move in self.legal_moves],
            "accepted": [str(move) for move in self.accepted],
            "answers": answers,
            "refusals": refusals,
            "sentences": list(sentences),
            "points": POINTS,
            "lines": lines_as_text(),
            "task": str(self.task),
            "explanation": str(self.explanation),
            "texts": texts_for(STANDARD) | {"in_hand": _("%(hand)s in hand")},
        }

    # --- Why something cannot be touched ---

    def refusals(self) -> dict[str, dict[str, str]]:
        """Why a point cannot be touched next, by what was touched before (nothing, `d7-`, `d7-d6`) and by point.

        Points that can be touched are left out.
        """
        told = {"": self._refused_first()}
        told |= {f"{source}-": self._refused_targets(source) for source in self._sources}
        told |= {_path(move): self._refused_stones(move) for move in self.legal_moves if move.removed}
        return told

    @cached_property
    def _sources(self) -> list[str]:
        return sorted({move.source for move in self.legal_moves if move.source})

    @property
    def _is_placing(self) -> bool:
        return not self._sources

    def _refused_first(self) -> dict[str, str]:
        if self._is_placing:
            return self._refused({point: Move(None, point) for point in POINTS})
        own = self.position.stones(self.position.to_move)
        others = [point for point in POINTS if point not in self._sources]
        return {point: walled_in(point) if point in own else self._refusal(self._somewhere(point)) for point in others}

    def _somewhere(self, source: str) -> Move:
        return Move(source, next(point for point in POINTS if point not in self._occupied and point != source))

    @cached_property
    def _occupied(self) -> set[str]:
        position = self.position
        return {*position.stones(position.to_move), *position.stones(position.to_move.opponent)}

    def _refused_targets(self, source: str) -> dict[str, str]:
        return self._refused({point: Move(source, point) for point in POINTS if point not in self._sources})

    def _refused_stones(self, closing: Move) -> dict[str, str]:
        others = [point for point in POINTS if point not in (closing.source, closing.target)]
        return self._refused({point: Move(closing.source, closing.target, point) for point in others})

    def _refused(self, moves: dict[str, Move]) -> dict[str, str]:
        told = {point: self._refusal(move) for point, move in moves.items()}
        return {point: sentence for point, sentence in told.items() if sentence}

    def _refusal(self, move: Move) -> str:
        """Why the move is illegal; empty if it is legal, or if only the removal is missing."""
        try:
            self.position.play(move, STANDARD)
        except IllegalMove as error:
            return "" if error.reason == "must_take" else not_possible(error)
        return ""


def not_possible(error: IllegalMove) -> str:
    """The reason of the rules library as a sentence."""
    return _("That is not possible: %(reason)s.") % {"reason": why_illegal(error)}


def walled_in(point: str) -> str:
    """Why one of the learner's stones cannot move."""
    reason = _("the stone on %(point)s cannot move because every point next to it is occupied") % {"point": point}
    return _("That is not possible: %(reason)s.") % {"reason": reason}


def _path(move: Move) -> str:
    return f"{move.source}-{move.target}" if move.source else move.target
