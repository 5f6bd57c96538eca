"""The worker awards each trophy once, and takes back what is not earned any more."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.privacy import erasure
from games.core.models.games import Game
from games.disputes.verdict_kinds import Verdict
from games.trophies import awarding
from games.trophies.models import AwardingProgress, Trophy, TrophyCheck
from games.trophies.rules import IN_A_ROW
from games.trophies.tasks import award_trophies
from tests.games.test_killed_tasks import KilledError, killed_at
from tests.games.trophies.conftest import LATER, PLIES, Row, award, judged
from tests.support.api import Api
from tests.support.pages import Reader
from tests.support.racing import at_once
from tests.support.ruling import decided, dispute_about

Reviewed = Callable[..., Game]


@pytest.mark.parametrize("verdict", [Verdict.ANNULLED, Verdict.RESUMED])
def test_the_hundredth_game_is_another_one_if_one_counts_no_more(
    clock: time_machine.Traveller, row: Row, bert: User, arbiter: User, verdict: Verdict
) -> None:
    row(IN_A_ROW - 1)
    games = row(2)
    assert {game for _name, _kind, game in award(clock)} == {games[0].pk}

    decided(dispute_about(games[0], bert), arbiter, verdict)

    assert {game for _name, _kind, game in award(clock)} == {games[1].pk}


@pytest.mark.parametrize("verdict", [Verdict.ANNULLED, Verdict.RESUMED, Verdict.BLACK_WON])
def test_a_trophy_is_taken_back_with_its_game(
    clock: time_machine.Traveller, reviewed: Reviewed, bert: User, arbiter: User, verdict: Verdict
) -> None:
    game = reviewed([judged() for _ply in range(PLIES)])
    award(clock)
    assert Trophy.objects.count() == 1

    decided(dispute_about(game, bert), arbiter, verdict)
    award(clock)

    assert not Trophy.objects.filter(user=game.white_id).exists()
    assert not TrophyCheck.objects.exists()


def test_another_game_takes_its_place(
    clock: time_machine.Traveller, reviewed: Reviewed, bert: User, arbiter: User
) -> None:
    first, second = (reviewed([judged() for _ply in range(PLIES)]) for _game in range(2))
    award(clock)

    decided(dispute_about(first, bert), arbiter, Verdict.ANNULLED)

    assert award(clock) == {("anna", "perfect_endgame", second.pk)}


def test_games_of_before_are_followed_in_batches_once(
    clock: time_machine.Traveller, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awarding, "BATCH", 2)
    games = row(5)
    same = [game.pk for game in games[1:4]]
    Game.objects.filter(pk__in=same).update(finished_at=games[1].finished_at)
    clock.shift(LATER)

    assert [awarding.award_next() for _batch in range(3)] == [4, 1, 0]


def test_a_game_is_followed_when_no_earlier_one_can_be_stored_any_more(clock: time_machine.Traveller, row: Row) -> None:
    row(1)
    assert awarding.award_next() == 0

    clock.shift(LATER)

    assert awarding.award_next() == 1


def test_a_second_run_changes_nothing(clock: time_machine.Traveller, row: Row) -> None:
    row(IN_A_ROW)
    once = award(clock)
    assert len(once) == 2

    AwardingProgress.objects.all().delete()

    assert award(clock) == once


def stored() -> list[Any]:
    return [
        list(Trophy.objects.order_by("user", "kind").values_list("user", "kind", "game", "earned_at")),
        list(TrophyCheck.objects.values_list("user")),
        list(AwardingProgress.objects.values_list("games_until", "reviews_until")),
    ]


def test_a_worker_that_is_killed_at_any_statement_has_awarded_nothing_twice(
    clock: time_machine.Traveller, row: Row, reviewed: Reviewed, anna: User
) -> None:
    row(IN_A_ROW)
    reviewed([judged() for _ply in range(PLIES)])
    TrophyCheck.objects.create(user=anna)
    clock.shift(LATER)
    with transaction.atomic():
        award_trophies()
        undisturbed = stored()
        transaction.set_rollback(True)
    assert len(undisturbed[0]) == 3

    for number in count(1):
        with transaction.atomic():
            try:
                with killed_at(number):
                    award_trophies()
                break
            except KilledError:
                transaction.set_rollback(False)
            award_trophies()
            found = stored()
            transaction.set_rollback(True)
        assert found == undisturbed, number
    assert number > 20


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_award_each_trophy_once(
    clock: time_machine.Traveller, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awarding, "BATCH", 7)
    games = row(IN_A_ROW)
    clock.shift(LATER)

    at_once(*[award_trophies] * 5)
    award_trophies()

    assert set(Trophy.objects.values_list("game")) == {(games[-1].pk,)}
    assert Trophy.objects.count() == 2


def test_who_has_a_trophy_is_not_counted_again(clock: time_machine.Traveller, row: Row) -> None:
    row(IN_A_ROW)
    award(clock)
    row(1)
    clock.shift(LATER)

    with CaptureQueriesContext(connection) as captured:
        awarding.award_next()

    assert not [query for query in captured if "is_guest" in query["sql"] and "core_game" in query["sql"]]


def test_who_has_left_has_none(clock: time_machine.Traveller, row: Row, anna: User) -> None:
    row(IN_A_ROW)
    award(clock)

    erasure.close(anna, ending=True)
    assert erasure.finish(anna.pk)
    TrophyCheck.objects.create(user=anna)

    assert {name for name, _kind, _game in award(clock)} == {"bert"}


# --- Where they are shown ---------------------------------------------------------------------------------------------


def test_the_page_and_the_api_show_a_trophy_with_its_game(
    clock: time_machine.Traveller, reviewed: Reviewed, reader: Reader, api: Api, bert: User
) -> None:
    game = reviewed([judged() for _ply in range(PLIES)])
    award(clock)

    text = reader(bert).get("/players/anna/").content.decode()

    assert "Perfect endgame" in text
    assert "A rated game won without giving anything away" in text
    assert f'href="/games/{game.pk}/"' in text
    assert api().read("players/anna/")["trophies"] == [
        {"kind": "perfect_endgame", "game": game.pk, "earned_at": "2026-03-02T12:00:00Z"}
    ]


def test_a_player_without_trophies_has_no_such_section(reader: Reader, api: Api, anna: User) -> None:
    assert 'id="trophies"' not in reader(anna).get("/players/anna/").content.decode()
    assert api().read("players/anna/")["trophies"] == []
