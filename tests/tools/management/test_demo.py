"""`manage.py demo`: what it promises is there, once, and not where it should not be."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

import muehle
from accounts.models import User
from games.analysis.models import Record
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.moves import Move
from games.disputes.models import Dispute
from games.notifications import delivery
from games.notifications.models import Delivery
from games.play.loading import resumed
from games.webhooks.models import Webhook
from kit import database_time
from kit.database_time import DatabaseClock
from muehle import RULESETS
from tools.demo.people import PASSWORD
from tools.demo.stories import records


def demo() -> str:
    """Run the command as outside of tests, where the database's clock decides, and return what it says."""
    out = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_time, "source", DatabaseClock())
        call_command("demo", force=True, stdout=out)
    return out.getvalue()


# Said, though the fixture below opens the database itself: without a test that says so nothing sets it up.
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """What the command says; it is played once for all the tests that only look at it, and undone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo()
        transaction.set_rollback(True)


def test_every_way_to_end_a_game_that_has_begun_is_there_but_an_arbiters(played: str) -> None:
    endings = set(Game.objects.ended().values_list("termination", flat=True))

    assert endings == set(Game.Termination.values) - {"adjudication", "aborted"}


def test_games_were_played_in_the_past(played: str) -> None:
    """Not all in the moment in which the command ran."""
    played_at = list(Move.objects.values_list("played_at", flat=True))

    assert max(played_at) - min(played_at) > timedelta(days=20)


def test_games_of_several_rule_sets_and_time_controls_are_being_played(played: str) -> None:
    ongoing = Game.objects.ongoing()

    rules = {"standard", "applet", "pink-green", "classic", "brettspielnetz"}
    assert set(ongoing.values_list("rules", flat=True)) == rules
    assert set(ongoing.values_list("clock_system", flat=True)) == {"days_per_move", "fischer", "total_time"}


def test_anna_has_brought_games_along_in_every_notation(played: str) -> None:
    kept = Record.objects.filter(owner__username="anna")

    assert sorted(kept.values_list("notation", flat=True)) == ["pgn", "playok", "separate"]
    assert kept.exclude(title="").exclude(note="").count() == 1


def test_anna_has_a_webhook_that_is_well_and_one_that_fails(played: str) -> None:
    club, display = Webhook.objects.filter(owner__username="anna").order_by("pk")

    assert (club.failing_since, display.failing_since is None) == (None, False)
    assert {row.status for row in club.deliveries.all()} == {"delivered"}
    assert max(len(row.past_attempts) for row in club.deliveries.all()) == 3
    assert sorted(display.deliveries.values_list("status", flat=True)) == ["delivered", "waiting"]


def test_games_stand_at_every_stage(played: str) -> None:
    boards = [game.board for game in Game.objects.ongoing()]

    assert any(board.white_hand == 9 for board in boards)
    assert any(0 < board.white_hand < 9 for board in boards)
    assert any(board.white_hand == 0 and board.white.bit_count() == 3 for board in boards)
    assert max(board.quiet_half_moves for board in boards) == 93
    assert Game.objects.ongoing().exclude(draw_offered_by=None).count() == 1
    assert [game.rules for game in Game.objects.ongoing() if resumed(game).claimable_draws()] == ["brettspielnetz"]


def test_challenges_of_every_kind_and_fate_are_there(played: str) -> None:
    kinds, fates = (set(Challenge.objects.values_list(name, flat=True)) for name in ("kind", "status"))

    assert kinds == set(Challenge.Kind.values)
    assert fates == set(Challenge.Status.values)


def test_the_past_lies_in_order_and_nothing_in_the_future(played: str) -> None:
    for game in Game.objects.prefetch_related("moves"):
        times = [
            game.started_at,
            *(move.played_at for move in game.moves.all()),
            game.finished_at or game.turn_started_at,
        ]
        assert times == sorted(times)
    assert not Game.objects.overdue(now=Game.objects.latest("turn_started_at").turn_started_at).exists()


def test_a_case_waits_and_another_is_decided(played: str) -> None:
    waiting, decided = Dispute.objects.order_by("-number")

    assert (waiting.category, waiting.status, waiting.opened_by.username) == ("stalling", "open", "anna")
    assert (decided.category, decided.verdict, decided.game.termination) == ("timeout", "dismissed", "timeout")
    assert decided.decided_by is not None
    assert not decided.decided_by.has_usable_password()
    assert {waiting.game.white.username, waiting.game.black.username} == {"anna", "hugo"}
    assert waiting.game.deadline_at is not None


def test_a_handful_of_mails_is_owed_and_none_of_the_long_past(played: str) -> None:
    with transaction.atomic():
        while delivery.dispatch():
            pass
        types = list(Delivery.objects.order_by("event__type").values_list("event__type", flat=True))
        transaction.set_rollback(True)

    assert types == ["challenge_received"] * 3 + ["game_started"] + ["move_played"] * 5


def test_it_says_where_mails_are_if_they_are_files(played: str, settings: Settings) -> None:
    settings.EMAIL_FILE_PATH = "/somewhere/mail"

    assert "mails are written to /somewhere/mail " in demo()


def test_one_can_log_in_with_what_it_prints(played: str, client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})

    assert f"“{PASSWORD}”" in played
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_second_time_changes_nothing(played: str) -> None:
    before = (User.objects.count(), Game.objects.count(), Challenge.objects.count())

    said = demo()

    assert "The demo is here already." in said
    assert (User.objects.count(), Game.objects.count(), Challenge.objects.count()) == before


@pytest.mark.parametrize("name", sorted(records()))
def test_a_recorded_game_is_legal_and_ends_as_it_says(name: str) -> None:
    record = records()[name]
    match = muehle.Game(RULESETS[record.tags["Variant"]])

    for move in record.moves:
        match.play(move)

    outcome = match.outcome()
    assert (outcome.result if outcome else "*") == record.result
