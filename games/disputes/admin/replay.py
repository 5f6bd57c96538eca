"""Replay of a game on the page of a case: the board after each half-move, as SVG shapes."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.core.labels import stones_in_words
from games.core.models.games import Game, PlayedMove
from games.pictures import UPRIGHT, BoardPicture
from games.pictures.board import MARGIN, STEP
from muehle import Color, Move, Position

Place = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The board after a half-move, in the units of a BoardPicture: 724 both ways."""

    ply: int
    label: str
    words: str
    white: list[Place]
    black: list[Place]
    mills: list[tuple[Place, Place]]
    left: Place | None
    reached: Place | None
    taken: Place | None


@dataclass(frozen=True, kw_only=True)
class Replay:
    """All half-moves of a game, the board at one of them, and the way to the others; `marked` are the player’s."""

    game: Game
    moves: list[PlayedMove]
    ply: int
    marked: tuple[int, ...] = ()

    @property
    def last_ply(self) -> int:
        return self.moves[-1].ply if self.moves else 0

    @cached_property
    def frames(self) -> list[Frame]:
        """From the empty board on, or from where the stored moves begin."""
        start = [] if self.moves and self.moves[0].ply > 1 else [self._frame(0, "", Position.start())]
        return start + [self._frame(move.ply, move.notation, Position.parse(move.position)) for move in self.moves]

    @property
    def shown(self) -> Frame:
        """The board that is asked for, or the last one."""
        return next((frame for frame in self.frames if frame.ply == self.ply), self.frames[-1])

    @property
    def as_data(self) -> list[dict[str, Any]]:
        return [asdict(frame) for frame in self.frames]

    @property
    def steps(self) -> dict[str, int]:
        """Where the four buttons lead from here."""
        plies = [frame.ply for frame in self.frames]
        at = plies.index(self.shown.ply)
        back, forward = plies[max(0, at - 1)], plies[min(len(plies) - 1, at + 1)]
        return {"first": plies[0], "back": back, "forward": forward, "last": plies[-1]}

    @property
    def ground(self) -> SafeString:
        """The empty board with the two kinds of stones to be used on it."""
        picture = BoardPicture(position=Position.start(), colours=self.game.ruleset.colours)
        return mark_safe(picture.shapes())  # noqa: S308  (only shapes)

    @property
    def rows(self) -> list[tuple[int, list[PlayedMove]]]:
        """The list of moves, by full moves."""
        found: dict[int, list[PlayedMove]] = {}
        for move in self.moves:
            found.setdefault((move.ply + 1) // 2, []).append(move)
        return list(found.items())

    def _frame(self, ply: int, notation: str, position: Position) -> Frame:
        move = Move.parse(notation) if notation else None
        return Frame(
            ply=ply,
            label=_("After half-move %(ply)s: %(move)s") % {"ply": ply, "move": notation}
            if move
            else _("Start of the game"),
            words=stones_in_words(position, self.game.ruleset),
            white=[_place(name) for name in position.stones(Color.WHITE)],
            black=[_place(name) for name in position.stones(Color.BLACK)],
            mills=[(_place(mill[0]), _place(mill[-1])) for color in Color for mill in position.mills(color)],
            left=_place(move.source) if move and move.source else None,
            reached=_place(move.target) if move else None,
            taken=_place(move.removed) if move and move.removed else None,
        )


def _place(name: str) -> Place:
    column, row = UPRIGHT.cell(name)
    return MARGIN + STEP * column, MARGIN + STEP * row
