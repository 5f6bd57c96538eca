"""A position: stones, side to move, stones in hand and the quiet counter, as an immutable value.

It answers what is visible on the board. What needs history (repetition, claims) is in `game`.
"""

from __future__ import annotations

import re
from itertools import product
from operator import attrgetter
from typing import Final, NamedTuple

from muehle.board import BLACK, LINES, STONES_EACH, WHITE, Color, completes_line, names
from muehle.errors import IllegalMove, IllegalReason, MalformedPosition
from muehle.generation import Turn, steps
from muehle.legality import refusal
from muehle.moves import Move, move_from_bits
from muehle.outcome import Outcome, board_outcome
from muehle.rulesets import STANDARD, RuleSet
from muehle.symmetry import Symmetry, transformed_points
from muehle.zwickmuehle import Zwickmuehle, zwickmuehlen

_TEXT: Final = re.compile(r"([WB.]{8})([WB.]{8})([WB.]{8}) ([wb]) ([0-9]) ([0-9]) (0|[1-9][0-9]{0,8})")
_COLOR: Final = {"w": WHITE, "b": BLACK}

# A third of the board at a time, in both directions: eight letters, and White's bits | Black's bits << 24.
_STONES: Final = {
    "".join(letters): sum(1 << index + 24 * (letter == "B") for index, letter in enumerate(letters) if letter != ".")
    for letters in product("WB.", repeat=8)
}
_LETTERS: Final = {stones: letters for letters, stones in _STONES.items()}
_THIRD: Final = 0xFF | 0xFF << 24


class Position(NamedTuple):
    """Everything on and beside the board. `white` and `black` are sets of points, one bit each (see `board`).

    A named tuple, because one is created for every move, and a frozen dataclass takes three times as long.
    """

    white: int
    black: int
    to_move: Color
    white_hand: int
    black_hand: int
    quiet_half_moves: int = 0

    @staticmethod
    def start() -> Position:
        """The empty board, nine stones in each hand, White to move."""
        return START

    @staticmethod
    def parse(text: str) -> Position:
        """The position written as `........................ w 9 9 0`; raises MalformedPosition."""
        position = Position.read(text)
        if position.lost(WHITE) < 0 or position.lost(BLACK) < 0:
            raise MalformedPosition(text, f"a side has more than {STONES_EACH} stones, board and hand together")
        return position

    @staticmethod
    def read(text: str) -> Position:
        """Like `parse`, for any number of stones. `reachability` has better errors for positions set up by people."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise MalformedPosition(text, "expected 24 of W, B and dot, w or b, two hands and the quiet half-moves")
        top, middle, bottom, letter, white_hand, black_hand, quiet = found.groups()
        stones = _STONES[top] | _STONES[middle] << 8 | _STONES[bottom] << 16
        white, black = stones & 0xFFFFFF, stones >> 24
        return Position(white, black, _COLOR[letter], int(white_hand), int(black_hand), int(quiet))

    @property
    def key(self) -> str:
        """The text without the quiet half-moves; equal for repetitions of a position."""
        stones = self.white | self.black << 24
        board = _LETTERS[stones & _THIRD] + _LETTERS[stones >> 8 & _THIRD] + _LETTERS[stones >> 16 & _THIRD]
        return f"{board} {'w' if self.to_move is WHITE else 'b'} {self.white_hand} {self.black_hand}"

    @property
    def text(self) -> str:
        """The position as `parse` reads it."""
        return f"{self.key} {self.quiet_half_moves}"

    def __str__(self) -> str:
        return self.text

    @property
    def turn(self) -> Turn:
        """The board from the view of the side to move."""
        if self.to_move is WHITE:
            return self.white, self.black, self.white_hand, self.black_hand
        return self.black, self.white, self.black_hand, self.white_hand

    def points(self, color: Color) -> int:
        """The points that a side occupies, one bit each."""
        return self.white if color is WHITE else self.black

    def stones(self, color: Color) -> tuple[str, ...]:
        """The points that a side occupies, in board order (row by row from a7 to g1)."""
        return names(self.points(color))

    def hand(self, color: Color) -> int:
        """The stones that a side has not placed yet."""
        return self.white_hand if color is WHITE else self.black_hand

    def lost(self, color: Color) -> int:
        """The stones that were taken from a side."""
        return STONES_EACH - self.hand(color) - self.points(color).bit_count()

    def mills(self, color: Color) -> tuple[tuple[str, ...], ...]:
        """The closed mills of a side, each as its three points."""
        stones = self.points(color)
        return tuple(names(line) for line in LINES if line & stones == line)

    def zwickmuehlen(self, color: Color) -> tuple[Zwickmuehle, ...]:
        """The Zwickmühlen of a side."""
        return zwickmuehlen(self.points(color), self.points(color.opponent))

    def closes_mill(self, move: Move) -> bool:
        """Whether the side to move would close a mill by the move, legal or not."""
        own = self.white if self.to_move is WHITE else self.black
        return completes_line(own & ~move.source_bit, move.target_bit)

    def legal_moves(self, rules: RuleSet = STANDARD) -> list[Move]:
        """Every legal move, sorted by the bytes of its notation; empty if the game is over on the board."""
        if self.outcome() is not None:
            return []
        return sorted((move_from_bits(*step) for step in steps(self.turn, rules)), key=attrgetter("notation"))

    def is_legal(self, move: Move, rules: RuleSet = STANDARD) -> bool:
        """Whether `play` would accept the move."""
        return refusal(self.turn, move, rules) is None

    def play(self, move: Move, rules: RuleSet = STANDARD) -> Position:
        """The position after the move; raises IllegalMove with the reason."""
        turn = self.turn
        refused = refusal(turn, move, rules)
        if refused is not None:
            reason, instead = refused
            raise self._illegal(move, reason, instead)
        return self._after(move, turn)

    def _after(self, move: Move, turn: Turn) -> Position:
        own, other, own_hand, other_hand = turn
        placing = not move.source_bit
        quiet = 0 if placing or self.closes_mill(move) else self.quiet_half_moves + 1
        own = own ^ move.source_bit | move.target_bit
        other ^= move.removed_bit
        own_hand -= placing
        if self.to_move is WHITE:
            return Position(own, other, BLACK, own_hand, other_hand, quiet)
        return Position(other, own, WHITE, other_hand, own_hand, quiet)

    def _illegal(self, move: Move, reason: IllegalReason, instead: int) -> IllegalMove:
        points = {"source": move.source or "", "target": move.target, "removed": move.removed or ""}
        params = points | {"hand": str(self.hand(self.to_move))}
        return IllegalMove(reason, move=str(move), position=self.text, alternatives=names(instead), params=params)

    def outcome(self) -> Outcome | None:
        """The outcome by stones alone: too few of them, or a block; None if the game goes on."""
        return board_outcome(self.turn, self.to_move)

    def swapped(self) -> Position:
        """The same position with the colours exchanged, side to move included."""
        return Position(
            self.black, self.white, self.to_move.opponent, self.black_hand, self.white_hand, self.quiet_half_moves
        )

    def transformed(self, symmetry: Symmetry) -> Position:
        """The position transformed by one of `SYMMETRIES`."""
        white, black = transformed_points(self.white, symmetry), transformed_points(self.black, symmetry)
        return self._replace(white=white, black=black)


START: Final = Position(0, 0, WHITE, STONES_EACH, STONES_EACH, 0)
