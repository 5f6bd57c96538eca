"""The boards of the rules pages. What is marked on them (mills, stones to take, points to go to) the engine says.

An example is the position before a move; it can be opened on the analysis board and played from there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import AllInMills, Color, DrawMode, Move, Position, Repetition, RuleSet
from games.engine.board import mask
from games.web.board import Board, Spot
from games.wording import side_name

Applies = Callable[[RuleSet], bool]


def always(_rules: RuleSet) -> bool:
    return True


def any_may_be_taken(rules: RuleSet) -> bool:
    return rules.all_in_mills is AllInMills.ANY


def some_take_nothing(rules: RuleSet) -> bool:
    return rules.all_in_mills is AllInMills.PROTECTED_UNLESS_THREE


def positions_repeat(rules: RuleSet) -> bool:
    return rules.repetition is Repetition.POSITION and not claims(rules)


def sequences_repeat(rules: RuleSet) -> bool:
    return rules.repetition is Repetition.SEQUENCE


def claims(rules: RuleSet) -> bool:
    return rules.draw_mode is DrawMode.CLAIM


def limits_by_itself(rules: RuleSet) -> bool:
    return rules.draw_mode is DrawMode.AUTOMATIC and rules.quiet_limit is not None


def draws_by_agreement_only(rules: RuleSet) -> bool:
    return rules.draw_mode is DrawMode.NONE


@dataclass(frozen=True, kw_only=True)
class Example:
    """A position that shows one sentence of the rules.

    `move` is carried out in the picture as far as the choice of the stone to take; `touched` is a stone whose ways are
    shown instead. `refused` are moves that the rules forbid here, `line` goes on from the position. Of these only the
    picture and the caption reach the reader; the tests play all of them.
    """

    position: Position
    caption: Promise
    move: str = ""
    touched: str = ""
    refused: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    applies: Applies = always

    def under(self, rules: RuleSet) -> "Picture":
        return Picture(self, rules)


@dataclass(frozen=True)
class Picture:
    """An example as it is drawn under a rule set."""

    example: Example
    rules: RuleSet

    @cached_property
    def board(self) -> Board:
        """Before the move or, where one is shown, after its first half: what it takes is still there."""
        example, last = self.example, self._last_move
        position = _half_played(example.position, last) if last else example.position
        return Board(position=position, rules=self.rules, last_move=last)

    @property
    def _last_move(self) -> Move | None:
        return Move.parse(self.example.move) if self.example.move else None

    @property
    def takes(self) -> list[Spot]:
        """The stones that the move shown may take."""
        last = self._last_move
        legal = self.example.position.legal_moves(self.rules)
        found = [move.removed for move in legal if last and (move.source, move.target) == (last.source, last.target)]
        return [self.board.spots[name] for name in found if name]

    @property
    def targets(self) -> list[Spot]:
        """Where the stone that is touched may go."""
        legal = self.example.position.legal_moves(self.rules)
        names = sorted({move.target for move in legal if move.source and move.source == self.example.touched})
        return [self.board.spots[name] for name in names]

    @property
    def arrows(self) -> list[str]:
        """Each way as the data of an SVG path, from the edge of a stone to just before the other point."""
        return [_arrow(self.board.spots[start], self.board.spots[end]) for start, end in self.example.arrows]

    @property
    def caption(self) -> str:
        return said(self.example.caption, self.rules)

    @property
    def address(self) -> str:
        """The same position on the analysis board."""
        query = urlencode({"rules": self.rules.name, "position": self.example.position.text})
        return f"{reverse('analysis')}?{query}"


def said(words: Promise, rules: RuleSet) -> str:
    """A sentence with the sides called as the rule set has them."""
    return str(words) % {"first": side_name(rules, Color.WHITE), "second": side_name(rules, Color.BLACK)}


def _half_played(position: Position, move: Move) -> Position:
    """The position with the stone where the move brings it, before anything is taken."""
    white = position.white & ~move.source_bit | move.target_bit
    hand = position.white_hand - (move.source is None)
    return position._replace(white=white, white_hand=hand)


def _arrow(start: Spot, end: Spot) -> str:
    across, down = end.x - start.x, end.y - start.y
    length = (across**2 + down**2) ** 0.5
    x, y = across / length, down / length
    tip_x, tip_y = end.x - 22 * x, end.y - 22 * y
    wings = [(tip_x - 20 * x + side * 14 * y, tip_y - 20 * y - side * 14 * x) for side in (1, -1)]
    (one_x, one_y), (other_x, other_y) = wings
    shaft = f"M{start.x + 44 * x:.0f} {start.y + 44 * y:.0f}L{tip_x:.0f} {tip_y:.0f}"
    return f"{shaft}M{one_x:.0f} {one_y:.0f}L{tip_x:.0f} {tip_y:.0f}L{other_x:.0f} {other_y:.0f}"


def stand(white: str, black: str, *, hand: int = 0, quiet: int = 0) -> Position:
    """White to move, with the stones on the points named and as many in either hand."""
    return Position(mask(white.split()), mask(black.split()), Color.WHITE, hand, hand, quiet)


# --- The examples, in the order of the lessons ------------------------------------------------------------------------

BOARD = Example(position=Position.start(), caption=_("The points, their letters and their numbers."))
PLACING = Example(
    position=stand("d6 f4 b2", "d2 b4 f6", hand=6),
    caption=_("%(first)s has placed a stone on e5 and keeps five in hand."),
    move="e5",
    refused=("d6", "d2", "d6-d5"),
)
MILL = Example(
    position=stand("b6 d6 g1", "b4 d2 a7", hand=6),
    caption=_("%(first)s has placed on f6 and closed the mill b6, d6, f6. One of the ringed stones is taken."),
    move="f6",
    refused=("f6", "f6xg1", "f6xf4"),
)
DOUBLE_MILL = Example(
    position=stand("b6 f6 d7 d5", "b4 d2 f4 a7", hand=5),
    caption=_("The stone on d6 closes two mills; one of the ringed stones is lost, not two."),
    move="d6",
    refused=("d6",),
)
MOVING = Example(
    position=stand("d6 a4 b2 g1", "d5 f4 d2 c3"),
    caption=_("The stone on d6 may go to d7, b6 or f6. On d5 stands a stone of the other side."),
    touched="d6",
    refused=("d6-d5", "d6-b4", "e4"),
)
FLYING = Example(
    position=stand("a1 g4 g1", "b6 d6 f4 d2 c4"),
    caption=_("%(first)s has flown from a1 to g7 and closed the mill g7, g4, g1."),
    move="a1-g7",
    refused=("a1-b6", "a1-g7"),
)
PROTECTED = Example(
    position=stand("a7 d7 f4", "b6 b4 b2 d2", hand=5),
    caption=_("%(first)s has closed a mill on g7 and may take d2. The stones on b6, b4 and b2 protect one another."),
    move="g7",
    refused=("g7xb6", "g7xb4", "g7xb2", "g7"),
)
_TWO_MILLS = stand("a7 d7 g4 d2 e3", "b6 b4 b2 f6 f4 f2")
ALL_IN_MILLS = Example(
    position=_TWO_MILLS,
    caption=_(
        "Every stone of %(second)s stands in a mill. %(first)s has closed one on g7 and may take any of the six."
    ),
    move="g4-g7",
    refused=("g4-g7",),
    applies=any_may_be_taken,
)
TAKES_NOTHING = Example(
    position=_TWO_MILLS,
    caption=_("Every stone of %(second)s stands in a mill. %(first)s has closed one on g7 and may take nothing."),
    move="g4-g7",
    refused=("g4-g7xb6", "g4-g7xf2"),
    applies=some_take_nothing,
)
EXACTLY_THREE = Example(
    position=stand("a7 d7 g4 e3", "b6 b4 b2"),
    caption=_("%(second)s owns exactly three stones. Now their mill protects them no longer, and %(first)s wins."),
    move="g4-g7",
    refused=("g4-g7",),
    applies=some_take_nothing,
)
TOO_FEW = Example(
    position=stand("d7 d6 c5 g4", "b2 f2 e4"),
    caption=_("%(second)s is down to three stones. %(first)s has closed a mill on d5, takes one of them, and has won."),
    move="c5-d5",
    refused=("c5-d5",),
)
BLOCKED = Example(
    position=stand("g4 d6 b6 a1 b2 c4", "a7 d7 a4 b4"),
    caption=_("%(first)s has moved to g7. Every stone of %(second)s is walled in, and the game is won."),
    move="g4-g7",
    refused=("g4-f2",),
)
ZWICKMUEHLE_ON_A_SPOKE = Example(
    position=stand("a7 g7 b6 f6 d7", "a1 d2 g4 c4 e3"),
    caption=_("On a spoke: the stone goes between two sides that face each other, here from d7 to d6 and back."),
    line=("d7-d6", "d6-d7"),
    arrows=(("d7", "d6"),),
)
ZWICKMUEHLE_ON_A_RING = Example(
    position=stand("a7 d7 e4 f4 g7", "a1 d1 b2 c4 d5"),
    caption=_("On a ring: the stone goes between the side of a square and a spoke, here from g7 to g4 and back."),
    line=("g7-g4", "g4-g7"),
    arrows=(("g7", "g4"),),
)

_TO_AND_FRO = ("d6-d5", "d2-d3", "d5-d6", "d3-d2")
_SHUFFLING, _ARROWS = stand("d6 a7 b4 g1", "d2 f4 c3 a1"), (("d6", "d5"), ("d2", "d3"))
POSITION_REPEATED = Example(
    position=_SHUFFLING,
    caption=_("d6-d5 d2-d3 d5-d6 d3-d2: played twice, and this position stands for the third time. The game is drawn."),
    line=_TO_AND_FRO * 2,
    arrows=_ARROWS,
    applies=positions_repeat,
)
POSITION_CLAIMED = Example(
    position=_SHUFFLING,
    caption=_(
        "d6-d5 d2-d3 d5-d6 d3-d2: played twice, and this position stands for the third time. A draw can be claimed."
    ),
    line=_TO_AND_FRO * 2,
    arrows=_ARROWS,
    applies=claims,
)
SEQUENCE_REPEATED = Example(
    position=_SHUFFLING,
    caption=_("d6-d5 d2-d3 d5-d6 d3-d2: played three times running, and the game is drawn. Twice is not enough."),
    line=_TO_AND_FRO * 3,
    arrows=_ARROWS,
    applies=sequences_repeat,
)
NEVER_REPEATED = Example(
    position=_SHUFFLING,
    caption=_("d6-d5 d2-d3 d5-d6 d3-d2: this can be played as often as both sides like. Only they can end it."),
    line=_TO_AND_FRO * 4,
    arrows=_ARROWS,
    applies=draws_by_agreement_only,
)

LAST_QUIET_MOVE = Example(
    position=stand("d6 a7 b4 g1", "d2 f4 c3 a1", quiet=99),
    caption=_("Ninety-nine half-moves without a mill. %(first)s has moved from d6 to d5 and closed none: drawn."),
    move="d6-d5",
    applies=limits_by_itself,
)
WON_IN_TIME = Example(
    position=stand("g4 d6 b6 a1 b2 c4", "a7 d7 a4 b4", quiet=99),
    caption=_("Ninety-nine here too, but the hundredth half-move, from g4 to g7, shuts %(second)s in: won, not drawn."),
    move="g4-g7",
    applies=limits_by_itself,
)
LIMIT_CLAIMED = Example(
    position=stand("d6 a7 b4 g1", "d2 f4 c3 a1", quiet=100),
    caption=_(
        "A hundred half-moves without a mill, and %(first)s is on move: the draw can be claimed, or the game played on."
    ),
    applies=claims,
)
