"""The stored reliability is what follows from the games, whatever changes them, in whatever order."""

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from io import StringIO
from itertools import combinations

import pytest
import time_machine
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from accounts.models import User
from accounts.privacy import erasure
from games.challenges.actions import Proposal, challenge_anyone
from games.core.locking import locked_game
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play import interventions
from games.play.actions import abort, accept_draw, offer_draw, resign
from games.play.errors import VerdictImpossible
from games.play.timeouts import settle_overdue_games
from games.players import reliability
from games.players.models import WINDOW, StoredReliability
from games.players.reliability import Punctuality, punctuality_of
from tests.conftest import NOON
from tests.support.api import Api
from tests.support.ended import ended_game, lost_on_time, won
from tests.support.pages import Reader
from tests.support.playing import fresh, play
from tests.support.racing import at_once, while_locked
from tests.support.reading import text_of
from tests.support.seeds import seeds

CASUAL = Agreement(rated=False)
Begin = Callable[..., Game]
Change = Callable[[random.Random, time_machine.Traveller, Begin, list[User]], object]


def counted_one_by_one(player: User) -> Punctuality:
    """By the definition in words, and without SQL."""
    counting = [game for game in Game.objects.of(player.pk) if game.status == "finished" or _is_idle(game, player)]
    latest = sorted(counting, key=lambda game: (game.finished_at, game.number), reverse=True)[:WINDOW]
    late = [game for game in latest if _is_idle(game, player) or _is_lost_on_time(game, player)]
    return Punctuality(len(latest), len(latest) - len(late))


def _is_idle(game: Game, player: User) -> bool:
    return game.termination == "aborted" and game.player_id(game.turn) == player.pk


def _is_lost_on_time(game: Game, player: User) -> bool:
    return game.termination == "timeout" and game.result == ("0-1" if game.white == player else "1-0")


# --- Random histories -------------------------------------------------------------------------------------------------


def _a_game(lot: random.Random, begin: Begin, people: list[User]) -> Game:
    white, black = lot.sample(people, 2)
    game = begin(Agreement(rated=lot.random() < 0.5, days_off=False), white=white, black=black)
    return play(game, *["d6", "f4", "d2"][: lot.randrange(4)])


def _resign(lot: random.Random, _clock: object, begin: Begin, people: list[User]) -> None:
    game = _a_game(lot, begin, people)
    resign(game.number, lot.choice([game.white, game.black]))


def _draw(lot: random.Random, _clock: object, begin: Begin, people: list[User]) -> None:
    game = play(_a_game(lot, begin, people))
    offer_draw(game.number, game.white)
    accept_draw(game.number, game.black)


def _abort(_lot: object, _clock: object, begin: Begin, people: list[User]) -> None:
    game = begin(Agreement(rated=False), white=people[0], black=people[1])
    abort(game.number, game.black)


def _sweep(lot: random.Random, clock: time_machine.Traveller, begin: Begin, people: list[User]) -> None:
    for _game in range(lot.randrange(1, 4)):
        _a_game(lot, begin, people)
    clock.shift(timedelta(days=8))
    settle_overdue_games()


def _correct(lot: random.Random, clock: time_machine.Traveller, _begin: object, _people: object) -> None:
    """A verdict about a game that has ended, or that goes on."""
    clock.shift(timedelta(minutes=1))
    if number := lot.choice([None, *Game.objects.values_list("number", flat=True)]):
        game = locked_game(number)
        try:
            interventions.conclude(game, lot.choice(list(Game.Result)), now=game.locked_at)
        except VerdictImpossible:
            assert not game.is_ongoing


def _resume(lot: random.Random, _clock: object, _begin: object, _people: object) -> None:
    ended = Game.objects.ended().filter(termination__in=["timeout", "aborted", "resignation"])
    if number := lot.choice([None, *ended.values_list("number", flat=True)]):
        game = locked_game(number)
        interventions.resume(game, 1, seconds=0, now=game.locked_at)


CHANGES: list[Change] = [_resign, _draw, _abort, _sweep, _sweep, _correct, _correct, _resume]


@seeds(8)
def test_after_each_change_of_any_game_it_is_what_counting_one_by_one_says(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User, carla: User, seed: int
) -> None:
    lot, people = random.Random(seed), [anna, bert, carla]
    for days in range(lot.choice([0, 3, 98])):
        lot.choice([lost_on_time, won, won])(*lot.sample(people, 2), at=NOON - timedelta(days=days + 1))

    for _step in range(15):
        lot.choice(CHANGES)(lot, clock, begin, people)

        assert punctuality_of(each.pk for each in people) == {each.pk: counted_one_by_one(each) for each in people}
        assert list(reliability.differences()) == []


@pytest.mark.parametrize("result", ["1/2-1/2", "1-0", "*"])
def test_a_verdict_about_a_time_out_changes_the_figure_at_once(anna: User, bert: User, result: str) -> None:
    game = lost_on_time(anna, bert)
    for _game in range(5):
        won(anna, bert)
    before = StoredReliability.objects.get(user=anna).percent

    interventions.conclude(locked_game(game.number), Game.Result(result), now=NOON)

    assert (before, StoredReliability.objects.get(user=anna).percent) == (90, 100)


# --- At once ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_two_games_of_a_player_that_end_at_once_both_count(begin: Begin, anna: User, bert: User) -> None:
    won(anna, bert)
    # A rated one would wait for the ratings.
    first, second = begin(CASUAL), begin(CASUAL)
    stored = StoredReliability.objects.get(user=anna)

    with while_locked(stored, lambda: resign(second.number, bert)):
        resign(first.number, anna)

    assert punctuality_of([anna.pk, bert.pk]) == {anna.pk: Punctuality(3, 3), bert.pk: Punctuality(3, 3)}


@pytest.mark.django_db(transaction=True)
def test_the_first_games_of_many_players_that_end_at_once_all_count_and_none_waits_for_ever(
    begin: Begin, anna: User, bert: User, carla: User, person: Callable[..., User]
) -> None:
    people = [anna, bert, carla, person("dora")]
    games = [begin(CASUAL, white=white, black=black) for white, black in combinations(people, 2)]

    at_once(*(partial(resign, game.number, game.white) for game in games))

    assert {fresh(game).status for game in games} == {"finished"}
    assert punctuality_of(each.pk for each in people) == {each.pk: Punctuality(3, 3) for each in people}


@pytest.mark.django_db(transaction=True)
def test_an_end_that_is_rolled_back_leaves_the_figure(begin: Begin, anna: User, bert: User) -> None:
    won(anna, bert)
    game = begin()

    with transaction.atomic():
        resign(game.number, anna)
        transaction.set_rollback(True)

    assert fresh(game).is_ongoing
    assert punctuality_of([anna.pk]) == {anna.pk: Punctuality(1, 1)}


# --- Deleted accounts -------------------------------------------------------------------------------------------------


def test_a_deleted_account_has_no_figure_and_a_later_verdict_gives_it_none(anna: User, bert: User) -> None:
    game = lost_on_time(anna, bert)
    erasure.close(anna, ending=True)
    erasure.finish(anna.pk)
    assert set(StoredReliability.objects.values_list("user", flat=True)) == {bert.pk}

    interventions.conclude(locked_game(game.number), Game.Result.OPEN, now=NOON)

    assert set(StoredReliability.objects.values_list("user", "games")) == {(bert.pk, 0)}
    assert list(reliability.differences()) == []


# --- One figure for all -----------------------------------------------------------------------------------------------


def test_page_api_and_lobby_show_the_stored_figure(reader: Reader, api: Api, anna: User, bert: User) -> None:
    challenge = challenge_anyone(anna, Proposal(agreement=Agreement(rated=False)))
    StoredReliability.objects.create(user=anna, games=60, on_time=47, percent=80)

    page, lobby = (text_of(reader(bert).get(address)) for address in ("/players/anna/", "/lobby/"))
    profile = api(bert).get("/api/v1/players/anna/").json()
    listed = api(bert).get(f"/api/v1/challenges/{challenge.number}/").json()

    assert "80% 60 games, 13 lost on time" in page
    assert "80 %" in lobby
    assert [profile["reliability"][name] for name in ("percent", "games", "on_time")] == [80, 60, 47]
    assert listed["challenger"]["reliability"] == 80


# --- The command, and the migration -----------------------------------------------------------------------------------


def checked(*options: str) -> str:
    said = StringIO()
    call_command("check_reliability", *options, stdout=said)
    return said.getvalue()


def spoil(anna: User, bert: User, carla: User) -> None:
    """A wrong figure, a missing row, and a percentage that does not fit its counts."""
    for _game in range(6):
        won(anna, bert)
        won(carla, bert)
    StoredReliability.objects.filter(user=anna).update(on_time=2)
    StoredReliability.objects.filter(user=bert).delete()
    StoredReliability.objects.filter(user=carla).update(percent=7)


def test_the_command_names_differences_and_changes_nothing(anna: User, bert: User, carla: User) -> None:
    spoil(anna, bert, carla)
    before = list(StoredReliability.objects.order_by("pk").values())
    said = StringIO()

    with pytest.raises(CommandError, match="of 3 players"):
        call_command("check_reliability", stdout=said)

    assert said.getvalue().splitlines() == [
        "anna: stored 2 of 6 (100), counted 6 of 6 (100)",
        "bert: stored 0 of 0 (None), counted 12 of 12 (100)",
        "carla: stored 6 of 6 (7), counted 6 of 6 (100)",
    ]
    assert list(StoredReliability.objects.order_by("pk").values()) == before


def test_the_command_mends_differences_if_asked_to(
    monkeypatch: pytest.MonkeyPatch, anna: User, bert: User, carla: User
) -> None:
    monkeypatch.setattr(reliability, "COMPARED_AT_ONCE", 1)
    spoil(anna, bert, carla)

    said = checked("--mend")

    assert "Mended: 3." in said
    assert checked() == "The stored reliability of all players is right.\n"
    assert punctuality_of([anna.pk, bert.pk]) == {anna.pk: Punctuality(6, 6), bert.pk: Punctuality(12, 12)}


@pytest.mark.parametrize("seed", range(3))
def test_the_migration_counts_the_games_of_all_players(
    monkeypatch: pytest.MonkeyPatch, anna: User, bert: User, carla: User, seed: int
) -> None:
    migration = import_module("games.players.migrations.0005_count_reliability")
    monkeypatch.setattr(migration, "BATCH", 2)
    lot, people = random.Random(seed), [anna, bert, carla]
    for hours in range(lot.choice([7, 160])):
        white, black = lot.sample(people, 2)
        result, termination = lot.choice(
            [("0-1", "timeout"), ("1-0", "timeout"), ("1-0", "stones"), ("*", "abort"), ("*", "aborted")]
        )
        ended_game(white, black, result=result, termination=termination, at=NOON - timedelta(hours=hours))
    counted = list(StoredReliability.objects.order_by("pk").values())
    StoredReliability.objects.filter(user=anna).update(on_time=0)
    StoredReliability.objects.exclude(user=anna).delete()

    migration.count_all(apps, connection.schema_editor())

    assert list(StoredReliability.objects.order_by("pk").values()) == counted
    assert {row["user_id"]: Punctuality(row["games"], row["on_time"]) for row in counted} == {
        each.pk: counted_one_by_one(each) for each in people
    }
