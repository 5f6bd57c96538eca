"""The accounts of the computers: made once, for nobody to log in, and kept."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import translation

from accounts import names
from accounts.models import User
from accounts.privacy import erasure
from games.computer import accounts
from games.core.models.games import Game
from games.play.actions import resign
from games.players import ratings
from games.players.glicko import Strength, after_period
from games.players.models import Rating
from games.players.tasks import recompute_ratings
from muehle_engine import LEVELS
from tests.support.computers import Against
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in


def test_there_is_one_account_for_each_level_however_often_it_is_made(computers: dict[int, User]) -> None:
    before = list(User.objects.order_by("pk").values())

    accounts.establish()

    assert list(User.objects.order_by("pk").values()) == before
    assert [computer.username for computer in computers.values()] == [f"computer-{n}" for n in range(1, 7)]
    assert all(computer.is_bot and computer.is_computer for computer in computers.values())


def test_the_ratings_are_those_of_the_levels_also_where_they_have_drifted(computers: dict[int, User]) -> None:
    drifted = Rating.objects.filter(user=computers[3], rules="standard")
    drifted.update(value=1234, deviation=50, volatility=0.07, games=9, is_fixed=False)

    accounts.establish()

    rows = Rating.objects.filter(rules="standard").order_by("user__computer_level")
    assert [(row.value, row.deviation, row.volatility) for row in rows] == [(lv.rating, 100, 0.06) for lv in LEVELS]
    assert {*rows.values_list("pool", "is_fixed")} == {("bots", True)}
    assert drifted.get().games == 9


def rating_of(user: User) -> Rating:
    return Rating.objects.get(user=user, rules="standard", pool="bots")


def test_a_rated_game_changes_the_rating_of_the_player_and_not_of_the_computer(
    anna: User, computers: dict[int, User], against: Against
) -> None:
    game = against(anna, 1, rated=True)
    before = rating_of(computers[1])

    resign(game.number, anna)

    after = rating_of(computers[1])
    assert (after.value, after.deviation, after.volatility) == (before.value, before.deviation, before.volatility)
    assert (after.games, rating_of(anna).games) == (1, 1)
    ended = Game.objects.get(pk=game.pk)
    assert (ended.white_rating_change, ended.black_rating_change) == (round(rating_of(anna).value) - 1500, 0)
    assert rating_of(anna).value < 1500


def test_a_result_that_is_undone_leaves_the_rating_of_the_computer(
    anna: User, computers: dict[int, User], against: Against
) -> None:
    before = rating_of(computers[1])
    games = [resign(against(anna, 1, rated=True).number, anna) for _number in range(3)]

    # The last one, and one that others came after.
    for game in (games[2], games[0]):
        with transaction.atomic():
            ratings.revert(game)
    recompute_ratings()

    after = rating_of(computers[1])
    assert (after.value, after.deviation, after.volatility) == (before.value, before.deviation, before.volatility)
    assert (after.games, rating_of(anna).games) == (1, 1)
    assert rating_of(anna).standing.strength == after_period(Strength(), [(before.standing.strength, 0.0)])


def test_the_rating_of_a_computer_is_as_sure_after_a_year_without_games(computers: dict[int, User]) -> None:
    rating = rating_of(computers[1])

    assert rating.standing.strength_at(rating.updated_at + timedelta(days=365)).deviation == accounts.DEVIATION


def test_a_name_that_somebody_has_is_left_to_them(db: None) -> None:
    older = User.objects.create_user("computer-2")

    accounts.establish()

    assert User.objects.get(computer_level=2).username == "computer-2-2"
    assert User.objects.get(pk=older.pk).computer_level is None


def test_a_missing_account_is_made_again(computers: dict[int, User]) -> None:
    User.objects.filter(computer_level=5).delete()

    accounts.establish()

    assert User.objects.get(computer_level=5).username == "computer-5"


@pytest.mark.parametrize("password", ["", "!", "computer-1", "a good password"])
def test_nobody_logs_in_as_a_computer(computers: dict[int, User], client: Client, password: str) -> None:
    client.post("/accounts/login/", {"login": "computer-1", "password": password})

    assert "_auth_user_id" not in client.session
    assert not computers[1].has_usable_password()
    assert not computers[1].email


@pytest.mark.parametrize(
    "change",
    [
        {"password": "argon2$x"},
        {"email": "computer@example.org"},
        {"is_active": False},
        {"is_staff": True},
        {"is_superuser": True},
        {"computer_level": 7},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_database_refuses_what_would_let_somebody_in_or_close_a_computer(
    computers: dict[int, User], change: dict[str, object]
) -> None:
    with pytest.raises(IntegrityError, match="user_computer_lets_nobody_in"), transaction.atomic():
        User.objects.filter(pk=computers[1].pk).update(**change)

    assert User.objects.get(pk=computers[1].pk).is_active


def test_a_computer_is_not_deleted_with_the_data_of_people(computers: dict[int, User]) -> None:
    with pytest.raises(erasure.AccountIsStaff):
        erasure.close(computers[1], ending=True)

    assert User.objects.get(pk=computers[1].pk).is_active


@pytest.mark.parametrize("name", ["computer-1", "Computer 7", "COMPUTER", "c0mputer-2"])
def test_nobody_signs_up_with_a_name_like_theirs(db: None, client: Client, name: str) -> None:
    username = name.replace(" ", "_")
    fields = {"username": username, "email": "dora@example.org", "password1": "nine merry trombones"}

    client.post("/accounts/signup/", fields)

    assert not User.objects.filter(username__iexact=username).exists()


@pytest.mark.parametrize("name", ["Granite", "Granit", "GRANIT", "Diamant"])
def test_nobody_takes_the_name_of_a_computer_in_any_language(computers: dict[int, User], anna: User, name: str) -> None:
    with pytest.raises(ValidationError):
        names.give(anna, name)

    assert User.objects.get(pk=anna.pk).display_name == ""


def test_their_names_are_in_the_language_of_the_reader(computers: dict[int, User]) -> None:
    for language, name in (("en", "Granite"), ("de", "Granit")):
        with translation.override(language):
            assert computers[5].plain_name == name


def test_staff_can_look_at_a_computer_and_change_nothing(computers: dict[int, User], staff: Staff) -> None:
    browser = sign_in(Client(), staff("chief", "superuser"))
    before = User.objects.filter(pk=computers[1].pk).values().get()
    account = f"/admin/accounts/user/{computers[1].pk}"

    looked = browser.get(f"{account}/change/")
    changes = [
        browser.post(f"{account}/change/", {"username": "computer-1", "why": "by accident"}),
        browser.post(f"{account}/delete/", {"post": "yes", "why": "by accident"}),
        browser.post(f"{account}/password/", {"password1": "nine merry trombones", "why": "by accident"}),
    ]

    assert looked.status_code == 200
    assert [answer.status_code for answer in changes] == [403] * 3
    assert User.objects.filter(pk=computers[1].pk).values().get() == before


def test_a_game_against_a_computer_is_one_against_a_bot(anna: User, against: Against) -> None:
    assert against(anna).pool == "bots"
