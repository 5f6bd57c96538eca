"""A game in progress under a rule set: the current position, and the history that draws need.

A game is resumed from stored data, without replaying it. Agreement, resignation and clocks are not part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muehle.draws import (
    Claim,
    ClaimProof,
    PlayedAgain,
    ends_in_repeated_blocks,
    occurrence_indices,
    occurrences,
    played_again,
    quiet_limit_reached,
)
from muehle.errors import IllegalMove, IllegalReason
from muehle.moves import Move
from muehle.outcome import Outcome, Termination
from muehle.position import START, Position
from muehle.rulesets import STANDARD, DrawMode, Repetition, RuleSet

# Each side has to move a stone away and back before a position can recur.
SHORTEST_RETURN: Final = 4
# Three equal blocks are never longer, for the quiet limit comes first (docs/rules.md).
SEQUENCE_MOVES: Final = 99


class Game:
    """A game from a position on, with a partial history.

    Without history the current position counts as its first occurrence, and no move has been played.
    """

    def __init__(
        self,
        rules: RuleSet = STANDARD,
        position: Position = START,
        *,
        recent: Sequence[Position | str] = (),
        moves: Sequence[Move | str] = (),
        ply: int | None = None,
    ) -> None:
        self.rules = rules
        self.position = position
        self.ply = len(moves) if ply is None else ply
        self._moves = list(map(str, moves))
        self._texts = [text if isinstance(text, str) else text.text for text in recent or [position]]
        if recent and not self._texts[-1].startswith(position.key):
            raise ValueError(f"the recent positions end with {self._texts[-1]}, not with {position.text}")
        self._draw = self._automatic_draw()

    @classmethod
    def resume(
        cls,
        rules: RuleSet,
        position: Position,
        *,
        recent_positions: Sequence[Position | str] = (),
        recent_moves: Sequence[Move | str] = (),
        ply: int | None = None,
    ) -> Game:
        """The game at `position`, resumed from stored data; more history than needed is harmless.

        `recent_positions` (oldest first, the current one last) are needed where a position draws: those since the last
        placement or removal, the one right after it included, which are the last `position.quiet_half_moves + 1`.
        `recent_moves` (oldest first) are needed where a sequence draws: the last 99 (see docs/rules.md). `ply` counts
        the half-moves played, for the plies of a proof; by default the number of `recent_moves`.
        """
        return cls(rules, position, recent=recent_positions, moves=recent_moves, ply=ply)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, including those passed to `resume`."""
        return tuple(Move.parse(move) for move in self._moves)

    @property
    def recent_positions(self) -> tuple[str, ...]:
        """The texts of the positions since the last placement or removal that are known, the current one last."""
        return tuple(self._texts)

    def copy(self) -> Game:
        """The same game once more, to try moves in."""
        return Game(self.rules, self.position, recent=self._texts, moves=self._moves, ply=self.ply)

    @property
    def repetitions(self) -> int:
        """How often the current position has occurred since the history was cleared; 1 for the first time."""
        # Every other position has the other side to move.
        return occurrences(self._texts[::-2], self.position.key)

    @property
    def played_again(self) -> PlayedAgain | None:
        """The sequence of moves that was just repeated, under rules that draw by one; otherwise None."""
        return played_again(self._moves) if self.rules.repetition is Repetition.SEQUENCE else None

    def legal_moves(self) -> list[Move]:
        """The legal moves, sorted; empty if the game is over, even by a draw."""
        return [] if self._draw else self.position.legal_moves(self.rules)

    def play(self, move: Move) -> Outcome | None:
        """Play the move, and return the outcome if it ended the game; raises IllegalMove, which changes nothing."""
        if self._draw is not None:
            raise IllegalMove(IllegalReason.GAME_OVER, move=str(move), position=self.position.text)
        self.position = self.position.play(move, self.rules)
        if move.source is None or move.removed is not None:
            self._texts.clear()
        self._texts.append(self.position.text)
        self._moves.append(move.notation)
        self.ply += 1
        self._draw = self._automatic_draw()
        return self.outcome()

    def outcome(self) -> Outcome | None:
        """How the game ended without a claim: by stones, block, repetition or quiet limit, tested in this order."""
        return self.position.outcome() or self._draw

    def _automatic_draw(self) -> Outcome | None:
        if self.rules.draw_mode is not DrawMode.AUTOMATIC:
            return None
        if self._is_repeated():
            return Outcome(Termination.REPETITION)
        if quiet_limit_reached(self.position.quiet_half_moves, self.rules):
            return Outcome(Termination.QUIET_LIMIT)
        return None

    def _is_repeated(self) -> bool:
        limit = self.rules.repetition_limit
        if self.rules.repetition is Repetition.POSITION:
            return len(self._texts) > (limit - 1) * SHORTEST_RETURN and self.repetitions >= limit
        if self.rules.repetition is not Repetition.SEQUENCE:
            return False
        return ends_in_repeated_blocks(self._moves[-SEQUENCE_MOVES:], limit)

    def claimable_draws(self) -> tuple[str, ...]:
        """The draws that the player on move may claim: `repetition`, `quiet_limit`; empty if none needs a claim."""
        return tuple(kind.value for kind in Claim if self.prove_claim(kind).holds)

    def prove_claim(self, kind: Claim | str) -> ClaimProof:
        """Check a claim; raises ValueError for an unknown kind."""
        if Claim(kind) is Claim.REPETITION:
            return self._repetition_proof()
        count, needed = self.position.quiet_half_moves, self.rules.quiet_limit
        return ClaimProof(Claim.QUIET_LIMIT, self._claim_holds(count, needed), count, needed)

    def _repetition_proof(self) -> ClaimProof:
        needed = self.rules.repetition_limit if self.rules.repetition is Repetition.POSITION else None
        oldest = self.ply - len(self._texts) + 1
        plies = tuple(oldest + index for index in occurrence_indices(self._texts, self.position.key))
        return ClaimProof(Claim.REPETITION, self._claim_holds(len(plies), needed), len(plies), needed, plies)

    def _claim_holds(self, count: int, needed: int | None) -> bool:
        return (
            self.rules.draw_mode is DrawMode.CLAIM
            and needed is not None
            and count >= needed
            and self.position.outcome() is None
        )
