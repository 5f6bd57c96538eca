"""Games that have ended after some half-moves, and what was counted of them."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.explorer.counting import count_next
from games.explorer.models import OpeningMove
from games.explorer.queries import Opening, opening_of
from games.play.actions import resign
from muehle import RULESETS, Position
from tests.support.playing import fresh, play

MOVES = ("d6", "f4", "b4", "d2", "a7")
Played = Callable[..., Game]


@pytest.fixture
def played(begin: Callable[..., Game]) -> Played:
    """A factory of games that White has resigned after these half-moves."""

    def make(*moves: str, agreement: Agreement = Agreement(), **players: User) -> Game:  # noqa: B008
        game = play(begin(agreement, **players), *(moves or MOVES))
        return fresh(resign(game.number, game.white))

    return make


def count_all() -> int:
    """Count until nothing is left; returns the number of games."""
    counted = 0
    while now := count_next():
        counted += now
    return counted


def opening(position: Position | None = None, *, rules: str = "standard") -> Opening:
    return opening_of(position or Position.start(), rules=RULESETS[rules])


def stored() -> list[tuple[object, ...]]:
    """All counts that are not zero."""
    rows = OpeningMove.objects.exclude(white_won=0, drawn=0, black_won=0)
    names = ("rules", "position", "move", "band", "year", "white_won", "drawn", "black_won")
    return sorted(rows.values_list(*names))
