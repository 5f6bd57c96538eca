"""Which move is chosen: legal, the same each time, a win where there is one."""

import pytest

from muehle import RULESETS, Game, Position
from muehle_engine import LEVELS, Level, choose


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_the_same_seed_gives_the_same_move(level: Level) -> None:
    first, second = choose(Game(), level, seed=7), choose(Game(), level, seed=7)

    assert first == second
    assert first.move in Game().legal_moves()


def test_a_game_that_is_over_has_no_move() -> None:
    over = Game(RULESETS["standard"], Position.parse("WWW..................BB. b 0 0 0"))

    with pytest.raises(ValueError, match="the game is over"):
        choose(over, LEVELS[0])
