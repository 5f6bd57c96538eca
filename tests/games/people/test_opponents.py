"""Play again with: the last opponents, each once."""

from collections.abc import Callable

from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models.games import Game
from games.people.opponents import last_opponents
from games.players import relations
from tests.support.pages import Reader
from tests.support.people import new_guest
from tests.support.reading import text_of

Begin = Callable[..., Game]


def test_each_opponent_is_named_once_the_latest_first(
    begin: Begin, anna: User, bert: User, carla: User, person: Callable[..., User]
) -> None:
    dora = person("dora")
    for white, black in ((anna, bert), (carla, anna), (anna, dora), (anna, bert), (bert, carla)):
        begin(white=white, black=black)

    assert last_opponents(anna.pk) == [bert, dora, carla]


def test_blocked_and_closed_opponents_are_left_out(
    begin: Begin, anna: User, bert: User, carla: User, person: Callable[..., User]
) -> None:
    dora, emil = person("dora"), person("emil")
    for other in (bert, carla, dora, emil):
        begin(black=other)
    relations.change(anna, bert, blocked=True)
    relations.change(carla, anna, blocked=True)
    User.objects.filter(pk=dora.pk).update(is_active=False)

    assert last_opponents(anna.pk) == [emil]


def test_the_opponents_cost_two_queries(
    begin: Begin, anna: User, bert: User, carla: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    begin()
    begin(black=carla)

    with django_assert_num_queries(2):
        assert len(last_opponents(anna.pk)) == 2


def test_the_list_of_players_leads_to_a_challenge_of_the_last_opponents(
    reader: Reader, begin: Begin, anna: User, bert: User, carla: User
) -> None:
    begin()

    own, others = reader(anna).get("/players/"), reader(carla).get("/players/")

    assert "Play again with bert" in text_of(own)
    assert 'href="/challenges/new/?to=bert"' in own.content.decode()
    assert "Play again with" not in text_of(others)
    assert "Play again with" not in text_of(reader(new_guest()).get("/players/"))
    assert "Play again with" not in text_of(reader(anna).get("/players/?q=b"))
