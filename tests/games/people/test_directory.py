"""The directory: who is in it for whom, and by what they are found."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import names
from accounts.models import User
from accounts.privacy import erasure
from games.core.models.games import Game
from games.people import activity
from games.people.directory import Wanted, cards_of, listed_for, players_for
from games.people.models import Activity, NameWord
from games.people.profiles import Wording, save
from games.players import relations
from games.players.models import Rating, StoredReliability
from tests.support.people import new_guest
from tests.support.playing import play

Person = Callable[..., User]


def found(reader: User | None = None, **wanted: object) -> list[str]:
    rows = players_for(reader.pk if reader else None, Wanted(**wanted), now=timezone.now())  # type: ignore[arg-type]
    return [player.username for player in rows]


@pytest.fixture
def club(person: Person) -> dict[str, User]:
    """Five players, two of whom have a display name."""
    members = {name: person(name) for name in ("Anton", "anna-lena", "bert", "Zoe", "emil")}
    names.give(members["bert"], "Österreich Anders")
    names.give(members["Zoe"], "Straße")
    return members


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("", ["anna-lena", "Anton", "bert", "emil", "Zoe"]),
        ("an", ["anna-lena", "Anton", "bert"]),
        ("AN", ["anna-lena", "Anton", "bert"]),
        ("österr", ["bert"]),
        ("ÖSTERREICH and", ["bert"]),
        ("STRASSE", ["Zoe"]),
        ("nton", []),
        ("an zoe", []),
        ("%", []),
        ("_nna", []),
        ("anna_", []),
        ("bert", ["bert"]),
    ],
)
def test_players_are_found_by_how_words_of_their_names_begin(club: dict[str, User], words: str, who: list[str]) -> None:
    assert found(words=words) == who


def test_another_display_name_is_found_and_the_former_one_is_not(club: dict[str, User]) -> None:
    names.replace(club["Zoe"], "Gasse Zwei")

    assert (found(words="gasse"), found(words="strasse")) == (["Zoe"], [])
    assert NameWord.objects.filter(user=club["Zoe"]).count() == 3


def test_guests_closed_and_erased_accounts_are_not_listed(person: Person, anna: User) -> None:
    new_guest()
    person("closed", is_active=False)
    gone = person("gone")
    erasure.close(gone, ending=True)
    erasure.finish(gone.pk)

    assert found() == ["anna"]
    assert set(NameWord.objects.values_list("word", flat=True)) == {"anna", "closed"}


def test_a_guest_who_gets_an_account_is_listed(anna: User) -> None:
    guest = new_guest()
    guest.is_guest, guest.username = False, "bertha"
    guest.save()

    assert found(words="bert") == ["bertha"]


def test_nobody_finds_who_has_blocked_them(anna: User, bert: User, carla: User) -> None:
    relations.change(anna, bert, blocked=True)
    relations.change(carla, bert, muted=True)

    assert found(bert) == ["bert", "carla"]
    assert found(anna) == found(None) == ["anna", "bert", "carla"]


def test_players_are_found_by_country(anna: User, bert: User, carla: User) -> None:
    save(anna, Wording(country="AT"))
    save(bert, Wording(country="DE"))

    assert found(country="AT") == ["anna"]


def test_ratings_are_compared_as_they_are_shown(anna: User, bert: User, carla: User) -> None:
    for player, value in ((anna, 1499.5), (bert, 1600.4), (carla, 1600.6)):
        Rating.objects.create(user=player, rules="standard", value=value)
    Rating.objects.create(user=carla, rules="classic", value=1550.0)
    Rating.objects.create(user=carla, rules="standard", pool="bots", value=1550.0)

    assert found(min_rating=1500, max_rating=1600) == ["anna", "bert"]
    assert found(min_rating=1600) == ["bert", "carla"]
    assert found(max_rating=1500) == ["anna"]
    assert found(rules="classic", min_rating=1500) == ["carla"]
    assert found(pool="bots", min_rating=1500) == ["carla"]


def test_bots_are_told_from_people(anna: User, person: Person) -> None:
    person("robot", bot_since=timezone.now())

    assert (found(bots=True), found(bots=False), found()) == (["robot"], ["anna"], ["anna", "robot"])


def test_reliability_is_at_least_so_high_and_known(anna: User, bert: User, carla: User) -> None:
    StoredReliability.objects.create(user=anna, games=10, on_time=10, percent=100)
    StoredReliability.objects.create(user=bert, games=10, on_time=7, percent=80)

    assert found(min_reliability=81) == ["anna"]
    assert found(min_reliability=80) == ["anna", "bert"]


def test_who_has_moved_lately_is_active(game: Game, anna: User, bert: User, carla: User) -> None:
    assert (activity.note_moves(), found(active_days=1)) == (0, [])
    play(game, "d6")

    assert (activity.note_moves(), found(active_days=1)) == (1, ["anna"])
    Activity.objects.update(moved_at=timezone.now() - timedelta(days=8))
    assert (found(active_days=7), found(active_days=30)) == ([], ["anna"])


def test_moves_are_counted_again_with_the_same_result(game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4", "d2")
    activity.note_moves()
    before = list(Activity.objects.order_by("user").values())

    activity.note_moves()

    assert list(Activity.objects.order_by("user").values()) == before
    assert {row["user_id"] for row in before} == {anna.pk, bert.pk}


def test_moves_of_closed_accounts_are_not_noted(game: Game, anna: User) -> None:
    play(game, "d6")
    User.objects.filter(pk=anna.pk).update(is_active=False)

    assert activity.note_moves() == 0


def test_a_page_costs_as_many_queries_for_one_as_for_many(club: dict[str, User], person: Person) -> None:
    for player in club.values():
        Rating.objects.create(user=player, rules="standard")

    counts = []
    for rows in (listed_for(None)[:1], listed_for(None)[:40]):
        with CaptureQueriesContext(connection) as queries:
            cards = cards_of(rows, now=timezone.now())
            assert all(card.ratings and card.profile.about == "" for card in cards)
        counts.append(len(queries))

    assert counts == [4, 4]
