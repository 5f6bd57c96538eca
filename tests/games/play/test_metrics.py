"""What is said of overdue games."""

from datetime import timedelta

from django.db.models.functions import Now

from games.core.models.games import Game
from tests.support.metrics import of_server


def test_the_most_overdue_game_is_overdue_for_as_long_as_its_deadline_has_passed(game: Game) -> None:
    Game.objects.update(deadline_at=Now() - timedelta(hours=3.5))

    assert of_server().value("muehle_overdue_seconds") // 3600 == 3


def test_while_no_deadline_has_passed_nothing_is_overdue(game: Game) -> None:
    assert of_server().value("muehle_overdue_seconds") == 0


def test_a_grace_period_that_runs_is_not_overdue(game: Game) -> None:
    Game.objects.update(deadline_at=Now() - timedelta(hours=3), grace_until=Now() + timedelta(hours=1), timeout="claim")

    assert of_server().value("muehle_overdue_seconds") == 0
