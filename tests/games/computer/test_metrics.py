"""What Prometheus reads of games that wait for a computer."""

from django.db.models import F

from accounts.models import User
from games.computer import turns
from games.computer.models import ComputerGame
from tests.games.computer.test_turns import LONG_AGO, waiting
from tests.support.computers import Against
from tests.support.metrics import of_server


def read() -> tuple[float, float]:
    """In how many games a computer is to answer, and for how many minutes the first of them has waited."""
    metrics = of_server()
    games, seconds = (metrics.value(f"muehle_computer_{name}") for name in ("games_waiting", "waiting_seconds"))
    return games, seconds // 60


def test_while_the_players_are_to_move_no_game_waits_for_a_computer(anna: User, against: Against) -> None:
    against(anna)

    assert read() == (0, 0)


def test_games_that_wait_are_counted_and_the_longest_wait_is_said(anna: User, bert: User, against: Against) -> None:
    first = waiting(against, anna)
    ComputerGame.objects.filter(game=first).update(due_at=F("due_at") - LONG_AGO)
    waiting(against, bert)

    assert read() == (2, 10)


def test_a_game_at_which_a_worker_is_still_waits(anna: User, against: Against) -> None:
    waiting(against, anna)
    ComputerGame.objects.update(due_at=F("due_at") - LONG_AGO)

    assert turns.take() is not None

    assert read() == (1, 10)


def test_a_game_that_is_answered_later_does_not_wait_before_that(anna: User, against: Against) -> None:
    waiting(against, anna)
    ComputerGame.objects.update(due_at=F("due_at") + LONG_AGO)

    assert read() == (0, 0)
